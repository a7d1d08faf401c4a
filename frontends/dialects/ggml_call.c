// Calls of the functions that make tensors: arguments by the letters of the table, the rule, then
// what it made as objects of the program's memory, each taken out of the context.

#include "frontends/dialects/ggml_dialect.h"

#include "ir/base/text.h"
#include "ir/ggml_memory.h"

#include <string.h>

#define MAX_SOLVED 12     // sizes from outside, of one call
#define GGML_F32_NUMBER 0 // GGML_TYPE_F32, in every version of ggml

// The arguments of one call as they are decoded.
struct decoding {
    struct dialect_ggml *d;
    const struct dialect_call *c;
    struct ggml_call *call;
    struct call_number spare; // takes what is one too many
    const char *unknown; // why an argument that decides what is made is not known; NULL: all are
    const char *type_parameter; // the number that is taken for the type f32; NULL: there is none
};

static void add_tensor(struct decoding *x, struct ggml_tensor *t)
{
    if (x->call->n_in < CALL_TENSORS) x->call->in[x->call->n_in++] = t;
}

static struct call_number *next_number(struct decoding *x)
{
    struct ggml_call *call = x->call;
    if (call->n_numbers < CALL_NUMBERS) return &call->numbers[call->n_numbers++];
    x->unknown = "a call with more arguments than are followed";
    return &x->spare;
}

static void decode_tensor(struct decoding *x, int argument, bool optional)
{
    const char *reason = NULL;
    struct ggml_tensor *t = NULL;
    if (!optional || !eval_is_null(x->d->eval, &x->c->arguments[argument]))
        t = ggml_argument(x->d, x->c, argument, &reason);
    if (!t && (reason || !optional) && !x->unknown)
        x->unknown = reason ? reason : "an argument is NULL";
    add_tensor(x, t);
}

static void decode_integer(struct decoding *x, const struct cvalue *v)
{
    struct call_number *number = next_number(x);
    int64_t value;
    number->sym = cvalue_as_sym(x->d->eval, v);
    number->known = sym_is_const(number->sym, &value);
    if (number->known) number->real = (double)value;
}

static bool is_type(const struct decoding *x, int argument)
{
    const struct function *function = x->c->function;
    return argument < function->n_parameters &&
           strcmp(function->parameters[argument]->type->name, "enum ggml_type") == 0;
}

// A type that the program is told from outside is f32 as far as sizes go: that has a block of one.
static void decode_type(struct decoding *x, const struct cvalue *v)
{
    decode_integer(x, v);
    struct call_number *number = &x->call->numbers[x->call->n_numbers - 1];
    if (number->known || !number->sym || sym_kind(number->sym) != SYM_VAR) return;
    x->type_parameter = sym_name(number->sym);
    number->sym = sym_const(x->d->syms, GGML_F32_NUMBER);
    number->known = true;
    number->real = GGML_F32_NUMBER;
}

static void decode_float(struct decoding *x, const struct cvalue *v)
{
    struct call_number *number = next_number(x);
    number->sym = NULL;
    number->known = v->kind == CVALUE_FLOATING;
    number->real = number->known ? (double)v->floating : 0;
}

// Four sizes, or as many of them as the number before the array says; none where it is NULL.
static void decode_sizes(struct decoding *x, int argument, int64_t n)
{
    const struct cvalue *array = &x->c->arguments[argument];
    const struct ctype *element = array->type->element;
    bool given = element && !eval_is_null(x->d->eval, array);
    for (int64_t i = 0; i < GGML_DIMS; i++) {
        struct cvalue v = cvalue_int(unit_types(eval_unit(x->d->eval))->int_, 0);
        if (given && i < n) v = eval_load(x->d->eval, array, i * element->size, element);
        decode_integer(x, &v);
    }
}

