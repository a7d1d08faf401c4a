/* GPT-2, trained in plain C. All parameters lie in one block, all activations in another; what is
 * where follows from arrays of sizes, which are filled from the header of a checkpoint and from the
 * batch. Activations come with the first forward pass, gradients with the first backward pass,
 * Adam's moments with the first update.
 *
 *   gpt2_train [batch] [tokens] [checkpoint]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_WORDS 256
#define MAGIC 20240326

static void *get_memory(size_t bytes, const char *file, int line)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "%s:%d: no memory for %zu bytes\n", file, line, bytes);
        exit(1);
    }
    return memory;
}
#define GET_MEMORY(bytes) get_memory(bytes, __FILE__, __LINE__)

typedef struct {
    int max_seq_len, vocab_size, padded_vocab_size, num_layers, num_heads, channels;
} config_t;

#define N_PARAMS 16
typedef struct {
    float *wte, *wpe, *ln1w, *ln1b, *qkvw, *qkvb, *attprojw, *attprojb;
    float *ln2w, *ln2b, *fcw, *fcb, *fcprojw, *fcprojb, *lnfw, *lnfb;
} params_t;

#define N_ACTS 23
typedef struct {
    float *encoded, *ln1, *ln1_mean, *ln1_rstd, *qkv, *atty, *preatt, *att, *attproj, *residual2;
    float *ln2, *ln2_mean, *ln2_rstd, *fch, *fch_gelu, *fcproj, *residual3;
    float *lnf, *lnf_mean, *lnf_rstd, *logits, *probs, *losses;
} acts_t;

typedef struct {
    config_t config;
    size_t param_sizes[N_PARAMS], n_params;
    params_t params, grads;
    float *params_memory, *grads_memory, *m_memory, *v_memory;
    size_t act_sizes[N_ACTS], n_acts;
    acts_t acts, grads_acts;
    float *acts_memory, *grads_acts_memory;
    int batch, tokens;
    int *inputs, *targets;
    float mean_loss;
} gpt2_t;

/* ---- sizes and places */

static void fill_param_sizes(size_t *sizes, config_t c)
{
    size_t C = c.channels, L = c.num_layers, Vp = c.padded_vocab_size;
    sizes[0] = Vp * C;            /* wte */
    sizes[1] = c.max_seq_len * C; /* wpe */
    sizes[2] = sizes[3] = L * C;  /* ln1w, ln1b */
    sizes[4] = L * 3 * C * C;     /* qkvw */
    sizes[5] = L * 3 * C;         /* qkvb */
    sizes[6] = L * C * C;         /* attprojw */
    sizes[7] = L * C;             /* attprojb */
    sizes[8] = sizes[9] = L * C;  /* ln2w, ln2b */
    sizes[10] = L * 4 * C * C;    /* fcw */
    sizes[11] = L * 4 * C;        /* fcb */
    sizes[12] = L * C * 4 * C;    /* fcprojw */
    sizes[13] = L * C;            /* fcprojb */
    sizes[14] = sizes[15] = C;    /* lnfw, lnfb */
}

static void fill_act_sizes(size_t *sizes, config_t c, size_t B, size_t T)
{
    size_t C = c.channels, L = c.num_layers, NH = c.num_heads, Vp = c.padded_vocab_size;
    sizes[0] = B * T * C;                            /* encoded */
    sizes[1] = L * B * T * C;                        /* ln1 */
    sizes[2] = sizes[3] = L * B * T;                 /* ln1_mean, ln1_rstd */
    sizes[4] = L * B * T * 3 * C;                    /* qkv */
    sizes[5] = L * B * T * C;                        /* atty */
    sizes[6] = sizes[7] = L * B * NH * T * T;        /* preatt, att */
    sizes[8] = sizes[9] = sizes[10] = L * B * T * C; /* attproj, residual2, ln2 */
    sizes[11] = sizes[12] = L * B * T;               /* ln2_mean, ln2_rstd */
    sizes[13] = sizes[14] = L * B * T * 4 * C;       /* fch, fch_gelu */
    sizes[15] = sizes[16] = L * B * T * C;           /* fcproj, residual3 */
    sizes[17] = B * T * C;                           /* lnf */
    sizes[18] = sizes[19] = B * T;                   /* lnf_mean, lnf_rstd */
    sizes[20] = sizes[21] = B * T * Vp;              /* logits, probs */
    sizes[22] = B * T;                               /* losses */
}

/* One block for all of them; each field gets its place in it. */
static float *lay_out(float ***fields, const size_t *sizes, int n)
{
    size_t total = 0;
    for (int i = 0; i < n; i++) total += sizes[i];
    float *memory = (float *)GET_MEMORY(total * sizeof(float)), *next = memory;
    for (int i = 0; i < n; i++) {
        *(fields[i]) = next;
        next += sizes[i];
    }
    return memory;
}

