// Statements. A jump to a label or case is a search: with `seek` set, only
// statements that hold the target are entered, their conditions and
// initialisers are skipped, and running goes on at the target. That makes goto
// into and out of loops, switch and Duff's device one mechanism.

#include "frontends/c/kernels/epochs.h"
#include "frontends/c/join.h"
#include "frontends/c/keyed.h"
#include "frontends/c/loops/rounds.h"
#include "frontends/c/kernels/skim.h"
#include "frontends/c/kernels/raw.h"

static bool holds(const struct ast *n, const struct ast *target)
{
    return n && target->low >= n->low && target->low <= n->high;
}

// A jump out of `n`'s parts that leads back into `n`.
static bool comes_back(struct eval *e, const struct ast *n)
{
    if (e->flow != FLOW_GOTO || !holds(n, e->target)) return false;
    e->flow = FLOW_NORMAL;
    e->seek = e->target;
    return true;
}

// Where the walk was going while something else has to be run first.
struct going {
    enum flow flow;
    const struct ast *target, *seek, *wanted;
    struct cvalue result, wanted_value;
};

static struct going set_aside(struct eval *e)
{
    struct going going = {e->flow, e->target, e->seek, e->wanted, e->result, e->wanted_value};
    e->flow = FLOW_NORMAL;
    e->seek = e->wanted = NULL;
    return going;
}

static void go_on(struct eval *e, const struct going *going)
{
    e->flow = going->flow;
    e->target = going->target;
    e->seek = going->seek;
    e->wanted = going->wanted;
    e->result = going->result;
    e->wanted_value = going->wanted_value;
}

// Cleanup functions of the variables that the statements from `first` up to `end` declared, last
// ones first, however these are left; not where the program ends, nor by a longjmp.
static void end_variables(struct eval *e, const struct ast *n, int first, int end)
{
    if (!n->cleans || e->flow == FLOW_STOP || e->flow == FLOW_JUMP) return;
    struct going going = set_aside(e);
    for (int i = end; i-- > first && e->flow == FLOW_NORMAL;) {
        if (n->kids[i]->kind != AST_DECLARE || !n->kids[i]->d) continue;
        int mark = e->stack.temporaries.n;
        expr_effect(e, n->kids[i]->d);
        eval_release_temporaries(e, mark);
    }
    if (e->flow == FLOW_NORMAL) go_on(e, &going);
}

static int find_kid(const struct ast *n, const struct ast *target)
{
    int i = 0;
    while (i < n->n_kids && !holds(n->kids[i], target)) i++;
    return i;
}

// A variable lives from its declaration to where the block is left, or to where a jump leads back
// before the declaration.
static void run_block(struct eval *e, const struct ast *n)
{
    int reached = 0; // the statements before it have declared what they do
    for (int i = 0; i < n->n_kids; i++) {
        const struct ast *kid = n->kids[i];
        if (e->seek && !holds(kid, e->seek)) continue;
        stmt_run(e, kid);
        if (e->flow == FLOW_NORMAL) {
            if (i >= reached) reached = i + 1;
            continue;
        }
        if (!comes_back(e, n)) break;
        int back = find_kid(n, e->seek);
        end_variables(e, n, back, reached);
        if (back < reached) reached = back;
        i = back - 1;
    }
    end_variables(e, n, 0, reached);
}

// The heap takes the fuel away when it is exhausted: the statement that did it is
// blamed, not the next one that looks.
static void look_at_fuel(struct eval *e, const struct ast *n)
{
    if (e->steps.left > 0) return;
    e->at_statement = n;
    eval_refuel(e);
}

// ---- declarations

