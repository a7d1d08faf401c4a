// Whether a kernel is run or skimmed.

#include "frontends/c/kernels/skim.h"
#include "frontends/c/join.h"
#include "frontends/c/kernels/recurrence.h"
#include "frontends/c/kernels/skim_bind.h"
#include "frontends/c/kernels/skim_contract.h"
#include "ir/base/checked.h"

// A call that takes fewer steps is run as any other code, while all of them together take no more
// than so many: what a program does with few numbers is then known to the last of them.
#define FEW_STEPS 50000
#define FEW_STEPS_TOGETHER 2000000
// And of one loop again and again, once it was run.
#define FEW_STEPS_AGAIN 20000
// A loop of so few is always run: looking at it would cost as much.
#define VERY_FEW_STEPS 500
// What takes more steps than this would end the run before long. Then numbers that it keeps in
// variables, as the state of a generator of weights, may become unknown too.
#define TOO_MANY_STEPS 1000000

// ---- nests, once each

struct kernel_nests {
    struct arena *arena;
    struct map *map;
    struct map *kinds;
};

struct kernel_nests *kernel_nests_open(struct arena *arena)
{
    struct kernel_nests *nests = arena_new(arena, struct kernel_nests);
    *nests = (struct kernel_nests){arena, map_open(arena), map_open(arena)};
    return nests;
}

static const struct nest *keep(struct kernel_nests *nests, const void *key, const struct nest *nest)
{
    map_put_number(nests->map, (uint64_t)(uintptr_t)key, (void *)(uintptr_t)nest);
    return nest;
}

struct kernel_kind *skim_function_kind(struct eval *e, struct function *f)
{
    struct kernel_nests *nests = e->kernels.nests;
    struct kernel_kind *kind = map_get_number(nests->kinds, (uint64_t)(uintptr_t)f);
    if (kind) return kind;
    kind = arena_new(nests->arena, struct kernel_kind);
    map_put_number(nests->kinds, (uint64_t)(uintptr_t)f, kind);
    return kind;
}

const struct nest *skim_function_nest(struct eval *e, struct function *f)
{
    struct kernel_nests *nests = e->kernels.nests;
    const struct nest *nest = map_get_number(nests->map, (uint64_t)(uintptr_t)f);
    return nest ? nest : keep(nests, f, nest_of_function(nests->arena, e->unit, f));
}

const struct nest *skim_loop_nest(struct eval *e, const struct ast *loop)
{
    struct kernel_nests *nests = e->kernels.nests;
    const struct nest *nest = map_get_number(nests->map, (uint64_t)(uintptr_t)loop);
    return nest ? nest : keep(nests, loop, nest_of_loop(nests->arena, e->unit, loop));
}

// ---- cheap enough?

// Steps are an upper bound, so that many are not many always: what is certain to be few is run.
static bool takes_few(const struct skim *k)
{
    struct eval *e = k->eval;
    struct nest_count steps = nest_count_at(e->syms, k->nest->steps, k->nest->symbols.n, k->values);
    int64_t n;
    if (!sym_is_const(steps.n, &n) || n > FEW_STEPS) return false;
    if (e->kernels.nest_steps + n > FEW_STEPS_TOGETHER) return false;
    e->kernels.nest_steps += n;
    return true;
}

static bool holds_unknown(const struct object *o, int64_t at, int64_t n)
{
    uint8_t bytes[16];
    if (n > (int64_t)sizeof bytes || at < 0 || at > o->size - n) return false;
    enum byte_state state = heap_read(o, at, n, bytes);
    return state == BYTE_UNKNOWN || state == BYTE_CELL;
}

static bool holds_unknown_at(const struct object *o, const struct cvalue *p, int64_t element,
                             int64_t unit)
{
    int64_t at;
    return checked_mul(element, unit, &at) && checked_add(at, p->pointer.offset, &at) &&
           holds_unknown(o, at, unit);
}

// From floats that nobody knows nothing known is computed, and where the kernel compares them, the
// run would have to follow both ways. Looked at by the first and the last of each range.
static bool reads_unknown(const struct skim *k)
{
    for (int i = 0; i < k->nest->roots.n; i++) {
        struct nest_extent x = skim_extent(k, i, ACCESS_READ);
        const struct cvalue *p = &k->pointers[i];
        int64_t first, end;
        if (!x.any || p->kind != CVALUE_POINTER || !x.sure_end) continue;
        const struct object *o = heap_object(k->eval->heap, p->pointer.object);
        if (!o || !o->live || !sym_is_const(x.sure_first, &first) ||
            !sym_is_const(x.sure_end, &end))
            continue;
        if (holds_unknown_at(o, p, first, x.unit) || holds_unknown_at(o, p, end - 1, x.unit))
            return true;
    }
    return false;
}