static float *lay_out_params(params_t *p, const size_t *sizes)
{
    float **fields[] = {&p->wte,      &p->wpe,      &p->ln1w, &p->ln1b, &p->qkvw, &p->qkvb,
                        &p->attprojw, &p->attprojb, &p->ln2w, &p->ln2b, &p->fcw,  &p->fcb,
                        &p->fcprojw,  &p->fcprojb,  &p->lnfw, &p->lnfb};
    return lay_out(fields, sizes, N_PARAMS);
}

static float *lay_out_acts(acts_t *a, const size_t *sizes)
{
    float **fields[] = {&a->encoded, &a->ln1,       &a->ln1_mean, &a->ln1_rstd, &a->qkv,
                        &a->atty,    &a->preatt,    &a->att,      &a->attproj,  &a->residual2,
                        &a->ln2,     &a->ln2_mean,  &a->ln2_rstd, &a->fch,      &a->fch_gelu,
                        &a->fcproj,  &a->residual3, &a->lnf,      &a->lnf_mean, &a->lnf_rstd,
                        &a->logits,  &a->probs,     &a->losses};
    return lay_out(fields, sizes, N_ACTS);
}

/* ---- kernels */

static void encoder_forward(float *out, const int *inp, const float *wte, const float *wpe, int B,
                            int T, int C)
{
    for (int b = 0; b < B; b++)
        for (int t = 0; t < T; t++)
            for (int i = 0; i < C; i++)
                out[b * T * C + t * C + i] = wte[inp[b * T + t] * C + i] + wpe[t * C + i];
}

static void layernorm_forward(float *out, float *mean, float *rstd, const float *inp,
                              const float *weight, const float *bias, int B, int T, int C)
{
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            const float *x = inp + b * T * C + t * C;
            float m = 0.0f, v = 0.0f;
            for (int i = 0; i < C; i++) m += x[i];
            m = m / C;
            for (int i = 0; i < C; i++) v += (x[i] - m) * (x[i] - m);
            float s = 1.0f / sqrtf(v / C + 1e-5f);
            float *o = out + b * T * C + t * C;
            for (int i = 0; i < C; i++) o[i] = (x[i] - m) * s * weight[i] + bias[i];
            mean[b * T + t] = m;
            rstd[b * T + t] = s;
        }
    }
}

static void matmul_forward(float *out, const float *inp, const float *weight, const float *bias,
                           int B, int T, int C, int OC)
{
#pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            int row = b * T + t;
            for (int o = 0; o < OC; o++) {
                float sum = bias ? bias[o] : 0.0f;
                for (int i = 0; i < C; i++) sum += inp[row * C + i] * weight[o * C + i];
                out[row * OC + o] = sum;
            }
        }
    }
}

static void attention_forward(float *out, float *preatt, float *att, const float *inp, int B, int T,
                              int C, int NH)
{
    int C3 = 3 * C, hs = C / NH;
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            for (int h = 0; h < NH; h++) {
                const float *query = inp + b * T * C3 + t * C3 + h * hs;
                float *pre = preatt + b * NH * T * T + h * T * T + t * T;
                float *row = att + b * NH * T * T + h * T * T + t * T;
                float largest = -10000.0f, sum = 0.0f;
                for (int u = 0; u <= t; u++) {
                    const float *key = inp + b * T * C3 + u * C3 + h * hs + C;
                    float value = 0.0f;
                    for (int i = 0; i < hs; i++) value += query[i] * key[i];
                    pre[u] = value / sqrtf((float)hs);
                    if (pre[u] > largest) largest = pre[u];
                }
                for (int u = 0; u <= t; u++) sum += row[u] = expf(pre[u] - largest);
                for (int u = 0; u < T; u++) row[u] = u <= t ? row[u] / sum : 0.0f;
                float *o = out + b * T * C + t * C + h * hs;
                for (int i = 0; i < hs; i++) o[i] = 0.0f;
                for (int u = 0; u <= t; u++) {
                    const float *value = inp + b * T * C3 + u * C3 + h * hs + C * 2;
                    for (int i = 0; i < hs; i++) o[i] += row[u] * value[i];
                }
            }
        }
    }
}

static void gelu_forward(float *out, const float *inp, int N)
{
    for (int i = 0; i < N; i++) {
        float x = inp[i];
        out[i] = 0.5f * x * (1.0f + tanhf(0.7978846f * (x + 0.044715f * x * x * x)));
    }
}

static void residual_forward(float *out, const float *a, const float *b, int N)
{
    for (int i = 0; i < N; i++) out[i] = a[i] + b[i];
}

