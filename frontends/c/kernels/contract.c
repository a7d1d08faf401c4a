// "inp: f32[B,T,C] -> out: f32[B,T,OC]", read from left to right.

#include "frontends/c/kernels/contract.h"
#include "ir/sym/sym.h"

#include <ctype.h>
#include <string.h>

struct reader {
    struct arena *arena;
    const char *at;
    struct contract *contract;
};

static void fail(struct reader *r, const char *what)
{
    if (r->contract->error) return;
    r->contract->error = *r->at ? arena_printf(r->arena, "%s before `%.20s`", what, r->at)
                                : arena_printf(r->arena, "%s at its end", what);
}

static void skip_blanks(struct reader *r)
{
    while (isspace((unsigned char)*r->at)) r->at++;
}

static bool take(struct reader *r, const char *word)
{
    skip_blanks(r);
    size_t n = strlen(word);
    if (strncmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

static const char *take_name(struct reader *r)
{
    skip_blanks(r);
    size_t n = 0;
    while (isalnum((unsigned char)r->at[n]) || r->at[n] == '_') n++;
    if (n == 0 || isdigit((unsigned char)*r->at)) return NULL;
    const char *name = arena_string_n(r->arena, r->at, n);
    r->at += n;
    return name;
}

// Why the text is no size; NULL: it is one.
static const char *wrong_size(struct reader *r, const char *text)
{
    const char *error = NULL, *wrong = NULL;
    struct arena *scratch = arena_open();
    const struct sym *size = sym_parse(syms_open(scratch), text, &error);
    int64_t number;
    if (!*text)
        wrong = "a size is missing";
    else if (!size)
        wrong =
            arena_printf(r->arena, "`%s` is no size: it takes an expression, and a comma", text);
    else if (sym_is_const(size, &number) && number < 1)
        wrong = arena_printf(r->arena, "`%s` is no size: it is below 1", text);
    arena_close(scratch);
    return wrong;
}

// Up to the comma or bracket that no parenthesis hides.
static const char *take_size(struct reader *r)
{
    skip_blanks(r);
    int depth = 0;
    size_t n = 0, end;
    for (; r->at[n] && (depth || (r->at[n] != ',' && r->at[n] != ']')); n++)
        depth += (r->at[n] == '(') - (r->at[n] == ')');
    for (end = n; end && isspace((unsigned char)r->at[end - 1]);) end--;
    const char *text = arena_string_n(r->arena, r->at, end), *wrong = wrong_size(r, text);
    if (!r->at[n]) wrong = "a closing bracket is missing";
    if (wrong) fail(r, wrong);
    r->at += n;
    return text;
}

static void take_shape(struct reader *r, struct contract_term *t)
{
    if (!take(r, "["))
        fail(r, arena_printf(r->arena, "the sizes of `%s` in brackets are missing", t->name));
    if (take(r, "]"))
        fail(r, arena_printf(r->arena, "the brackets of `%s` are empty: a single number is [1]",
                             t->name));
    while (!r->contract->error) {
        const char *size = take_size(r);
        if (t->rank == MAX_RANK)
            fail(r, "there are too many sizes");
        else
            t->dim[t->rank++] = size;
        if (r->contract->error || take(r, "]")) return;
        if (!take(r, ",")) fail(r, "a comma is missing");
    }
}

enum side { SIDE_READ, SIDE_WRITTEN };

static bool is_same_tensor(const struct contract_term *a, const struct contract_term *b)
{
    if (a->dtype != b->dtype || a->rank != b->rank) return false;
    for (int i = 0; i < a->rank; i++)
        if (strcmp(a->dim[i], b->dim[i]) != 0) return false;
    return true;
}

// A parameter on both sides is one term: it is one tensor, read and then written.
static void add_term(struct reader *r, const struct contract_term *t, enum side side)
{
    struct contract_term *to = NULL;
    for (int i = 0; i < r->contract->terms.n; i++)
        if (strcmp(r->contract->terms.at[i].name, t->name) == 0) to = &r->contract->terms.at[i];
    if (!to) {
        to = vec_push(r->arena, &r->contract->terms);
        *to = *t;
    }
    if (!is_same_tensor(to, t))
        r->contract->error =
            arena_printf(r->arena, "`%s` has two element types or two lists of sizes", t->name);
    if (side == SIDE_READ)
        to->read = true;
    else
        to->written = true;
}

static void take_term(struct reader *r, enum side side)
{
    struct contract_term t = {.name = take_name(r)};
    if (!t.name) {
        fail(r, "the name of a parameter is missing");
        return;
    }
    t.optional = take(r, "?");
    if (!take(r, ":")) fail(r, arena_printf(r->arena, "a colon is missing behind `%s`", t.name));
    const char *dtype = take_name(r);
    t.dtype = dtype ? dtype_find(dtype) : DTYPE_NONE;
    if (!dtype)
        fail(r, arena_printf(r->arena, "the element type of `%s` is missing", t.name));
    else if (t.dtype == DTYPE_NONE)
        fail(r,
             arena_printf(r->arena, "`%s` is no element type, as f32, f64, i8 and i32 are", dtype));
    take_shape(r, &t);
    if (!r->contract->error) add_term(r, &t, side);
}

struct contract contract_parse(struct arena *arena, const char *text)
{
    struct contract contract = {0};
    struct reader r = {arena, text, &contract};
    enum side side = SIDE_READ;
    skip_blanks(&r);
    if (take(&r, "->")) side = SIDE_WRITTEN;
    while (!contract.error) {
        take_term(&r, side);
        skip_blanks(&r);
        if (contract.error || !*r.at) break;
        if (side == SIDE_READ && take(&r, "->"))
            side = SIDE_WRITTEN;
        else if (side == SIDE_WRITTEN && take(&r, "->"))
            fail(&r, "there is a second arrow");
        else if (!take(&r, ","))
            fail(&r, side == SIDE_READ ? "a comma or an arrow is missing" : "a comma is missing");
    }
    return contract;
}
