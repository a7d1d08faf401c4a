#include "analyzer/report/repeats.h"
#include "ir/base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_GROUP 64   // rows
#define MAX_DIGITS 9   // of a number that is compared
#define NO_NUMBER (-1) // the texts are equal

// ---- texts that differ in one number

// Where the only number stands that differs, which is one more in `b`; NO_NUMBER: nowhere. False:
// they differ otherwise.
static bool compare_texts(const char *a, const char *b, int *place)
{
    int at = 0;
    *place = NO_NUMBER;
    while (a[at] && a[at] == b[at]) at++;
    if (!a[at] && !b[at]) return true;
    while (at > 0 && isdigit((unsigned char)a[at - 1])) at--;
    size_t n_a = strspn(a + at, "0123456789"), n_b = strspn(b + at, "0123456789");
    if (!n_a || !n_b || n_a > MAX_DIGITS || n_b > MAX_DIGITS) return false;
    if (strtol(b + at, NULL, 10) != strtol(a + at, NULL, 10) + 1) return false;
    if (strcmp(a + at + n_a, b + at + n_b) != 0) return false;
    *place = at;
    return true;
}

// "p=0.1" and "p=0.2" differ in a fraction.
static bool is_fraction(const char *text, int place)
{
    const char *behind = text + place + strspn(text + place, "0123456789");
    return (place > 0 && text[place - 1] == '.') || *behind == '.';
}

// The first call of a leaf has no number: "norm" and "norm, call 12" are "norm, call 1..12".
#define CALL ", call "

const char *repeats_range(struct arena *arena, const char *first, const char *last)
{
    int at = 0;
    while (first[at] && first[at] == last[at]) at++;
    if (!first[at] && !last[at]) return first;
    if (!first[at] && strncmp(last + at, CALL, sizeof CALL - 1) == 0)
        return arena_printf(arena, "%s" CALL "1..%s", first, last + at + sizeof CALL - 1);
    while (at > 0 && isdigit((unsigned char)first[at - 1])) at--;
    int n_first = (int)strspn(first + at, "0123456789"),
        n_last = (int)strspn(last + at, "0123456789");
    return arena_printf(arena, "%.*s..%.*s%s", at + n_first, first, n_last, last + at,
                        first + at + n_first);
}

// ---- rows that differ in one number

// Which numbers go up from one row to its counterpart in the next group.
struct going_up {
    int name, args; // where in the text
    bool call;
};

static bool same_quantity(const struct quantity *a, const struct quantity *b)
{
    return a->value == b->value && a->tag == b->tag;
}

static bool same_outputs(const struct report_row *a, const struct report_row *b)
{
    if (a->n_outputs != b->n_outputs) return false;
    for (int i = 0; i < a->n_outputs; i++) {
        const struct report_output *x = &a->outputs[i], *y = &b->outputs[i];
        if (x->reason || y->reason || x->dtype != y->dtype || x->shape.rank != y->shape.rank)
            return false;
        for (int axis = 0; axis < x->shape.rank; axis++)
            if (x->shape.dim[axis] != y->shape.dim[axis]) return false;
    }
    return true;
}

static bool same_figures(const struct report_row *a, const struct report_row *b)
{
    for (int d = 0; d < MAX_ASKED_DTYPES; d++)
        if (!same_quantity(&a->bytes[d], &b->bytes[d])) return false;
    return same_quantity(&a->parameters, &b->parameters) && same_quantity(&a->flops, &b->flops);
}

static bool same_place(const struct site *a, const struct site *b)
{
    if (!a || !b) return a == b;
    bool same_file = a->file == b->file || (a->file && b->file && !strcmp(a->file, b->file));
    return a->line == b->line && same_file;
}

static bool is_plain(const struct report_row *row)
{
    return !row->poisoned && !row->times && row->rounds == ROUNDS_ALIKE;
}

