// The inverse of sym_string: C's operators with C's precedence, `/` rounding
// down, `^` a power (of anything a number, of a number anything), min(...), max(...), ceildiv(a,
// b).

#include "ir/base/checked.h"
#include "ir/sym/expression.h"

#include <string.h>

#define MAX_NESTING 100

struct parser {
    struct syms *syms;
    const char *at;
    int depth;
    const char *error;
};

static const struct sym *parse_sum(struct parser *);

// The first error is the one to tell.
static const struct sym *fail(struct parser *parser, const char *error)
{
    if (!parser->error) parser->error = error;
    return sym_unknown(parser->syms, error);
}

static char peek(struct parser *parser)
{
    while (*parser->at == ' ' || *parser->at == '\t') parser->at++;
    return *parser->at;
}

static bool accept(struct parser *parser, char character)
{
    if (peek(parser) != character) return false;
    parser->at++;
    return true;
}

// Digits only: a sign is parse_unary's. What passes 63 bits is refused, since no size can be it.
static const struct sym *parse_number(struct parser *parser)
{
    int64_t value = 0;
    while (*parser->at >= '0' && *parser->at <= '9') {
        if (!checked_mul(value, 10, &value) || !checked_add(value, *parser->at - '0', &value))
            return fail(parser, "the number passes 64 bits");
        parser->at++;
    }
    return sym_const(parser->syms, value);
}

static const struct sym *combine(struct parser *parser, const char *function, const struct sym *a,
                                 const struct sym *b)
{
    if (strcmp(function, "min") == 0) return sym_min(parser->syms, a, b);
    if (strcmp(function, "max") == 0) return sym_max(parser->syms, a, b);
    return sym_ceildiv(parser->syms, a, b);
}

// min and max take any number of arguments, ceildiv is meant for two; one is refused, as it would
// change nothing.
static const struct sym *parse_call(struct parser *parser, const char *function)
{
    const struct sym *value = parse_sum(parser);
    int n = 1;
    for (; !parser->error && accept(parser, ','); n++)
        value = combine(parser, function, value, parse_sum(parser));
    if (!accept(parser, ')')) return fail(parser, "a ) is missing");
    return n == 1 ? fail(parser, "the function takes two arguments") : value;
}

// A name in front of ( is a function only if it is one of the three: "min" alone is a symbol of the
// program.
static const struct sym *parse_name(struct parser *parser)
{
    static const char *const functions[] = {"min", "max", "ceildiv"};
    size_t n = name_length(parser->at);
    const char *name = arena_string_n(parser->syms->arena, parser->at, n);
    parser->at += n;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(name, functions[i]) == 0 && accept(parser, '('))
            return parse_call(parser, functions[i]);
    return sym_var(parser->syms, name);
}

// A symbol whose name is no C lvalue, as sym_string writes it.
static const struct sym *parse_quoted(struct parser *parser)
{
    const char *end = strchr(parser->at, '`');
    if (!end || end == parser->at) return fail(parser, "a ` is missing");
    const char *name = arena_string_n(parser->syms->arena, parser->at, (size_t)(end - parser->at));
    parser->at = end + 1;
    return sym_var(parser->syms, name);
}

static const struct sym *parse_atom(struct parser *parser)
{
    char next = peek(parser);
    if (next >= '0' && next <= '9') return parse_number(parser);
    if (accept(parser, '?')) return sym_unknown(parser->syms, "unknown");
    if (accept(parser, '`')) return parse_quoted(parser);
    if (accept(parser, '(')) {
        const struct sym *inner = parse_sum(parser);
        return accept(parser, ')') ? inner : fail(parser, "a ) is missing");
    }
    if (name_length(parser->at)) return parse_name(parser);
    return fail(parser, next ? "a number, a name or ( is expected" : "the text ends too early");
}

// Powers are small numbers, as only products that were written out become powers.
static const struct sym *parse_power(struct parser *parser)
{
    const struct sym *base = parse_atom(parser);
    int64_t power, number;
    if (parser->error || !accept(parser, '^')) return base;
    const struct sym *exponent = parse_atom(parser);
    if (sym_is_const(exponent, &power)) {
        if (power > 64) return fail(parser, "the power is too large");
        return sym_power(parser->syms, base, (int)power);
    }
    if (!sym_is_const(base, &number) || number < 1)
        return fail(parser, "only a number can have an expression as its power");
    return sym_pow(parser->syms, number, exponent);
}

// Signs bind less than powers: -N^2 is -(N^2).
static const struct sym *parse_unary(struct parser *parser)
{
    bool negative = false;
    while (accept(parser, '-')) negative = !negative;
    const struct sym *value = parse_power(parser);
    return negative ? sym_neg(parser->syms, value) : value;
}

static const struct sym *parse_divisor(struct parser *parser)
{
    const struct sym *divisor = parse_unary(parser);
    return sym_is(divisor, 0) ? fail(parser, "division by zero") : divisor;
}

// From left to right, as C: a*b/c is (a*b)/c, and / rounds down.
static const struct sym *parse_product(struct parser *parser)
{
    const struct sym *value = parse_unary(parser);
    while (!parser->error) {
        if (accept(parser, '*'))
            value = sym_mul(parser->syms, value, parse_unary(parser));
        else if (accept(parser, '/'))
            value = sym_floordiv(parser->syms, value, parse_divisor(parser));
        else if (accept(parser, '%'))
            value = sym_mod(parser->syms, value, parse_divisor(parser));
        else
            break;
    }
    return value;
}

// Where all nesting goes through, so the depth is counted here.
static const struct sym *parse_sum(struct parser *parser)
{
    if (++parser->depth > MAX_NESTING) return fail(parser, "the text is nested too deeply");
    const struct sym *value = parse_product(parser);
    while (!parser->error) {
        if (accept(parser, '+'))
            value = sym_add(parser->syms, value, parse_product(parser));
        else if (accept(parser, '-'))
            value = sym_sub(parser->syms, value, parse_product(parser));
        else
            break;
    }
    parser->depth--;
    return value;
}

const struct sym *sym_parse(struct syms *syms, const char *text, const char **error)
{
    struct parser parser = {.syms = syms, .at = text};
    const struct sym *value = parse_sum(&parser);
    if (!parser.error && peek(&parser)) fail(&parser, "something follows the expression");
    if (error) *error = parser.error;
    return parser.error ? NULL : value;
}
