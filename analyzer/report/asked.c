#include "analyzer/report/asked.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"
#define MAX_DIGITS 9 // of a number in a name

// ---- reading

// A number, or two of them with dots between, at the end of a text.
static bool read_numbers(const char *text, int *first, int *last)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || value < 0 || value > INT_MAX) return false;
    *first = *last = (int)value;
    if (strncmp(end, "..", 2) != 0) return !*end;
    text = end + 2;
    value = strtol(text, &end, 10);
    if (end == text || *end || value < *first || value > INT_MAX) return false;
    *last = (int)value;
    return true;
}

static const char *take_numbers(struct arena *arena, const char *name, const char *words,
                                int *first, int *last)
{
    const char *at = strstr(name, words);
    if (!at || at == name || !read_numbers(at + strlen(words), first, last)) return name;
    return arena_string_n(arena, name, (size_t)(at - name));
}

struct asked asked_read(struct arena *arena, const char *text)
{
    struct asked asked = {.output = -1};
    int last_output;
    text = take_numbers(arena, text, ", output ", &asked.output, &last_output);
    asked.name = take_numbers(arena, text, ", call ", &asked.first_call, &asked.last_call);
    return asked;
}

// ---- numbers in names

// A name that has a range of numbers: what stands before them, from which to which, and behind.
struct range {
    const char *prefix, *suffix;
    size_t n_prefix, n_suffix;
    long first, last; // LONG_MAX: up to an expression
};

static bool read_number(const char *text, size_t n, long *number)
{
    if (n == 0 || n > MAX_DIGITS) return false;
    *number = strtol(text, NULL, 10);
    return true;
}

// Where the end of the range ends: a number, an expression in parentheses, or one that nothing
// follows.
static const char *end_of_range(const char *at, long *last)
{
    size_t n = strspn(at, DIGITS);
    if (n && (at[n] == '.' || at[n] == '\0') && read_number(at, n, last)) return at + n;
    *last = LONG_MAX;
    const char *close = *at == '(' ? strchr(at, ')') : NULL;
    return close ? close + 1 : at + strlen(at);
}

static bool find_range(const char *name, struct range *range)
{
    const char *dots = strstr(name, "..");
    if (!dots) return false;
    const char *number = dots;
    while (number > name && isdigit((unsigned char)number[-1])) number--;
    if (!read_number(number, (size_t)(dots - number), &range->first)) return false;
    range->prefix = name;
    range->n_prefix = (size_t)(number - name);
    range->suffix = end_of_range(dots + 2, &range->last);
    range->n_suffix = strlen(range->suffix);
    return true;
}

static bool in_range(const struct range *range, const char *name)
{
    long number;
    if (strncmp(name, range->prefix, range->n_prefix) != 0) return false;
    const char *digits = name + range->n_prefix;
    size_t n = strspn(digits, DIGITS);
    if (!read_number(digits, n, &number) || strcmp(digits + n, range->suffix) != 0) return false;
    return number >= range->first && number <= range->last;
}

// ---- meaning

// "cat", or "cat *" as the table writes ops that no hook sees: all of that name, which have a place
// behind it, "cat (unet.c:51)".
static bool is_op_name(const char *asked, const struct report_row *row)
{
    size_t n = strlen(asked);
    if (row->visible_to_hooks) return false;
    if (n > 2 && !strcmp(asked + n - 2, " *")) n -= 2;
    return n && !strncmp(row->name, asked, n) && !strncmp(row->name + n, " (", 2);
}

// A model that is a single leaf has no name of its own, and is told by its op among what is alive.
static bool is_nameless(const char *asked, const struct report_row *row)
{
    return !strcmp(asked, "(the model)") || !strcmp(asked, row->op);
}

bool asked_is_range(const struct asked *asked)
{
    struct range range;
    return asked->first_call != asked->last_call ||
           (find_range(asked->name, &range) && range.last != LONG_MAX);
}

bool asked_means(const struct asked *asked, const struct report_row *row)
{
    struct range range;
    const char *name = asked->name;
    if (asked->first_call && (row->call < asked->first_call || row->call > asked->last_call))
        return false;
    if (asked->output >= row->n_outputs) return false;
    if (!strcmp(row->name, name)) return true;
    if (!*row->name) return *name && is_nameless(name, row);
    return is_op_name(name, row) || (find_range(name, &range) && in_range(&range, row->name)) ||
           (find_range(row->name, &range) && in_range(&range, name));
}
