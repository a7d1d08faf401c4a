// How findings about NNoM's layers are told: at the line that made the layer, with the shapes that
// came in and where they came from. What follows from a wrong shape is told no more.

#include "frontends/dialects/nnom_dialect.h"

#include "ir/base/text.h"

#include <stdarg.h>
#include <stdio.h>

#define MESSAGE 600

struct diag *nnom_tell(struct dialect_nnom *d, struct nnom_made *made, enum diag_id id,
                       const struct site *site, const char *format, ...)
{
    char message[MESSAGE];
    va_list list;
    if (made && made->wrong) return NULL;
    if (made) made->wrong = true;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    if (!site) site = made ? made->site : eval_site(d->eval);
    return diag_add(d->diags, id, site, "%s", message);
}

const char *nnom_layer_name(struct dialect_nnom *d, const struct nnom_made *made)
{
    if (!made) return "a size";
    const char *kind = made->function;
    int64_t type = nnom_get_int(d, &made->layer, NNOM_RECORD_LAYER, "type", 0);
    if (!*kind) kind = nnom_type_word((enum nnom_type)type);
    bool named = made->config.kind == CVALUE_POINTER && !eval_is_null(d->eval, &made->config);
    if (!named) return kind;
    struct cvalue name = nnom_get(d, &made->config, NNOM_RECORD_MATRIX_CONFIG, "super.name");
    const char *text = eval_is_null(d->eval, &name) ? NULL : eval_string(d->eval, &name);
    return text && *text ? arena_printf(d->arena, "%s `%s`", kind, text) : kind;
}

struct nnom_made *nnom_producer(struct dialect_nnom *d, const struct nnom_made *made, int input)
{
    struct cvalue io = nnom_get(d, &made->layer, NNOM_RECORD_LAYER, "in");
    for (; input > 0; input--) {
        if (io.kind != CVALUE_POINTER || eval_is_null(d->eval, &io)) return NULL;
        io = nnom_get(d, &io, NNOM_RECORD_IO, "aux");
    }
    if (io.kind != CVALUE_POINTER || eval_is_null(d->eval, &io)) return NULL;
    struct cvalue source = nnom_get(d, &io, NNOM_RECORD_IO, "hook.io");
    if (source.kind != CVALUE_POINTER || eval_is_null(d->eval, &source)) return NULL;
    struct cvalue owner = nnom_get(d, &source, NNOM_RECORD_IO, "owner");
    return nnom_made_of(d, &owner);
}

void nnom_note_inputs(struct dialect_nnom *d, struct diag *diag, const struct nnom_made *made)
{
    for (int i = 0; made && i < 64; i++) {
        const struct nnom_made *producer = nnom_producer(d, made, i);
        if (!producer) return;
        struct cvalue out = nnom_get(d, &producer->layer, NNOM_RECORD_LAYER, "out");
        out = nnom_get(d, &out, NNOM_RECORD_IO, "tensor");
        diag_note(d->diags, diag, producer->site, "input %d is %s, of %s", i + 1,
                  nnom_tensor_string(d, &out), nnom_layer_name(d, producer));
    }
}
