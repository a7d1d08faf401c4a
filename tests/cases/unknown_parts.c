// How many parts an axis of unknown size has.
// says: assumed: 2*((n + 2)/3) + 1 <= n: otherwise there are fewer than 3 parts in chunk (unknown_parts.c:9)
// says: with C % H == 0 for view (unknown_parts.c:16)
#include <shapeprof/nn.h>

// At most three, and as many if the last one is not empty: of 3, but not of 4.
struct nn_tensors three_or_fewer(int64_t n)
{
    return nn_chunk(nn_input(NN_F32, n, 4), 3);
}

// Three of a multiple of three, whatever the size.
nn_tensor *three_heads(int64_t B, int64_t T, int64_t C, int64_t H)
{
    struct nn_tensors parts = nn_chunk(nn_input(NN_F32, B, T, 3 * C), 3, 2);
    return nn_transpose(nn_view(parts.at[1], B, T, H, C / H), 1, 2);
}

struct nn_tensors as_many_as_fit(int64_t n)
{
    return nn_split(nn_input(NN_F32, n, 4), 3); // expect SP158: how many parts of 3 an axis of n has is not known
}
