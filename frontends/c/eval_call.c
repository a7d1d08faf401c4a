// Calls: to functions with a body, to rules of dialects, and to neither; and
// what comes behind `...`.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/raw.h"
#include "frontends/c/kernels/raw_record.h"
#include "frontends/c/kernels/skim.h"
#include "frontends/c/kernels/skim_contract.h"

#include <string.h>

#define FEW_ARGUMENTS 8
#define VARARG_ALIGN 16

// ---- frames

// A frame's slots, zeroed; frames come and go like a stack.
static struct object **slots_take(struct eval_stack *stack, int n)
{
    struct object **slots = stack->slots + stack->slots_used;
    stack->slots_used += n;
    if (n) memset(slots, 0, (size_t)n * sizeof *slots);
    return slots;
}

// As if by assignment; a call without a prototype gives the promoted argument, which is converted
// here.
static void store_parameter(struct eval *e, const struct variable *p, const struct cvalue *v,
                            const struct ast *call)
{
    struct place at = {variable_object(e, p), 0, NULL};
    if (v->kind == CVALUE_RECORD || v->type == p->type) {
        place_store(e, at, p->type, v, call);
        return;
    }
    struct cvalue converted = value_convert(e, v, p->type, call);
    place_store(e, at, p->type, &converted, call);
}

// The arguments behind `...`, each at the next multiple of 16 bytes.
static struct object *varargs_new(struct eval *e, int first, int n, const struct cvalue *arguments,
                                  const struct ast *call)
{
    int64_t size = 0;
    for (int i = first; i < n; i++)
        size += (arguments[i].type->size + VARARG_ALIGN - 1) & ~(int64_t)(VARARG_ALIGN - 1);
    struct object *o = heap_new(e->heap, OBJECT_VARIABLE, size, FILL_ZERO, NULL, "the arguments");
    o->exposed = true;
    int64_t at = 0;
    for (int i = first; i < n; i++) {
        const struct ctype *t = arguments[i].type;
        place_store(e, (struct place){o, at, NULL}, t, &arguments[i], call);
        at += (t->size + VARARG_ALIGN - 1) & ~(int64_t)(VARARG_ALIGN - 1);
    }
    return o;
}

// Too few arguments leave the parameters behind them unknown; too many are passed over.
static void frame_enter(struct eval *e, struct frame *f, int n, const struct cvalue *arguments)
{
    struct function *function = f->function;
    f->slots = slots_take(&e->stack, function->n_slots);
    e->frame = f;
    if (e->raw) e->raw->passes = true;
    for (int i = 0; i < function->n_parameters; i++) {
        const struct variable *p = function->parameters[i];
        if (i < n)
            store_parameter(e, p, &arguments[i], f->call);
        else {
            // Not given: unknown, under the parameter's own name.
            struct object *o = variable_object(e, p);
            heap_mark(e->heap, o, 0, o->size, BYTE_UNKNOWN);
        }
    }
    if (function->type->variadic && n > function->n_parameters)
        f->varargs = varargs_new(e, function->n_parameters, n, arguments, f->call);
    if (e->raw) e->raw->passes = false;
}

// Locals die with their frame, so that a pointer to one that is kept is told when it is used.
static void frame_leave(struct eval *e, struct frame *f)
{
    if (!f->caller) raw_tell_leaks(e);
    for (int i = 0; i < f->function->n_slots; i++) {
        if (!f->slots[i]) continue;
        if (f->slots[i]->rare) raw_ends(e, f->slots[i]);
        heap_release(e->heap, f->slots[i]);
    }
    if (f->varargs) heap_release(e->heap, f->varargs);
    e->stack.slots_used = (int)(f->slots - e->stack.slots);
    e->stack.variable_sizes.n = f->n_variable_sizes;
    e->frame = f->caller;
}

// A body has labels and ({ }) of its own: what the caller looks for (`seek`) or wants of the
// statement that calls waits until it is done.
static struct cvalue run_body(struct eval *e, struct function *f, const struct ast *body)
{
    const struct ast *seek = e->seek, *wanted = e->wanted;
    struct cvalue nothing = {.kind = CVALUE_NOTHING, .type = f->type->element};
    e->seek = e->wanted = NULL;
    e->result = nothing;
    stmt_run(e, body);
    while (e->flow == FLOW_JUMP && e->jumping.now->frame == e->frame) {
        e->flow = FLOW_NORMAL;
        e->seek = e->jumping.now->statement;
        stmt_run(e, body);
    }
    e->seek = seek;
    e->wanted = wanted;
    if (e->flow == FLOW_RETURN) {
        e->flow = FLOW_NORMAL;
        return e->result;
    }
    if (e->flow == FLOW_GOTO) eval_unsupported(e, body, "a jump to a label that is not there");
    if (e->flow != FLOW_STOP && e->flow != FLOW_JUMP) e->flow = FLOW_NORMAL;
    return nothing; // what is in `result` is of a call that the body made
}

