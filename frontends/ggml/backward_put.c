// What a backward pass calls, and how the gradients of one tensor come together.

#include "frontends/ggml/backward_pass.h"

#include "frontends/ggml/layout.h"
#include "frontends/ggml/make.h"

#include <string.h>

// ---- asking

bool pass_needs(const struct pass *p, const struct ggml_tensor *t)
{
    return t && t->number < p->n_needs && graph_holds(p->graph, t) && p->needs[t->number];
}

bool pass_failed(const struct pass *p)
{
    return p->result->problem != BACKWARD_DONE || p->call->refused;
}

void pass_fail(struct pass *p, enum backward_problem problem, const struct ggml_tensor *at)
{
    if (p->result->problem != BACKWARD_DONE) return;
    p->result->problem = problem;
    p->result->at = at;
}

static bool surely(struct pass *p, const struct conditions *all)
{
    if (all->verdict == VERDICT_OPEN) p->result->general = true;
    return all->verdict == VERDICT_PROVED;
}

bool pass_same(struct pass *p, const struct ggml_tensor *a, const struct ggml_tensor *b)
{
    struct conditions same = ggml_layout_same(p->call->syms, a, b);
    return surely(p, &same);
}

bool pass_contiguous(struct pass *p, const struct ggml_tensor *t)
{
    struct conditions contiguous = ggml_layout_contiguous(p->call->syms, t, 0);
    return surely(p, &contiguous);
}

// ---- calls of the library

// The inner call's tensors, open conditions and refusal become those of the whole.
static void take_over(struct pass *p, struct ggml_call *inner)
{
    struct ggml_call *whole = p->call;
    for (int i = 0; i < inner->made.n; i++) {
        inner->made.at[i]->function = whole->function->name;
        *vec_push(whole->arena, &whole->made) = inner->made.at[i];
    }
    if (inner->open) {
        *whole->open_end = inner->open;
        whole->open_end = inner->open_end;
    }
    whole->refused = inner->refused;
    if (inner->guessed >= 0) pass_fail(p, BACKWARD_UNKNOWN, p->node);
}

struct ggml_tensor *pass_call(struct pass *p, const char *function,
                              struct ggml_tensor *const *tensors, int n_tensors,
                              const struct call_number *numbers, int n_numbers)
{
    const struct ggml_call *whole = p->call;
    if (pass_failed(p)) return tensors[0];
    struct ggml_call inner = {.arena = whole->arena,
                              .syms = whole->syms,
                              .state = whole->state,
                              .context = whole->context,
                              .site = whole->site,
                              .name_bytes = whole->name_bytes,
                              .order = whole->order,
                              .n_in = n_tensors,
                              .n_numbers = n_numbers};
    inner.function = ggml_function_find(function, whole->state->version);
    if (!inner.function) {
        pass_fail(p, BACKWARD_UNSUPPORTED, p->node);
        return tensors[0];
    }
    memcpy(inner.in, tensors, (size_t)n_tensors * sizeof *tensors);
    if (n_numbers) memcpy(inner.numbers, numbers, (size_t)n_numbers * sizeof *numbers);
    struct ggml_tensor *made = ggml_call_run(&inner);
    take_over(p, &inner);
    return made ? made : tensors[0];
}

struct ggml_tensor *pass_unary(struct pass *p, const char *function, struct ggml_tensor *a)
{
    return pass_call(p, function, TENSORS(a), NULL, 0);
}

struct ggml_tensor *pass_binary(struct pass *p, const char *function, struct ggml_tensor *a,
                                struct ggml_tensor *b)
{
    return pass_call(p, function, TENSORS(a, b), NULL, 0);
}

struct ggml_tensor *pass_scale(struct pass *p, struct ggml_tensor *a, float factor)
{
    return pass_call(p, "ggml_scale", TENSORS(a), NUMBERS(pass_float(factor)));
}

// ---- numbers

struct call_number pass_size(const struct sym *size)
{
    struct call_number number = {.sym = size};
    int64_t value;
    number.known = sym_is_const(size, &value);
    if (number.known) number.real = (double)value;
    return number;
}

struct call_number pass_float(float value)
{
    return (struct call_number){.real = (double)value, .known = true};
}

static bool is_known(const struct pass *p, int word)
{
    return !(p->node->params_unknown & 1u << word);
}

struct call_number pass_param(struct pass *p, int word)
{
    struct syms *s = p->call->syms;
    return pass_size(is_known(p, word) ? sym_const(s, p->node->params[word])
                                       : sym_unknown(s, "a parameter of the forward operator"));
}

struct call_number pass_param_float(struct pass *p, int word)
{
    float value;
    memcpy(&value, &p->node->params[word], sizeof value);
    return is_known(p, word) ? pass_float(value) : (struct call_number){.known = false};
}

// ---- gradients

static void settle(struct pass *p, struct ggml_tensor *source, struct ggml_tensor *gradient)
{
    if (pass_failed(p)) return;
    graph_set_gradient(p->call->arena, p->graph, source, gradient);
    tensor_name(p->call, gradient, "grad for ", source->name);
    p->result->limit = graph_expand(p->call->arena, p->graph, gradient, GGML_COMPUTE);
    if (p->result->limit != GRAPH_FITS) pass_fail(p, BACKWARD_FULL, p->node);
}

// An accumulator stays the tensor that gathers.
static const char *gathering(struct pass *p, const struct ggml_tensor *source, const char *fresh,
                             const char *in_place)
{
    return graph_accumulator(p->graph, source) ? in_place : fresh;
}

void pass_add(struct pass *p, struct ggml_tensor *source, struct ggml_tensor *t)
{
    struct ggml_tensor *sum = graph_gradient(p->graph, source);
    const char *add = gathering(p, source, "ggml_add", "ggml_add_inplace");
    settle(p, source, sum ? pass_binary(p, add, sum, t) : t);
}

void pass_subtract(struct pass *p, struct ggml_tensor *source, struct ggml_tensor *t)
{
    struct ggml_tensor *sum = graph_gradient(p->graph, source);
    const char *subtract = gathering(p, source, "ggml_sub", "ggml_sub_inplace");
    settle(p, source, sum ? pass_binary(p, subtract, sum, t) : pass_unary(p, "ggml_neg", t));
}

void pass_add_one(struct pass *p, struct ggml_tensor *source, struct ggml_tensor *t)
{
    struct ggml_tensor *sum = graph_gradient(p->graph, source);
    const char *add = gathering(p, source, "ggml_add1", "ggml_add1_inplace");
    settle(p, source, sum ? pass_binary(p, add, sum, t) : pass_binary(p, "ggml_repeat", t, source));
}

void pass_add_part(struct pass *p, struct ggml_tensor *source, struct ggml_tensor *t,
                   const struct call_number *part)
{
    struct ggml_tensor *sum = graph_gradient(p->graph, source);
    const char *add = sum ? gathering(p, source, "ggml_acc", "ggml_acc_inplace") : "ggml_acc";
    if (!sum) sum = pass_scale(p, source, 0.0f);
    settle(p, source, pass_call(p, add, TENSORS(sum, t), part, 4));
}
