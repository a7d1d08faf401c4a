// Functions whose header says what they do with memory (SP_SHAPES): each call is held against that,
// and so is the body, where there is one that is understood.

#include "frontends/c/kernels/skim_contract.h"
#include "frontends/c/kernels/contract.h"
#include "frontends/c/kernels/nest.h"
#include "frontends/c/kernels/skim_reach.h"
#include "ir/base/text.h"

#include <string.h>

// One call, and what the names in the sizes are there. Sizes are read in a table of their own, so
// that names of parameters do not meet the program's symbols.
struct promise {
    struct eval *eval;
    const struct ast *call;
    const struct function *function;
    int n_arguments;
    const struct cvalue *arguments;
    struct contract contract;
    struct syms *own;
    VEC(struct sym_replacement) values;
};

static int parameter_of(const struct function *f, const char *name)
{
    int i = 0;
    while (i < f->n_parameters && strcmp(f->parameters[i]->name, name) != 0) i++;
    return i < f->n_parameters ? i : -1;
}

// ---- reading it

static bool cannot_read(struct eval *e, const struct ast *call, const struct function *f,
                        const char *reason)
{
    eval_fault(e, call, DIAG_CONTRACT_TEXT, "the contract of `%s` cannot be read: %s", f->name,
               reason);
    return false;
}

static bool read_contract(struct eval *e, const struct ast *call, const struct function *f,
                          struct contract *contract)
{
    *contract = contract_parse(e->arena, f->contract);
    if (contract->error) return cannot_read(e, call, f, contract->error);
    for (int i = 0; i < contract->terms.n; i++) {
        const struct contract_term *t = &contract->terms.at[i];
        int at = parameter_of(f, t->name);
        if (at < 0)
            return cannot_read(e, call, f,
                               arena_printf(e->arena, "no parameter is called `%s`", t->name));
        const struct ctype *type = f->parameters[at]->type;
        if (type->kind != CTYPE_POINTER)
            return cannot_read(e, call, f, arena_printf(e->arena, "`%s` is no pointer", t->name));
        // Sizes count elements, and those of a block have no place of their own.
        if (dtype_block_elements(t->dtype) != 1)
            return cannot_read(
                e, call, f,
                arena_printf(e->arena, "`%s` has %s, a format of blocks: give its bytes, u8[..]",
                             t->name, dtype_name(t->dtype)));
        int64_t bytes = raw_element_of(type->element).bytes;
        if (bytes && bytes != dtype_block_bytes(t->dtype))
            return cannot_read(e, call, f,
                               arena_printf(e->arena, "`%s` points to %s, which %s is not", t->name,
                                            ctype_string(type->element), dtype_name(t->dtype)));
    }
    return true;
}

// ---- sizes

static const struct sym *dim_of(struct syms *own, const struct contract_term *t, int axis)
{
    return sym_parse(own, t->dim[axis], NULL);
}

static const struct sym *count_of(struct syms *own, const struct contract_term *t)
{
    const struct sym *count = sym_const(own, 1);
    for (int i = 0; i < t->rank; i++) count = sym_mul(own, count, dim_of(own, t, i));
    return count;
}

static bool is_bound(const struct promise *p, const struct sym *var)
{
    for (int i = 0; i < p->values.n; i++)
        if (p->values.at[i].atom == var) return true;
    return false;
}

static const struct sym *carried(const struct promise *p, const struct sym *a)
{
    return sym_carry(p->eval->syms, a, p->values.n, p->values.at);
}

static void bind_parameters(struct promise *p)
{
    for (int i = 0; i < p->function->n_parameters && i < p->n_arguments; i++) {
        const struct variable *v = p->function->parameters[i];
        if (v->type->kind != CTYPE_INT && v->type->kind != CTYPE_BOOL) continue;
        *vec_push(p->eval->arena, &p->values) = (struct sym_replacement){
            sym_var(p->own, v->name), cvalue_as_sym(p->eval, &p->arguments[i])};
    }
}

// The one name that is still open is what makes the sizes as large as the memory that is there.
static void bind_by_memory(struct promise *p, const struct contract_term *t,
                           const struct reach *reach)
{
    const struct sym **vars, *open = NULL, *count = count_of(p->own, t);
    struct syms *s = p->eval->syms;
    int n = sym_vars(p->eval->arena, count, &vars), n_open = 0;
    for (int i = 0; i < n; i++)
        if (!is_bound(p, vars[i])) open = vars[i], n_open++;
    if (n_open != 1 || !reach->bytes) return;
    // One more of it is `step` more elements.
    const struct sym *next = sym_substitute(p->own, count, open, sym_add_const(p->own, open, 1));
    const struct sym *step = sym_sub(p->own, next, count);
    const struct sym *rest = sym_substitute(p->own, count, open, sym_const(p->own, 0));
    if (!sym_is(rest, 0) || sym_mentions(step, open)) return;
    const struct sym *room =
        sym_floordiv_const(s, sym_sub(s, reach->bytes, reach->offset), dtype_block_bytes(t->dtype));
    *vec_push(p->eval->arena, &p->values) =
        (struct sym_replacement){open, sym_floordiv(s, room, carried(p, step))};
}

