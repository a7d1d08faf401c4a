// Conditions on sizes: what constants say of them, and the words that they are told in.

#include "ir/obligation.h"

#include "ir/base/checked.h"
#include "ir/base/text.h"

bool obligation_of_ones(const struct obligation *o)
{
    return o->diag == DIAG_VIEW_STRIDES && o->relation == RELATION_AT_MOST;
}

enum verdict obligation_plain(const struct obligation *o)
{
    int64_t a, b;
    if (o->a.size == o->b.size && o->relation != RELATION_DIVIDES) return VERDICT_PROVED;
    if (!sym_is_const(o->a.size, &a) || !sym_is_const(o->b.size, &b)) return VERDICT_OPEN;
    bool holds = false;
    switch (o->relation) {
    case RELATION_EQUAL: holds = a == b; break;
    case RELATION_AT_MOST: holds = a <= b; break;
    case RELATION_DIVIDES: holds = checked_divides(a, b); break;
    case RELATION_BROADCAST: holds = a == b || a == 1 || b == 1; break;
    }
    return holds ? VERDICT_PROVED : VERDICT_REFUTED;
}

const struct relation_words *relation_words(enum relation relation)
{
    static const struct relation_words words[] = {
        [RELATION_EQUAL] = {"must equal", "must equal"},
        [RELATION_AT_MOST] = {"must be at most", "must be at least"},
        [RELATION_DIVIDES] = {"must divide", "must be divisible by"},
        [RELATION_BROADCAST] = {"must be 1 or equal", "must be 1 or equal"},
    };
    return &words[relation];
}

const char *term_string(struct arena *arena, const struct term *term)
{
    const char *size = sym_string(arena, term->size);
    return term->what ? arena_printf(arena, "%s (%s)", term->what, size) : size;
}
