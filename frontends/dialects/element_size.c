#include "frontends/dialects/element_size.h"

#define FLOAT_BYTES 4

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
    diag_note(diags, diag, eval_site(eval), "the elements are counted here");
    diag_fix(diags, diag, "call %s, which counts the bytes", instead);
}
