/* Two layers by hand, one buffer for each result.
 *
 *   mlp [batch] [hidden]
 */
#include <stdio.h>
#include <stdlib.h>

#define INPUTS 8
#define OUTPUTS 4

static void linear(float *out, const float *in, const float *w, const float *b, int rows, int n_in,
                   int n_out)
{
    for (int r = 0; r < rows; r++) {
        for (int o = 0; o < n_out; o++) {
            float sum = b[o];
            for (int i = 0; i < n_in; i++) sum += in[r * n_in + i] * w[o * n_in + i];
            out[r * n_out + o] = sum;
        }
    }
}

static void relu(float *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] < 0) x[i] = 0;
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 4, hidden = argc > 2 ? atoi(argv[2]) : 64;
    float *x = calloc(batch * INPUTS, sizeof(float));
    float *w1 = calloc(hidden * INPUTS, sizeof(float)), *b1 = calloc(hidden, sizeof(float));
    float *w2 = calloc(OUTPUTS * hidden, sizeof(float)), *b2 = calloc(OUTPUTS, sizeof(float));
    float *h = malloc(batch * hidden * sizeof(float));
    float *y = malloc(batch * OUTPUTS * sizeof(float));
    linear(h, x, w1, b1, batch, INPUTS, hidden);
    relu(h, batch * hidden);
    linear(y, h, w2, b2, batch, hidden, OUTPUTS);
    printf("%f\n", y[0]);
    free(x), free(w1), free(b1), free(w2), free(b2), free(h), free(y);
    return 0;
}
