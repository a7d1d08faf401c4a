// Models: how layers are hooked together, and the calls that compile, run and delete one. The
// methods are functions of the library that a model's struct points to.

#include "frontends/dialects/nnom_dialect.h"

#include <string.h>

static struct cvalue status(const struct dialect_call *c, int number)
{
    return cvalue_int(c->result, number);
}

static struct cvalue nothing(const struct dialect_call *c)
{
    return (struct cvalue){.kind = CVALUE_NOTHING, .type = c->result};
}

// ---- hooks

static struct cvalue record_new(struct dialect_nnom *d, enum nnom_kind kind,
                                enum nnom_record record, const char *name)
{
    const struct ctype *pointer = unit_pointer_to(eval_unit(d->eval), d->record[record]);
    return nnom_take(d, kind, sym_const(d->syms, nnom_record_bytes(d, record)), pointer, name);
}

// The first free hook of an output: the one inside of it, or a new one at the end of the list.
static struct cvalue free_hook(struct dialect_nnom *d, const struct cvalue *out)
{
    struct cvalue first = nnom_get(d, out, NNOM_RECORD_IO, "hook.io");
    struct cvalue hook = *out, next;
    if (eval_is_null(d->eval, &first)) return hook; // it lies at the beginning
    while (next = nnom_next(d, &hook, NNOM_RECORD_HOOK, "next"), !eval_is_null(d->eval, &next)) {
        if (next.kind != CVALUE_POINTER || eval_stopped(d->eval)) return hook;
        hook = next;
    }
    next = record_new(d, NNOM_KIND_HOOKS, NNOM_RECORD_HOOK, "hook");
    nnom_put(d, &hook, NNOM_RECORD_HOOK, "next", next);
    return next;
}

static struct cvalue free_input(struct dialect_nnom *d, const struct cvalue *in)
{
    struct cvalue first = nnom_get(d, in, NNOM_RECORD_IO, "hook.io"), io = *in, next;
    if (eval_is_null(d->eval, &first)) return io;
    while (next = nnom_next(d, &io, NNOM_RECORD_IO, "aux"), !eval_is_null(d->eval, &next)) {
        if (next.kind != CVALUE_POINTER || eval_stopped(d->eval)) return io;
        io = next;
    }
    next = record_new(d, NNOM_KIND_IOS, NNOM_RECORD_IO, "io");
    nnom_put(d, &next, NNOM_RECORD_IO, "owner", nnom_get(d, &io, NNOM_RECORD_IO, "owner"));
    nnom_put(d, &io, NNOM_RECORD_IO, "aux", next);
    return next;
}

// What is NULL because of the first is NULL for the same reason.
static void tell_null(struct dialect_nnom *d, const char *function, const char *what)
{
    if (map_get_string(d->told, "null")) return;
    map_put_string(d->told, "null", d);
    struct diag *diag = diag_add(
        d->diags, DIAG_NNOM_NULL, eval_site(d->eval),
        "%s: %s is NULL: the library refuses without a word, and gives NULL", function, what);
    diag_fix(d->diags, diag, "hand over the layer that the call is to hook on");
}

static bool hook(struct dialect_nnom *d, const char *function, const struct cvalue *layer,
                 const struct cvalue *last)
{
    bool no_layer = eval_is_null(d->eval, layer), no_last = eval_is_null(d->eval, last);
    if (no_layer || no_last) tell_null(d, function, no_layer ? "the layer" : "the layer before");
    if (no_layer || no_last || layer->kind != CVALUE_POINTER || last->kind != CVALUE_POINTER)
        return false;
    struct cvalue out = nnom_get(d, last, NNOM_RECORD_LAYER, "out"),
                  in = nnom_get(d, layer, NNOM_RECORD_LAYER, "in");
    struct cvalue from = free_hook(d, &out), to = free_input(d, &in);
    nnom_put(d, &from, NNOM_RECORD_HOOK, "io", to);
    nnom_put(d, &to, NNOM_RECORD_IO, "hook.io", out);
    return true;
}

