// Which functions of ggml's headers have a rule, the state of the dialect in a run, and arguments.

#include "frontends/dialects/ggml_dialect.h"
#include "frontends/dialects/options.h"

#include <string.h>

// ---- versions of the rules

// ggml.h has no macro that tells its version, so what it declares does: the newest of these
// functions that is there. Other versions are taken for the one before them.
static const struct {
    const char *function;
    int version;
} declared_since[] = {
#define DECLARED(function, version) {#function, version},
#include "frontends/ggml/versions.def"
#undef DECLARED
};

//
// Headers of the system (-isystem, and folders that were found by looking for them) are not listed
// whole; what no program calls and all versions declare tells whether this one is. If not, it is
// taken for the version that shapeprof's own declarations are of.
static int version_of_header(struct dialect_ggml *d)
{
    int version = GGML_OLDEST_VERSION;
    if (!unit_find_function(eval_unit(d->eval), "ggml_fp16_to_fp32_row")) return GGML_OWN_VERSION;
    for (size_t i = 0; i < sizeof declared_since / sizeof *declared_since; i++)
        if (unit_find_function(eval_unit(d->eval), declared_since[i].function))
            version = declared_since[i].version;
    return version;
}

// ---- the state of a run

static void find_fields(struct dialect_ggml *d)
{
#define FIELD(name) d->fields.name = ctype_field(d->tensor, #name);
#include "frontends/dialects/ggml_fields.def"
#undef FIELD
    d->name_bytes = d->fields.name ? d->fields.name->type->size : GGML_NAME_BYTES;
}

struct dialect_ggml *dialect_ggml_of(struct eval *eval)
{
    struct dialect_ggml *d = eval_dialect_data(eval, &ggml_dialect);
    if (d) return d;
    struct unit *unit = eval_unit(eval);
    struct program *program = builder_program(eval_builder(eval));
    d = arena_new(eval_arena(eval), struct dialect_ggml);
    *d = (struct dialect_ggml){.eval = eval,
                               .arena = eval_arena(eval),
                               .syms = program->syms,
                               .diags = &program->diags,
                               .right_to_left = true};
    d->state = program->ggml = arena_new(d->arena, struct ggml_state);
    *d->state = (struct ggml_state){0};
    d->void_pointer = unit_types(unit)->void_pointer;
    d->char_ = unit_types(unit)->char_;
    static const char *const spellings[] = {"struct ggml_tensor", "struct lm_ggml_tensor",
                                            "struct wsp_ggml_tensor"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings && !d->tensor; i++)
        d->tensor = unit_type(unit, spellings[i]);
    if (!d->tensor || d->tensor->size <= 0) d->tensor = unit_types(unit)->int_;
    d->tensor_pointer = unit_pointer_to(unit, d->tensor);
    find_fields(d);
    int asked = dialect_options_of(eval)->ggml_version;
    d->state->version = asked ? asked : version_of_header(d);
    d->state->struct_bytes = ggml_struct_bytes(d);
    program->library = "ggml";
    eval_set_dialect_data(eval, &ggml_dialect, d);
    d->cpu_buffer_type = ggml_handle_make(d, HANDLE_ALLOCATOR, d->void_pointer, 0, "buffer type");
    d->cpu_backend = ggml_handle_make(d, HANDLE_ALLOCATOR, d->void_pointer, 0, "backend");
    return d;
}

int64_t ggml_struct_bytes(const struct dialect_ggml *d)
{
    return d->fields.ne ? d->tensor->size : GGML_STRUCT_BYTES;
}

// ---- types by their numbers

static const enum dtype dtypes[] = {
#define TYPE(number, id) [number] = DTYPE_##id,
#include "frontends/ggml/types.def"
#undef TYPE
};
#define N_NUMBERS ((int64_t)(sizeof dtypes / sizeof *dtypes))

enum dtype ggml_dtype_of_number(int64_t number)
{
    return number >= 0 && number < N_NUMBERS ? dtypes[number] : DTYPE_NONE;
}

int64_t ggml_number_of_dtype(enum dtype dtype)
{
    for (int64_t i = 0; i < N_NUMBERS; i++)
        if (dtypes[i] == dtype) return i;
    return -1;
}

// ---- arguments

static void note_absent(struct dialect_ggml *d, struct diag *diag, const struct ggml_absent *absent)
{
    diag_note(d->diags, diag, absent->site, "the graph has no tensor `%s`", absent->name);
    for (int i = d->state->tensors.n - 1; i >= 0; i--) {
        const struct ggml_tensor *t = d->state->tensors.at[i];
        if (strcmp(t->name, absent->name) != 0) continue;
        diag_note(d->diags, diag, t->site,
                  "a tensor of this name is made here, and nothing that "
                  "was expanded into the graph reads it");
        return;
    }
}

// "ggml_mul_mat: argument 2 is NULL". The program ends there.
static const char *no_tensor(struct dialect_ggml *d, const struct dialect_call *c, int argument,
                             const char *reason)
{
    struct eval_expression written =
        eval_argument_expression(d->eval, argument, EVAL_WHOLE_ARGUMENT);
    const char *what = written.text ? arena_printf(d->arena, "`%s`", written.text)
                                    : arena_printf(d->arena, "argument %d", argument + 1);
    if (d->told_null && !reason)
        return arena_printf(d->arena, "%s was given NULL", c->function->name);
    struct diag *diag =
        ggml_finding(d, DIAG_GGML_TENSOR, eval_site(d->eval), "%s: %s is %s", c->function->name,
                     what, reason ? "no tensor" : "NULL, where a tensor is wanted");
    if (reason) diag_note(d->diags, diag, eval_site(d->eval), "%s", reason);
    if (!reason && d->absent) note_absent(d, diag, d->absent);
    if (!reason) d->told_null = true;
    d->refused = true;
    return arena_printf(d->arena, "%s was given no tensor", c->function->name);
}

