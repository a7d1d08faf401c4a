#ifndef ANALYZER_REPORT_QUANTITY_H
#define ANALYZER_REPORT_QUANTITY_H

// A number of a report: a symbolic integer with a tag that says how far it can
// be trusted. A sum with an unknown part is a lower bound, never silently
// wrong and never silently missing.

#include "ir/sym/sym.h"

enum tag { TAG_EXACT, TAG_UPPER, TAG_LOWER, TAG_UNKNOWN };

struct quantity {
    const struct sym *value; // NULL: TAG_UNKNOWN
    enum tag tag;
    const char *reason; // where it is not exact: why; may be NULL
};

// Exact, or unknown with the symbol's own reason.
struct quantity quantity_of(const struct sym *);
struct quantity quantity_unknown(const char *reason);
// The sum; an unknown part makes the other one a lower bound.
struct quantity quantity_add(struct syms *, struct quantity, struct quantity);
// Of something that may be missing in part: a lower bound, for the reason. NULL: as it is.
struct quantity quantity_at_least(struct quantity, const char *reason);
struct quantity quantity_times(struct syms *, struct quantity, const struct sym *count);
// Known at all, as an exact value or as a bound?
bool quantity_known(struct quantity);
bool quantity_integer(struct quantity, int64_t *value);

const char *tag_name(enum tag); // "exact", "upper", "lower", "unknown"
// "1024", "256*N", ">= 640", "?".
const char *quantity_string(struct arena *, struct quantity);
// An integer in the largest binary unit that leaves at least one whole:
// "24.5 MiB"; "" below 1 KiB and for what is not an integer.
const char *quantity_unit(struct arena *, struct quantity);

#endif