// main returns 0; elsewhere the value is unknown, which is only wrong if it is used.
static struct cvalue fell_off(struct eval *e, const struct function *f)
{
    const struct ctype *t = f->type->element;
    bool number = ctype_is_integer(t);
    if (number && (e->request.concrete || strcmp(f->name, "main") == 0)) return cvalue_int(t, 0);
    e->losses.fell_off = arena_printf(e->arena, "%s returned nothing", f->name);
    return value_blank(e, t, e->losses.fell_off);
}

bool eval_fell_off(const struct eval *e, const struct cvalue *v)
{
    return v->kind == CVALUE_UNKNOWN && e->losses.fell_off && v->reason == e->losses.fell_off;
}

struct cvalue eval_invoke(struct eval *e, const struct ast *call, struct function *f, int n,
                          const struct cvalue *arguments)
{
    const struct ast *body = unit_body(e->unit, f);
    if (e->stack.depth >= e->request.budget.depth ||
        e->stack.slots_used + f->n_slots > e->stack.n_slots ||
        (const char *)__builtin_frame_address(0) < e->stack.host_limit) {
        eval_fault(e, call, DIAG_ENDLESS_RECURSION, "%d calls are nested here, of `%s`",
                   e->stack.depth, f->name);
        eval_stop(e, EVAL_BUDGET, call, "calls are nested too deeply");
        return value_blank(e, f->type->element, "calls are nested too deeply");
    }
    int mark = e->stack.temporaries.n;
    struct frame frame = {.caller = e->frame,
                          .function = f,
                          .call = call,
                          .n_variable_sizes = e->stack.variable_sizes.n,
                          .number = ++e->stack.n_frames};
    e->stack.depth++;
    if (call) e->at_statement = call;
    frame_enter(e, &frame, n, arguments);
    struct cvalue v = run_body(e, f, body);
    eval_release_temporaries(e, mark);
    frame_leave(e, &frame);
    e->stack.depth--;
    if (call) e->at_statement = call;
    if (v.kind == CVALUE_RECORD)
        *vec_push(e->arena, &e->stack.temporaries) = heap_object(e->heap, v.record);
    if (v.kind == CVALUE_NOTHING && f->type->element->kind != CTYPE_VOID && e->flow == FLOW_NORMAL)
        return fell_off(e, f);
    return v;
}

// ---- functions without a body

// What the function can write: what is behind each pointer that is not to const. Globals are taken
// to keep their values, which is said where one of them is read.
static void havoc(struct eval *e, const struct function *f, int n, const struct cvalue *arguments)
{
    for (int i = 0; i < n; i++) {
        const struct cvalue *v = &arguments[i];
        const struct ctype *t = v->type;
        if (i < f->type->n_fields && f->type->parameters) t = f->type->parameters[i];
        if (v->kind == CVALUE_CODE)
            lost_by_callback(e, v->function,
                             arena_printf(e->arena, "%s may have written it, which %s was given",
                                          v->function->name, f->name));
        struct object *o =
            v->kind == CVALUE_POINTER ? heap_object(e->heap, v->pointer.object) : NULL;
        if (!o || !o->live || o->constant || o->kind == OBJECT_CODE) continue;
        if (t->kind != CTYPE_POINTER || t->pointee_const) continue;
        lost_by_pointer(e, o, arena_printf(e->arena, "%s may have written it", f->name));
    }
    if (!f->in_system_header && !e->losses.outside) e->losses.outside = f->name;
}

