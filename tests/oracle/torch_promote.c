#include "tests/oracle/torch_promote.h"

#include "frontends/nn/recording.h"
#include "frontends/nn/tensor.h"

#include <ctype.h>
#include <string.h>

static bool is_promote(const struct torch_case *c)
{
    return !strcmp(c->op, "torch.promote_types");
}

bool torch_promote_is(const struct torch_case *c)
{
    return is_promote(c) || !strcmp(c->op, "torch.result_type");
}

static enum dtype dtype_argument(const struct torch_case *c, const char *name)
{
    return dtype_find(json_string_value(json_object_get(c->args, name)));
}

static enum dtype result_type(struct arena *arena, const struct torch_case *c)
{
    struct builder *builder = builder_open(arena, syms_open(arena), c->id);
    struct nn_recording *r = recording_make(arena, builder);
    value_id in[2] = {0};
    for (int k = 0; k < 2; k++) {
        struct tensor_type type = {.dtype = c->in[k].dtype, .shape = {.rank = c->in[k].rank}};
        for (int i = 0; i < type.shape.rank; i++)
            type.shape.dim[i] = sym_const(r->syms, c->in[k].dim[i]);
        in[k] = build_tensor(builder, STORAGE_INPUT, &type, NULL);
    }
    return tensor_result_type(r, in[0], in[1]);
}

void torch_promote_direct(struct torch_answer *a, struct arena *arena, const struct torch_case *c)
{
    enum dtype dtype = is_promote(c)
                           ? dtype_promote(dtype_argument(c, "type1"), dtype_argument(c, "type2"))
                           : result_type(arena, c);
    *a = (struct torch_answer){.n_out = 1, .out = {{.dtype = dtype}}};
}

static void write_dtype(struct text *t, enum dtype dtype)
{
    text_add(t, "NN_");
    for (const char *c = dtype_name(dtype); *c; c++) text_add_char(t, (char)toupper(*c));
}

void torch_promote_write(struct text *t, const struct torch_case *c)
{
    if (!is_promote(c)) {
        text_add(t, "nn_result_type(x0, x1)");
        return;
    }
    text_add(t, "nn_promote_types(");
    write_dtype(t, dtype_argument(c, "type1"));
    text_add(t, ", ");
    write_dtype(t, dtype_argument(c, "type2"));
    text_add(t, ")");
}
