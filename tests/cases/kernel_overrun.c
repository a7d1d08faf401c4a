// The widths of the second layer are exchanged; ranges of loops that never end behind the memory are
// no finding, and neither are those that a condition may leave out.
#include <stdlib.h>

static void linear(float *out, const float *in, const float *w, int rows, int n_in, int n_out)
{
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < n_out; o++) {
            float s = 0;
            for (int i = 0; i < n_in; i++) s += in[r * n_in + i] * w[o * n_in + i];
            out[r * n_out + o] = s;
        }
}

static void keep_positive(float *x, int n)
{
    for (int i = 0; i < 2 * n; i++) {
        if (x[i] < 0) break;
        x[i] *= 2;
    }
}

int main(void)
{
    int B = 4, D = 12, H = 48, K = 6;
    float *x = calloc(B * D, sizeof(float)), *h = malloc(B * H * sizeof(float));
    float *y = malloc(B * K * sizeof(float)), *w = calloc(H * D, sizeof(float));
    float *v = calloc(K * H, sizeof(float)), *all = malloc(400);
    linear(h, x, w, B, D, H);
    linear(y, h, v, B, K, H); // expect SP770: `linear` writes n_out*rows = 192 floats of `y` (its `out`), which holds 24 (allocated at line 27)
    linear(all + 21, x, w, B, D, 20); // expect SP770: which holds 79 from there on
    free(x), free(h), free(y), free(w), free(v), free(all);
}
