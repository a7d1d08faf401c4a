/* A decoder with grouped key and value heads, as small as it can be: the header of a checkpoint
 * gives the sizes, weights are mapped from the file, and each buffer of the run's state comes from
 * a calloc of its own. Keys and values are views into the caches.
 *
 *   llama_decoder [checkpoint] [steps]
 */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    int dim, hidden_dim, n_layers, n_heads, n_kv_heads, vocab_size, seq_len;
} config_t;

typedef struct {
    float *token_embedding, *rms_att, *wq, *wk, *wv, *wo, *rms_ffn, *w1, *w2, *w3, *rms_final;
} weights_t;

typedef struct {
    float *x, *xb, *xb2, *hb, *hb2, *q, *k, *v, *att, *logits;
    float *key_cache, *value_cache;
} state_t;

typedef struct {
    config_t config;
    weights_t weights;
    state_t state;
} decoder_t;

static void state_new(state_t *s, const config_t *p)
{
    int kv_dim = (p->dim * p->n_kv_heads) / p->n_heads;
    s->x = calloc(p->dim, sizeof(float));
    s->xb = calloc(p->dim, sizeof(float));
    s->xb2 = calloc(p->dim, sizeof(float));
    s->hb = calloc(p->hidden_dim, sizeof(float));
    s->hb2 = calloc(p->hidden_dim, sizeof(float));
    s->q = calloc(p->dim, sizeof(float));
    s->key_cache = calloc((size_t)p->n_layers * p->seq_len * kv_dim, sizeof(float));
    s->value_cache = calloc((size_t)p->n_layers * p->seq_len * kv_dim, sizeof(float));
    s->att = calloc(p->n_heads * p->seq_len, sizeof(float));
    s->logits = calloc(p->vocab_size, sizeof(float));
    if (!s->x || !s->key_cache || !s->value_cache || !s->logits) exit(1);
}

static void state_free(state_t *s)
{
    free(s->x);
    free(s->xb);
    free(s->xb2);
    free(s->hb);
    free(s->hb2);
    free(s->q);
    free(s->key_cache);
    free(s->value_cache);
    free(s->att);
    free(s->logits);
}

static void weights_map(weights_t *w, const config_t *p, float *at)
{
    size_t head = p->dim / p->n_heads, L = p->n_layers, dim = p->dim, hidden = p->hidden_dim;
    w->token_embedding = at, at += p->vocab_size * dim;
    w->rms_att = at, at += L * dim;
    w->wq = at, at += L * dim * (p->n_heads * head);
    w->wk = at, at += L * dim * (p->n_kv_heads * head);
    w->wv = at, at += L * dim * (p->n_kv_heads * head);
    w->wo = at, at += L * (p->n_heads * head) * dim;
    w->rms_ffn = at, at += L * dim;
    w->w1 = at, at += L * dim * hidden;
    w->w2 = at, at += L * hidden * dim;
    w->w3 = at, at += L * dim * hidden;
    w->rms_final = at;
}

static void decoder_load(decoder_t *d, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) exit(1);
    if (fread(&d->config, sizeof(config_t), 1, file) != 1) exit(1);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    int fd = open(path, O_RDONLY);
    float *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED) exit(1);
    weights_map(&d->weights, &d->config, data + sizeof(config_t) / sizeof(float));
    state_new(&d->state, &d->config);
}

static void rmsnorm(float *o, const float *x, const float *weight, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    sum = 1.0f / sqrtf(sum / n + 1e-5f);
    for (int i = 0; i < n; i++) o[i] = weight[i] * (sum * x[i]);
}

static void matmul(float *o, const float *x, const float *w, int n, int d)
{
    for (int i = 0; i < d; i++) {
        float value = 0.0f;
        for (int j = 0; j < n; j++) value += w[i * n + j] * x[j];
        o[i] = value;
    }
}

static void softmax(float *x, int n)
{
    float largest = x[0], sum = 0.0f;
    for (int i = 1; i < n; i++)
        if (x[i] > largest) largest = x[i];
    for (int i = 0; i < n; i++) sum += x[i] = expf(x[i] - largest);
    for (int i = 0; i < n; i++) x[i] /= sum;
}

static void attend(float *o, float *att, const float *q, const float *keys, const float *values,
                   int pos, int kv_dim, int head)
{
    for (int t = 0; t <= pos; t++) {
        float score = 0.0f;
        for (int i = 0; i < head; i++) score += q[i] * keys[t * kv_dim + i];
        att[t] = score / sqrtf((float)head);
    }
    softmax(att, pos + 1);
    for (int i = 0; i < head; i++) o[i] = 0.0f;
    for (int t = 0; t <= pos; t++)
        for (int i = 0; i < head; i++) o[i] += att[t] * values[t * kv_dim + i];
}

static void swiglu(float *gate, const float *up, int n)
{
    for (int i = 0; i < n; i++) gate[i] = gate[i] / (1.0f + expf(-gate[i])) * up[i];
}

static void add(float *x, const float *y, int n)
{
    for (int i = 0; i < n; i++) x[i] += y[i];
}

static float *forward(decoder_t *d, int token, int pos)
{
    const config_t *p = &d->config;
    const weights_t *w = &d->weights;
    state_t *s = &d->state;
    int dim = p->dim, hidden = p->hidden_dim, head = dim / p->n_heads;
    int kv_dim = (p->dim * p->n_kv_heads) / p->n_heads, group = p->n_heads / p->n_kv_heads;
    memcpy(s->x, w->token_embedding + token * dim, dim * sizeof(float));
    for (int l = 0; l < p->n_layers; l++) {
        size_t cache = (size_t)l * p->seq_len * kv_dim;
        s->k = s->key_cache + cache + pos * kv_dim;
        s->v = s->value_cache + cache + pos * kv_dim;
        rmsnorm(s->xb, s->x, w->rms_att + l * dim, dim);
        matmul(s->q, s->xb, w->wq + l * dim * dim, dim, dim);
        matmul(s->k, s->xb, w->wk + l * dim * kv_dim, dim, kv_dim);
        matmul(s->v, s->xb, w->wv + l * dim * kv_dim, dim, kv_dim);
        for (int h = 0; h < p->n_heads; h++)
            attend(s->xb + h * head, s->att + h * p->seq_len, s->q + h * head,
                   s->key_cache + cache + h / group * head,
                   s->value_cache + cache + h / group * head, pos, kv_dim, head);
        matmul(s->xb2, s->xb, w->wo + l * dim * dim, dim, dim);
        add(s->x, s->xb2, dim);
        rmsnorm(s->xb, s->x, w->rms_ffn + l * dim, dim);
        matmul(s->hb, s->xb, w->w1 + l * dim * hidden, dim, hidden);
        matmul(s->hb2, s->xb, w->w3 + l * dim * hidden, dim, hidden);
        swiglu(s->hb, s->hb2, hidden);
        matmul(s->xb, s->hb, w->w2 + l * dim * hidden, hidden, dim);
        add(s->x, s->xb, dim);
    }
    rmsnorm(s->x, s->x, w->rms_final, dim);
    matmul(s->logits, s->x, w->token_embedding, dim, p->vocab_size);
    return s->logits;
}

int main(int argc, char **argv)
{
    decoder_t d;
    decoder_load(&d, argc > 1 ? argv[1] : "model.bin");
    int steps = argc > 2 ? atoi(argv[2]) : 2;
    for (int pos = 0; pos < steps; pos++) {
        float *logits = forward(&d, 1, pos);
        printf("%d: %f\n", pos, logits[0]);
    }
    state_free(&d.state);
    return 0;
}
