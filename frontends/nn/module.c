// The tree of modules. Parameters become values when something first needs them, so a module that
// is made and thrown away costs nothing.

#include "frontends/nn/module.h"
#include <string.h>

nn_module_id module_add(struct nn_recording *r, const char *kind)
{
    struct module *m = arena_new(r->arena, struct module);
    m->kind = kind;
    m->site = builder_site(r->builder);
    nn_module_id id = (nn_module_id)r->modules.n;
    *vec_push(r->arena, &r->modules) = m;
    m->id = id;
    r->n_lasting++;
    return id;
}

struct module *module_get(const struct nn_recording *r, nn_module_id id)
{
    return id < (nn_module_id)r->modules.n ? r->modules.at[id] : NULL;
}

const char *module_kind(struct arena *arena, const char *type, const char *kind)
{
    if (kind) return arena_string(arena, kind);
    if (!type) return "Module";
    return arena_string(arena, strncmp(type, "struct ", 7) == 0 ? type + 7 : type);
}

// ---- children

static bool name_taken(struct module *m, const char *name)
{
    for (int i = 0; i < m->children.n; i++) {
        if (strcmp(m->children.at[i].name, name) == 0) return true;
    }
    return module_find_parameter(m, name) != NULL;
}

// The name rules of Module.add_module and register_parameter.
static bool name_refused(struct nn_recording *r, struct module *m, const char *name,
                         const char *what)
{
    if (!name || !*name) {
        recording_wrong(r, DIAG_NN_NAME, "the name of a %s can't be empty", what);
    } else if (strchr(name, '.')) {
        recording_wrong(r, DIAG_NN_NAME, "the name of a %s can't contain \".\": \"%s\"", what,
                        name);
    } else if (name_taken(m, name)) {
        recording_wrong(r, DIAG_NN_NAME, "%s has a member \"%s\" already", m->kind, name);
    } else {
        return false;
    }
    return true;
}

static void adopt(struct nn_recording *r, struct module *m, const char *name, nn_module_id id)
{
    struct module_child *child = vec_push(r->arena, &m->children);
    child->name = arena_string(r->arena, name);
    child->module = id;
    r->n_lasting++;
    struct module *module = module_get(r, id);
    if (!module || module->parent || id == m->id) return;
    module->parent = m->id;
    module->name = child->name;
}

void module_register(struct nn_recording *r, struct module *m, const char *name, nn_module_id child)
{
    if (!name_refused(r, m, name, "module")) adopt(r, m, name, child);
}

void module_append(struct nn_recording *r, struct module *m, nn_module_id child)
{
    adopt(r, m, arena_printf(r->arena, "%d", m->children.n), child);
}

struct module *module_child(struct nn_recording *r, struct module *m, const char *name)
{
    for (int i = 0; i < m->children.n; i++) {
        if (strcmp(m->children.at[i].name, name) == 0)
            return module_get(r, m->children.at[i].module);
    }
    return NULL;
}

void module_register_item(struct nn_recording *r, struct module *m, const char *name, int64_t index,
                          nn_module_id child)
{
    struct module *list = module_child(r, m, name);
    if (!list) {
        if (name_refused(r, m, name, "module")) return;
        nn_module_id id = module_add(r, "ModuleList");
        adopt(r, m, name, id);
        list = module_get(r, id);
    }
    adopt(r, list, arena_printf(r->arena, "%lld", (long long)index), child);
}

// ---- parameters

void module_add_parameter(struct nn_recording *r, struct module *m, enum storage_kind kind,
                          const char *name, const struct tensor_type *type)
{
    struct module_parameter *p = vec_push(r->arena, &m->parameters);
    p->name = arena_string(r->arena, name);
    p->kind = kind;
    p->type = *type;
    r->n_lasting++;
}

struct module_parameter *module_find_parameter(struct module *m, const char *name)
{
    for (int i = 0; name && i < m->parameters.n; i++) {
        if (strcmp(m->parameters.at[i].name, name) == 0) return &m->parameters.at[i];
    }
    return NULL;
}