// Each function once, but each place has its own slip of the pen.
static void tell_unknown(struct eval *e, const struct ast *call, struct function *f,
                         const char *reason)
{
    struct function_info *info = eval_function_info(e, f);
    const char *meant = dialect_suggest(e->arena, f);
    if (meant) {
        // Nothing is concluded from what it gives.
        eval_fault(e, call, DIAG_UNDECLARED, "there is no function `%s`; did you mean `%s`?",
                   f->name, meant);
        lost_add_reason(e, reason);
    } else if (!info->reported && dialect_is_undeclared(f)) {
        eval_fault(
            e, call, DIAG_UNDECLARED,
            "nothing declares `%s`, and no file that is read defines it: its result, and what "
            "it writes, is not known",
            f->name);
    } else if (!info->reported && !unit_never_returns(e->unit, f)) {
        eval_fault(e, call, DIAG_UNKNOWN_FUNCTION,
                   "`%s` has no body here: its result, and what it writes, is not known%s", f->name,
                   f->in_system_header ? "" : "; name the file that defines it as well");
    }
    info->reported = true;
}

static struct cvalue unknown_call(struct eval *e, const struct ast *call, struct function *f, int n,
                                  const struct cvalue *arguments)
{
    const struct ctype *t = f->type->element;
    const char *reason =
        arena_printf(e->arena, "the result of %s, which has no body here", f->name);
    if (e->request.concrete) {
        eval_unsupported(e, call, reason);
        return cvalue_unknown(t, reason);
    }
    tell_unknown(e, call, f, reason);
    if (unit_never_returns(e->unit, f)) {
        eval_stop(e, EVAL_EXITED, call, arena_printf(e->arena, "%s does not return", f->name));
        return value_blank(e, t, "the run ended");
    }
    havoc(e, f, n, arguments);
    if (t->kind != CTYPE_RECORD) return cvalue_unknown(t, reason);
    struct object *o = eval_temporary(e, t);
    heap_mark(e->heap, o, 0, o->size, BYTE_UNKNOWN);
    heap_rare(e->heap, o)->path = arena_printf(e->arena, "%s()", f->name);
    return (struct cvalue){.kind = CVALUE_RECORD, .type = t, .record = o->id};
}

static bool fits(const char *letters, int n, const struct cvalue *arguments)
{
    for (int i = 0;; i++, letters++) {
        if (*letters == '*') return true;
        bool all = dialect_letters_end(letters);
        if (i == n || all) return i == n && all;
        if (!dialect_letter_fits(*letters, arguments[i].type)) return false;
    }
}

static struct cvalue apply_rule(struct eval *e, const struct ast *call, struct function *f,
                                const struct ctype *result, int n, const struct cvalue *arguments)
{
    const struct dialect_rule *rule = eval_function_info(e, f)->rule;
    const struct ast *at = e->at;
    if (!rule || !fits(rule->arguments, n, arguments))
        return unknown_call(e, call, f, n, arguments);
    struct dialect_call c = {
        .eval = e, .function = f, .result = result, .n = n, .arguments = arguments, .rule = rule};
    e->at = e->at_statement = call;
    if (e->builder && !f->in_system_header) builder_at(e->builder, eval_site(e));
    struct cvalue v = rule->apply(&c);
    eval_charge(e);
    if (e->request.enough && e->request.enough(e->request.watcher))
        eval_stop(e, EVAL_ABANDONED, call, "what is needed is known");
    e->at = at;
    return v;
}

// ---- calls

static struct cvalue call_function(struct eval *e, const struct ast *call, struct function *f,
                                   const struct ctype *result, int n,
                                   const struct cvalue *arguments)
{
    if (e->flow == FLOW_STOP) return value_blank(e, result, "the run ended");
    struct cvalue v = {.kind = CVALUE_NOTHING, .type = f->type->element};
    if (!f->has_body && !f->in_system_header) raw_given(e, n, arguments);
    if (!f->has_body && contract_call(e, call, f, n, arguments, &v)) return v;
    if (!f->has_body || eval_function_info(e, f)->rule)
        return apply_rule(e, call, f, result, n, arguments);
    struct raw_call *kernel = raw_called(e, call, f, n, arguments);
    if (!skim_call(e, call, f, n, arguments, kernel)) {
        if (kernel) raw_watch_begin(e, kernel);
        v = eval_invoke(e, call, f, n, arguments);
        if (kernel) raw_watch_end(e);
    }
    raw_returned(e, kernel, &v);
    return v;
}

