// Calls of which backward keeps nothing but what they are given: in the program, and where one
// runs, in its engine.

#include "frontends/nn/checkpoint.h"
#include "frontends/nn/module.h"

node_id checkpoint_begin(struct nn_recording *r)
{
    build_checkpoint_begin(r->builder);
    if (r->segment_begin) r->segment_begin(r->host);
    return (node_id)builder_program(r->builder)->nodes.n;
}

void checkpoint_end(struct nn_recording *r, node_id first, value_id output)
{
    build_checkpoint_end(r->builder);
    if (r->segment_end) r->segment_end(r->host, first, output);
}

static value_id call_children(struct nn_recording *r, const struct module *m, int64_t first,
                              int64_t end, value_id x)
{
    for (int64_t i = first; i < end; i++) {
        value_id *in = arena_new(r->arena, value_id);
        *in = x;
        struct nn_module_call call = {.module = m->children.at[i].module, .n_in = 1, .in = in};
        nn_module_apply(r, &call);
        x = call.out[0];
    }
    return x;
}

static value_id refuse_segments(struct nn_recording *r, const char *why)
{
    return recording_poison(
        r, recording_wrong(r, DIAG_NN_ARGUMENT, "nn_checkpoint_sequential: %s", why));
}

value_id checkpoint_sequential(struct nn_recording *r, nn_module_id id, int64_t n_segments,
                               value_id x)
{
    struct module *m = module_get(r, id);
    if (!m) return refuse_segments(r, "the module is NULL");
    if (!x) return refuse_segments(r, "x is NULL");
    int64_t n = m->children.n;
    if (n_segments < 1 || n_segments > n)
        return refuse_segments(r, arena_printf(r->arena, "%lld segments of %lld children",
                                               (long long)n_segments, (long long)n));
    int64_t length = n / n_segments, last = length * (n_segments - 1);
    for (int64_t at = 0; at < last; at += length) {
        node_id first = checkpoint_begin(r);
        x = call_children(r, m, at, at + length, x);
        checkpoint_end(r, first, x);
    }
    return call_children(r, m, last, n, x);
}