static void run_declare(struct eval *e, const struct ast *n)
{
    const struct variable *v = n->variable;
    if (n->n_kids) variable_bind(e, n, v->type);
    if (v->storage != VARIABLE_LOCAL) return;
    struct object **slot = &e->frame->slots[v->slot];
    if (!*slot && !n->init && !v->type->variable) return;
    struct object *o = variable_object(e, v);
    if (v->type->variable) {
        heap_mark(e->heap, o, 0, o->size, BYTE_UNSET);
        int64_t bytes = expr_type_size(e, v->type);
        o->size = bytes >= 0 ? bytes : INT64_MAX;
        raw_variable(e, o, v, expr_type_sym(e, v->type));
    }
    if (n->init) {
        expr_initialize(e, o, n->init, n);
        look_at_fuel(e, n);
    } else if (!v->type->variable && e->unset == FILL_UNSET)
        heap_mark(e->heap, o, 0, o->size, BYTE_UNSET);
}

// ---- loops

static void run_part(struct eval *e, const struct ast *n)
{
    if (!n) return;
    int mark = e->stack.temporaries.n;
    if (n->kind >= AST_BLOCK)
        stmt_run(e, n);
    else
        expr_effect(e, n);
    if (e->stack.temporaries.n > mark) eval_release_temporaries(e, mark);
}

#define MAX_COMPUTING 200000 // steps in a loop that only computes with models that are there
#define MAX_SAME_ROUNDS 100  // that the same symbols decide: no number of them would change that

// One activation of a loop.
struct rounds {
    int n;                        // that were followed
    struct rounds_memory *before; // the first of them that symbols decide; NULL: none so far
    const struct sym *compared;   // what decided the last one
    int n_same;                   // rounds that this decided
    int64_t begun;                // steps before it
    bool looked, enough;          // whether it only computes; it does, and was followed far enough
    struct epochs epochs;
};

// `while (nn_size(x, 0) > n) x = nn_f_relu(x);` goes on forever where it goes on at all.
static void look_for_end(struct eval *e, const struct ast *loop, struct rounds *rounds)
{
    if (e->loops.compared != rounds->compared) rounds->n_same = 0;
    rounds->compared = e->loops.compared;
    if (++rounds->n_same < MAX_SAME_ROUNDS || e->flow != FLOW_NORMAL) return;
    const char *reason = arena_printf(
        e->arena, "this loop did not end within %d rounds: what decides it stayed the same",
        MAX_SAME_ROUNDS);
    eval_fault(e, loop, DIAG_STEP_BUDGET, "%s", reason);
    eval_stop(e, EVAL_BUDGET, loop, reason);
}

// Epochs of training build nothing: after some, one more is followed, and the loop is left.
static void look_for_enough(struct eval *e, const struct ast *loop, struct rounds *rounds)
{
    if (rounds->looked || rounds->before ||
        eval_steps_taken(&e->steps) - rounds->begun < MAX_COMPUTING)
        return;
    rounds->looked = true;
    rounds->enough = rounds_are_enough(e, loop, rounds->n);
    if (rounds->enough) rounds->before = rounds_begin(e);
}

// Another round? Where nothing decides that, the first is taken and the second is not.
static bool goes_on(struct eval *e, const struct ast *loop, const struct ast *condition,
                    struct rounds *rounds)
{
    rounds->n++;
    if (rounds->enough) {
        rounds_end(e, loop, rounds->before);
        return false;
    }
    look_for_enough(e, loop, rounds);
    if (!condition) return true;
    if (e->raw && !rounds->before) epochs_look(e, loop, rounds->n, &rounds->epochs);
    int mark = e->stack.temporaries.n, open = e->paths.n_open, symbolic = e->loops.n_symbolic;
    struct hint h = {
        .owner = loop, .loop = true, .once = rounds->before != NULL, .rounds = rounds->n - 1};
    const struct frame *asked = e->asks;
    e->asks = e->frame;
    bool truth = expr_truth(e, condition, h);
    e->asks = asked;
    bool by_symbols = e->paths.n_open != open || e->loops.n_symbolic != symbolic;
    if (truth && by_symbols && !rounds->before) rounds->before = rounds_begin(e);
    if (truth && by_symbols) look_for_end(e, loop, rounds);
    if (!truth && e->paths.n_open != open) rounds_end(e, loop, rounds->before);
    if (e->stack.temporaries.n > mark) eval_release_temporaries(e, mark);
    return truth && e->flow == FLOW_NORMAL;
}

