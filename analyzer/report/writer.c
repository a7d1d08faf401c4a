// The table of report formats (writers.def), and what several of them write alike.

#include "analyzer/report/writer.h"

#include <string.h>

static const struct writer writers[] = {
#define WRITER(id, name, report, comparison, executions, findings, doc)                            \
    {name, doc, findings, report, comparison, executions},
#include "analyzer/report/writers.def"
#undef WRITER
};

int writer_count(void)
{
    return (int)(sizeof writers / sizeof *writers);
}

const struct writer *writer_at(int index)
{
    return &writers[index];
}

const struct writer *writer_find(const char *name)
{
    for (int i = 0; i < writer_count(); i++) {
        if (!strcmp(writers[i].name, name)) return &writers[i];
    }
    return NULL;
}

bool writer_same_reason(const struct report_row *row)
{
    for (int i = 0; i < row->n_outputs; i++) {
        const char *reason = row->outputs[i].reason;
        if (!reason || strcmp(reason, row->outputs[0].reason) != 0) return false;
    }
    return row->n_outputs > 0;
}

const char *writer_type(struct arena *arena, const struct tensor_type *type, bool innermost_first)
{
    if (!innermost_first) return tensor_string(arena, type);
    return arena_printf(arena, "%s %s", dtype_name(type->dtype),
                        shape_string_innermost(arena, &type->shape));
}

const char *writer_outputs(struct arena *arena, const struct report_row *row, const char *separator)
{
    struct text text = {.arena = arena};
    int n = writer_same_reason(row) ? 1 : row->n_outputs;
    for (int i = 0; i < n; i++) {
        const struct report_output *output = &row->outputs[i];
        if (i) text_add(&text, separator);
        if (output->reason)
            text_printf(&text, "unknown (%s)", output->reason);
        else
            text_add(&text, writer_type(arena,
                                        &(struct tensor_type){.dtype = output->dtype,
                                                              .shape = output->shape},
                                        output->innermost_first));
    }
    return text_string(&text);
}
