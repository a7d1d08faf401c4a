// What the writers of plans share.

#include "analyzer/report/plans.h"

#include <string.h>

static const struct plans_writer writers[] = {
#define PLANS_WRITER(format, write) {format, write},
#include "analyzer/report/plans_writers.def"
#undef PLANS_WRITER
};

const struct plans_writer *plans_writer_find(const char *format)
{
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (!strcmp(writers[i].format, format)) return &writers[i];
    return NULL;
}

const char *plan_row_kind_name(enum plan_row_kind kind)
{
    static const char *const names[] = {"plain", "written", "equal", "best"};
    return names[kind];
}

const char *plan_row_name(struct arena *arena, const struct plan_row *row)
{
    switch (row->kind) {
    case PLAN_ROW_PLAIN: return "no checkpoints";
    case PLAN_ROW_WRITTEN: return "as written";
    case PLAN_ROW_BEST: return "best";
    case PLAN_ROW_EQUAL: break;
    }
    return text_count(arena, row->n_segments, "segment", "segments");
}