// After the body: does the loop go on?
static bool body_ended(struct eval *e)
{
    if (e->flow == FLOW_CONTINUE) e->flow = FLOW_NORMAL;
    if (e->flow == FLOW_BREAK) {
        e->flow = FLOW_NORMAL;
        return true;
    }
    return e->flow != FLOW_NORMAL;
}

static void run_body_of(struct eval *e, const struct ast *loop)
{
    stmt_run(e, loop->d);
    while (comes_back(e, loop->d)) stmt_run(e, loop->d);
}

static void run_round(struct eval *e, const struct ast *loop, const struct rounds *rounds)
{
    if (e->diags) e->diags->round = rounds->n;
    run_body_of(e, loop);
}

static void run_for(struct eval *e, const struct ast *n, struct rounds *rounds)
{
    if (!e->seek) run_part(e, n->a);
    while (e->flow == FLOW_NORMAL) {
        e->at_statement = n;
        if (--e->steps.left < 0) eval_refuel(e);
        if (!e->seek && !goes_on(e, n, n->b, rounds)) return;
        run_round(e, n, rounds);
        if (body_ended(e)) return;
        run_part(e, n->c);
    }
}

static void run_while(struct eval *e, const struct ast *n, struct rounds *rounds)
{
    while (e->flow == FLOW_NORMAL) {
        e->at_statement = n;
        if (--e->steps.left < 0) eval_refuel(e);
        if (!e->seek && !goes_on(e, n, n->a, rounds)) return;
        run_round(e, n, rounds);
        if (body_ended(e)) return;
    }
}

static void run_do(struct eval *e, const struct ast *n, struct rounds *rounds)
{
    rounds->n++;
    do {
        e->at_statement = n;
        if (--e->steps.left < 0) eval_refuel(e);
        run_round(e, n, rounds);
        if (body_ended(e)) return;
    } while (goes_on(e, n, n->a, rounds));
}

static void run_loop(struct eval *e, const struct ast *n)
{
    struct rounds rounds = {.begun = eval_steps_taken(&e->steps)};
    int outer = e->diags ? e->diags->round : 0;
    if (skim_loop(e, n)) return;
    if (n->kind == AST_FOR)
        run_for(e, n, &rounds);
    else if (n->kind == AST_WHILE)
        run_while(e, n, &rounds);
    else
        run_do(e, n, &rounds);
    if (e->diags) e->diags->round = outer;
    rounds_forget(rounds.before);
    epochs_forget(&rounds.epochs);
}

// ---- switch

static bool case_matches(struct eval *e, const struct ast *c, const struct cvalue *v)
{
    if (v->kind == CVALUE_INT) {
        if (!v->type->is_signed && v->type->size == 8)
            return (uint64_t)v->integer >= (uint64_t)c->integer &&
                   (uint64_t)v->integer <= (uint64_t)c->case_high;
        return v->integer >= value_wrap(v->type, c->integer) &&
               v->integer <= value_wrap(v->type, c->case_high);
    }
    struct cvalue low = cvalue_int(v->type, c->integer), high = cvalue_int(v->type, c->case_high);
    struct hint none = {0};
    if (c->integer == c->case_high) return compare_values(e, AST_OP_EQ, v, &low, c, none);
    return compare_values(e, AST_OP_GE, v, &low, c, none) &&
           compare_values(e, AST_OP_LE, v, &high, c, none);
}

static void run_switch(struct eval *e, const struct ast *n)
{
    if (!e->seek) {
        int mark = e->stack.temporaries.n;
        struct cvalue v = expr_value(e, n->a);
        eval_release_temporaries(e, mark);
        const struct ast *chosen = NULL;
        for (int i = 0; i < n->n_kids && !chosen && e->flow == FLOW_NORMAL; i++)
            if (n->kids[i]->kind == AST_CASE && case_matches(e, n->kids[i], &v))
                chosen = n->kids[i];
        for (int i = 0; i < n->n_kids && !chosen; i++)
            if (n->kids[i]->kind == AST_DEFAULT) chosen = n->kids[i];
        if (!chosen || e->flow != FLOW_NORMAL) return;
        e->seek = chosen;
    }
    run_body_of(e, n);
    if (e->flow == FLOW_BREAK) e->flow = FLOW_NORMAL;
}

