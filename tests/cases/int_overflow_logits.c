// The logits of a language model counted in int: 8 * 8192 * 50304 = 3296722944 wraps around to a
// negative number. In 64 bits they are what they are.
// says: f32[3296722944] 13186891776
#include <shapeprof/nn.h>

nn_tensor *counted_in_int(void)
{
    int batch = 8, tokens = 8192, words = 50304;
    int n = batch * tokens * words; // expect SP420: 65536 * 50304 does not fit in the 32 bits
    return nn_f_relu(nn_input(NN_F32, n)); // expect SP310: -998244352
}

nn_tensor *counted_in_64_bits(void)
{
    int batch = 8, tokens = 8192, words = 50304;
    int64_t n = (int64_t)batch * tokens * words;
    return nn_f_relu(nn_input(NN_F32, n));
}
