#include "frontends/dialects/element_size.h"

#define FLOAT_BYTES 4

static void add_mend(struct eval *eval, struct diags *diags, struct diag *diag, const char *instead)
{
    diag_note(diags, diag, eval_site(eval), "the elements are counted here");
    diag_fix(diags, diag, "call %s, which counts the bytes", instead);
}

void element_size_check(struct eval *eval, struct diags *diags, enum dtype dtype,
                        const char *instead)
{
    if (dtype == DTYPE_NONE) return;
    int elements = dtype_block_elements(dtype), bytes = dtype_block_bytes(dtype);
    if (elements == 1 && bytes == FLOAT_BYTES) return;
    const struct site *site = eval_result_scaled(eval, FLOAT_BYTES);
    if (!site) return;
    const char *holds = elements == 1
                            ? arena_printf(diags->arena, "an element has %d", bytes)
                            : arena_printf(diags->arena, "%d elements have %d", elements, bytes);
    struct diag *diag =
        diag_add(diags, DIAG_ELEMENT_SIZE, site,
                 "the elements of a tensor of %s are multiplied by 4 for its bytes, while %s",
                 dtype_name(dtype), holds);
    add_mend(eval, diags, diag, instead);
}

void element_size_check_parameter(struct eval *eval, struct diags *diags, const char *name,
                                  const char *instead)
{
    const struct site *site = eval_result_scaled(eval, FLOAT_BYTES);
    if (!site) return;
    struct diag *diag = diag_add(diags, DIAG_ELEMENT_SIZE, site,
                                 "the elements of a tensor are multiplied by 4 for its bytes, "
                                 "while its dtype is the parameter `%s`: only f32 and i32 have 4",
                                 name);
    add_mend(eval, diags, diag, instead);
}
