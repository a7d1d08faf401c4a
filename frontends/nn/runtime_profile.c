// nn_profile_forward_bottleneck: what a forward hook on every leaf measures of two models.

#include "frontends/nn/module.h"
#include "frontends/nn/runtime.h"
#include "ir/base/text.h"

struct peak {
    struct runtime *rt;
    int n_names;
    const struct module_entry *names; // of the model's modules
    int64_t bytes;
    const char *layer;   // NULL: no leaf was called yet
    const char *trouble; // why an output could not be measured
};

// Of one call: all of its outputs, as the kernels made them.
static int64_t measure(struct peak *peak, struct nn_tensors outputs)
{
    struct runtime *rt = peak->rt;
    int64_t bytes = 0;
    for (int64_t i = 0; i < outputs.n && !peak->trouble; i++) {
        const char *why;
        const struct tensor *t = rt->engine->tensor(runtime_engine(rt), outputs.at[i]->value, &why);
        if (t)
            bytes += tensor_owned_bytes(t);
        else
            peak->trouble = why;
    }
    return bytes;
}

static const char *name_of(const struct peak *peak, nn_module_id id)
{
    for (int i = 0; i < peak->n_names; i++)
        if (peak->names[i].module == id) return arena_string(peak->rt->arena, peak->names[i].name);
    return "";
}

static void leaf_called(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                        void *user)
{
    (void)inputs;
    struct peak *peak = user;
    int64_t bytes = measure(peak, outputs);
    if (peak->layer && bytes <= peak->bytes) return;
    peak->bytes = bytes;
    peak->layer = name_of(peak, runtime_module_id(peak->rt, module));
}

// NULL, or why there is no peak.
static const char *run_model(struct peak *peak, const struct nn_profile_args *a, nn_module *model)
{
    struct runtime *rt = peak->rt;
    peak->n_names = module_tree(rt->recording, runtime_module_id(rt, model), &peak->names);
    node_id first = (node_id)runtime_program()->nodes.n;
    NN_HOOK_SCOPE hook = nn_register_forward_hook_with(&(struct nn_forward_hook_args){
        .nn_here = a->nn_here, .module = model, .hook = leaf_called, .user = peak, .leaves = true});
    const nn_tensor *out =
        nn_call_with(&(struct nn_call_args){.nn_here = a->nn_here, .module = model, .x = a->x});
    if (rt->run) rt->engine->let_go(rt->run, first);
    if (nn_error(out)) return runtime_error(out);
    if (peak->trouble) return peak->trouble;
    if (!peak->layer) return "no module without children is called, so that no hook sees an output";
    return NULL;
}

static bool run_named(struct peak *peak, const struct nn_profile_args *a, nn_module *model,
                      const char *name)
{
    const char *trouble = model ? run_model(peak, a, model) : "the module is NULL";
    if (!trouble) return true;
    runtime_at(peak->rt, &a->nn_here);
    recording_wrong(peak->rt->recording, DIAG_NN_RUN,
                    "nn_profile_forward_bottleneck: model `%s`: %s", name, trouble);
    return false;
}

bool nn_profile_forward_bottleneck_with(const struct nn_profile_args *p)
{
    struct runtime *rt = runtime_current();
    struct peak a = {.rt = rt}, b = {.rt = rt};
    bool before = nn_set_grad_enabled(false);
    bool right = run_named(&a, p, p->a, "a") && run_named(&b, p, p->b, "b");
    nn_set_grad_enabled(before);
    struct nn_bottleneck report = {0};
    if (right)
        report = (struct nn_bottleneck){a.bytes, a.layer, b.bytes, b.layer,
                                        b.bytes > a.bytes ? "b" : "a"};
    if (p->report) *p->report = report;
    return right;
}

// ---- as JSON

static void add_string(struct text *text, const char *string)
{
    text_add_char(text, '"');
    for (const char *at = string; *at; at++) {
        if (*at == '"' || *at == '\\')
            text_printf(text, "\\%c", *at);
        else if ((unsigned char)*at < 0x20)
            text_printf(text, "\\u%04x", (unsigned char)*at);
        else
            text_add_char(text, *at);
    }
    text_add_char(text, '"');
}

static void add_member(struct text *text, const char *key, const char *value)
{
    text_printf(text, "  \"%s\": ", key);
    if (value)
        add_string(text, value);
    else
        text_add(text, "null");
}

const char *nn_bottleneck_json(const struct nn_bottleneck *report)
{
    struct text text = {.arena = runtime_current()->arena};
    if (!report) return NULL;
    text_printf(&text, "{\n  \"a_peak_bytes\": %lld,\n", (long long)report->a_peak_bytes);
    add_member(&text, "a_peak_layer", report->a_peak_layer);
    text_printf(&text, ",\n  \"b_peak_bytes\": %lld,\n", (long long)report->b_peak_bytes);
    add_member(&text, "b_peak_layer", report->b_peak_layer);
    text_add(&text, ",\n");
    add_member(&text, "bottleneck", report->bottleneck);
    text_add(&text, "\n}\n");
    return text_string(&text);
}
