// Numbers that say how far they can be trusted. Every operation keeps the weaker of two tags: a
// sum with an unknown part is a lower bound.

#include "analyzer/report/quantity.h"

static const char *const tag_names[] = {"exact", "upper", "lower", "unknown"};
// What stands before a value: a bound reads as the bound that it is.
static const char *const tag_marks[] = {"", "<= ", ">= ", "?"};

const char *tag_name(enum tag tag)
{
    return tag_names[tag];
}

struct quantity quantity_unknown(const char *reason)
{
    return (struct quantity){.tag = TAG_UNKNOWN, .reason = reason};
}

struct quantity quantity_of(const struct sym *value)
{
    if (!value) return quantity_unknown(NULL);
    if (sym_kind(value) == SYM_UNKNOWN) return quantity_unknown(sym_name(value));
    return (struct quantity){.value = value};
}

// What is left of a sum when one part is unknown. Sizes are never negative, so the
// known part bounds the sum from below; an upper bound bounds nothing any more, and
// that a sum is not negative tells nobody anything.
struct quantity quantity_at_least(struct quantity known, const char *reason)
{
    if (!reason || !quantity_known(known)) return known;
    int64_t value;
    bool nothing = sym_is_const(known.value, &value) && value == 0;
    if (known.tag == TAG_UPPER || (nothing && known.tag == TAG_EXACT))
        return quantity_unknown(reason);
    if (known.tag == TAG_LOWER) return known;
    return (struct quantity){.value = known.value, .tag = TAG_LOWER, .reason = reason};
}

static const char *unknown_part(struct quantity q)
{
    return q.reason ? q.reason : "a part is not known";
}

struct quantity quantity_add(struct syms *syms, struct quantity a, struct quantity b)
{
    if (!quantity_known(a) && !quantity_known(b)) return a;
    if (!quantity_known(a)) return quantity_at_least(b, unknown_part(a));
    if (!quantity_known(b)) return quantity_at_least(a, unknown_part(b));
    struct quantity sum = quantity_of(sym_add(syms, a.value, b.value));
    if (!quantity_known(sum)) return sum;
    sum.tag = a.tag == TAG_EXACT ? b.tag : a.tag;
    sum.reason = a.tag == TAG_EXACT ? b.reason : a.reason;
    // A lower and an upper bound together bound nothing.
    if (a.tag != TAG_EXACT && b.tag != TAG_EXACT && a.tag != b.tag)
        return quantity_unknown(a.reason ? a.reason : b.reason);
    return sum;
}

// A bound stays a bound: counts are never negative.
struct quantity quantity_times(struct syms *syms, struct quantity q, const struct sym *count)
{
    if (!quantity_known(q)) return q;
    struct quantity product = quantity_of(sym_mul(syms, q.value, count));
    if (!quantity_known(product)) return product;
    product.tag = q.tag;
    product.reason = q.reason;
    return product;
}

bool quantity_known(struct quantity q)
{
    return q.value && q.tag != TAG_UNKNOWN;
}

bool quantity_integer(struct quantity q, int64_t *value)
{
    return quantity_known(q) && sym_is_const(q.value, value);
}

const char *quantity_string(struct arena *arena, struct quantity q)
{
    if (!quantity_known(q)) return tag_marks[TAG_UNKNOWN];
    const char *value = sym_string(arena, q.value);
    return *tag_marks[q.tag] ? arena_printf(arena, "%s%s", tag_marks[q.tag], value) : value;
}

// Four digits tell sizes apart; the exact figure stands beside it anyway.
const char *quantity_unit(struct arena *arena, struct quantity q)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    int64_t bytes;
    if (!quantity_integer(q, &bytes) || bytes < 1024) return "";
    int unit = 0;
    double size = (double)bytes / 1024;
    for (; size >= 1024 && unit < 4; unit++) size /= 1024;
    return arena_printf(arena, "%.4g %s", size, units[unit]);
}
