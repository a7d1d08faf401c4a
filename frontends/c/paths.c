// Which way an unknown condition goes. What facts decide never comes here. A
// side that ends the program is not taken, and that is noted; otherwise the
// caller's decisions count, and beyond them the side that looks like the main
// road: whoever runs again with the other decision sees the other side.

#include "frontends/c/keyed.h"
#include "frontends/c/interp.h"

#define MAX_DECISIONS 256 // recorded; beyond, one side is taken
#define MAX_SAME 16       // of one node, before its side alternates

// ---- how a side ends

// The later ones are taken last where nothing decides.
enum ending { ENDING_NONE, ENDING_RETURN, ENDING_JUMP, ENDING_PROGRAM };

static enum ending statement_ending(struct eval *e, const struct ast *n, int depth);

// Does every call of it end the program, or go on elsewhere by a longjmp? Found out once a
// function; a recursive one does not.
static enum ending function_ending(struct eval *e, struct function *f, int depth)
{
    const struct dialect_rule *rule = eval_function_info(e, f)->rule;
    bool never = unit_never_returns(e->unit, f);
    if (!f->has_body && dialect_jumps_away(rule)) return ENDING_JUMP;
    if (!f->has_body) return never || dialect_never_returns(rule) ? ENDING_PROGRAM : ENDING_NONE;
    if (depth <= 0) return never ? ENDING_PROGRAM : ENDING_NONE;
    if (!eval_function_info(e, f)->ends_known) {
        eval_function_info(e, f)->ends_known = true; // none while it is being found out
        enum ending ending = statement_ending(e, unit_body(e->unit, f), depth - 1);
        eval_function_info(e, f)->ending =
            (uint8_t)(ending == ENDING_RETURN ? ENDING_NONE : ending);
    }
    enum ending ending = (enum ending)eval_function_info(e, f)->ending;
    return never && ending == ENDING_NONE ? ENDING_PROGRAM : ending;
}

// Conversions (a cast to void) do not change what a call does.
static const struct ast *strip(const struct ast *n)
{
    while (n && (n->kind == AST_CONVERT || n->kind == AST_EXPRESSION)) n = n->a;
    return n;
}

static enum ending expression_ending(struct eval *e, const struct ast *n, int depth)
{
    n = strip(n);
    if (!n) return ENDING_NONE;
    if (n->kind == AST_COMMA) {
        enum ending first = expression_ending(e, n->a, depth);
        return first != ENDING_NONE ? first : expression_ending(e, n->b, depth);
    }
    if (n->kind == AST_STATEMENT) return statement_ending(e, n->a, depth);
    if (n->kind != AST_CALL || n->a->kind != AST_DECAY || n->a->a->kind != AST_FUNCTION)
        return ENDING_NONE;
    return function_ending(e, n->a->a->function, depth);
}

// The first statement that surely ends it; what stands behind is not reached.
static enum ending block_ending(struct eval *e, const struct ast *n, int depth)
{
    for (int i = 0; i < n->n_kids; i++) {
        enum ending ending = statement_ending(e, n->kids[i], depth);
        if (ending != ENDING_NONE) return ending;
    }
    return ENDING_NONE;
}

// do { ... } while (0), as macros are written.
static bool runs_once(const struct ast *n)
{
    const struct ast *condition = strip(n->a);
    return n->kind == AST_DO && condition && condition->kind == AST_INT && condition->integer == 0;
}

static enum ending statement_ending(struct eval *e, const struct ast *n, int depth)
{
    if (!n || depth <= 0) return ENDING_NONE;
    switch (n->kind) {
    case AST_BLOCK: return block_ending(e, n, depth);
    case AST_LABEL:
    case AST_CASE:
    case AST_DEFAULT: return statement_ending(e, n->d, depth - 1);
    case AST_DO: return runs_once(n) ? statement_ending(e, n->d, depth - 1) : ENDING_NONE;
    case AST_IF: {
        enum ending one = statement_ending(e, n->b, depth - 1);
        return one != ENDING_NONE && one == statement_ending(e, n->c, depth - 1) ? one
                                                                                 : ENDING_NONE;
    }
    case AST_RETURN:
    case AST_GOTO: return ENDING_RETURN;
    default: return expression_ending(e, n, depth);
    }
}

bool path_ends(struct eval *e, const struct ast *statement)
{
    return statement_ending(e, statement, 12) != ENDING_NONE;
}

// How the side that this value of the condition leads to ends, if the value settles the owner's
// condition at all.
static enum ending side_ending(struct eval *e, const struct hint *h, bool value)
{
    const struct ast *owner = h->owner;
    if (!owner || !(value ? h->true_is_final : h->false_is_final)) return ENDING_NONE;
    bool first = value != h->negated;
    if (owner->kind == AST_IF) return statement_ending(e, first ? owner->b : owner->c, 12);
    if (owner->kind == AST_CONDITIONAL)
        return expression_ending(e, first ? owner->b : owner->c, 12);
    return ENDING_NONE;
}

// ---- deciding