// ---- the rest

static void run_if(struct eval *e, const struct ast *n)
{
    if (keyed_run(e, n)) return;
    if (!e->seek) {
        e->paths.joined = NULL;
        int mark = e->stack.temporaries.n;
        struct hint h = {.owner = n, .true_is_final = true, .false_is_final = true};
        bool truth = expr_truth(e, n->a, h);
        if (e->stack.temporaries.n > mark) eval_release_temporaries(e, mark);
        if (e->flow != FLOW_NORMAL) return;
        const struct ast *side = truth ? n->b : n->c;
        if (e->paths.joined == n)
            join_sides(e, n);
        else if (side)
            stmt_run(e, side);
    } else {
        stmt_run(e, holds(n->b, e->seek) ? n->b : n->c);
    }
    while (comes_back(e, n)) stmt_run(e, holds(n->b, e->seek) ? n->b : n->c);
}

// The label of the body that stands where the other one does; NULL: none.
static const struct ast *find_label(const struct ast *n, const struct ast *label)
{
    if (!n || (n->kind < AST_BLOCK && n->kind != AST_STATEMENT)) return NULL;
    if (n->kind == AST_LABEL && n->file == label->file && n->line == label->line &&
        n->column == label->column)
        return n;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    const struct ast *found = NULL;
    for (int i = 0; i < 4 && !found; i++) found = find_label(parts[i], label);
    for (int i = 0; i < n->n_kids && !found && n->kind == AST_BLOCK; i++)
        found = find_label(n->kids[i], label);
    return found;
}

// The label that a pointer points to; NULL: none.
static const struct ast *label_at(const struct eval_labels *labels, const struct cvalue *v)
{
    if (v->kind != CVALUE_POINTER || !labels->object || v->pointer.object != labels->object->id ||
        v->pointer.offset % LABEL_BYTES)
        return NULL;
    int64_t number = v->pointer.offset / LABEL_BYTES;
    return number >= 0 && number < labels->list.n ? labels->list.at[number] : NULL;
}

// goto *p
static void run_computed_goto(struct eval *e, const struct ast *n)
{
    static const char reason[] = "a jump to a label that is not known";
    struct cvalue v = expr_value(e, n->a);
    if (e->flow != FLOW_NORMAL) return;
    const struct ast *label = label_at(&e->labels, &v);
    uint64_t key = (uint64_t)(uintptr_t)label;
    const struct ast *target = label ? map_get_number(e->labels.numbers, key) : NULL;
    if (label && !target) {
        target = find_label(e->frame->function->body, label);
        if (target) map_put_number(e->labels.numbers, key, (void *)(uintptr_t)target);
    }
    if (!target) {
        if (!e->request.concrete)
            eval_fault(e, n, DIAG_NOT_UNDERSTOOD, "not understood: %s; what follows is not seen",
                       reason);
        eval_stop(e, EVAL_UNSUPPORTED, n, reason);
        return;
    }
    e->target = target;
    e->flow = FLOW_GOTO;
}

static void run_return(struct eval *e, const struct ast *n)
{
    struct cvalue v = {.kind = CVALUE_NOTHING, .type = e->types->void_};
    if (n->a) v = expr_value(e, n->a);
    look_at_fuel(e, n);
    if (e->flow != FLOW_NORMAL) return;
    if (v.kind == CVALUE_RECORD) {
        // It outlives the temporaries of this frame; the caller takes it over.
        struct object *from = heap_object(e->heap, v.record);
        struct object *kept =
            heap_new(e->heap, OBJECT_TEMPORARY, v.type->size, FILL_ZERO, v.type, from->name);
        heap_copy(e->heap, kept, 0, from, 0, v.type->size);
        raw_copied(e, kept, 0, from, 0, v.type->size);
        v.record = kept->id;
    }
    if (!e->frame->caller) e->ending.site = eval_site_of(e, n);
    e->result = v;
    e->flow = FLOW_RETURN;
}

