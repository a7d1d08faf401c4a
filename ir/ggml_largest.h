#ifndef IR_GGML_LARGEST_H
#define IR_GGML_LARGEST_H

// The largest of many sizes: those of them that may be it, the earliest of equal ones.

#include "ir/base/vec.h"
#include "ir/sym/sym.h"

struct ggml_largest {
    struct arena *arena;
    struct syms *syms;
    VEC(struct {
        const struct sym *bytes;
        int from; // where it came from
    })
    list;
};

void ggml_largest_add(struct ggml_largest *, const struct sym *bytes, int from);
const struct sym *ggml_largest_value(const struct ggml_largest *); // 0 where there is none

#endif