// A loop runs one round (its shapes are what the report needs) and is left; that is said.
// While this still holds, what the rounds that were followed show is not all.
static void note_left(struct eval *e, const struct ast *n, const struct claim *goes_on)
{
    const char *key = arena_printf(e->arena, "%p left\n%s", (const void *)n, goes_on->text);
    if (map_get_string(e->claims.assumed, key)) return;
    map_put_string(e->claims.assumed, key, e);
    *vec_push(e->arena, &e->claims.left_loops) = *goes_on;
}

// The condition is that under which the loop goes on.
static bool decide_loop(struct eval *e, const struct ast *n, const struct claim *condition,
                        const struct hint *h)
{
    bool stay = !h->negated;
    // Where a round has done all that there is to be done.
    if (h->once && h->owner && keyed_is_all(e, h->owner)) return !stay;
    if (!h->counted && h->owner)
        *vec_push(e->arena, &e->loops.unsure) = h->owner;
    else if (!h->counted)
        e->loops.differ = true;
    if (!h->once) {
        const char *text = arena_printf(e->arena, "%s: the loop runs", condition->text);
        eval_assume_claim(e, n, &(struct claim){text, condition->requirement});
        return stay;
    }
    e->loops.n_left++;
    note_left(e, n, condition);
    eval_fault(e, h->owner ? h->owner : n, DIAG_UNKNOWN_LOOP_COUNT,
               "how often this loop runs is not known (%s): %d round%s followed", condition->text,
               h->rounds, h->rounds == 1 ? " was" : "s were");
    return !stay;
}

// The same node again and again: its side alternates in the end, so that
// `while (1) { if (unknown) break; }` is left.
static bool repeated(struct eval_paths *paths, const struct ast *n, bool side)
{
    uint64_t key = (uint64_t)(uintptr_t)n;
    uintptr_t count = (uintptr_t)map_get_number(paths->node_decisions, key);
    map_put_number(paths->node_decisions, key, (void *)(count + 1));
    return count >= MAX_SAME && (count & 1) ? !side : side;
}

// True unless that side ends sooner: an error path is written behind the condition that finds the
// error.
static bool preferred(enum ending when_true, enum ending when_false)
{
    return when_true <= when_false;
}

// A side that ends the program is not taken.
static void note_way_out(struct eval *e, const struct ast *n, const struct claim *kept)
{
    const char *text = arena_printf(e->arena, "%s: otherwise the program ends", kept->text);
    eval_assume_claim(e, n, &(struct claim){text, kept->requirement});
}

// What the caller decided about this branch; false where that is left to us.
static bool prescribed(struct eval *e, const struct ast *n, bool *side)
{
    const struct eval_request *r = &e->request;
    int i = e->paths.n_prescribed;
    while (r->decision_nodes && i < r->n_decisions && r->decision_nodes[i] != n) i++;
    if (i >= r->n_decisions) return false;
    e->paths.n_prescribed = i + 1;
    *side = r->decisions[i];
    return true;
}

// Nothing is to be learned from both sides of what a finding says cannot be had, and two conditions
// on it must not be decided against each other: one side is taken, and that is said.
bool path_take(struct eval *e, const struct ast *n, bool holds, const struct claim *condition,
               const struct claim *opposite, struct hint h)
{
    if (e->flow >= FLOW_JUMP) return false;
    enum ending when_true = side_ending(e, &h, true), when_false = side_ending(e, &h, false);
    if ((when_true == ENDING_PROGRAM) != (when_false == ENDING_PROGRAM))
        holds = when_false == ENDING_PROGRAM;
    e->paths.n_open++;
    eval_assume(e, n,
                arena_printf(e->arena, "%s: what decides it is lost, one side is followed",
                             holds ? condition->text : opposite->text));
    return holds;
}

bool path_decide(struct eval *e, const struct ast *n, const struct claim *condition,
                 const struct claim *opposite, struct hint h)
{
    if (e->flow >= FLOW_JUMP) return false;
    e->paths.n_open++;
    if (e->request.concrete) {
        eval_unsupported(e, n,
                         arena_printf(e->arena, "it is not known whether %s", condition->text));
        return false;
    }
    if (h.loop) return decide_loop(e, n, h.negated ? opposite : condition, &h);
    enum ending when_true = side_ending(e, &h, true), when_false = side_ending(e, &h, false);
    bool side = preferred(when_true, when_false);
    if ((when_true == ENDING_PROGRAM) != (when_false == ENDING_PROGRAM)) {
        note_way_out(e, n, side ? condition : opposite);
        return side;
    }
    if (e->paths.decisions.n >= MAX_DECISIONS) {
        eval_fault(e, n, DIAG_UNKNOWN_BRANCH, "more than %d conditions are not known",
                   MAX_DECISIONS);
        return repeated(&e->paths, n, side);
    }
    if (!prescribed(e, n, &side)) side = repeated(&e->paths, n, side);
    *vec_push(e->arena, &e->paths.decisions) =
        (struct eval_decision){.side = side,
                               .taken = side ? *condition : *opposite,
                               .other = side ? *opposite : *condition,
                               .site = eval_site_of(e, n),
                               .node = n};
    return side;
}
