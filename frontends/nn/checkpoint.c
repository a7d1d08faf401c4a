// The children of a module in segments, each of which is a checkpoint but for the last.

#include "frontends/nn/checkpoint.h"
#include "frontends/nn/module.h"

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
        node_id first = (node_id)builder_program(r->builder)->nodes.n;
        if (r->segment_begin) r->segment_begin(r->host);
        x = call_children(r, m, at, at + length, x);
        if (r->segment_end) r->segment_end(r->host, first, x);
    }
    return call_children(r, m, last, n, x);
}
