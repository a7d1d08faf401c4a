// _Generic: libclang shows all branches, not which one was chosen, and hides
// the names of most types. The result's type usually tells; else the source does.

#include "frontends/c/lower/lower.h"
#include "frontends/c/parse/type_text.h"
#include <string.h>

struct span {
    const char *at;
    size_t n;
};

enum { MAX_BRANCHES = 64 };

struct associations {
    int n;
    struct span types[MAX_BRANCHES]; // "default" too
};

// "_Generic(value, type: expression, ...)" where the cursor was spelled.
static bool read_associations(struct lowering *l, CXCursor cursor, struct associations *found)
{
    size_t left = 0;
    const char *text = cursor_text(l->tu, cursor, &left);
    if (!text || left < 8 || strncmp(text, "_Generic", 8) != 0) return false;
    const char *end = text + left, *at = memchr(text, '(', left);
    if (!at) return false;
    at = cursor_find(at + 1, end, ",)");
    while (at && *at == ',' && found->n < MAX_BRANCHES) {
        const char *colon = cursor_find(at + 1, end, ":)");
        if (!colon || *colon != ':') return false;
        found->types[found->n++] = (struct span){at + 1, (size_t)(colon - at - 1)};
        at = cursor_find(colon + 1, end, ",)");
    }
    return at && *at == ')';
}

// Without blanks at its ends, and without ends of lines that a macro's definition goes on behind.
static struct span trimmed(struct span text)
{
    while (text.n && strchr(" \t\r\n\\", text.at[0])) text.at++, text.n--;
    while (text.n && strchr(" \t\r\n\\", text.at[text.n - 1])) text.n--;
    return text;
}

static bool is_default(struct span text)
{
    return text.n == 7 && strncmp(text.at, "default", 7) == 0;
}

// A value has no qualifiers and is no array, so `const int` and `int[4]` match
// nothing; `const int *` may.
static bool matches_nothing(struct span text)
{
    if (memchr(text.at, '[', text.n) && !memchr(text.at, '(', text.n)) return true;
    size_t after = text.n;
    while (after > 0 && text.at[after - 1] != '*') after--;
    char last[64];
    size_t n = text.n - after < sizeof last - 1 ? text.n - after : sizeof last - 1;
    memcpy(last, text.at + after, n);
    last[n] = 0;
    return strstr(last, "const") || strstr(last, "volatile");
}

// The branch for a type; -1 if the source does not tell. Only branches of the result's type can be
// it, so of types that cannot be read ("int (*)(int)") one alone among those is it.
static int choose(struct lowering *l, const struct associations *associations,
                  const struct ctype *type, const bool *possible)
{
    int fallback = -1, unread = -1, n_unread = 0;
    for (int i = 0; i < associations->n; i++) {
        struct span text = trimmed(associations->types[i]);
        if (is_default(text)) {
            fallback = i;
            continue;
        }
        if (matches_nothing(text)) continue;
        const struct ctype *named = type_text_parse(l->unit, text.at, text.n);
        if (named == type) return i;
        if (named || !possible[i]) continue;
        unread = i;
        n_unread++;
    }
    if (n_unread == 0) return fallback;
    bool is_default_possible = fallback >= 0 && possible[fallback];
    return n_unread == 1 && !is_default_possible ? unread : -1;
}

// The first child is the controlling expression, which is not evaluated.
struct ast *lower_generic(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    const struct ctype *type = types_of(l->tu, cursor);
    int branches[MAX_BRANCHES], n = 0, n_typed = 0, typed = -1;
    bool possible[MAX_BRANCHES];
    for (int i = 1; i < kids.n && n < MAX_BRANCHES; i++)
        if (cursor_is_expression(kids.at[i])) {
            possible[n] = types_of(l->tu, kids.at[i]) == type;
            if (possible[n]) {
                typed = i;
                n_typed++;
            }
            branches[n++] = i;
        }
    if (n_typed == 1) return lower_expression(l, kids.at[typed]);
    for (int i = 0; i < n && !n_typed; i++) possible[i] = true;
    struct associations associations = {0};
    if (n && read_associations(l, cursor, &associations) && associations.n == n) {
        const struct ctype *control = lower_value(l, kids.at[0])->type;
        int chosen = choose(l, &associations, control, possible);
        if (chosen >= 0) return lower_expression(l, kids.at[branches[chosen]]);
    }
    return lower_hole(l, cursor, types_adjusted(l->unit, type), "a _Generic");
}
