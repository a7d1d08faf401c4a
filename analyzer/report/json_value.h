#ifndef ANALYZER_REPORT_JSON_VALUE_H
#define ANALYZER_REPORT_JSON_VALUE_H

// How single values of a report look in JSON: null is what is not known. Functions that return a
// value give it away: json_object_set_new and its kin take it.

#include "analyzer/report/report.h"

#include <jansson.h>

// NULL is null; bytes that are no UTF-8 become U+FFFD.
json_t *json_text(const char *);
json_t *json_strings(int n, const char *const *strings);
// An integer, a string where it is symbolic, null where it is not known.
json_t *json_sym(struct arena *, const struct sym *);
json_t *json_sizes(struct arena *, int n, const struct sym *const *sizes);

// Sets `key`, and beside it `<key>_tag` and `<key>_reason` where it is not exact.
void json_set_quantity(struct arena *, json_t *object, const char *key, struct quantity);
// The same for a figure in bytes of each asked dtype, "bytes": {"f32": 1024, ...}: one tag for all.
void json_set_bytes(struct arena *, json_t *object, const char *key, const struct report *,
                    const struct quantity *bytes);
// Sets file, line and column; NULL sets them to null.
void json_set_site(json_t *object, const struct site *);

#endif