// "f32[B,T,C]"
static const char *shape_text(struct arena *arena, const struct contract_term *t)
{
    struct text text = {.arena = arena};
    text_printf(&text, "%s[", dtype_name(t->dtype));
    for (int i = 0; i < t->rank; i++) text_printf(&text, "%s%s", i ? "," : "", t->dim[i]);
    text_add(&text, "]");
    return text_string(&text);
}

// ---- one pointer at one call

static void note(const struct promise *p, struct raw_call *record, const struct contract_term *t,
                 const struct sym *count)
{
    struct syms *s = p->eval->syms;
    bool known = sym_kind(count) != SYM_UNKNOWN;
    struct raw_range none = {.tag = RAW_UNTOUCHED}, all = {.tag = known ? RAW_EXACT : RAW_UNKNOWN};
    if (known)
        all.first = sym_const(s, 0), all.end = count;
    else
        all.reason = sym_name(count);
    for (int i = 0; record && i < record->n_pointers; i++) {
        struct raw_pointer *pointer = &record->pointers[i];
        if (strcmp(pointer->name, t->name) != 0) continue;
        pointer->read = t->read ? all : none;
        pointer->written = t->written ? all : none;
        pointer->rank = known ? t->rank : 0;
        for (int k = 0; k < pointer->rank; k++) pointer->dim[k] = carried(p, dim_of(p->own, t, k));
    }
}

static void forget(const struct promise *p, const struct reach *r, const struct sym *count,
                   int64_t unit)
{
    struct object *o = r->object;
    int64_t n;
    if (o->constant) return;
    heap_rare(p->eval->heap, o)->reason =
        arena_printf(p->eval->arena, "what `%s` computes is not followed", p->function->name);
    o->rare->n_lost++;
    if (o->kind == OBJECT_ELEMENT)
        family_touch(p->eval, o, r->pointer->pointer.offset, unit, ACCESS_WRITE);
    int64_t from = r->pointer->pointer.offset, end = o->size;
    if (sym_is_const(count, &n) && n < (end - from) / unit) end = from + n * unit;
    if (from < 0 || end <= from) return;
    if (end == INT64_MAX || end - from > (1 << 20))
        heap_drop_bytes(p->eval->heap, o), o->fill = FILL_UNKNOWN;
    else
        heap_mark(p->eval->heap, o, from, end - from, BYTE_UNKNOWN);
}

enum effect { EFFECT_CHECKED, EFFECT_DONE };

// Holds the bytes that are promised of an argument against what there is.
static void hold_against_memory(struct promise *p, const struct contract_term *t,
                                const struct sym *count, struct reach *r)
{
    const struct sym *own = count_of(p->own, t);
    r->x.unit = dtype_block_bytes(t->dtype);
    r->x.type = p->function->parameters[parameter_of(p->function, t->name)]->type->element;
    if (sym_kind(count) != SYM_UNKNOWN)
        r->x.sure_first = sym_const(p->eval->syms, 0), r->x.sure_end = count;
    r->x.fresh = t->read;
    r->promise = shape_text(p->eval->arena, t);
    if (!sym_is_const(own, NULL)) r->form = sym_string(p->eval->arena, own);
    r->mode = t->written ? ACCESS_WRITE : ACCESS_READ;
    bool fits = reach_fits(r);
    r->mode = ACCESS_READ;
    if (fits && t->read && t->written) reach_fits(r);
}

static void keep_term(struct promise *p, const struct contract_term *t, struct raw_call *record,
                      enum effect effect)
{
    struct eval *e = p->eval;
    int at = parameter_of(p->function, t->name);
    if (at >= p->n_arguments) return;
    const struct cvalue *pointer = &p->arguments[at];
    struct reach r = {.eval = e, .node = p->call, .pointer = pointer, .x.any = true};
    r.function = p->function;
    r.text = at < p->call->n_kids ? name_expression(e, p->call->kids[at]) : t->name;
    r.path = t->name;
    if (eval_is_null(e, pointer)) {
        if (!t->optional)
            eval_fault(e, p->call, DIAG_CONTRACT_BROKEN, "`%s` wants %s for `%s`, and gets NULL",
                       p->function->name, shape_text(e->arena, t), t->name);
        return;
    }
    bool found = reach_find(&r);
    if (found) bind_by_memory(p, t, &r);
    const struct sym *count = carried(p, count_of(p->own, t));
    note(p, record, t, count);
    if (!found) return;
    hold_against_memory(p, t, count, &r);
    if (effect == EFFECT_DONE && t->written) forget(p, &r, count, r.x.unit);
}

