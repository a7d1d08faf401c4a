// What the writers of a run share.

#include "analyzer/report/execution.h"

#include "ir/base/text.h"

static const struct {
    const char *name, *words;
} figures[] = {
#define EXECUTION_FIGURE(id, name, words) {name, words},
#include "analyzer/report/execution_figures.def"
#undef EXECUTION_FIGURE
};

const char *execution_figure_name(enum execution_figure_id id)
{
    return figures[id].name;
}

const char *execution_figure_words(enum execution_figure_id id)
{
    return figures[id].words;
}

const char *execution_row_name(struct arena *arena, const struct report_row *row)
{
    if (row->call > 1) return arena_printf(arena, "%s, call %d", row->name, row->call);
    return *row->name ? row->name : "(the model)";
}

const char *execution_flow_name(enum execution_flow flow)
{
    static const char *const names[] = {NULL, "steady", "vanishing", "exploding", "not finite"};
    return names[flow];
}

const char *execution_gradients_name(enum gradients_verdict verdict)
{
    static const char *const names[] = {"not compared", "identical", "different"};
    return names[verdict];
}

// A prediction that is no number is confirmed by nothing.
bool execution_same(struct execution_pair pair)
{
    return pair.predicted == pair.measured;
}

// As tensor_string, of extents that are numbers.
const char *execution_output_string(struct arena *arena, const struct execution_output *output)
{
    struct text text = {.arena = arena};
    if (output->dtype == DTYPE_NONE) return "nothing";
    text_printf(&text, "%s[", dtype_name(output->dtype));
    for (int axis = 0; axis < output->rank; axis++)
        text_printf(&text, "%s%lld", axis ? ", " : "", (long long)output->dim[axis]);
    text_add(&text, "]");
    return text_string(&text);
}
