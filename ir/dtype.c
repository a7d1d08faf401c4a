// Element types, from the table in dtype.def.

#include "ir/tensor.h"

#include <string.h>

struct dtype_info {
    const char *name, *torch_name;
    enum dtype_category category;
    int block_elements, block_bytes;
};

static const struct dtype_info infos[N_DTYPES] = {
    [DTYPE_NONE] = {"none", "none", CATEGORY_BOOLEAN, 1, 0},
#define DTYPE(id, name, torch_name, category, block_elements, block_bytes)                         \
    [DTYPE_##id] = {name, torch_name, CATEGORY_##category, block_elements, block_bytes},
#include "ir/dtype.def"
#undef DTYPE
};

const char *dtype_name(enum dtype dtype)
{
    return infos[dtype].name;
}

const char *dtype_torch_name(enum dtype dtype)
{
    return infos[dtype].torch_name;
}

enum dtype dtype_find(const char *name)
{
    for (enum dtype dtype = 1; dtype < N_DTYPES; dtype++) {
        if (strcmp(name, infos[dtype].name) == 0 || strcmp(name, infos[dtype].torch_name) == 0)
            return dtype;
    }
    return DTYPE_NONE;
}

enum dtype_category dtype_category(enum dtype dtype)
{
    return infos[dtype].category;
}

int dtype_block_elements(enum dtype dtype)
{
    return infos[dtype].block_elements;
}

int dtype_block_bytes(enum dtype dtype)
{
    return infos[dtype].block_bytes;
}

bool dtype_is_float(enum dtype dtype)
{
    return dtype != DTYPE_NONE && infos[dtype].category == CATEGORY_FLOATING;
}

bool dtype_is_plain(enum dtype dtype)
{
    return dtype != DTYPE_NONE && dtype < N_PLAIN_DTYPES;
}

// Same-category rules of PyTorch's table: the wider type wins, except where
// neither of two holds all values of the other.
static enum dtype promote_alike(enum dtype a, enum dtype b)
{
    enum dtype low = a < b ? a : b, high = a < b ? b : a;
    if (low == DTYPE_U8 && high == DTYPE_I8) return DTYPE_I16;
    if (low == DTYPE_F16 && high == DTYPE_BF16) return DTYPE_F32;
    return high;
}

enum dtype dtype_promote(enum dtype a, enum dtype b)
{
    if (a == b || b == DTYPE_NONE) return a;
    if (a == DTYPE_NONE) return b;
    enum dtype_category category_a = dtype_category(a), category_b = dtype_category(b);
    if (category_a != category_b) return category_a > category_b ? a : b;
    return promote_alike(a, b);
}
