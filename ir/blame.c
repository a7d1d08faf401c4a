// Words for what is wrong with a node: which operand, which axis, which argument, and how the user
// would name them. Called when a rule refuses or an obligation is refuted, so it may be slow.
// Everything that a finding says is copied into the program's arena.

#include "ir/blame.h"
#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

#define MAX_NOTED_CALLERS 8 // the innermost ones

static const char *node_word(const struct node *node)
{
    const struct op *op = op_get(node->op);
    return op ? op->name : node->name;
}

// A module that nothing but its class names: "Conv2d", and "Conv2d2" for the second one.
static bool is_named_by_class(const char *path, const char *kind)
{
    const char *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;
    size_t length = strlen(kind);
    return !strncmp(name, kind, length) && !name[length + strspn(name + length, "0123456789")];
}

static const char *module_string(struct arena *arena, const struct scope *scope, const char *path)
{
    if (!*path) return arena_string(arena, scope->kind);
    if (is_named_by_class(path, scope->kind)) return arena_printf(arena, "`%s`", path);
    return arena_printf(arena, "%s `%s`", scope->kind, path);
}

const char *blame_node(struct arena *arena, const struct program *program, node_id id)
{
    const struct node *node = program_node(program, id);
    if (!node->scope) return arena_string(arena, node_word(node));
    const struct scope *scope = program_scope(program, node->scope);
    // Copied: what is learned from a run is told after the run is thrown away.
    const char *module = module_string(arena, scope, scope_path(arena, program, node->scope));
    return scope->leaf ? module : arena_printf(arena, "%s in %s", node_word(node), module);
}

// ---- where operands come from

static void note_operand(struct program *program, struct diag *diag, const struct node *node,
                         int operand)
{
    if (operand < 0 || operand >= node->n_in || !node->in[operand]) return;
    const struct value *value = program_value(program, node->in[operand]);
    if (value->flags & VALUE_NUMBER) return;
    const char *name = op_operand_name(program->arena, op_get(node->op), operand);
    struct diags *diags = &program->diags;
    if (value->producer) {
        diag_note(diags, diag, value->site, "%s comes from %s", name,
                  blame_node(program->arena, program, value->producer));
        return;
    }
    const struct storage *storage = program_storage(program, value->storage);
    const char *own = value->name ? value->name : storage->name;
    const char *kind = storage_kind_name(storage->kind);
    if (own) {
        diag_note(diags, diag, value->site, "%s is the %s `%s`", name, kind, own);
    } else {
        diag_note(diags, diag, value->site, "%s is made here (%s)", name, kind);
    }
}

// A line of the program, whatever the column.
static bool on_line(const struct site *a, const struct site *b)
{
    return a && b && a->line == b->line && a->file && b->file && !strcmp(a->file, b->file);
}

// A helper makes layers for several callers: which of them asked for this one.
static void note_callers(struct program *program, struct diag *diag, const struct site *site)
{
    int n = 0;
    // Outside of any function stands the analysis itself, which called the entry.
    for (const struct site *at = site->caller; at && n < MAX_NOTED_CALLERS; at = at->caller) {
        if (!at->function) continue;
        diag_note(&program->diags, diag, at, "called from %s", at->function);
        n++;
    }
}

// Where the layer's numbers were chosen. Parameters are made at the same line: one that was named
// has said it.
static void note_layer(struct program *program, struct diag *diag, const struct node *node)
{
    const struct scope *scope = node->scope ? program_scope(program, node->scope) : NULL;
    if (!scope || !scope->leaf || !scope->site || on_line(scope->site, diag->site)) return;
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        if (on_line(scope->site, note->site)) return;
    const char *path = scope_path(program->arena, program, node->scope);
    diag_note(&program->diags, diag, scope->site, "%s is made here",
              module_string(program->arena, scope, path));
    note_callers(program, diag, scope->site);
}

// ---- sides of a condition

static const char *operand_text(struct text *text, const struct program *program,
                                const struct node *node, int operand)
{
    struct tensor_type type = value_type(program_value(program, node->in[operand]));
    return arena_printf(text->arena, "%s %s",
                        op_operand_name(text->arena, op_get(node->op), operand),
                        tensor_string(text->arena, &type));
}

static bool has_operand(const struct node *node, const struct term *term)
{
    return term->operand >= 0 && term->operand < node->n_in && node->in[term->operand];
}