static void decode_tensors(struct decoding *x, int argument, int64_t n)
{
    const struct cvalue *array = &x->c->arguments[argument];
    const struct ctype *element = array->type->element;
    for (int64_t i = 0; i < n && i < CALL_TENSORS && element; i++) {
        struct cvalue v = eval_load(x->d->eval, array, i * element->size, element);
        const char *reason;
        struct ggml_tensor *t = ggml_object_tensor(x->d, &v, &reason);
        if (!t && !x->unknown) x->unknown = reason ? reason : "an argument is NULL";
        add_tensor(x, t);
    }
}

// The integer argument beside an array, if there is one.
static int64_t integer_at(const struct decoding *x, const char *letters, int at, int first,
                          int64_t otherwise)
{
    int64_t n = otherwise;
    if (at >= 0 && letters[at] == 'i') cvalue_as_int(&x->c->arguments[first + at], &n);
    return n;
}

static void decode_one(struct decoding *x, const char *letters, int at, int first)
{
    int argument = first + at;
    const struct cvalue *v = &x->c->arguments[argument];
    switch (letters[at]) {
    case 't': decode_tensor(x, argument, false); break;
    case 'o': decode_tensor(x, argument, true); break;
    case 'f': decode_float(x, v); break;
    case 'i': is_type(x, argument) ? decode_type(x, v) : decode_integer(x, v); break;
    case 'b': decode_integer(x, v); break;
    case 'n': decode_sizes(x, argument, integer_at(x, letters, at - 1, first, GGML_DIMS)); break;
    case 's': decode_sizes(x, argument, GGML_DIMS); break;
    case 'v': decode_tensors(x, argument, integer_at(x, letters, at + 1, first, 0)); break;
    default: break;
    }
}

static void decode(struct decoding *x)
{
    const struct ggml_function *function = x->call->function;
    int first = function->no_context ? 0 : 1;
    for (int i = 0; function->letters[i] && first + i < x->c->n; i++)
        decode_one(x, function->letters, i, first);
}

// ---- what the call made

static void take_memory(struct dialect_ggml *d, struct ggml_tensor *t)
{
    struct ggml_context *context = t->context;
    if (!context) return;
    bool own = !context->no_alloc && !t->view_src;
    const struct sym *data = own ? ggml_dense_bytes(d->syms, t) : sym_const(d->syms, 0);
    ggml_take(d, context, ggml_tensor_object(d->syms, d->state->struct_bytes, data), "a tensor");
    // The struct and, behind it, the elements.
    if (own) t->has_data = true;
    // No buffer: that is set where a backend or an allocator places views.
    if (t->view_src) t->has_data = t->view_src->has_data;
}

static struct cvalue result_of(struct dialect_ggml *d, const struct dialect_call *c,
                               const struct ggml_call *call, struct ggml_tensor *result)
{
    // Functions that change a tensor give it back as it is now.
    for (int i = 0; i < call->n_in && !call->made.n; i++) {
        struct ggml_tensor *changed = call->in[i];
        if (changed) ggml_object_write(d, changed);
        if (changed && changed->view_src) ggml_object_write(d, changed->view_src);
    }
    if (!result) return ggml_nothing(c);
    struct cvalue pointer = *ggml_object_pointer(d, result);
    pointer.type = c->result;
    return pointer;
}

// ---- the rule

static void keep_conditions(struct dialect_ggml *d, const struct dialect_call *c,
                            const struct ggml_call *call)
{
    for (const struct condition *open = call->open; open; open = open->next)
        *vec_push(d->arena, &d->state->demands) =
            (struct ggml_demand){.function = call->function->name,
                                 .site = call->site,
                                 .obligation = ggml_obligation(d, c, call, open)};
}

// Which source of a result which argument of the call is.
static void note_arguments(const struct ggml_call *call, struct ggml_tensor *made)
{
    for (int source = 0; source < GGML_SOURCES; source++)
        for (int i = call->n_in - 1; i >= 0 && made->src[source]; i--)
            if (call->in[i] == made->src[source])
                made->written[source] = (int8_t)(ggml_argument_of(call->function, i) + 1);
}