static value_id parameter_value(struct nn_recording *r, struct module *m,
                                struct module_parameter *p)
{
    if (!p->value) {
        const struct site *site = builder_site(r->builder);
        builder_at(r->builder, m->site);
        p->value = build_tensor(r->builder, p->kind, &p->type, p->name);
        builder_at(r->builder, site);
    }
    if (m->scope && !p->in_scope) {
        r->n_lasting++;
        build_scope_parameter(r->builder, m->scope, p->value);
        p->in_scope = true;
    }
    return p->value;
}

value_id module_parameter_at(struct nn_recording *r, struct module *m, int index)
{
    return parameter_value(r, m, &m->parameters.at[index]);
}

value_id module_parameter(struct nn_recording *r, struct module *m, const char *name)
{
    struct module_parameter *p = module_find_parameter(m, name);
    return p ? parameter_value(r, m, p) : 0;
}

static const char *size_trouble(struct nn_recording *r, const char *name, int rank,
                                const struct sym *const *sizes)
{
    if (rank > MAX_RANK) {
        return recording_wrong(r, DIAG_OPTION_RANGE, "`%s` has %d axes, at most %d are possible",
                               name, rank, MAX_RANK);
    }
    for (int i = 0; i < rank; i++) {
        if (sizes[i] && sym_upper(r->syms, sizes[i]) >= 0) continue;
        return recording_wrong(r, DIAG_OPTION_RANGE, "size %d of `%s` is negative: %s", i, name,
                               sizes[i] ? sym_string(r->arena, sizes[i]) : "None");
    }
    return NULL;
}

value_id module_own_parameter(struct nn_recording *r, struct module *m, enum storage_kind kind,
                              const struct nn_arg *args)
{
    const struct nn_arg *name = &args[0], *dtype = &args[1], *shape = &args[2];
    if (!name->given || !dtype->given) {
        return recording_poison(
            r, recording_wrong(r, DIAG_NN_ARGUMENT,
                               "nn_%s: the module is followed by a name and a dtype, as (self, "
                               "\"w\", NN_F32, {8})",
                               kind == STORAGE_PARAMETER ? "parameter" : "buffer"));
    }
    const char *trouble = size_trouble(r, name->s, shape->n, shape->ints);
    if (trouble) return recording_poison(r, trouble);
    struct tensor_type type = {.dtype = dtype->dtype, .shape.rank = shape->n};
    for (int i = 0; i < shape->n; i++) type.shape.dim[i] = shape->ints[i];
    if (name_refused(r, m, name->s, kind == STORAGE_BUFFER ? "buffer" : "parameter"))
        return recording_poison(r, "its name can't be used");
    module_add_parameter(r, m, kind, name->s, &type);
    return module_parameter_at(r, m, m->parameters.n - 1);
}

// A size that is unknown, or may turn out to be the other, refuses nothing: the module's own rule
// asks of the sizes of what it was tied to.
static bool never_same_type(struct syms *syms, const struct tensor_type *a,
                            const struct tensor_type *b)
{
    if (a->dtype != b->dtype || a->shape.rank != b->shape.rank) return true;
    for (int i = 0; i < a->shape.rank; i++) {
        struct proof proof = sym_prove_equal(syms, a->shape.dim[i], b->shape.dim[i]);
        if (proof.verdict == VERDICT_REFUTED && proof.always) return true;
    }
    return false;
}

void module_tie_parameter(struct nn_recording *r, struct module *m, const char *name,
                          value_id value)
{
    struct module_parameter *p = module_find_parameter(m, name);
    if (!p) {
        const char *quoted = name ? arena_printf(r->arena, "\"%s\"", name) : "NULL";
        recording_wrong(r, DIAG_NN_NAME, "%s has no parameter %s", m->kind, quoted);
        return;
    }
    struct tensor_type type = value_type(program_value(builder_program(r->builder), value));
    if (never_same_type(r->syms, &p->type, &type)) {
        const char *want = tensor_string(r->arena, &p->type);
        const char *have = tensor_string(r->arena, &type);
        recording_wrong(r, DIAG_NN_ARGUMENT, "%s.%s is %s, the tensor to tie it to is %s", m->kind,
                        name, want, have);
        return;
    }
    p->value = value;
    r->n_lasting++;
}