// "dim 1 (512)", "in_features (768)", "768"
static void add_size(struct text *text, const struct term *term)
{
    const char *size = sym_string(text->arena, term->size);
    if (term->what) {
        text_printf(text, "%s (%s)", term->what, size);
    } else if (term->operand >= 0) {
        text_printf(text, "dim %d (%s)", term->axis, size);
    } else {
        text_add(text, size);
    }
}

static void add_object(struct text *text, const struct program *program, const struct node *node,
                       const struct term *term, int subject)
{
    add_size(text, term);
    if (!has_operand(node, term) || term->operand == subject) return;
    text_printf(text, " of %s", operand_text(text, program, node, term->operand));
}

// What a sentence is better about: an operand, then a named argument, then a bare number.
static int standing(const struct node *node, const struct term *term)
{
    return has_operand(node, term) ? 2 : term->what != NULL;
}

static void add_condition(struct text *text, const struct program *program, const struct node *node,
                          const struct obligation *o)
{
    bool from_b = o->relation == RELATION_DIVIDES || standing(node, &o->b) > standing(node, &o->a);
    const struct term *subject = from_b ? &o->b : &o->a, *object = from_b ? &o->a : &o->b;
    if (has_operand(node, subject)) {
        struct tensor_type type = value_type(program_value(program, node->in[subject->operand]));
        text_printf(text, "%s is %s, its ",
                    op_operand_name(text->arena, op_get(node->op), subject->operand),
                    tensor_string(text->arena, &type));
    }
    add_size(text, subject);
    const struct relation_words *words = relation_words(o->relation);
    text_printf(text, " %s ", from_b ? words->from_b : words->from_a);
    add_object(text, program, node, object, subject->operand);
}

static void add_witness(struct text *text, const struct proof *proof)
{
    if (proof->n_witness == 0) return;
    text_add(text, "; ");
    for (int i = 0; i < proof->n_witness; i++) {
        text_printf(text, "%s%s=%" PRId64, i ? ", " : "", sym_name(proof->witness[i].var),
                    proof->witness[i].value);
    }
    text_printf(text, " gives %" PRId64 " against %" PRId64, proof->witness_a, proof->witness_b);
}

// The fix with its sizes put in.
static const char *fix_text(struct arena *arena, const struct obligation *o)
{
    struct text text = {.arena = arena};
    for (const char *at = o->fix; *at; at++) {
        bool hole = at[0] == '{' && (at[1] == 'a' || at[1] == 'b') && at[2] == '}';
        if (!hole) {
            text_add_char(&text, *at);
            continue;
        }
        text_add(&text, sym_string(arena, at[1] == 'a' ? o->a.size : o->b.size));
        at += 2;
    }
    return text_string(&text);
}

// ---- findings

struct diag *blame_refusal(struct program *program, node_id id, enum diag_id diag_id,
                           const char *refusal, const char *fix)
{
    const struct node *node = program_node(program, id);
    struct diag *diag = diag_add(&program->diags, diag_id, node->site, "%s: %s",
                                 blame_node(program->arena, program, id), refusal);
    for (int i = 0; i < node->n_in; i++) note_operand(program, diag, node, i);
    note_layer(program, diag, node);
    if (fix) diag_fix(&program->diags, diag, "%s", fix);
    return diag;
}

struct diag *blame_obligation(struct program *program, node_id id, const struct obligation *o,
                              const struct proof *proof)
{
    const struct node *node = program_node(program, id);
    struct text text = {.arena = program->arena};
    add_condition(&text, program, node, o);
    bool open = proof->verdict == VERDICT_OPEN;
    if (open && proof->reason) text_printf(&text, "; not decided: %s", proof->reason);
    if (!open) add_witness(&text, proof);
    struct diag *diag = diag_add(&program->diags, o->diag, node->site, "%s: %s",
                                 blame_node(program->arena, program, id), text_string(&text));
    diag->verdict = proof->verdict;
    diag->step = (int)id; // also of a condition that was settled after the whole program was built
    if (open) diag_set_severity(&program->diags, diag, SEVERITY_NOTE);
    note_operand(program, diag, node, o->a.operand);
    if (o->b.operand != o->a.operand) note_operand(program, diag, node, o->b.operand);
    note_layer(program, diag, node);
    if (o->fix) diag_fix(&program->diags, diag, "%s", fix_text(program->arena, o));
    return diag;
}