static struct cvalue rule_hook(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    if (c->arguments[0].kind == CVALUE_UNKNOWN || c->arguments[1].kind == CVALUE_UNKNOWN)
        build_unseen(eval_builder(d->eval), "a layer that is not known");
    if (!hook(d, "hook", &c->arguments[0], &c->arguments[1])) return cvalue_null(c->result);
    return nnom_result(c, c->arguments[0]);
}

// Inputs that are NULL are left out in silence.
static struct cvalue merge(const struct dialect_call *c, int first, int64_t n)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    if (eval_is_null(d->eval, &c->arguments[0])) {
        tell_null(d, "merge", "the method");
        return cvalue_null(c->result);
    }
    for (int i = 0; i < n && first + i < c->n; i++)
        hook(d, "merge", &c->arguments[0], &c->arguments[first + i]);
    return nnom_result(c, c->arguments[0]);
}

static struct cvalue rule_merge(const struct dialect_call *c)
{
    return merge(c, 1, 2);
}

static struct cvalue rule_mergex(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    int64_t n = c->n - 2;
    cvalue_as_int(&c->arguments[1], &n);
    if (n != c->n - 2) {
        struct diag *diag = diag_add(
            d->diags, DIAG_NNOM_INPUTS, eval_site(d->eval),
            "mergex: %lld layers are announced and %d are given: %s", (long long)n, c->n - 2,
            n > c->n - 2 ? "the library reads on behind the last" : "the last are left out");
        diag_fix(d->diags, diag, "make it mergex(..., %d, ...)", c->n - 2);
    }
    return merge(c, 2, n);
}

// Follows first hooks only.
static struct cvalue last_of(struct dialect_nnom *d, struct cvalue layer)
{
    for (int i = 0; i < 4096 && !eval_stopped(d->eval); i++) {
        struct cvalue out = nnom_get(d, &layer, NNOM_RECORD_LAYER, "out");
        struct cvalue next = nnom_get(d, &out, NNOM_RECORD_IO, "hook.io");
        if (eval_is_null(d->eval, &next) || next.kind != CVALUE_POINTER) return layer;
        layer = nnom_get(d, &next, NNOM_RECORD_IO, "owner");
    }
    return layer;
}

static struct cvalue rule_add(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue head = nnom_get(d, &c->arguments[0], NNOM_RECORD_MODEL, "head");
    if (eval_is_null(d->eval, &c->arguments[1])) {
        tell_null(d, "add", "the layer");
        return status(c, -7);
    }
    if (eval_is_null(d->eval, &head)) {
        nnom_put(d, &c->arguments[0], NNOM_RECORD_MODEL, "head", c->arguments[1]);
        return status(c, 0);
    }
    struct cvalue last = last_of(d, head);
    struct cvalue out = nnom_get(d, &last, NNOM_RECORD_LAYER, "out"),
                  in = nnom_get(d, &c->arguments[1], NNOM_RECORD_LAYER, "in");
    nnom_put(d, &out, NNOM_RECORD_IO, "hook.io", in);
    nnom_put(d, &in, NNOM_RECORD_IO, "hook.io", out);
    return status(c, 0);
}

// It runs in place on the layer's output, and is no layer of its own.
static struct cvalue rule_active(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    if (eval_is_null(d->eval, &c->arguments[1])) {
        tell_null(d, "active", "the layer");
        return cvalue_null(c->result);
    }
    nnom_put(d, &c->arguments[1], NNOM_RECORD_LAYER, "actail", c->arguments[0]);
    return nnom_result(c, c->arguments[1]);
}

// ---- models

static void put_methods(struct dialect_nnom *d, const struct cvalue *model)
{
    static const char *const methods[] = {"add", "hook", "merge", "mergex", "active"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        int64_t offset;
        const struct cfield *field = nnom_field(d, NNOM_RECORD_MODEL, methods[i], &offset);
        // Static in the library: no program can have a function of that name.
        const char *name = arena_printf(d->arena, "nnom_model_t.%s", methods[i]);
        if (field) nnom_put(d, model, NNOM_RECORD_MODEL, methods[i], nnom_code(d, field, name));
    }
}