static void keep(struct eval *e, const struct ast *call, struct function *f,
                 const struct contract *contract, int n, const struct cvalue *arguments,
                 struct raw_call *record, enum effect effect)
{
    struct promise p = {.eval = e,
                        .call = call,
                        .function = f,
                        .n_arguments = n,
                        .arguments = arguments,
                        .contract = *contract,
                        .own = syms_open(e->arena)};
    bind_parameters(&p);
    if (record) record->looked_at = true;
    for (int i = 0; record && i < record->n_pointers; i++)
        record->pointers[i].read = record->pointers[i].written =
            (struct raw_range){.tag = RAW_UNTOUCHED};
    for (int i = 0; i < contract->terms.n; i++)
        keep_term(&p, &contract->terms.at[i], record, effect);
}

// ---- calls

bool contract_call(struct eval *e, const struct ast *call, struct function *f, int n,
                   const struct cvalue *arguments, struct cvalue *result)
{
    struct contract contract;
    if (!f->contract || e->request.concrete || !call || !read_contract(e, call, f, &contract))
        return false;
    struct raw_call *record = raw_called(e, call, f, n, arguments);
    keep(e, call, f, &contract, n, arguments, record, EFFECT_DONE);
    const struct ctype *t = f->type->element;
    *result = (struct cvalue){.kind = CVALUE_NOTHING, .type = t};
    raw_returned(e, record, result);
    if (t->kind != CTYPE_VOID)
        *result = cvalue_unknown(t, arena_printf(e->arena, "the result of %s", f->name));
    return t->kind != CTYPE_RECORD;
}

void contract_check(struct eval *e, const struct ast *call, struct function *f, int n,
                    const struct cvalue *arguments, struct raw_call *record)
{
    struct contract contract;
    if (read_contract(e, call, f, &contract))
        keep(e, call, f, &contract, n, arguments, record, EFFECT_CHECKED);
}

// ---- the body

// A name that no parameter has is as large as the memory of some call makes it: nothing to hold a
// body against.
static bool says_size(struct arena *arena, const struct function *f, struct syms *s,
                      const struct sym *count)
{
    const struct sym **vars;
    int n = sym_vars(arena, count, &vars);
    for (int i = 0; i < n; i++) {
        int at = parameter_of(f, sym_name(vars[i]));
        if (at < 0 || f->parameters[at]->type->kind != CTYPE_INT) return false;
        sym_assume_at_least(s, vars[i], 1);
    }
    return true;
}

static void check_body_of(struct eval *e, const struct function *f, const struct nest *nest,
                          const struct contract_term *t, int root, enum access_mode mode)
{
    struct syms *s = nest->syms;
    struct nest_extent x =
        nest_extent_of(nest, s, nest->symbols.n, nest_itself(e->arena, nest), root, mode);
    const char *verb = mode == ACCESS_WRITE ? "writes" : "reads";
    bool promised = mode == ACCESS_WRITE ? t->written : t->read || t->written;
    if (!x.sure_end || !x.last) return;
    const struct sym *count = count_of(s, t);
    if (!promised) {
        eval_fault(e, x.last->at, DIAG_CONTRACT_BODY,
                   "`%s` %s `%s`, which its contract does not say", f->name, verb, t->name);
        return;
    }
    if (!says_size(e->arena, f, s, count)) return;
    struct proof proof = sym_prove_at_most(s, x.sure_end, count);
    if (proof.verdict != VERDICT_REFUTED) return;
    eval_fault(e, x.last->at, DIAG_CONTRACT_BODY,
               "`%s` %s %s elements of `%s`, and its contract has %s: %s gives %lld against %lld",
               f->name, verb, sym_string(e->arena, x.sure_end), t->name, shape_text(e->arena, t),
               proof_witness_string(e->arena, &proof), (long long)proof.witness_a,
               (long long)proof.witness_b);
}

void contract_check_body(struct eval *e, const struct ast *call, const struct function *f,
                         const struct nest *nest)
{
    struct contract contract;
    if (nest->refused || !read_contract(e, call, f, &contract)) return;
    // A size is at least 1, which also excuses what no round touches.
    for (int i = 0; i < nest->symbols.n; i++)
        sym_assume_at_least(
            nest->syms, nest->symbols.at[i].var,
            nest->symbols.at[i].kind == NEST_GIVEN || nest->symbols.at[i].kind == NEST_TRUTH ? 0
                                                                                             : 1);
    for (int i = 0; i < contract.terms.n; i++)
        for (int root = 0; root < nest->roots.n; root++) {
            const struct nest_root *r = &nest->roots.at[root];
            const struct contract_term *t = &contract.terms.at[i];
            if (r->kind != ROOT_PARAMETER || strcmp(r->variable->name, t->name) != 0) continue;
            check_body_of(e, f, nest, t, root, ACCESS_WRITE);
            check_body_of(e, f, nest, t, root, ACCESS_READ);
        }
}