static void softmax_forward(float *probs, const float *logits, int B, int T, int V, int Vp)
{
    for (int r = 0; r < B * T; r++) {
        float largest = -10000.0f, sum = 0.0f;
        for (int i = 0; i < V; i++)
            if (logits[r * Vp + i] > largest) largest = logits[r * Vp + i];
        for (int i = 0; i < V; i++) sum += probs[r * Vp + i] = expf(logits[r * Vp + i] - largest);
        for (int i = 0; i < V; i++) probs[r * Vp + i] /= sum;
        for (int i = V; i < Vp; i++) probs[r * Vp + i] = 0.0f;
    }
}

static void crossentropy_forward(float *losses, const float *probs, const int *targets, int B,
                                 int T, int Vp)
{
    for (int r = 0; r < B * T; r++) losses[r] = -logf(probs[r * Vp + targets[r]]);
}

static void crossentropy_softmax_backward(float *dlogits, const float *dlosses, const float *probs,
                                          const int *targets, int B, int T, int V, int Vp)
{
    for (int r = 0; r < B * T; r++)
        for (int i = 0; i < V; i++)
            dlogits[r * Vp + i] +=
                (probs[r * Vp + i] - (i == targets[r] ? 1.0f : 0.0f)) * dlosses[r];
}

static void matmul_backward(float *dinp, float *dweight, const float *dout, const float *inp,
                            const float *weight, int B, int T, int C, int OC)
{
    for (int r = 0; r < B * T; r++)
        for (int o = 0; o < OC; o++)
            for (int i = 0; i < C; i++) {
                dinp[r * C + i] += weight[o * C + i] * dout[r * OC + o];
                dweight[o * C + i] += inp[r * C + i] * dout[r * OC + o];
            }
}