void ggml_call_finish(struct dialect_ggml *d, const struct dialect_call *c, struct ggml_call *call)
{
    if (!call->refused) keep_conditions(d, c, call);
    for (int i = 0; i < call->made.n; i++) {
        note_arguments(call, call->made.at[i]);
        take_memory(d, call->made.at[i]);
        ggml_object_make(d, call->made.at[i]);
        ggml_check_made(d, call->made.at[i]);
    }
}

struct ggml_call ggml_call_open(struct dialect_ggml *d, const struct ggml_function *function)
{
    return (struct ggml_call){
        .arena = d->arena,
        .syms = d->syms,
        .state = d->state,
        .function = function,
        .site = eval_site(d->eval),
        .name_bytes = (int)d->name_bytes,
        .order = d->right_to_left ? CALL_RIGHT_TO_LEFT : CALL_LEFT_TO_RIGHT,
    };
}

// How many tensors there are; a call that is made again has made none.
struct tensor_counts {
    int all, in_context;
};

static struct tensor_counts count_tensors(struct dialect_ggml *d,
                                          const struct ggml_context *context)
{
    return (struct tensor_counts){d->state->tensors.n, context ? context->tensors.n : 0};
}

static void set_tensor_counts(struct dialect_ggml *d, struct ggml_context *context,
                              struct tensor_counts counts)
{
    d->state->tensors.n = counts.all;
    if (context) context->tensors.n = counts.in_context;
}

// Again while it says more of tensors from outside. What it made has no objects yet, so it must not
// be among the tensors whose sizes are settled.
static struct ggml_tensor *run_call(struct decoding *x, const struct ggml_function *function)
{
    struct dialect_ggml *d = x->d;
    struct ggml_context *context = x->call->context;
    struct tensor_counts before = count_tensors(d, context);
    struct ggml_tensor *result = ggml_call_run(x->call);
    for (int i = 0; i < MAX_SOLVED && d->outside.n; i++) {
        struct tensor_counts after = count_tensors(d, context);
        set_tensor_counts(d, context, before);
        if (!ggml_outside_solve(d, x->call)) {
            set_tensor_counts(d, context, after);
            break;
        }
        *x->call = ggml_call_open(d, function);
        x->call->context = context;
        decode(x);
        result = ggml_call_run(x->call);
    }
    return result;
}

static void take_type_for_granted(struct dialect_ggml *d, struct ggml_tensor *t, const char *name)
{
    t->type_assumed = true;
    t->type_parameter = name;
    eval_take_for_granted(d->eval, arena_printf(d->arena, "the type `%s` is GGML_TYPE_F32", name));
}

struct cvalue ggml_rule_make(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const struct ggml_function *any = c->rule->data;
    struct ggml_call call = ggml_call_open(d, ggml_function_of(any->name, c->n, d->state->version));
    if (!call.function) {
        const char *reason =
            arena_printf(d->arena, "no version of ggml that is known has a %s of %d arguments",
                         c->function->name, c->n);
        build_unseen(eval_builder(d->eval), reason);
        return cvalue_unknown(c->result, reason);
    }
    if (!call.function->no_context) call.context = ggml_argument_context(d, c, 0);
    struct decoding x = {.d = d, .c = c, .call = &call};
    decode(&x);
    if (x.unknown) {
        build_unseen(eval_builder(d->eval), x.unknown);
        return cvalue_unknown(c->result, x.unknown);
    }
    struct ggml_tensor *result = run_call(&x, call.function);
    if (call.refused || call.guessed >= 0) {
        const char *reason =
            call.refused ? ggml_tell_refused(d, c, &call) : "a type or an axis that is not known";
        build_unseen(eval_builder(d->eval), reason);
        return cvalue_unknown(c->result, reason);
    }
    if (x.type_parameter && result) take_type_for_granted(d, result, x.type_parameter);
    struct ggml_miscount miscount = ggml_miscounted(d, c, &call);
    if (miscount.type) *vec_push(d->arena, &d->miscounts) = miscount;
    ggml_call_finish(d, c, &call);
    ggml_check_meant(d, &call);
    return result_of(d, c, &call, result);
}