static void run_expression(struct eval *e, const struct ast *n)
{
    if (!n->a) return;
    if (e->wanted == n) {
        struct cvalue v = expr_value(e, n->a);
        e->wanted = n;
        e->wanted_value = v;
        return;
    }
    int mark = e->stack.temporaries.n;
    expr_effect(e, n->a);
    look_at_fuel(e, n);
    if (e->stack.temporaries.n > mark) eval_release_temporaries(e, mark);
}

static void run_labelled(struct eval *e, const struct ast *n)
{
    if (n->d) stmt_run(e, n->d);
}

void stmt_run(struct eval *e, const struct ast *n)
{
    if (!n) return;
    if (--e->steps.left < 0) eval_refuel(e);
    if (e->flow != FLOW_NORMAL || eval_too_deep(e, n)) return;
    if (e->seek == n) e->seek = NULL;
    switch (n->kind) {
    case AST_BLOCK: run_block(e, n); break;
    case AST_DECLARE: run_declare(e, n); break;
    case AST_EXPRESSION: run_expression(e, n); break;
    case AST_IF: run_if(e, n); break;
    case AST_FOR:
    case AST_WHILE:
    case AST_DO: run_loop(e, n); break;
    case AST_SWITCH: run_switch(e, n); break;
    case AST_CASE:
    case AST_DEFAULT:
    case AST_LABEL: run_labelled(e, n); break;
    case AST_BREAK: e->flow = FLOW_BREAK; break;
    case AST_CONTINUE: e->flow = FLOW_CONTINUE; break;
    case AST_RETURN: run_return(e, n); break;
    case AST_GOTO:
        if (n->a) {
            run_computed_goto(e, n);
            break;
        }
        e->target = n->target;
        e->flow = FLOW_GOTO;
        break;
    case AST_EMPTY: break;
    default: run_part(e, n); break;
    }
}

// ---- what expressions ask for

// The statement whose value is wanted may be nested behind labels; run_expression puts its value
// into `wanted_value`. ({ }) nest, hence the saved outer one.
struct cvalue stmt_value(struct eval *e, const struct ast *n)
{
    const struct ast *block = n->a, *last = block->n_kids ? block->kids[block->n_kids - 1] : NULL;
    while (last && (last->kind == AST_LABEL || last->kind == AST_CASE || last->kind == AST_DEFAULT))
        last = last->d;
    const struct ast *outer = e->wanted;
    e->wanted = last && last->kind == AST_EXPRESSION ? last : NULL;
    e->wanted_value = (struct cvalue){.kind = CVALUE_NOTHING, .type = n->type};
    stmt_run(e, block);
    e->wanted = outer;
    return e->wanted_value;
}

// By where the label stands, since its statement may not have been met yet.
struct cvalue stmt_label_address(struct eval *e, const struct ast *n)
{
    const struct ast *label = n->target;
    struct {
        uint32_t file, line, column;
    } key = {label->file, label->line, label->column};
    if (!e->labels.object) {
        e->labels.object =
            heap_new(e->heap, OBJECT_LITERAL, UINT16_MAX * LABEL_BYTES, FILL_ZERO, NULL, "a label");
        e->labels.object->constant = true;
    }
    uintptr_t number = (uintptr_t)map_get(e->labels.numbers, &key, sizeof key);
    if (!number) {
        *vec_push(e->arena, &e->labels.list) = label;
        number = (uintptr_t)e->labels.list.n;
        map_put(e->labels.numbers, &key, sizeof key, (void *)number);
    }
    int64_t offset = (int64_t)(number - 1) * LABEL_BYTES;
    return place_pointer((struct place){e->labels.object, offset, NULL}, n->type);
}
