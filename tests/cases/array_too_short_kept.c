// Loops of T rounds that keep the address of an element and use it through the pointer: T is at most
// what the array has room for. An address alone may be that of the end.
// options: --input f32[4,T,8]
// says: input x: f32[4, T, 8] with T <= 64 for `out` of 64 elements (array_too_short_kept.c:15)
// says: input x: f32[4, T, 8] with T <= 48 for `steps` of 48 elements (array_too_short_kept.c:27)
// says: as it is with 1, 2, 3, 4, 5, 7, 12, 21 input x: f32[4, T, 8] leaf
#include <shapeprof/nn.h>

#define MAX_STEPS 64

nn_tensor *kept_in_a_pointer(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS];
    for (int t = 0; t < nn_size(x, 1); t++) {
        nn_tensor **here = &out[t];
        *here = nn_select(x, 1, t);
    }
    return out[0];
}
struct step {
    nn_tensor *input, *gate;
};
nn_tensor *kept_member(nn_tensor *x)
{
    struct step steps[48], *step;
    for (int t = 0; t < nn_size(x, 1); t++) {
        step = steps + t;
        step->input = nn_select(x, 1, t);
        step->gate = nn_f_sigmoid(step->input);
    }
    return steps[0].gate;
}
nn_tensor *address_only(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS], **end = out;
    for (int t = 0; t < nn_size(x, 1); t++) {
        end = &out[t];
        out[0] = nn_select(x, 1, t);
    }
    return end ? out[0] : NULL;
}
