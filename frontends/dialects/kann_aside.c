// Functions of KANN that no shape depends on: what they give, and what they write over.

#include "frontends/dialects/kann_dialect.h"

static struct cvalue rule_does(const struct dialect_call *c)
{
    dialect_kann_of(c->eval);
    return kann_nothing(c);
}

static struct cvalue rule_says(const struct dialect_call *c)
{
    dialect_kann_of(c->eval);
    return cvalue_unknown(c->result, kann_computed(*(const enum kann_computed *)c->rule->data));
}

// As many integers as argument 0 says, or one.
static struct cvalue rule_fills(const struct dialect_call *c)
{
    int64_t n = 1, width = dialect_kann_of(c->eval)->int_->size;
    cvalue_as_int(&c->arguments[0], &n);
    const char *reason = kann_computed(*(const enum kann_computed *)c->rule->data);
    if (n > 0 && n < INT32_MAX) eval_forget(c->eval, &c->arguments[1], 0, n * width, reason);
    if (c->result->kind == CTYPE_VOID) return kann_nothing(c);
    return cvalue_unknown(c->result, reason);
}

#define KANN_DOES(name, letters) {#name, letters, rule_does, NULL},
#define KANN_SAYS(name, letters, reason)                                                           \
    {#name, letters, rule_says, &(const enum kann_computed){KANN_COMPUTED_##reason}},
#define KANN_FILLS(name, letters, reason)                                                          \
    {#name, letters, rule_fills, &(const enum kann_computed){KANN_COMPUTED_##reason}},

const struct dialect_rule kann_aside_rules[] = {
#include "frontends/dialects/kann_aside.def"
    {0},
};
