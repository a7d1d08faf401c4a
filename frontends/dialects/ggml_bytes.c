// Offsets and strides in bytes that are counted in the size of another type than the tensor's:
// `sizeof(float)` for a tensor of f16. Where there is room for it, the library cannot tell.

#include "frontends/dialects/ggml_dialect.h"

#include <string.h>

// Strides are called nb1, nb2, nb3 in ggml.h, and offsets offset.
static bool is_in_bytes(const struct variable *parameter)
{
    const char *name = parameter->name ? parameter->name : "";
    return strncmp(name, "nb", 2) == 0 || strcmp(name, "offset") == 0;
}

static bool is_number(const struct ctype *type)
{
    return type && (type->kind == CTYPE_INT || type->kind == CTYPE_FLOAT) && type->size > 1;
}

static bool is_zero(const struct cvalue *v)
{
    int64_t number;
    return cvalue_as_int(v, &number) && number == 0;
}

struct ggml_miscount ggml_miscounted(struct dialect_ggml *d, const struct dialect_call *c,
                                     const struct ggml_call *call)
{
    const struct ggml_tensor *a = call->n_in ? call->in[0] : NULL;
    struct ggml_miscount miscount = {
        .tensor = a, .site = call->site, .function = c->function->name};
    if (!a || (a->view_src ? a->view_src : a)->type_assumed) return miscount;
    for (int i = 0; i < c->n && i < c->function->n_parameters; i++) {
        const struct variable *parameter = c->function->parameters[i];
        if (!is_in_bytes(parameter) || is_zero(&c->arguments[i])) continue;
        const struct ctype *type = eval_argument_counted(d->eval, i);
        if (!is_number(type) || type->size == dtype_block_bytes(a->type)) continue;
        miscount.type = type;
        miscount.parameter = parameter->name;
        return miscount;
    }
    return miscount;
}

const struct ggml_miscount *ggml_miscount_at(const struct dialect_ggml *d, const struct site *site)
{
    for (int i = 0; i < d->miscounts.n; i++)
        if (site_is_same(d->miscounts.at[i].site, site)) return &d->miscounts.at[i];
    return NULL;
}

static bool is_told(const struct dialect_ggml *d, int miscount)
{
    const struct site *site = d->miscounts.at[miscount].site;
    for (int i = 0; i < miscount; i++)
        if (site_is_same(d->miscounts.at[i].site, site)) return true;
    for (int i = 0; i < d->told_views.n; i++)
        if (site_is_same(d->told_views.at[i]->site, site)) return true;
    return false;
}

const char *ggml_miscount_words(struct dialect_ggml *d, const struct ggml_miscount *miscount)
{
    enum dtype type = miscount->tensor->type;
    int block = dtype_block_elements(type);
    const char *what = block > 1 ? arena_printf(d->arena, "a block of %d elements", block)
                                 : arena_printf(d->arena, "an element of %s", dtype_name(type));
    return arena_printf(d->arena, "%s counts in %s, of %lld bytes, where %s has %d",
                        miscount->parameter,
                        arena_printf(d->arena, "sizeof(%s)", miscount->type->name),
                        (long long)miscount->type->size, what, dtype_block_bytes(type));
}

// Once the program has run: where the library refuses a call because of it, or the view that is
// made ends behind its tensor, that is told already.
void ggml_check_bytes(struct dialect_ggml *d)
{
    for (int i = 0; i < d->miscounts.n && !d->refused; i++) {
        const struct ggml_miscount *miscount = &d->miscounts.at[i];
        if (is_told(d, i)) continue;
        struct diag *diag = diag_add(d->diags, DIAG_GGML_SIZEOF, miscount->site, "%s: %s",
                                     miscount->function, ggml_miscount_words(d, miscount));
        diag_note(d->diags, diag, miscount->tensor->site, "the tensor is made here: %s",
                  ggml_shape_string(d->arena, miscount->tensor));
        diag_fix(
            d->diags, diag,
            "ggml_element_size(t) has the bytes of an element or block, ggml_row_size(t->type, "
            "n) those of n elements");
    }
}