static struct cvalue bad_call(struct eval *e, const struct ast *n, const struct cvalue *callee)
{
    if (callee->kind == CVALUE_UNKNOWN) {
        eval_unsupported(e, n, "a call of a function that is not known");
        if (!lost_is_reason(e, callee->reason))
            eval_fault(e, n, DIAG_UNKNOWN_FUNCTION,
                       "which function `%s` is, is not known here: its result, and what it writes, "
                       "is not known",
                       name_expression(e, n->a));
        return cvalue_unknown(n->type, callee->reason);
    }
    bool null = cvalue_is_null(callee);
    eval_fault(e, n, DIAG_BAD_CALL, "`%s` is %s", name_expression(e, n->a),
               null ? "NULL and cannot be called" : "no function");
    if (e->request.concrete) eval_stop(e, EVAL_FAULT, n, "a call of something that is no function");
    return lost_value(e, n->type, "the result of a call that is not possible");
}

static void call_arguments(struct eval *e, const struct ast *n, struct cvalue *out)
{
    if (e->request.right_to_left)
        for (int i = n->n_kids; i-- > 0;) out[i] = expr_value(e, n->kids[i]);
    else
        for (int i = 0; i < n->n_kids; i++) out[i] = expr_value(e, n->kids[i]);
}

struct cvalue expr_call(struct eval *e, const struct ast *n)
{
    struct cvalue few[FEW_ARGUMENTS], *arguments = few, callee;
    if (n->n_kids > FEW_ARGUMENTS) arguments = arena_array(e->arena, struct cvalue, n->n_kids);
    if (n->a->kind == AST_DECAY && n->a->a->kind == AST_FUNCTION)
        callee = (struct cvalue){.kind = CVALUE_CODE, .function = n->a->a->function};
    else
        callee = expr_value(e, n->a);
    call_arguments(e, n, arguments);
    if (e->flow != FLOW_NORMAL) return value_blank(e, n->type, "the run ended");
    if (callee.kind != CVALUE_CODE) return bad_call(e, n, &callee);
    if (callee.function->has_body && n->n_kids < callee.function->n_parameters) {
        eval_fault(e, n, DIAG_BAD_CALL, "`%s` needs %d arguments, %d are given",
                   callee.function->name, callee.function->n_parameters, n->n_kids);
    }
    return call_function(e, n, callee.function, n->type, n->n_kids, arguments);
}

struct cvalue eval_call(struct eval *e, const struct cvalue *function, int n,
                        const struct cvalue *arguments)
{
    const struct ctype *t =
        function->type && function->type->element ? function->type->element : e->types->void_;
    const struct ctype *result = t->kind == CTYPE_FUNCTION ? t->element : t;
    if (function->kind != CVALUE_CODE || e->flow != FLOW_NORMAL)
        return value_blank(e, result, "a call of something that is no function");
    return call_function(e, e->at, function->function, function->function->type->element, n,
                         arguments);
}

// ---- variable arguments
//
// A va_list's first bytes hold a pointer to the next argument; that is as much
// of the target's layout as programs can see.

static struct cvalue list_pointer(struct eval *e, struct place list, const struct ast *n)
{
    return place_load(e, list, e->types->void_pointer, n);
}

struct cvalue eval_next_argument(struct eval *e, struct place list, const struct ctype *t,
                                 const struct ast *n)
{
    struct cvalue at = list_pointer(e, list, n);
    if (at.kind != CVALUE_POINTER) return cvalue_unknown(t, "an argument behind ...");
    struct place p = place_of_pointer(e, &at, n);
    struct cvalue v = place_load(e, p, t, n);
    at.pointer.offset += (t->size + VARARG_ALIGN - 1) & ~(int64_t)(VARARG_ALIGN - 1);
    place_store(e, list, e->types->void_pointer, &at, n);
    return v;
}

struct cvalue expr_va(struct eval *e, const struct ast *n)
{
    struct cvalue nothing = {.kind = CVALUE_NOTHING, .type = e->types->void_};
    struct cvalue a = expr_value(e, n->a);
    struct place list = place_of_pointer(e, &a, n);
    if (n->kind == AST_VA_ARG) return eval_next_argument(e, list, n->type, n);
    if (n->kind == AST_VA_END) return nothing;
    struct cvalue first = cvalue_null(e->types->void_pointer);
    if (n->kind == AST_VA_COPY) {
        struct cvalue b = expr_value(e, n->b);
        first = list_pointer(e, place_of_pointer(e, &b, n), n);
    } else if (e->frame->varargs) {
        first = place_pointer((struct place){e->frame->varargs, 0, NULL}, e->types->void_pointer);
    }
    place_store(e, list, e->types->void_pointer, &first, n);
    return nothing;
}
