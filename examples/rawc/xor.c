// A network that learns XOR: 10,000 epochs of four samples, one layer of 8 in the middle.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define IN 2
#define HID 8
#define OUT 1

static float frand(void)
{
    return (float)rand() / RAND_MAX - 0.5f;
}

static void init(float *w, int n)
{
    for (int i = 0; i < n; i++) w[i] = frand();
}

static void dense(float *y, const float *x, const float *w, const float *b, int n, int m)
{
    for (int j = 0; j < m; j++) {
        float s = b[j];
        for (int i = 0; i < n; i++) s += w[j * n + i] * x[i];
        y[j] = 1.0f / (1.0f + expf(-s));
    }
}

static void delta_out(float *d, const float *y, const float *t, int m)
{
    for (int j = 0; j < m; j++) d[j] = (y[j] - t[j]) * y[j] * (1 - y[j]);
}

static void delta_hidden(float *d, const float *dn, const float *w, const float *h, int n, int m)
{
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++) s += w[j * n + i] * dn[j];
        d[i] = s * h[i] * (1 - h[i]);
    }
}

static void update(float *w, float *b, const float *d, const float *x, int n, int m, float lr)
{
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++) w[j * n + i] -= lr * d[j] * x[i];
        b[j] -= lr * d[j];
    }
}

int main(void)
{
    static const float xs[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, ts[4][1] = {{0}, {1}, {1}, {0}};
    float *w1 = malloc(HID * IN * sizeof *w1), *b1 = calloc(HID, sizeof *b1);
    float *w2 = malloc(OUT * HID * sizeof *w2), *b2 = calloc(OUT, sizeof *b2);
    float *h = malloc(HID * sizeof *h), *y = malloc(OUT * sizeof *y);
    float *dh = malloc(HID * sizeof *dh), *dy = malloc(OUT * sizeof *dy);
    init(w1, HID * IN);
    init(w2, OUT * HID);
    for (int epoch = 0; epoch < 10000; epoch++) {
        float loss = 0;
        for (int k = 0; k < 4; k++) {
            dense(h, xs[k], w1, b1, IN, HID);
            dense(y, h, w2, b2, HID, OUT);
            loss += (y[0] - ts[k][0]) * (y[0] - ts[k][0]);
            delta_out(dy, y, ts[k], OUT);
            delta_hidden(dh, dy, w2, h, HID, OUT);
            update(w2, b2, dy, h, HID, OUT, 0.5f);
            update(w1, b1, dh, xs[k], IN, HID, 0.5f);
        }
        if (epoch % 1000 == 0) printf("%d %f\n", epoch, loss);
    }
    free(w1), free(b1), free(w2), free(b2), free(h), free(y), free(dh), free(dy);
    return 0;
}