// A module's parameters are shown at its first call.
static bool same_parameters_shown(const struct report_row *a, const struct report_row *b)
{
    bool none = quantity_known(a->parameters) && sym_is(a->parameters.value, 0);
    return none || (a->call == 1) == (b->call == 1);
}

bool repeats_same(const struct report_row *a, const struct report_row *b)
{
    return !strcmp(a->op, b->op) && is_plain(a) && is_plain(b) && same_figures(a, b) &&
           same_outputs(a, b);
}

static bool follows(const struct report_row *a, const struct report_row *b, struct going_up *up)
{
    if (!a || !b || !repeats_same(a, b) || a->visible_to_hooks != b->visible_to_hooks) return false;
    if (!same_place(a->made, b->made) || !same_parameters_shown(a, b)) return false;
    up->call = b->call == a->call + 1;
    if (!up->call && b->call != a->call) return false;
    if (!compare_texts(a->name, b->name, &up->name)) return false;
    if (!compare_texts(a->args, b->args, &up->args)) return false;
    if (up->args != NO_NUMBER && is_fraction(a->args, up->args)) return false;
    return up->name == NO_NUMBER || !up->call;
}

static bool same_going_up(const struct going_up *a, const struct going_up *b)
{
    return a->name == b->name && a->args == b->args && a->call == b->call;
}

static bool goes_up(const struct going_up *way)
{
    return way->name != NO_NUMBER || way->args != NO_NUMBER || way->call;
}

// A group has the same layer or call in all of its rows: not the
// end of one layer and the begin of the next.
static bool is_aligned(int n, const struct report_row *const *rows, const struct going_up *ways)
{
    long layer = -1, call = -1;
    for (int i = 0; i < n; i++) {
        long here = ways[i].name == NO_NUMBER ? -1 : strtol(rows[i]->name + ways[i].name, NULL, 10);
        if (here >= 0 && layer >= 0 && here != layer) return false;
        if (ways[i].call && call >= 0 && rows[i]->call != call) return false;
        if (here >= 0) layer = here;
        if (ways[i].call) call = rows[i]->call;
    }
    return true;
}

// A group of several rows begins where a number goes up. How often the group of `n` rows from
// `first` on is there, each row going up in its own way.
static int count_repeats(int n_rows, const struct report_row *const *rows, int first, int n)
{
    struct going_up ways[MAX_GROUP], way;
    int times = 1;
    for (; first + (times + 1) * n <= n_rows; times++) {
        for (int i = 0; i < n; i++) {
            const struct report_row *const *row = &rows[first + (times - 1) * n + i];
            if (!follows(row[0], row[n], &way)) return times;
            // Looked at before the other rows: where nothing goes up, all of them may be alike.
            if (times == 1 && !i && n > 1 && !goes_up(&way)) return 1;
            if (times == 1)
                ways[i] = way;
            else if (!same_going_up(&way, &ways[i]))
                return times;
        }
        if (times == 1 && !is_aligned(n, &rows[first], ways)) return 1;
    }
    return times;
}

// The group that leaves out most rows; of equal ones the shortest.
static struct repeats_group find_group(int n_rows, const struct report_row *const *rows, int first)
{
    struct repeats_group best = {first, 0, 0};
    for (int n = 1; n <= MAX_GROUP && first + MIN_REPEATS * n <= n_rows; n++) {
        int times = count_repeats(n_rows, rows, first, n);
        if (times >= MIN_REPEATS && (times - 1) * n > (best.times - 1) * best.n)
            best = (struct repeats_group){first, n, times};
    }
    return best;
}

struct repeats_group *repeats_find(struct arena *arena, int n, const struct report_row *const *rows,
                                   int *n_groups)
{
    VEC(struct repeats_group) groups = {0};
    for (int i = 0; i < n;) {
        struct repeats_group group = find_group(n, rows, i);
        if (group.n) *vec_push(arena, &groups) = group;
        i += group.n ? group.n * group.times : 1;
    }
    *n_groups = groups.n;
    return groups.at;
}
