#include "tests/oracle/model_answer.h"

#include "ir/base/text.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define N_RECORDED_DTYPES 4

static void check(struct model_answer *a, bool holds, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void check(struct model_answer *a, bool holds, const char *format, ...)
{
    a->tally->passed += holds;
    a->tally->failed += !holds;
    if (holds) return;
    va_list arguments;
    va_start(arguments, format);
    printf("FAIL %s: ", a->plan->id);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

static const json_t *recorded(const struct model_answer *a, const char *key)
{
    return json_object_get(a->plan->record, key);
}

// ---- figures

static int64_t number(struct quantity q)
{
    int64_t n;
    return quantity_integer(q, &n) ? n : -1;
}

// One figure for each dtype, or one number: that of float32.
static bool figures_agree(const struct quantity *ours, const json_t *theirs)
{
    if (json_is_integer(theirs)) return number(ours[0]) == json_integer_value(theirs);
    if (json_array_size(theirs) != N_RECORDED_DTYPES) return false;
    for (size_t d = 0; d < N_RECORDED_DTYPES; d++)
        if (number(ours[d]) != json_integer_value(json_array_get(theirs, d))) return false;
    return true;
}

static const char *figures_text(struct model_answer *a, const struct quantity *ours,
                                const json_t *theirs)
{
    struct text t = {.arena = a->arena};
    for (int d = 0; d < N_RECORDED_DTYPES; d++)
        text_printf(&t, "%s%lld", d ? ", " : "", (long long)number(ours[d]));
    char *text = json_dumps(theirs, JSON_COMPACT | JSON_ENCODE_ANY);
    text_printf(&t, "; PyTorch has %s", text ? text : "nothing");
    free(text);
    return text_string(&t);
}

static void check_figures(struct model_answer *a, const char *what, const struct quantity *ours,
                          const json_t *theirs)
{
    check(a, figures_agree(ours, theirs), "%s: %s", what, figures_text(a, ours, theirs));
}

static void peak_figures(const struct report_model *m, struct quantity *bytes)
{
    for (int d = 0; d < N_RECORDED_DTYPES; d++) bytes[d] = m->peaks[d][0].bytes;
}

static void reference_figures(const struct report_model *m, struct quantity *bytes)
{
    for (int d = 0; d < N_RECORDED_DTYPES; d++) bytes[d] = m->reference.peak[d].bytes;
}

static const char *peak_name(const struct report_model *m, int row)
{
    return row < 0 ? "(none)" : m->rows[row].name;
}

static bool same_text(const char *ours, const json_t *theirs)
{
    const char *name = json_string_value(theirs);
    return name && !strcmp(ours, name);
}

// ---- calls of leaves

// "f32" for "float" and "float32".
static bool same_output(const struct report_output *ours, const json_t *theirs)
{
    struct torch_tensor type;
    if (!plan_recorded_type(theirs, &type)) return false;
    if (ours->reason || ours->dtype != type.dtype || ours->shape.rank != type.rank) return false;
    for (int i = 0; i < type.rank; i++) {
        int64_t size;
        if (!sym_is_const(ours->shape.dim[i], &size) || size != type.dim[i]) return false;
    }
    return true;
}

// PyTorch's None is no result in C.
static size_t n_tensors(const json_t *outs)
{
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(outs); i++) n += !json_is_null(json_array_get(outs, i));
    return n;
}

static const char *call_difference(struct model_answer *a, const struct report_row *row,
                                   const json_t *call)
{
    const json_t *outs = json_array_get(call, 1);
    char *text = json_dumps(call, JSON_COMPACT);
    const char *theirs = arena_string(a->arena, text), *wrong = NULL;
    free(text);
    if (!same_text(row->name, json_array_get(call, 0)))
        wrong = arena_printf(a->arena, "is of `%s`", row->name);
    else if (row->poisoned)
        wrong = arena_printf(a->arena, "is poisoned: %s", row->reason);
    else if ((size_t)row->n_outputs != n_tensors(outs))
        wrong = arena_printf(a->arena, "has %d outputs", row->n_outputs);
    else if (!figures_agree(row->bytes, json_array_get(call, 2)))
        wrong = arena_printf(a->arena, "has %lld bytes", (long long)number(row->bytes[0]));
    for (int i = 0; i < row->n_outputs && !wrong; i++)
        if (!same_output(&row->outputs[i], json_array_get(outs, (size_t)i)))
            wrong = arena_printf(a->arena, "gives %s%s", dtype_name(row->outputs[i].dtype),
                                 shape_string(a->arena, &row->outputs[i].shape));
    return wrong ? arena_printf(a->arena, "%s; PyTorch has %s", wrong, theirs) : NULL;
}

static void check_calls(struct model_answer *a, const json_t *calls)
{
    size_t n = 0;
    for (int i = 0; i < a->model->n_rows; i++) {
        const struct report_row *row = &a->model->rows[i];
        if (!row->visible_to_hooks) continue;
        const json_t *call = json_array_get(calls, n++);
        if (!call) continue; // too many: said below
        const char *wrong = call_difference(a, row, call);
        check(a, !wrong, "call %zu %s", n - 1, wrong ? wrong : "");
    }
    check(a, n == json_array_size(calls), "%zu calls of leaves; PyTorch has %zu", n,
          json_array_size(calls));
}

static void check_peaks(struct model_answer *a)
{
    const json_t *peak = recorded(a, "all_calls_peak");
    struct quantity bytes[N_RECORDED_DTYPES];
    int row = a->model->peaks[0][0].row, call = 0;
    for (int i = 0; i < row; i++) call += a->model->rows[i].visible_to_hooks;
    check(a, same_text(peak_name(a->model, row), json_object_get(peak, "layer")),
          "the peak leaf is `%s`", peak_name(a->model, row));
    check(a, call == json_integer_value(json_object_get(peak, "call_index")), "the peak is call %d",
          call);
    peak_figures(a->model, bytes);
    check_figures(a, "peak bytes", bytes, json_object_get(peak, "bytes"));
    check_figures(a, "total bytes", a->model->total, recorded(a, "all_calls_total_bytes"));
}

// The last and the largest call of leaves that are called more than once.
static void check_shared(struct model_answer *a)
{
    const char *name;
    json_t *shared;
    json_object_foreach((json_t *)recorded(a, "shared"), name, shared)
    {
        const struct report_row *last = NULL, *largest = NULL;
        for (int i = 0; i < a->model->n_rows; i++) {
            const struct report_row *row = &a->model->rows[i];
            if (!row->visible_to_hooks || strcmp(row->name, name) != 0) continue;
            if (!largest || number(row->bytes[0]) > number(largest->bytes[0])) largest = row;
            last = row;
        }
        check(a, last, "`%s` is never called", name);
        if (!last) continue;
        check_figures(a, arena_printf(a->arena, "last call of `%s`", name), last->bytes,
                      json_object_get(shared, "last_bytes"));
        check_figures(a, arena_printf(a->arena, "largest call of `%s`", name), largest->bytes,
                      json_object_get(shared, "max_bytes"));
    }
}

static void check_uncalled(struct model_answer *a)
{
    const json_t *names = recorded(a, "uncalled_leaves");
    size_t found = 0;
    for (int i = 0; i < a->model->n_uncalled; i++)
        for (size_t k = 0; k < json_array_size(names); k++)
            found += same_text(a->model->uncalled[i].name, json_array_get(names, k));
    size_t n = json_array_size(names);
    check(a, found == n && (size_t)a->model->n_uncalled == n,
          "%d leaves are never called, %zu of them are PyTorch's %zu", a->model->n_uncalled, found,
          n);
}

// ---- the reference

static void check_reference(struct model_answer *a, const json_t *reference)
{
    const struct report_reference *ours = &a->model->reference;
    bool fails = json_object_get(reference, "error");
    check(a, (ours->fails != NULL) == fails, "the reference script %s",
          ours->fails ? ours->fails : "does not fail");
    if (fails || ours->fails) return;
    struct quantity bytes[N_RECORDED_DTYPES];
    reference_figures(a->model, bytes);
    const char *peak = peak_name(a->model, ours->peak[0].row);
    check(a, ours->n_leaves == json_integer_value(json_object_get(reference, "n_layers")),
          "the reference has %d leaves", ours->n_leaves);
    check(a, same_text(peak, json_object_get(reference, "peak_layer")),
          "the reference's peak is `%s`", peak);
    check_figures(a, "reference peak", bytes, json_object_get(reference, "peak_bytes"));
    check_figures(a, "reference total", ours->total, json_object_get(reference, "total_bytes"));
}

// ---- steps

static bool stands_at(const struct site *site, int line)
{
    for (; site; site = site->caller)
        if (site->line == line) return true;
    return false;
}

// The last node that the call made, 0 if it made none.
static node_id last_node_at(const struct program *p, int line)
{
    for (int i = p->nodes.n - 1; i > 0; i--)
        if (stands_at(p->nodes.at[i].site, line)) return (node_id)i;
    return 0;
}

static const char *value_difference(struct model_answer *a, const struct value *v,
                                    const json_t *theirs)
{
    struct torch_tensor type;
    if (!plan_recorded_type(theirs, &type)) return NULL;
    if (v->flags & VALUE_POISONED)
        return arena_printf(a->arena, "poisoned: %s", v->reason ? v->reason : "no reason");
    struct tensor_type ours = value_type(v);
    bool same = ours.dtype == type.dtype && ours.shape.rank == type.rank;
    for (int i = 0; i < type.rank && same; i++) {
        int64_t size;
        same = sym_is_const(ours.shape.dim[i], &size) && size == type.dim[i];
    }
    return same ? NULL : tensor_string(a->arena, &ours);
}

static const char *step_difference(struct model_answer *a, const struct plan_step *step)
{
    const struct program *p = a->model->program;
    const struct plan_op *op = &a->plan->body->ops.at[step->op];
    if (op->kind == PLAN_PARAMETER) return NULL;
    node_id id = last_node_at(p, op->line);
    if (!id) return "no node";
    const struct node *node = program_node(p, id);
    for (size_t i = 0; i < json_array_size(step->recorded) && i < node->n_out; i++) {
        const struct value *v = program_value(p, node->out + (value_id)i);
        const char *wrong = value_difference(a, v, json_array_get(step->recorded, i));
        if (wrong) return wrong;
    }
    return NULL;
}

static void check_steps(struct model_answer *a)
{
    for (int i = 0; i < a->plan->steps.n; i++) {
        const struct plan_step *step = &a->plan->steps.at[i];
        const char *wrong = step_difference(a, step);
        char *theirs = json_dumps(step->recorded, JSON_COMPACT);
        check(a, !wrong, "%s gives %s; PyTorch has %s", step->target, wrong, theirs);
        free(theirs);
    }
}

// The largest output of all steps, those of functions too: what the snippet misses.
static void check_step_peak(struct model_answer *a)
{
    const json_t *peak = recorded(a, "step_peak_float32");
    if (!peak) return;
    int64_t largest = -1;
    for (int i = 0; i < a->model->n_rows; i++)
        if (number(a->model->rows[i].bytes[0]) > largest)
            largest = number(a->model->rows[i].bytes[0]);
    check(a, largest == json_integer_value(json_object_get(peak, "bytes")),
          "the largest step has %lld bytes; PyTorch has %lld", (long long)largest,
          (long long)json_integer_value(json_object_get(peak, "bytes")));
}

// What the call of the root gives back, in order; a record names values, whose types it has where
// they are made.
static void check_returns(struct model_answer *a)
{
    const struct program *p = a->model->program;
    const struct plan_body *body = a->plan->body;
    if (a->plan->modules.at[0].body != body) return; // a leaf, whose call is compared
    const struct module_call *root = p->calls.n ? &p->calls.at[p->calls.n - 1] : NULL;
    int n = root ? root->n_out : 0;
    check(a, n == body->results.n, "gives %d results; PyTorch has %d", n, body->results.n);
    for (int i = 0; i < n && i < body->results.n; i++) {
        const struct plan_value *theirs = plan_value_at(a->plan, body->results.at[i]);
        const struct value *ours = program_value(p, root->out[i]);
        struct tensor_type type = value_type(ours);
        bool same = type.dtype == theirs->dtype && type.shape.rank == theirs->rank;
        for (int k = 0; k < theirs->rank && same; k++) {
            int64_t size;
            same = sym_is_const(type.shape.dim[k], &size) && size == theirs->dim[k];
        }
        check(a, same, "result %d is %s", i, tensor_string(a->arena, &type));
    }
}

// ---- the whole

static const char *first_error(const struct report_model *m)
{
    for (const struct diag *d = m->program->diags.first; d; d = d->next)
        if (d->severity == SEVERITY_ERROR && d->verdict == VERDICT_REFUTED) return d->message;
    return NULL;
}

void model_check(struct model_answer *a)
{
    const char *error = first_error(a->model);
    check(a, !error, "refused: %s", error ? error : "");
    check_calls(a, recorded(a, "calls"));
    check_steps(a);
    check_returns(a);
    check_step_peak(a);
    check_peaks(a);
    check_shared(a);
    check_uncalled(a);
    check_reference(a, recorded(a, "reference"));
    check(a, number(a->model->parameters) == json_integer_value(recorded(a, "param_numel")),
          "%lld parameters; PyTorch has %lld", (long long)number(a->model->parameters),
          (long long)json_integer_value(recorded(a, "param_numel")));
    check_figures(a, "parameter bytes", a->model->parameter_bytes, recorded(a, "param_bytes"));
    check_figures(a, "buffer bytes", a->model->buffer_bytes, recorded(a, "buffer_bytes"));
}

void model_check_eval(struct model_answer *a)
{
    const char *error = first_error(a->model);
    check(a, !error, "refused in eval mode: %s", error ? error : "");
    check_calls(a, recorded(a, "calls"));
    check_steps(a);
    check_returns(a);
    check_reference(a, recorded(a, "reference"));
}

// ---- degenerate models

// The fewest and the most tensors that a call of a leaf gives.
static void count_results(const json_t *calls, size_t *fewest, size_t *most)
{
    *fewest = SIZE_MAX;
    *most = 0;
    for (size_t i = 0; i < json_array_size(calls); i++) {
        size_t n = n_tensors(json_array_get(json_array_get(calls, i), 1));
        if (n < *fewest) *fewest = n;
        if (n > *most) *most = n;
    }
}

// The dict of the snippet: names in the order of their first calls, bytes of the last ones.
static void check_sizes(struct model_answer *a, const json_t *sizes)
{
    size_t n = 0;
    for (int i = 0; i < a->model->n_rows; i++) {
        const struct report_row *first = &a->model->rows[i];
        if (!first->visible_to_hooks || first->call != 1) continue;
        const struct report_row *last = first;
        for (int k = i + 1; k < a->model->n_rows; k++)
            if (a->model->rows[k].visible_to_hooks && a->model->rows[k].scope == first->scope)
                last = &a->model->rows[k];
        const json_t *slot = json_array_get(sizes, n++);
        check(a,
              same_text(first->name, json_array_get(slot, 0)) &&
                  number(last->bytes[0]) == json_integer_value(json_array_get(slot, 1)),
              "slot %zu of the dict is `%s` with %lld bytes", n - 1, first->name,
              (long long)number(last->bytes[0]));
    }
    check(a, n == json_array_size(sizes), "the dict has %zu names", n);
}

// What a module can't have raised: exceptions that are not the ops' own, and messages of functions
// of tensors.
static bool raised_by_no_module(const char *error)
{
    static const char *const of_functions[] = {"The size of tensor a",
                                               "is invalid for input of size",
                                               "Sizes of tensors must match", "view size is not"};
    if (strncmp(error, "RuntimeError", 12) != 0) return true;
    for (size_t i = 0; i < sizeof of_functions / sizeof *of_functions; i++)
        if (strstr(error, of_functions[i])) return true;
    return false;
}

static void check_raised(struct model_answer *a, const char *error)
{
    const char *ours = first_error(a->model);
    if (!ours && recorded(a, "forward_error") && raised_by_no_module(error))
        a->tally->skipped++;
    else
        check(a, ours, "accepted; PyTorch refuses: %s", error);
}

static void check_degenerate_error(struct model_answer *a, const char *error)
{
    const struct report_reference *reference = &a->model->reference;
    const json_t *calls = recorded(a, "calls");
    size_t fewest, most;
    count_results(calls, &fewest, &most);
    if (recorded(a, "forward_error") || (fewest == 0 && json_array_size(calls))) {
        check_raised(a, error);
        return;
    }
    check_calls(a, calls);
    check(a, (reference->fails != NULL) == (most != 1), "the reference %s; PyTorch says %s",
          reference->fails ? "fails" : "does not fail", error);
}

void model_check_degenerate(struct model_answer *a)
{
    const char *error = json_string_value(recorded(a, "error"));
    if (error) {
        check_degenerate_error(a, error);
        return;
    }
    const struct report_reference *reference = &a->model->reference;
    const char *wrong = first_error(a->model);
    check(a, !wrong, "refused: %s", wrong ? wrong : "");
    check_calls(a, recorded(a, "calls"));
    check_steps(a);
    check_returns(a);
    check_sizes(a, recorded(a, "sizes"));
    const char *peak = peak_name(a->model, reference->peak[0].row);
    check(a, !reference->fails, "the reference fails: %s", reference->fails);
    check(a, same_text(peak, recorded(a, "peak_layer")), "the reference's peak is `%s`", peak);
    struct quantity bytes[N_RECORDED_DTYPES];
    reference_figures(a->model, bytes);
    check_figures(a, "reference peak", bytes, recorded(a, "peak_bytes"));
}