void module_set_requires_grad(struct nn_recording *r, nn_module_id root, enum module_learning how)
{
    const struct module_entry *entries;
    int n = module_tree(r, root, &entries);
    for (int i = 0; i < n; i++) {
        struct module *m = module_get(r, entries[i].module);
        for (int k = 0; k < m->parameters.n; k++) {
            if (m->parameters.at[k].kind != STORAGE_PARAMETER) continue;
            value_id id = module_parameter_at(r, m, k);
            struct value *value = program_value(builder_program(r->builder), id);
            if (how == MODULE_FROZEN)
                value->flags &= (uint8_t)~VALUE_REQUIRES_GRAD;
            else if (dtype_is_float(value->dtype))
                value->flags |= VALUE_REQUIRES_GRAD;
        }
    }
}

// ---- train and eval

void module_set_mode(struct nn_recording *r, struct module *m, enum module_mode mode)
{
    // A module that contains itself is met a second time in the mode that is asked for.
    if (m->mode == mode && m->mode_marked) return;
    m->mode = mode;
    m->mode_marked = true;
    for (int i = 0; i < m->children.n; i++) {
        struct module *child = module_get(r, m->children.at[i].module);
        if (child) module_set_mode(r, child, mode);
    }
    m->mode_marked = false;
}

// ---- names

struct walk {
    struct nn_recording *recording;
    struct map *seen;
    VEC(struct module_entry) entries;
};

static void walk(struct walk *w, nn_module_id id, const char *path)
{
    struct module *m = module_get(w->recording, id);
    if (!m || map_get_number(w->seen, id)) return;
    map_put_number(w->seen, id, m);
    struct module_entry *entry = vec_push(w->recording->arena, &w->entries);
    *entry = (struct module_entry){path, id};
    for (int i = 0; i < m->children.n; i++) {
        const char *name = m->children.at[i].name;
        if (*path) name = arena_printf(w->recording->arena, "%s.%s", path, name);
        walk(w, m->children.at[i].module, name);
    }
}

int module_tree(struct nn_recording *r, nn_module_id root, const struct module_entry **entries)
{
    struct walk w = {.recording = r, .seen = map_open(r->arena)};
    walk(&w, root, "");
    *entries = w.entries.at;
    return w.entries.n;
}

const struct sym *module_n_parameters(struct nn_recording *r, nn_module_id root)
{
    const struct module_entry *entries;
    int n = module_tree(r, root, &entries);
    const struct sym *sum = sym_const(r->syms, 0);
    struct map *seen = map_open(r->arena); // of values: a tied parameter counts once
    for (int i = 0; i < n; i++) {
        struct module *m = module_get(r, entries[i].module);
        if (m->unseen) return sym_unknown(r->syms, m->unseen);
        for (int k = 0; k < m->parameters.n; k++) {
            struct module_parameter *p = &m->parameters.at[k];
            if (p->kind != STORAGE_PARAMETER) continue;
            if (p->value && map_get_number(seen, p->value)) continue;
            if (p->value) map_put_number(seen, p->value, p);
            sum = sym_add(r->syms, sum, shape_count(r->syms, &p->type.shape));
        }
    }
    return sum;
}

// ---- scopes

bool module_is_leaf(const struct module *m)
{
    for (int i = 0; i < m->children.n; i++) {
        if (m->children.at[i].module) return false;
    }
    return true;
}

static void make_scope(struct nn_recording *r, struct module *m, scope_id parent, const char *name)
{
    const struct site *site = builder_site(r->builder);
    builder_at(r->builder, m->site);
    m->scope = build_scope(r->builder, parent, name, m->kind,
                           module_is_leaf(m) ? SCOPE_LEAF : SCOPE_PARENT);
    struct scope *scope = program_scope(builder_program(r->builder), m->scope);
    scope->args = m->summary;
    scope->unseen = m->partly ? m->partly : m->unseen;
    for (int i = 0; i < m->parameters.n; i++) parameter_value(r, m, &m->parameters.at[i]);
    builder_at(r->builder, site);
}