static void adamw(float *params, const float *grads, float *m, float *v, long n, float rate)
{
    for (long i = 0; i < n; i++) {
        m[i] = 0.9f * m[i] + 0.1f * grads[i];
        v[i] = 0.999f * v[i] + 0.001f * grads[i] * grads[i];
        params[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
    }
}

/* ---- the model */

static void gpt2_load(gpt2_t *model, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    int header[HEADER_WORDS];
    if (fread(header, sizeof(int), HEADER_WORDS, file) != HEADER_WORDS) exit(1);
    if (header[0] != MAGIC) {
        fprintf(stderr, "%s is no checkpoint\n", path);
        exit(1);
    }
    model->config.max_seq_len = header[2];
    model->config.vocab_size = header[3];
    model->config.num_layers = header[4];
    model->config.num_heads = header[5];
    model->config.channels = header[6];
    model->config.padded_vocab_size = header[7];
    fill_param_sizes(model->param_sizes, model->config);
    model->n_params = 0;
    for (int i = 0; i < N_PARAMS; i++) model->n_params += model->param_sizes[i];
    model->params_memory = lay_out_params(&model->params, model->param_sizes);
    if (fread(model->params_memory, sizeof(float), model->n_params, file) != model->n_params)
        exit(1);
    fclose(file);
    model->acts_memory = model->grads_memory = model->grads_acts_memory = NULL;
    model->m_memory = model->v_memory = NULL;
    model->inputs = model->targets = NULL;
}

static void gpt2_forward(gpt2_t *model, const int *inputs, const int *targets, int B, int T)
{
    config_t c = model->config;
    int C = c.channels, L = c.num_layers, NH = c.num_heads, V = c.vocab_size;
    int Vp = c.padded_vocab_size;
    if (model->acts_memory == NULL) {
        model->batch = B;
        model->tokens = T;
        fill_act_sizes(model->act_sizes, c, B, T);
        model->acts_memory = lay_out_acts(&model->acts, model->act_sizes);
        model->inputs = (int *)GET_MEMORY((size_t)B * T * sizeof(int));
        model->targets = (int *)GET_MEMORY((size_t)B * T * sizeof(int));
    } else if (B != model->batch || T != model->tokens) {
        exit(1);
    }
    memcpy(model->inputs, inputs, (size_t)B * T * sizeof(int));
    memcpy(model->targets, targets, (size_t)B * T * sizeof(int));
    params_t p = model->params;
    acts_t a = model->acts;
    size_t row = (size_t)B * T;
    encoder_forward(a.encoded, model->inputs, p.wte, p.wpe, B, T, C);
    for (int l = 0; l < L; l++) {
        float *residual = l == 0 ? a.encoded : a.residual3 + (l - 1) * row * C;
        float *ln1 = a.ln1 + l * row * C, *qkv = a.qkv + l * row * 3 * C;
        float *atty = a.atty + l * row * C, *attproj = a.attproj + l * row * C;
        float *residual2 = a.residual2 + l * row * C, *ln2 = a.ln2 + l * row * C;
        float *fch = a.fch + l * row * 4 * C, *gelu = a.fch_gelu + l * row * 4 * C;
        float *fcproj = a.fcproj + l * row * C, *residual3 = a.residual3 + l * row * C;
        layernorm_forward(ln1, a.ln1_mean + l * row, a.ln1_rstd + l * row, residual, p.ln1w + l * C,
                          p.ln1b + l * C, B, T, C);
        matmul_forward(qkv, ln1, p.qkvw + l * 3 * C * C, p.qkvb + l * 3 * C, B, T, C, 3 * C);
        attention_forward(atty, a.preatt + l * row * NH * T, a.att + l * row * NH * T, qkv, B, T, C,
                          NH);
        matmul_forward(attproj, atty, p.attprojw + l * C * C, p.attprojb + l * C, B, T, C, C);
        residual_forward(residual2, residual, attproj, B * T * C);
        layernorm_forward(ln2, a.ln2_mean + l * row, a.ln2_rstd + l * row, residual2,
                          p.ln2w + l * C, p.ln2b + l * C, B, T, C);
        matmul_forward(fch, ln2, p.fcw + l * 4 * C * C, p.fcb + l * 4 * C, B, T, C, 4 * C);
        gelu_forward(gelu, fch, B * T * 4 * C);
        matmul_forward(fcproj, gelu, p.fcprojw + l * C * 4 * C, p.fcprojb + l * C, B, T, 4 * C, C);
        residual_forward(residual3, residual2, fcproj, B * T * C);
    }
    layernorm_forward(a.lnf, a.lnf_mean, a.lnf_rstd, a.residual3 + (L - 1) * row * C, p.lnfw,
                      p.lnfb, B, T, C);
    matmul_forward(a.logits, a.lnf, p.wte, NULL, B, T, C, Vp);
    softmax_forward(a.probs, a.logits, B, T, V, Vp);
    crossentropy_forward(a.losses, a.probs, model->targets, B, T, Vp);
    model->mean_loss = 0.0f;
    for (int i = 0; i < B * T; i++) model->mean_loss += a.losses[i];
    model->mean_loss /= B * T;
}

/* Of the head; the blocks below go the same way. */
static void gpt2_backward(gpt2_t *model)
{
    config_t c = model->config;
    int B = model->batch, T = model->tokens;
    if (model->grads_memory == NULL) {
        model->grads_memory = lay_out_params(&model->grads, model->param_sizes);
        model->grads_acts_memory = lay_out_acts(&model->grads_acts, model->act_sizes);
        memset(model->grads_memory, 0, model->n_params * sizeof(float));
        size_t n = 0;
        for (int i = 0; i < N_ACTS; i++) n += model->act_sizes[i];
        memset(model->grads_acts_memory, 0, n * sizeof(float));
    }
    for (int i = 0; i < B * T; i++) model->grads_acts.losses[i] = 1.0f / (B * T);
    crossentropy_softmax_backward(model->grads_acts.logits, model->grads_acts.losses,
                                  model->acts.probs, model->targets, B, T, c.vocab_size,
                                  c.padded_vocab_size);
    matmul_backward(model->grads_acts.lnf, model->grads.wte, model->grads_acts.logits,
                    model->acts.lnf, model->params.wte, B, T, c.channels, c.padded_vocab_size);
}

static void gpt2_update(gpt2_t *model, float rate)
{
    if (model->m_memory == NULL) {
        model->m_memory = (float *)calloc(model->n_params, sizeof(float));
        model->v_memory = (float *)calloc(model->n_params, sizeof(float));
    }
    adamw(model->params_memory, model->grads_memory, model->m_memory, model->v_memory,
          (long)model->n_params, rate);
}

static void gpt2_free(gpt2_t *model)
{
    free(model->params_memory);
    free(model->grads_memory);
    free(model->m_memory);
    free(model->v_memory);
    free(model->acts_memory);
    free(model->grads_acts_memory);
    free(model->inputs);
    free(model->targets);
}

int main(int argc, char **argv)
{
    int B = argc > 1 ? atoi(argv[1]) : 4, T = argc > 2 ? atoi(argv[2]) : 64;
    gpt2_t model;
    gpt2_load(&model, argc > 3 ? argv[3] : "gpt2_124M.bin");
    int *tokens = (int *)calloc((size_t)B * T + 1, sizeof(int));
    for (int step = 0; step < 2; step++) {
        gpt2_forward(&model, tokens, tokens + 1, B, T);
        gpt2_backward(&model);
        gpt2_update(&model, 1e-4f);
        printf("step %d: loss %f\n", step, model.mean_loss);
    }
    free(tokens);
    gpt2_free(&model);
    return 0;
}