static struct cvalue rule_new_model(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue model = c->arguments[0];
    int64_t size = nnom_record_bytes(d, NNOM_RECORD_MODEL);
    bool own = eval_is_null(d->eval, &model);
    if (own)
        model = record_new(d, NNOM_KIND_MODEL, NNOM_RECORD_MODEL, "model");
    else
        eval_write_bytes(d->eval, &model, 0, size, arena_alloc(d->arena, (size_t)size));
    nnom_put_int(d, &model, NNOM_RECORD_MODEL, "is_allocated", own);
    put_methods(d, &model);
    return nnom_result(c, model);
}

// What was counted is forgotten, whatever other models still hold.
static struct cvalue rule_delete(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    for (int i = 0; i < N_NNOM_KINDS; i++) {
        d->taken[i] = sym_const(d->syms, 0);
        d->n_taken[i] = 0;
    }
    if (!eval_is_null(d->eval, &c->arguments[0])) {
        int64_t size = nnom_record_bytes(d, NNOM_RECORD_MODEL);
        if (!nnom_get_int(d, &c->arguments[0], NNOM_RECORD_MODEL, "is_allocated", 0))
            eval_write_bytes(d->eval, &c->arguments[0], 0, size,
                             arena_alloc(d->arena, (size_t)size));
    }
    return nothing(c);
}

static struct cvalue compile(const struct dialect_call *c, const struct cvalue *input,
                             const struct cvalue *output)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    if (eval_is_null(d->eval, &c->arguments[0]) || eval_is_null(d->eval, input)) {
        tell_null(d, c->function->name, "the model or its input");
        return status(c, -1);
    }
    if (input->kind != CVALUE_POINTER || c->arguments[0].kind != CVALUE_POINTER) {
        build_unseen(eval_builder(d->eval), "a model of layers that are not known");
        return cvalue_unknown(c->result, "a model of layers that are not known");
    }
    struct nnom_walk walk = {.d = d, .model_pointer = c->arguments[0], .first = *input};
    nnom_put(d, &c->arguments[0], NNOM_RECORD_MODEL, "head", *input);
    nnom_put(d, &c->arguments[0], NNOM_RECORD_MODEL, "tail", *output);
    bool done = nnom_compile(&walk);
    nnom_check_compiled(&walk, output);
    return status(c, done ? 0 : -7);
}

static struct cvalue rule_compile(const struct dialect_call *c)
{
    return compile(c, &c->arguments[1], &c->arguments[2]);
}

static struct cvalue rule_sequential(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue head = nnom_get(d, &c->arguments[0], NNOM_RECORD_MODEL, "head");
    if (eval_is_null(d->eval, &head)) {
        tell_null(d, c->function->name, "the model's first layer");
        return status(c, -1);
    }
    struct cvalue last = last_of(d, head);
    return compile(c, &head, &last);
}

// ---- running

// What a run leaves in the buffers of outputs nobody knows.
static void forget_outputs(struct dialect_nnom *d, const struct cvalue *model)
{
    struct cvalue layer = nnom_get(d, model, NNOM_RECORD_MODEL, "head");
    for (int i = 0; i < 4096 && layer.kind == CVALUE_POINTER; i++) {
        if (eval_is_null(d->eval, &layer)) return;
        struct nnom_made *made = nnom_made_of(d, &layer);
        if (nnom_get_int(d, &layer, NNOM_RECORD_LAYER, "type", 0) == NNOM_OUTPUT && made) {
            struct cvalue buffer = nnom_get(d, &layer, NNOM_RECORD_IO_LAYER, "buf");
            eval_forget(d->eval, &buffer, 0, made->buffer_bytes, "what a model computed");
        }
        layer = nnom_get(d, &layer, NNOM_RECORD_LAYER, "shortcut");
    }
}

static struct cvalue rule_run(const struct dialect_call *c)
{
    forget_outputs(dialect_nnom_of(c), &c->arguments[0]);
    return status(c, 0);
}

static struct cvalue rule_set_callback(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    nnom_put(d, &c->arguments[0], NNOM_RECORD_MODEL, "layer_callback", c->arguments[1]);
    return status(c, 0);
}

static void forget_number(struct dialect_nnom *d, const struct cvalue *pointer)
{
    if (!eval_is_null(d->eval, pointer))
        eval_forget(d->eval, pointer, 0, 4, "what a model predicted");
}

