// The inputs of a model whose loops run as often as a symbol says: as many in all samples, or,
// where each round takes some of its own as the steps of an unrolled network do, those of the later
// rounds as one line.

#include "analyzer/folding.h"

#include <string.h>

static bool has_as_many(const struct fold *f, int n)
{
    for (int s = SECOND; s < f->request->n_samples; s++)
        if (f->request->models[s].n_inputs != n) return false;
    return true;
}

static void fit_each(struct fold *f, int n, struct report_input *inputs)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < inputs[i].type.shape.rank; k++) {
            struct quantity dims[MAX_SAMPLES];
            const struct quantity *each[MAX_SAMPLES] = {NULL};
            for (int s = 0; s < f->request->n_samples; s++) {
                const struct report_model *m = &f->request->models[s];
                if (m->n_inputs != n || k >= m->inputs[i].type.shape.rank) continue;
                dims[s] = quantity_of(m->inputs[i].type.shape.dim[k]);
                each[s] = &dims[s];
            }
            inputs[i].type.shape.dim[k] = fold_fit(f, each).value;
            if (fold_falls_below_0(f, inputs[i].type.shape.dim[k])) f->failed = true;
        }
    }
}

// ---- those of each round

// "in" of "in" and of "in.47": its number says which one of the nodes of that name it is.
static const char *kind_of(struct arena *arena, const char *name)
{
    const char *dot = strrchr(name, '.');
    bool numbered = dot && dot[1] && dot[1 + strspn(dot + 1, "0123456789")] == '\0';
    return numbered ? arena_string_n(arena, name, (size_t)(dot - name)) : name;
}

static struct report_row row_of(struct fold *f, int sample, const struct report_input *input)
{
    const struct sym *none = sym_const(f->request->models[sample].program->syms, 0);
    struct report_output *output = arena_new(f->arena, struct report_output);
    output->dtype = input->type.dtype;
    output->shape = input->type.shape;
    struct report_row row = {.name = input->name,
                             .op = kind_of(f->arena, input->name),
                             .args = "",
                             .n_outputs = 1,
                             .outputs = output};
    row.flops = row.parameters = quantity_of(none);
    for (int d = 0; d < f->request->n_dtypes; d++) row.bytes[d] = quantity_of(none);
    return row;
}

static void make_rows(struct fold *f)
{
    for (int s = 0; s < f->request->n_samples; s++) {
        const struct report_model *m = &f->request->models[s];
        f->n_part_rows[s] = m->n_inputs;
        f->part_rows[s] = arena_array(f->arena, struct report_row, m->n_inputs + 1);
        for (int i = 0; i < m->n_inputs; i++) f->part_rows[s][i] = row_of(f, s, &m->inputs[i]);
    }
}

static void fit_rounds(struct fold *f, int n, struct report_input *inputs)
{
    struct report_row *rows = arena_array(f->arena, struct report_row, n + 1);
    make_rows(f);
    fold_parts(f, rows);
    for (int i = 0; i < n && !f->failed; i++) {
        inputs[i].name = rows[i].name;
        inputs[i].type.shape = rows[i].outputs[0].shape;
        inputs[i].times = rows[i].times;
        if (rows[i].rounds != ROUNDS_ALIKE) f->failed = true;
    }
}

void fold_inputs(struct fold *f, struct report_model *folded)
{
    struct report_input *inputs = arena_array(f->arena, struct report_input, folded->n_inputs);
    for (int i = 0; i < folded->n_inputs; i++) inputs[i] = folded->inputs[i];
    if (has_as_many(f, folded->n_inputs))
        fit_each(f, folded->n_inputs, inputs);
    else
        fit_rounds(f, folded->n_inputs, inputs);
    folded->inputs = inputs;
}