// Depth first and in order of registration, so that a shared module gets the
// name under which named_modules() meets it first.
static void make_scopes_below(struct nn_recording *r, struct module *m)
{
    for (int i = 0; i < m->children.n; i++) {
        struct module *child = module_get(r, m->children.at[i].module);
        if (!child || child->scope) continue;
        make_scope(r, child, m->scope, m->children.at[i].name);
        make_scopes_below(r, child);
    }
}

static bool told_here(const struct nn_recording *r)
{
    const struct site *here = builder_site(r->builder);
    for (const struct diag *d = recording_diags(r)->first; d; d = d->next) {
        if (d->id != DIAG_NN_UNREGISTERED || !here || !d->site || !d->site->file) continue;
        bool same = d->site->line == here->line && d->site->column == here->column;
        if (same && here->file && strcmp(d->site->file, here->file) == 0) return true;
    }
    return false;
}

// A module that is called inside another's forward and registered nowhere. Its figures stand where
// they would if it were a child, as was meant: the module around it is no leaf, whose output would
// count a second time.
static void make_stray_scope(struct nn_recording *r, struct module *m)
{
    struct module *around = module_get(r, r->calling.at[r->calling.n - 1]);
    make_scope(r, m, around->scope, arena_printf(r->arena, "(%s)", m->kind));
    program_scope(builder_program(r->builder), around->scope)->leaf = false;
    if (m->unseen || told_here(r)) return;
    struct diag *found =
        diag_add(recording_diags(r), DIAG_NN_UNREGISTERED, builder_site(r->builder),
                 "this %s is called in %s but registered in no module", m->kind, around->kind);
    diag_fix(recording_diags(r), found, "register it with nn_member, nn_item or nn_child");
}

// ---- modules called at the outermost level

static const char *numbered_root(struct nn_recording *r, const char *name)
{
    uintptr_t n = (uintptr_t)map_get_string(r->roots, name) + 1;
    map_put_string(r->roots, name, (void *)n);
    return n > 1 ? arena_printf(r->arena, "%s%d", name, (int)n) : name;
}

// "nets.1" of "trainer.nets.1": from the last part that is no number.
static const char *last_name(const char *path)
{
    const char *last = path;
    for (const char *at = path; *at; at++)
        if (*at == '.' && (at[1] < '0' || at[1] > '9')) last = at + 1;
    return last;
}

// One of several networks is called what the program calls it; a layer has the name of its class,
// with a number from the second on.
static const char *root_name(struct nn_recording *r, const struct module *m)
{
    if (module_is_leaf(m) || !m->variable) return numbered_root(r, m->kind);
    const char *name = last_name(m->variable);
    return numbered_root(r, map_get_string(r->roots, name) ? m->variable : name);
}

// The first module that is called at the outermost level is the model, and has no name of its own,
// unless it is one of several networks, or one layer of several.
static void name_first_root(struct nn_recording *r)
{
    struct module *m = module_get(r, r->first_root);
    struct scope *scope = program_scope(builder_program(r->builder), m->scope);
    if (*scope->name) return;
    scope->name = root_name(r, m);
    r->late_names = recording_diags(r)->first != NULL;
}

static bool is_first_named(const struct nn_recording *r, const struct module *next)
{
    const struct module *first = module_get(r, r->first_root);
    return module_is_leaf(first) || !module_is_leaf(next);
}

static void make_root_scope(struct nn_recording *r, struct module *m)
{
    bool first = !r->first_root;
    if (first)
        r->first_root = m->id;
    else if (is_first_named(r, m))
        name_first_root(r);
    make_scope(r, m, 0, first && !r->names_first ? "" : root_name(r, m));
}

scope_id module_scope(struct nn_recording *r, nn_module_id id)
{
    struct module *m = module_get(r, id);
    if (m->scope) return m->scope;
    // Registered below a module that has been called already.
    struct module *parent = module_get(r, m->parent);
    if (parent && parent->scope) {
        make_scope(r, m, parent->scope, m->name);
    } else if (r->calling.n) {
        make_stray_scope(r, m);
    } else {
        make_root_scope(r, m);
    }
    make_scopes_below(r, m);
    return m->scope;
}
