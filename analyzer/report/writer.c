#include "analyzer/report/writer.h"

#include <string.h>

static const struct writer writers[] = {
#define WRITER(id, name, report, comparison, findings, doc)                                        \
    {name, doc, findings, report, comparison},
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
