// Positions of the kernels of convolutions.

#include "frontends/ggml/window.h"

struct window window_of(const struct ggml_call *c, int first, int axes)
{
    struct window w = {.s = {NULL}};
    for (int i = 0; i < axes; i++) {
        w.s[i] = call_size(c, first + i);
        w.p[i] = call_size(c, first + axes + i);
        w.d[i] = call_size(c, first + 2 * axes + i);
    }
    return w;
}

void window_params(struct ggml_tensor *t, const struct window *w, int axes)
{
    for (int i = 0; i < axes; i++) {
        tensor_param(t, i, w->s[i]);
        tensor_param(t, axes + i, w->p[i]);
        tensor_param(t, 2 * axes + i, w->d[i]);
    }
}

const struct sym *window_positions(struct ggml_call *c, const struct window *w, int axis,
                                   const struct sym *n, const struct sym *k)
{
    struct syms *s = c->syms;
    const struct sym *reach = sym_mul(s, w->d[axis], sym_add_const(s, k, -1));
    const struct sym *room = sym_add(s, n, sym_mul_const(s, w->p[axis], 2));
    room = sym_add_const(s, sym_sub(s, room, reach), -1);
    const struct sym *steps =
        call_divide(c, "(ins + 2 * p - d * (ks - 1) - 1) / s + 1", room, w->s[axis]);
    return sym_add_const(s, steps, 1);
}