// The branch of the loop on floats that alone decides it (join.h).
static const struct ast *choice_of(const struct skim *k, const struct variable *v)
{
    return k->function ? NULL : join_choice(k->eval, k->node, v);
}

// What the generator of numbers of a loop has come to; unknown: it is none, or it cannot be told.
static const struct sym *repeated_number(const struct skim *k, const struct nest_left *l,
                                         const struct sym *unknown)
{
    struct syms *syms = k->eval->syms;
    struct recurrence r;
    int64_t start, rounds;
    if (!l->write || !recurrence_of(l->write, l->variable, &r)) return unknown;
    for (int i = 0; i < k->nest->symbols.n; i++) {
        const struct nest_symbol *s = &k->nest->symbols.at[i];
        const struct sym *n = sym_carry(syms, l->rounds, k->nest->symbols.n, k->values);
        if (s->kind == NEST_VARIABLE && s->variable == l->variable && s->offset == 0 &&
            sym_is_const(k->values[i].value, &start) && sym_is_const(n, &rounds))
            return sym_const(syms, recurrence_after(&r, start, rounds > 0 ? rounds : 0));
    }
    return unknown;
}

static const struct sym *left_number(const struct skim *k, const struct nest_left *l)
{
    const struct sym *number = sym_carry(k->eval->syms, l->number, k->nest->symbols.n, k->values);
    return sym_kind(number) == SYM_UNKNOWN ? repeated_number(k, l, number) : number;
}

// Of what floats that nobody knows decide, running the loop would tell no more.
static bool leaves_known(const struct skim *k)
{
    for (int i = 0; i < k->nest->left.n; i++) {
        const struct nest_left *l = &k->nest->left.at[i];
        bool pointer = l->variable->type->kind == CTYPE_POINTER;
        if (pointer && l->root < 0) return false;
        const struct sym *number = l->number ? left_number(k, l) : NULL;
        bool unknown = number && sym_kind(number) == SYM_UNKNOWN;
        if (unknown && !(choice_of(k, l->variable) && reads_unknown(k))) return false;
        if (pointer && !sym_is_const(number, NULL)) return false;
    }
    return true;
}

// Numbers, not pointers or memory.
static bool leaves_numbers(const struct skim *k)
{
    for (int i = 0; i < k->nest->left.n; i++)
        if (k->nest->left.at[i].variable->type->kind == CTYPE_POINTER) return false;
    return true;
}

// Somebody wants to see what the program prints: what ends by itself is run to its end.
static bool is_read(const struct skim *k)
{
    const struct nest *nest = k->nest;
    return k->eval->request.output &&
           sym_is_const(nest_count_at(k->eval->syms, nest->steps, nest->symbols.n, k->values).n,
                        NULL);
}

// Nothing but floats is changed, or numbers that are known; or it takes too many steps.
static bool may_skim(const struct skim *k)
{
    const struct nest *nest = k->nest;
    int64_t n;
    if (is_read(k)) return false;
    // What is quantized of floats that nobody knows is not known either.
    if (nest->writes_integers && (nest->writes_wide_integers || !reads_unknown(k))) return false;
    if (k->function && k->function->type->element->kind != CTYPE_VOID) return false;
    if (leaves_known(k)) return true;
    const struct sym *steps =
        nest_count_at(k->eval->syms, nest->steps, nest->symbols.n, k->values).n;
    return sym_is_const(steps, &n) && n > TOO_MANY_STEPS && leaves_numbers(k);
}

static void leave_variable(const struct skim *k, const struct nest_left *l)
{
    struct eval *e = k->eval;
    const struct ctype *t = l->variable->type;
    struct place p = {variable_object(e, l->variable), 0, NULL};
    const struct sym *number = l->number ? left_number(k, l) : NULL;
    const char *reason = arena_printf(e->arena, "`%s` is set where line %u is not followed",
                                      l->variable->name, k->node->line);
    struct cvalue v = cvalue_unknown(t, reason);
    int64_t offset;
    if (number && t->kind == CTYPE_POINTER && sym_is_const(number, &offset)) {
        v = k->pointers[l->root];
        v.type = t;
        v.pointer.offset += offset;
    } else if (number && sym_kind(number) != SYM_UNKNOWN) {
        v = cvalue_sym(t, number);
    } else if (number) {
        const struct ast *choice = choice_of(k, l->variable);
        v = choice ? join_chosen(e, choice, t) : lost_value(e, t, reason);
    }
    place_store(e, p, t, &v, k->node);
}

static void leave_all(const struct skim *k)
{
    for (int i = 0; i < k->nest->left.n; i++) leave_variable(k, &k->nest->left.at[i]);
}

// ---- calls