struct ggml_tensor *ggml_argument(struct dialect_ggml *d, const struct dialect_call *c,
                                  int argument, const char **reason)
{
    const struct cvalue *v = &c->arguments[argument];
    struct ggml_tensor *t = ggml_object_tensor(d, v, reason);
    bool from_outside = v->kind == CVALUE_UNKNOWN || (*reason && eval_unknown_memory(d->eval, v));
    if (!t && !from_outside) *reason = no_tensor(d, c, argument, *reason);
    if (t && t->context && t->context->freed && !t->context->own_buffer) ggml_tell_freed(d, c, t);
    return t;
}

struct ggml_graph *ggml_argument_graph(struct dialect_ggml *d, const struct dialect_call *c,
                                       int argument)
{
    uint64_t number;
    bool known = ggml_handle_number(d, HANDLE_GRAPH, &c->arguments[argument], &number);
    ggml_tell_null(d, c, HANDLE_GRAPH, argument);
    return known ? d->state->graphs.at[number] : ggml_outside_graph(d, &c->arguments[argument]);
}

struct ggml_context *ggml_argument_context(struct dialect_ggml *d, const struct dialect_call *c,
                                           int argument)
{
    uint64_t number;
    bool known = ggml_handle_number(d, HANDLE_CONTEXT, &c->arguments[argument], &number);
    ggml_use_handle(d, c, HANDLE_CONTEXT, argument);
    return known ? d->state->contexts.at[number] : NULL;
}

const struct sym *ggml_argument_size(struct dialect_ggml *d, const struct dialect_call *c,
                                     int argument)
{
    return cvalue_as_sym(d->eval, &c->arguments[argument]);
}

// ---- results

struct cvalue ggml_nothing(const struct dialect_call *c)
{
    return (struct cvalue){.kind = CVALUE_NOTHING, .type = c->result};
}

struct cvalue ggml_size(const struct dialect_call *c, const struct sym *size)
{
    if (sym_kind(size) == SYM_UNKNOWN) return cvalue_unknown(c->result, sym_name(size));
    return cvalue_sym(c->result, size);
}

struct cvalue ggml_text(struct dialect_ggml *d, const struct ctype *type, const char *text)
{
    int64_t n = (int64_t)strlen(text) + 1;
    struct cvalue pointer = eval_allocate(d->eval, n, type, "text");
    eval_write_bytes(d->eval, &pointer, 0, n, text);
    return pointer;
}

// ---- finding a rule

static const struct dialect_rule *const families[] = {
    ggml_context_rules, ggml_query_rules,    ggml_tensor_rules, ggml_graph_rules,
    ggml_backend_rules, ggml_backward_rules, ggml_aside_rules,  gguf_rules,
    gguf_open_rules,    ggml_node_rules,     ggml_stride_rules};

// Copies of the library inside of other packages have a prefix at all of its names (lm_ggml_,
// wsp_ggml_): the name as the library has it.
static const char *without_prefix(const char *function)
{
    const char *own = strstr(function, "ggml_");
    if (!own) own = strstr(function, "gguf_");
    bool is_word = own && (own == function || own[-1] == '_');
    return is_word ? own : function;
}

// How the arguments of a function of the table look to the interpreter: a context, and the letters
// that a rule reads.
static const char *letters_of(struct arena *arena, const struct ggml_function *function)
{
    size_t n = strlen(function->letters);
    char *letters = arena_alloc(arena, n + 2);
    size_t at = 0;
    if (!function->no_context) letters[at++] = 'p';
    for (size_t i = 0; i < n; i++) {
        char letter = function->letters[i];
        letters[at++] = letter == 'f' ? 'f' : letter == 'i' || letter == 'b' ? 'i' : '.';
    }
    letters[at] = '\0';
    return letters;
}

#define MAX_PARAMETERS 20

static bool takes_other_counts(const struct ggml_function *function)
{
    int own = (int)strlen(function->letters) + !function->no_context;
    for (int n = 0; n < MAX_PARAMETERS; n++)
        if (n != own && ggml_function_of(function->name, n, 0)) return true;
    return false;
}

static const struct dialect_rule *find(struct arena *arena, const char *function)
{
    const char *name = without_prefix(function);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (const struct dialect_rule *rule = families[i]; rule->name; rule++)
            if (strcmp(rule->name, name) == 0) return rule;
    // Which version holds is known once the program runs: any that has the function tells its
    // letters, where all take as many arguments, and the call asks again.
    const struct ggml_function *made = ggml_function_find(name, 0);
    if (!made) return NULL;
    struct dialect_rule *rule = arena_new(arena, struct dialect_rule);
    *rule = (struct dialect_rule){
        made->name, takes_other_counts(made) ? "*" : letters_of(arena, made), ggml_rule_make, made};
    return rule;
}

static const char *const headers[] = {"*ggml*.h", "*gguf*.h", "ggml/*.h", NULL};

static bool is_used(const struct program *program)
{
    return program->ggml != NULL;
}

const struct dialect ggml_dialect = {.name = "ggml",
                                     .headers = headers,
                                     .find = find,
                                     .is_used = is_used,
                                     .shown_tensor = "ggml_tensor"};
