// Memory whose bytes are counted by the size of another element than the pointer has.

#include "frontends/dialects/libc.h"

#include "frontends/c/handles.h"
#include "frontends/c/parse/source.h"

#include <string.h>

#define FLOAT_BYTES 4

struct lint {
    struct unit *unit;
    struct function *function;
    struct diags *diags;
};

// What is known of the factors of a size.
struct factors {
    const struct ast *four;  // a factor of 4 that is written as a number
    const struct ast *sizes; // sizeof(float)
    bool others;             // another number or sizeof
};

static bool is_sizeof_float(struct lint *l, const struct ast *n)
{
    struct source source = source_of(l->unit, n->file);
    int64_t at = source_offset(&source, n->line, n->column);
    if (strcmp(source_word(l->diags->arena, &source, at), "sizeof") != 0) return false;
    int64_t begin, end;
    return source_argument(&source, at, 0, &begin, &end) && end - begin == 5 &&
           !strncmp(source.text + begin, "float", 5);
}

static void find_factors(struct lint *l, const struct ast *n, struct factors *f)
{
    n = ast_unconverted(n);
    if (n->kind == AST_BINARY && n->op == AST_OP_MUL) {
        find_factors(l, n->a, f);
        find_factors(l, n->b, f);
    } else if (n->kind == AST_INT && n->literal && n->integer == FLOAT_BYTES) {
        f->others = f->others || f->four;
        f->four = n;
    } else if (n->kind == AST_INT && n->integer == FLOAT_BYTES && n->line &&
               is_sizeof_float(l, n)) {
        f->others = f->others || f->sizes;
        f->sizes = n;
    } else if (n->kind == AST_INT || n->kind == AST_SIZEOF_VLA) {
        f->others = true;
    }
}

// Bytes are what they are, whoever counts them; a float has 4 of them.
static bool has_other_size(const struct ctype *element)
{
    bool number = element->kind == CTYPE_FLOAT || element->kind == CTYPE_INT;
    return number && element->size > 1 && element->size != FLOAT_BYTES;
}

static void tell(struct lint *l, const struct ast *size, const struct ctype *element)
{
    const char *type = ctype_string(element);
    struct arena *arena = l->diags->arena;
    struct site *site = arena_new(arena, struct site);
    *site = (struct site){.file = unit_file(l->unit, size->file),
                          .line = (int)size->line,
                          .column = (int)size->column,
                          .function = l->function->name};
    const char *written = size->literal ? "4" : "sizeof(float)";
    struct diag *diag =
        diag_add(l->diags, DIAG_ELEMENT_SIZE, site,
                 "the bytes of memory for %s are counted by %s, while an element has %d", type,
                 written, (int)element->size);
    const char *right = arena_printf(arena, "sizeof(%s)", type);
    diag_fix(l->diags, diag, "count them by %s", right);
    struct source source = source_of(l->unit, size->file);
    int64_t at = source_offset(&source, size->line, size->column), end = at + 1;
    int64_t begin;
    if (at < 0 || (!size->literal && !source_argument(&source, at, 0, &begin, &end))) return;
    while (!size->literal && source.text[end++] != ')') continue;
    const char *old = arena_string_n(arena, source.text + at, (size_t)(end - at));
    if (!size->literal || !strcmp(source_word(arena, &source, at), "4"))
        diag_edit(l->diags, diag, site, old, right);
}

// malloc(n), calloc(n, size), realloc(p, n).
static bool gets_memory(const struct function *f, const struct ast *call, struct factors *found,
                        struct lint *l)
{
    static const struct {
        const char *name;
        int first, last;
    } known[] = {{"malloc", 0, 0}, {"calloc", 0, 1}, {"realloc", 1, 1}, {"aligned_alloc", 1, 1}};
    for (size_t i = 0; f && !f->has_body && i < sizeof known / sizeof *known; i++) {
        if (strcmp(f->name, known[i].name) != 0 || call->n_kids <= known[i].last) continue;
        for (int k = known[i].first; k <= known[i].last; k++) find_factors(l, call->kids[k], found);
        return true;
    }
    return false;
}

static void look(struct lint *l, const struct ast *n)
{
    const struct ast *call = ast_unconverted(n);
    struct factors found = {0};
    const struct ctype *element =
        n->kind == AST_CONVERT && n->type->kind == CTYPE_POINTER ? n->type->element : NULL;
    if (!element || call->kind != AST_CALL || !has_other_size(element) ||
        !gets_memory(call_function(call), call, &found, l) || found.others)
        return;
    if (found.sizes && !found.four) tell(l, found.sizes, element);
    if (found.four && !found.sizes) tell(l, found.four, element);
}

static void walk(struct lint *l, const struct ast *n)
{
    if (!n) return;
    look(l, n);
    walk(l, n->a);
    walk(l, n->b);
    walk(l, n->c);
    walk(l, n->d);
    for (int i = 0; i < n->n_kids; i++) walk(l, n->kids[i]);
    for (int i = 0; n->init && i < n->init->n; i++)
        if (n->init->stores[i].value) walk(l, n->init->stores[i].value);
}

void libc_lint(struct unit *unit, struct function *function, struct diags *diags)
{
    struct lint l = {unit, function, diags};
    walk(&l, unit_body(unit, function));
}