bool skim_call(struct eval *e, const struct ast *call, struct function *f, int n,
               const struct cvalue *arguments, struct raw_call *record)
{
    if (e->request.concrete || !call || n < f->n_parameters ||
        raw_kernel_of(e, f) == RAW_KERNEL_NONE)
        return false;
    struct skim k = {.eval = e,
                     .node = call,
                     .function = f,
                     .nest = skim_function_nest(e, f),
                     .n_arguments = n,
                     .arguments = arguments,
                     .record = record};
    if (f->contract && !map_get_number(e->kernels.contracts, (uint64_t)(uintptr_t)f->contract)) {
        map_put_number(e->kernels.contracts, (uint64_t)(uintptr_t)f->contract, e);
        contract_check_body(e, call, f, k.nest);
    }
    if (f->contract && k.nest->refused) contract_check(e, call, f, n, arguments, record);
    // What calls several kernels is looked at kernel by kernel.
    bool several = k.nest->calls_outside_loops ||
                   (raw_kernel_of(e, f) == RAW_KERNEL_OF_OBJECTS && raw_calls_kernels(e, f));
    if (k.nest->refused || several || !skim_bind(&k)) return false;
    bool right = skim_check(&k), skims = may_skim(&k);
    if (!skims || (right && !reads_unknown(&k) && takes_few(&k))) return false;
    skim_apply(&k);
    leave_all(&k);
    return true;
}

// ---- loops

// Each call of a kernel is a leaf by itself, however often a loop makes it.
static bool calls_kernels(struct eval *e, const struct nest *nest)
{
    for (int i = 0; i < nest->called.n; i++)
        if (raw_kernel_of(e, nest->called.at[i]) != RAW_KERNEL_NONE) return true;
    return false;
}

// Short ones are run as any other code, while all of them together, and the rounds of this one,
// take no more than so many steps.
static bool is_short(struct eval_kernels *kernels, const struct ast *loop, int64_t n_steps)
{
    uint64_t key = (uint64_t)(uintptr_t)loop;
    int64_t before = (int64_t)(intptr_t)map_get_number(kernels->loop_steps, key);
    if (n_steps > FEW_STEPS) return false;
    if (n_steps <= VERY_FEW_STEPS) return true;
    if (kernels->nest_steps + n_steps > FEW_STEPS_TOGETHER) return false;
    if (before && before + n_steps > FEW_STEPS_AGAIN) return false;
    kernels->nest_steps += n_steps;
    map_put_number(kernels->loop_steps, key, (void *)(intptr_t)(before + n_steps));
    return true;
}

// Is there more known if it is run round by round? Not of floats that nobody knows, and not of
// memory whose place in its block is a symbol.
static bool is_worth_running(const struct skim *k)
{
    if (reads_unknown(k)) return false;
    for (int i = 0; i < k->nest->roots.n; i++) {
        const struct cvalue *p = &k->pointers[i];
        if (k->nest->roots.at[i].kind == ROOT_LOCAL || p->kind != CVALUE_POINTER) continue;
        const struct object *o = heap_object(k->eval->heap, p->pointer.object);
        if (o && o->kind == OBJECT_ELEMENT) return false;
    }
    return true;
}

static bool takes_very_few(const struct nest *nest)
{
    int64_t n;
    return sym_is_const(nest->steps.n, &n) && n <= VERY_FEW_STEPS;
}

static bool does_something(const struct nest *nest)
{
    return nest->accesses.n || nest->left.n == 0;
}

// In a kernel that is run.
static void note_touched(const struct skim *k)
{
    for (int i = 0; i < k->nest->roots.n; i++) {
        struct nest_extent read = skim_extent(k, i, ACCESS_READ),
                           written = skim_extent(k, i, ACCESS_WRITE);
        if (k->nest->roots.at[i].kind == ROOT_LOCAL) continue;
        raw_touched_by_nest(k->eval, &k->pointers[i], &read, ACCESS_READ);
        raw_touched_by_nest(k->eval, &k->pointers[i], &written, ACCESS_WRITE);
    }
}

bool skim_loop(struct eval *e, const struct ast *loop)
{
    if (e->request.concrete || e->seek || !e->frame) return false;
    struct skim k = {.eval = e, .node = loop, .nest = skim_loop_nest(e, loop)};
    if (k.nest->refused || !does_something(k.nest) || takes_very_few(k.nest) ||
        calls_kernels(e, k.nest) || !skim_bind(&k) || !may_skim(&k))
        return false;
    struct nest_count steps = nest_count_at(e->syms, k.nest->steps, k.nest->symbols.n, k.values);
    int64_t n_steps;
    if (sym_kind(steps.n) == SYM_UNKNOWN) return false;
    if (sym_is_const(steps.n, &n_steps) && is_worth_running(&k) &&
        is_short(&e->kernels, loop, n_steps))
        return false;
    skim_check(&k);
    if (e->watch) note_touched(&k);
    skim_apply(&k);
    leave_all(&k);
    return true;
}
