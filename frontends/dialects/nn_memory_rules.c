// Functions of nn_memory.h in the interpreter: nothing is allocated, so that scopes end without a
// trace; a checkpoint is the call that it stands for, with its nodes noted.

#include "frontends/dialects/nn.h"
#include "frontends/nn/checkpoint.h"

static struct cvalue rule_bytes(const struct dialect_call *c)
{
    nn_rule_begin(c);
    return cvalue_unknown(c->result, "memory is counted when the program runs");
}

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    nn_rule_begin(c);
    return nn_rule_nothing(c);
}

// What a tensor gives back goes into the cache; nothing else does.
static struct cvalue rule_empty_cache(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    if (!d->gave_back)
        recording_wrong(
            d->recording, DIAG_CACHE_EMPTIED,
            "nn_empty_cache gives nothing back: no tensor was freed before, so the cache "
            "is empty; free tensors with nn_tensor_free or an NN_TENSOR_SCOPE first");
    return nn_rule_nothing(c);
}

// What was made since the mark.
static struct cvalue rule_scope_end(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    const struct ctype *type = unit_type(eval_unit(c->eval), "struct nn_tensor_mark");
    const struct cfield *field = type ? ctype_field(type, "nn_scope") : NULL;
    int64_t first = 0, end = builder_program(d->recording->builder)->values.n;
    d->gave_back = true;
    if (!field) return nn_rule_nothing(c);
    struct cvalue mark = eval_load(d->eval, &c->arguments[0], field->offset, field->type);
    if (cvalue_as_int(&mark, &first) && first > 0) handle_free(d, (value_id)first, (value_id)end);
    return nn_rule_nothing(c);
}

static struct cvalue rule_free(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue tensor = args_field(d, &c->arguments[0], "tensor");
    uint64_t value;
    d->gave_back = true;
    if (eval_attached(d->eval, &tensor, &nn_dialect, &value))
        handle_free(d, (value_id)value, (value_id)value + 1);
    return cvalue_int(c->result, 1);
}

// A mark says which values come after it.
static struct cvalue rule_scope(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue record = eval_allocate(d->eval, c->result->size,
                                         unit_pointer_to(eval_unit(d->eval), c->result), "scope");
    const struct cfield *field = ctype_field(c->result, "nn_scope");
    struct cvalue n = cvalue_int(field->type, builder_program(d->recording->builder)->values.n);
    eval_store(d->eval, &record, field->offset, &n);
    return (struct cvalue){
        .kind = CVALUE_RECORD, .type = c->result, .record = record.pointer.object};
}

static struct cvalue call_module(struct dialect_nn *d, const struct cvalue *module, value_id x)
{
    value_id *in = arena_new(d->recording->arena, value_id);
    *in = x;
    struct nn_module_call call = {.n_in = x != 0, .in = in};
    call.module = handle_find_module(d, module, &call.refused);
    nn_module_apply(d->recording, &call);
    return handle_tensor(d, call.out[0]);
}

static struct cvalue rule_checkpoint(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    const struct cvalue *args = &c->arguments[0];
    struct cvalue fn = args_field(d, args, "fn"), module = args_field(d, args, "module");
    struct cvalue given[] = {args_field(d, args, "x"), args_field(d, args, "user")};
    bool is_function = handle_given(d, &fn);
    if (!is_function && !handle_given(d, &module)) {
        const char *why =
            recording_wrong(d->recording, DIAG_NN_ARGUMENT,
                            "nn_checkpoint: neither a function nor a module is given");
        return handle_tensor(d, recording_poison(d->recording, why));
    }
    node_id first = checkpoint_begin(d->recording);
    struct cvalue out = is_function ? eval_call(d->eval, &fn, 2, given)
                                    : call_module(d, &module, handle_value(d, &given[0]));
    checkpoint_end(d->recording, first, 0);
    return out;
}

// In how many segments may be anybody's guess: then it is one, which is no checkpoint.
static int64_t number_of_segments(struct dialect_nn *d, const struct cvalue *segments)
{
    int64_t n = 1;
    if (!cvalue_as_int(segments, &n))
        recording_wrong(d->recording, DIAG_NN_CHECKPOINT,
                        "nn_checkpoint_sequential: how many segments there are is not known, so "
                        "that what backward keeps is counted as without checkpoints");
    return n;
}

static struct cvalue rule_sequential(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    const struct cvalue *args = &c->arguments[0];
    struct cvalue module = args_field(d, args, "module"), x = args_field(d, args, "x");
    struct cvalue segments = args_field(d, args, "segments");
    int64_t n = number_of_segments(d, &segments);
    value_id id = handle_value(d, &x);
    return handle_tensor(d,
                         checkpoint_sequential(d->recording, handle_module_id(d, &module), n, id));
}

const struct dialect_rule nn_memory_rules[] = {
    {"nn_tensor_free_with", "p", rule_free, NULL},
    {"nn_tensor_scope", "", rule_scope, NULL},
    {"nn_tensor_scope_end", "p", rule_scope_end, NULL},
    {"nn_checkpoint_with", "p", rule_checkpoint, NULL},
    {"nn_checkpoint_sequential_with", "p", rule_sequential, NULL},
    {"nn_saved_bytes", "", rule_bytes, NULL},
    {"nn_memory_allocated", "", rule_bytes, NULL},
    {"nn_max_memory_allocated", "", rule_bytes, NULL},
    {"nn_memory_reserved", "", rule_bytes, NULL},
    {"nn_memory_cached", "", rule_bytes, NULL},
    {"nn_set_caching_allocator", "i", rule_nothing, NULL},
    {"nn_empty_cache", "", rule_empty_cache, NULL},
    {0}};
