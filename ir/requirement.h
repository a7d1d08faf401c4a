#ifndef IR_REQUIREMENT_H
#define IR_REQUIREMENT_H

// A condition of an op that depends on unknown sizes, as a requirement on
// them: the simplest fact under which it holds. Kept as text, so that it can
// be told to a table of symbols other than the one it came from.

#include "ir/infer.h"

// Of one symbol: a bound on either side, and two of its residue.
#define MAX_RESIDUES_REQUIREMENTS 4

enum requirement_kind {
    REQUIRE_AT_LEAST,  // left >= right
    REQUIRE_AT_MOST,   // left <= right
    REQUIRE_DIVIDES,   // left divides right
    REQUIRE_EQUAL,     // left == right
    REQUIRE_DIFFERENT, // left != right: never assumed, as the facts have no such form
    REQUIRE_BROADCAST  // left == right, or one of them is 1: never assumed either
};

struct requirement {
    enum requirement_kind kind;
    const char *left, *right;
};

// What a program took to hold on its way, as a user reads it and as a requirement on symbols.
struct claim {
    const char *text;               // "n_layer > 12"
    struct requirement requirement; // no sides: nothing that numbers could be held against
};

// With its texts, as a run and what it took to hold end before they are asked for.
struct claim claim_copy(struct arena *, const struct claim *);

struct claims {
    int n;
    const struct claim *at;
};

// The condition under the facts of the table. A BROADCAST one is proved where one size is 1.
struct proof requirement_prove(struct syms *, const struct obligation *);
// "H % 8 == 0", "H >= 5", "T <= n_ctx". False where the sizes are unknown.
bool requirement_of(struct arena *, struct syms *, const struct obligation *, struct requirement *);
// "H*W == 196 or H*W == 1", of sizes that broadcast. False for other relations.
bool requirement_of_broadcast(struct arena *, struct syms *, const struct obligation *,
                              struct requirement *);
// The condition word for word, "2*(H/2) == H". False where it is none of sizes that are known.
bool requirement_plain(struct arena *, struct syms *, const struct obligation *,
                       struct requirement *);
// Where the condition and others that are known have one symbol: all that they say together of
// it, "H >= 5" and "H % 8 == 0", at most MAX_RESIDUES_REQUIREMENTS. 0 where that is not found.
int requirement_sizes(struct arena *, struct syms *, const struct obligation *,
                      const struct requirement *const *known, int n_known, struct requirement *);
// The condition for two numbers, and for all values of two sizes.
bool requirement_holds(enum requirement_kind, int64_t left, int64_t right);
struct proof requirement_prove_sizes(struct syms *, enum requirement_kind, const struct sym *left,
                                     const struct sym *right);
// False where it never holds, or is no fact that a table can keep; the table is as before then.
bool requirement_assume(struct syms *, const struct requirement *);
// Does it follow from the facts of the table?
bool requirement_known(struct syms *, const struct requirement *);
// Of two bounds: is the second one's left side above its right one by no more than the first one's
// is, whatever the sizes are? Then it says at least as much.
bool requirement_is_weaker(struct syms *, const struct requirement *, const struct requirement *);
const char *requirement_string(struct arena *, const struct requirement *);
// The inverse. False of a text that says no single relation, as that of sizes that broadcast.
bool requirement_read(struct arena *, const char *text, struct requirement *);

// What a condition says of numbers: UNKNOWN where it has other symbols than those named.
enum requirement_state { REQUIREMENT_UNKNOWN, REQUIREMENT_KEPT, REQUIREMENT_BROKEN };
struct requirement_binding {
    const char *name;
    int64_t value;
};
// `why`, where it is broken: "358 % 8 = 6", "H = 20"; may be NULL.
enum requirement_state requirement_at(struct arena *, const struct requirement *,
                                      const struct requirement_binding *, int n, const char **why);

#endif