// nnom_predict(model, &label, &probability), prediction_run(prediction, n, &label, &probability).
static struct cvalue rule_predict(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    forget_number(d, &c->arguments[c->n - 2]);
    forget_number(d, &c->arguments[c->n - 1]);
    if (c->n == 3) forget_outputs(d, &c->arguments[0]);
    return status(c, 0);
}

// Its memory is not asked of nnom_mem.
static struct cvalue rule_prediction(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    int64_t size = nnom_record_bytes(d, NNOM_RECORD_PREDICTION);
    struct cvalue made = eval_allocate(d->eval, size, c->result, "prediction");
    nnom_put(d, &made, NNOM_RECORD_PREDICTION, "model", c->arguments[0]);
    nnom_put(d, &made, NNOM_RECORD_PREDICTION, "buf_prediction", c->arguments[1]);
    nnom_put(d, &made, NNOM_RECORD_PREDICTION, "label_num", c->arguments[2]);
    nnom_put(d, &made, NNOM_RECORD_PREDICTION, "top_k_size", c->arguments[3]);
    return made;
}

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    dialect_nnom_of(c);
    if (c->result->kind == CTYPE_VOID) return nothing(c);
    return status(c, 0);
}

// 1 where the header was made for another version.
static struct cvalue rule_version(const struct dialect_call *c)
{
    int64_t version = 403;
    dialect_nnom_of(c);
    cvalue_as_int(&c->arguments[0], &version);
    return status(c, version != 403);
}

static struct cvalue rule_static_buffer(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    d->static_bytes = cvalue_as_sym(d->eval, &c->arguments[1]);
    d->static_site = eval_site(d->eval);
    return nothing(c);
}

static struct cvalue rule_io_length(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue at = c->arguments[0];
    bool hooks = strcmp(c->function->name, "nnom_hook_length") == 0;
    int n = 0;
    while (n < 4096 && at.kind == CVALUE_POINTER && !eval_is_null(d->eval, &at)) {
        n++;
        at = hooks ? nnom_next(d, &at, NNOM_RECORD_HOOK, "next")
                   : nnom_next(d, &at, NNOM_RECORD_IO, "aux");
    }
    return status(c, n);
}

const struct dialect_rule nnom_model_rules[] = {
    {"new_model", "p", rule_new_model, NULL},
    {"nnom_model_t.add", "pp", rule_add, NULL},
    {"nnom_model_t.hook", "pp", rule_hook, NULL},
    {"nnom_model_t.merge", "ppp", rule_merge, NULL},
    {"nnom_model_t.mergex", "pi*", rule_mergex, NULL},
    {"nnom_model_t.active", "pp", rule_active, NULL},
    {"model_compile", "ppp", rule_compile, NULL},
    {"sequencial_compile", "p", rule_sequential, NULL},
    {"model_delete", "p", rule_delete, NULL},
    {"nnom_io_length", "p", rule_io_length, NULL},
    {"nnom_hook_length", "p", rule_io_length, NULL},
    {0},
};

const struct dialect_rule nnom_run_rules[] = {
    {"model_run", "p", rule_run, NULL},
    {"nnom_predict", "ppp", rule_predict, NULL},
    {"prediction_run", "pipp", rule_predict, NULL},
    {"prediction_create", "ppii", rule_prediction, NULL},
    {"prediction_end", "p", rule_nothing, NULL},
    {"prediction_delete", "p", rule_nothing, NULL},
    {"prediction_matrix", "p", rule_nothing, NULL},
    {"prediction_top_k", "p", rule_nothing, NULL},
    {"prediction_summary", "p", rule_nothing, NULL},
    {"model_stat", "p", rule_nothing, NULL},
    {"model_io_format", "p", rule_nothing, NULL},
    {"model_set_callback", "pp", rule_set_callback, NULL},
    {"model_delete_callback", "p", rule_nothing, NULL},
    {"check_model_version", "i", rule_version, NULL},
    {"nnom_set_static_buf", "pi", rule_static_buffer, NULL},
    {"nnom_free", "p", rule_nothing, NULL},
    {"act_delete", "p", rule_nothing, NULL},
    {"act_tensor_run", "pp", rule_nothing, NULL},
    {0},
};
