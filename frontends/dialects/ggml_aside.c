// Functions of ggml that no shape depends on: what they give, and what they write over.

#include "frontends/dialects/ggml_dialect.h"

static struct cvalue rule_does(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return ggml_nothing(c);
}

static struct cvalue rule_says(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return cvalue_unknown(c->result, c->rule->data);
}

static struct cvalue rule_is(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return cvalue_int(c->result, *(const int64_t *)c->rule->data);
}

static struct cvalue rule_handle(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    return ggml_handle_make(d, HANDLE_ALLOCATOR, c->result, 0, c->rule->data);
}

struct row {
    int count; // the argument that says how many
    int64_t bytes;
};

static struct cvalue rule_row(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    const struct row *row = c->rule->data;
    int64_t n;
    bool known = cvalue_as_int(&c->arguments[row->count], &n);
    if (known && n >= 0 && n <= INT64_MAX / row->bytes)
        eval_forget(c->eval, &c->arguments[1], 0, n * row->bytes, "a converted number");
    else
        eval_forget_rest(c->eval, &c->arguments[1], "a converted number");
    return ggml_nothing(c);
}

#define GGML_DOES(name, letters) {#name, letters, rule_does, NULL},
#define GGML_SAYS(name, letters, reason) {#name, letters, rule_says, reason},
#define GGML_IS(name, letters, number) {#name, letters, rule_is, &(const int64_t){number}},
#define GGML_HANDLE(name, letters, what) {#name, letters, rule_handle, what},
#define GGML_ROW(name, letters, n, bytes) {#name, letters, rule_row, &(const struct row){n, bytes}},

const struct dialect_rule ggml_aside_rules[] = {
#include "frontends/dialects/ggml_aside.def"
    {0},
};
