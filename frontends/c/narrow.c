// Products of ints that become 64 bits wide too late: from which sizes on they overflow.

#include "frontends/c/interp.h"
#include "frontends/c/parse/source.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// Sizes that programs really have. A product is told where each of its factors can be smaller than
// this when it overflows, a size that stands alone where it is below the other one.
#define USUAL_FACTOR 8192
#define USUAL_SIZE 65536

static bool multiplies(const struct ast *n)
{
    n = ast_unconverted(n);
    if (n->kind != AST_BINARY || n->type->size != 4) return false;
    if (n->op == AST_OP_MUL) return true;
    return (n->op == AST_OP_ADD || n->op == AST_OP_SUB) && (multiplies(n->a) || multiplies(n->b));
}

// With all symbols equal to `value`; false: past 64 bits.
static bool evaluate(const struct sym *s, int n, const struct sym **vars, int64_t value,
                     struct arena *arena, int64_t *result)
{
    struct sym_binding *bindings = arena_array(arena, struct sym_binding, n);
    for (int i = 0; i < n; i++) bindings[i] = (struct sym_binding){vars[i], value};
    return sym_evaluate(s, bindings, n, result);
}

// The least value of the one symbol for which it is above the limit; -1: none is.
static int64_t first_above(const struct sym *s, const struct sym **vars, int64_t limit,
                           struct arena *arena)
{
    int64_t low = 1, high = limit, value;
    if (evaluate(s, 1, vars, high, arena, &value) && value <= limit) return -1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (evaluate(s, 1, vars, middle, arena, &value) && value <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// "42,691"
static const char *with_commas(struct arena *arena, int64_t number)
{
    const char *digits = arena_printf(arena, "%" PRId64, number);
    struct text text = {.arena = arena};
    size_t n = strlen(digits);
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0) text_add_char(&text, ',');
        text_add_char(&text, digits[i]);
    }
    return text_string(&text);
}

// "B*T = 42,691"; NULL: only sizes that nobody has overflow, or it is no single product.
static const char *where_it_starts(struct eval *e, const struct sym *s, int64_t limit)
{
    const struct sym **vars;
    int n = sym_vars(e->arena, s, &vars);
    int64_t one, two;
    if (n == 1) {
        int64_t first = first_above(s, vars, limit, e->arena);
        if (first < 0 || first > USUAL_SIZE) return NULL;
        return arena_printf(e->arena, "%s = %s", sym_string(e->arena, vars[0]),
                            with_commas(e->arena, first));
    }
    if (sym_kind(s) != SYM_PRODUCT || !evaluate(s, n, vars, 1, e->arena, &one) || one < 1 ||
        !evaluate(s, n, vars, 2, e->arena, &two))
        return NULL;
    const struct sym *factors = sym_floordiv_const(e->syms, s, one);
    double degree = log2((double)two / (double)one);
    int64_t first = limit / one + 1;
    if (pow((double)first, 1 / degree) > USUAL_FACTOR || sym_kind(factors) == SYM_FLOORDIV)
        return NULL;
    const char *number = with_commas(e->arena, first);
    if (one == 1) return number;
    return arena_printf(e->arena, "%s = %s", sym_string(e->arena, factors), number);
}

static const struct ast *first_factor(const struct ast *n)
{
    n = ast_unconverted(n);
    while (n->kind == AST_BINARY) n = ast_unconverted(n->a);
    return n;
}

// A cast of the first factor, where that is a variable, and the whole is one product.
static void mend(struct eval *e, struct diag *diag, const struct ast *n, const char *type)
{
    const struct ast *product = ast_unconverted(n->a), *factor = first_factor(product);
    const struct ast *at = product;
    while (at->kind == AST_BINARY && at->op == AST_OP_MUL) at = ast_unconverted(at->a);
    diag_fix(e->diags, diag, "cast the first factor of each product: (%s)%s", type,
             factor->kind == AST_LOAD ? name_expression(e, factor) : "...");
    if (at != factor || factor->kind != AST_LOAD || factor->a->kind != AST_VARIABLE ||
        !factor->a->line)
        return;
    const struct ast *variable = factor->a;
    struct source source = source_of(e->unit, variable->file);
    int64_t place = source_offset(&source, variable->line, variable->column);
    const char *name = variable->variable->name;
    if (strcmp(source_word(e->arena, &source, place), name) != 0) return;
    struct site site = {.file = unit_file(e->unit, variable->file),
                        .line = (int)variable->line,
                        .column = (int)variable->column};
    diag_edit(e->diags, diag, &site, name, arena_printf(e->arena, "(%s)%s", type, name));
}

void narrow_check(struct eval *e, const struct ast *n, const struct cvalue *v)
{
    const struct ctype *from = v->type, *to = n->type;
    bool widens = from->kind == CTYPE_INT && from->is_signed && from->size == 4 &&
                  to->kind == CTYPE_INT && to->size == 8 && n->a->type == from;
    if (!widens || !multiplies(n->a)) return;
    int64_t limit = INT32_MAX;
    if (sym_upper(e->syms, v->sym) <= limit) return;
    struct {
        const struct ast *node;
        const char *what;
    } key = {n, "narrow"};
    if (map_get(e->reported, &key, sizeof key)) return;
    const char *start = where_it_starts(e, v->sym, limit);
    if (!start) return;
    map_put(e->reported, &key, sizeof key, e);
    const char *type = to->is_signed ? "int64_t" : "size_t";
    struct diag *diag = diag_add(
        e->diags, DIAG_NARROW_SIZE, eval_site_of(e, ast_unconverted(n->a)),
        "%s is computed in the 32 bits of %s and overflows from %s on, before it becomes %s",
        sym_string(e->arena, v->sym), ctype_string(from), start, ctype_string(to));
    mend(e, diag, n, type);
}
