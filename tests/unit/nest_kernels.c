// Kernels as hand-written models have them, for test_nest: what is predicted of each is held
// against the interpreter on random sizes. Those named inexact_ have ranges that are bounds; names
// of integers that end in an underscore are drawn from 0 on, others from 1. What is named inside_
// is called by the others only.
#include <math.h>
#include <string.h>

void encoder_forward(float *out, const int *inp, const float *wte, const float *wpe, int B, int T,
                     int C)
{
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *o = out + b * T * C + t * C;
            int ix = inp[b * T + t];
            const float *w = wte + ix * C, *p = wpe + t * C;
            for (int i = 0; i < C; i++) o[i] = w[i] + p[i];
        }
    }
}

void layernorm_forward(float *out, float *mean, float *rstd, const float *inp, const float *weight,
                       const float *bias, int B, int T, int C)
{
    float eps = 1e-5f;
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            const float *x = inp + (b * T + t) * C;
            float m = 0.0f, v = 0.0f;
            for (int i = 0; i < C; i++) m += x[i];
            m = m / C;
            for (int i = 0; i < C; i++) {
                float d = x[i] - m;
                v += d * d;
            }
            v = v / C;
            float s = 1.0f / sqrtf(v + eps);
            for (int i = 0; i < C; i++)
                out[(b * T + t) * C + i] = s * (x[i] - m) * weight[i] + bias[i];
            mean[b * T + t] = m;
            rstd[b * T + t] = s;
        }
    }
}

void layernorm_backward(float *dinp, float *dweight, float *dbias, const float *dout,
                        const float *inp, const float *weight, const float *mean, const float *rstd,
                        int B, int T, int C)
{
    for (int r = 0; r < B * T; r++) {
        const float *dy = dout + r * C, *x = inp + r * C;
        float *dx = dinp + r * C, a = 0, c = 0;
        for (int i = 0; i < C; i++) {
            float n = (x[i] - mean[r]) * rstd[r], dn = weight[i] * dy[i];
            a += dn;
            c += dn * n;
        }
        a /= C, c /= C;
        for (int i = 0; i < C; i++) {
            float n = (x[i] - mean[r]) * rstd[r], dn = weight[i] * dy[i];
            dbias[i] += dy[i];
            dweight[i] += n * dy[i];
            dx[i] += (dn - a - n * c) * rstd[r];
        }
    }
}

void matmul_forward(float *out, const float *inp, const float *weight, const float *bias, int B,
                    int T, int C, int OC)
{
#pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++)
        for (int t = 0; t < T; t++)
            for (int o = 0; o < OC; o++) {
                float val = (bias != NULL) ? bias[o] : 0.0f;
                for (int i = 0; i < C; i++) val += inp[b * T * C + t * C + i] * weight[o * C + i];
                out[b * T * OC + t * OC + o] = val;
            }
}

void matmul_tiled(float *restrict out, const float *restrict inp, const float *restrict w, int N,
                  int C, int OC)
{
    enum { TILE = 4 };
    for (int n0 = 0; n0 < N; n0 += TILE)
        for (int o0 = 0; o0 < OC; o0 += TILE) {
            int n1 = n0 + TILE < N ? n0 + TILE : N;
            int o1 = o0 + TILE;
            if (o1 > OC) o1 = OC;
            for (int n = n0; n < n1; n++)
                for (int o = o0; o < o1; o++) {
                    float s = 0;
                    for (int i = 0; i < C; i++) s += inp[n * C + i] * w[o * C + i];
                    out[n * OC + o] = s;
                }
        }
}

void matmul_unrolled(float *out, const float *inp, const float *w, int rows, int C, int OC)
{
    enum { UNROLL = 8 };
    for (int base = 0; base < rows * UNROLL; base += UNROLL)
        for (int o = 0; o < OC; o++) {
            float result[UNROLL];
            for (int k = 0; k < UNROLL; k++) result[k] = 0;
            for (int i = 0; i < C; i++) {
                float v = w[i + o * C];
                for (int k = 0; k < UNROLL; k++) result[k] += inp[(base + k) * C + i] * v;
            }
            for (int k = 0; k < UNROLL; k++) out[(base + k) * OC + o] = result[k];
        }
}

void attention_forward(float *out, float *preatt, float *att, const float *inp, int B, int T, int C,
                       int NH)
{
    int C3 = C * 3;
    int hs = C / NH;
    float scale = 1.0 / sqrtf(hs);
    for (int b = 0; b < B; b++)
        for (int t = 0; t < T; t++)
            for (int h = 0; h < NH; h++) {
                const float *q = inp + b * T * C3 + t * C3 + h * hs;
                float *pre = preatt + b * NH * T * T + h * T * T + t * T;
                float *a = att + b * NH * T * T + h * T * T + t * T, top = -10000.0f, sum = 0;
                for (int t2 = 0; t2 <= t; t2++) {
                    const float *k = inp + b * T * C3 + t2 * C3 + h * hs + C;
                    float v = 0.0f;
                    for (int i = 0; i < hs; i++) v += q[i] * k[i];
                    v *= scale;
                    if (v > top) top = v;
                    pre[t2] = v;
                }
                for (int t2 = 0; t2 <= t; t2++) {
                    float e = expf(pre[t2] - top);
                    sum += e;
                    a[t2] = e;
                }
                float inverse = sum == 0.0f ? 0.0f : 1.0f / sum;
                for (int t2 = 0; t2 < T; t2++) {
                    if (t2 <= t)
                        a[t2] *= inverse;
                    else
                        a[t2] = 0.0f;
                }
                float *o = out + b * T * C + t * C + h * hs;
                for (int i = 0; i < hs; i++) o[i] = 0.0f;
                for (int t2 = 0; t2 <= t; t2++) {
                    const float *v = inp + b * T * C3 + t2 * C3 + h * hs + C * 2;
                    for (int i = 0; i < hs; i++) o[i] += a[t2] * v[i];
                }
            }
}

void gelu_forward(float *out, const float *inp, int N)
{
    for (int i = 0; i < N; i++) {
        float x = inp[i], cube = 0.044715f * x * x * x;
        out[i] = 0.5f * x * (1.0f + tanhf(0.8f * (x + cube)));
    }
}

void residual_forward(float *out, const float *a, const float *b, unsigned long N)
{
    for (unsigned long i = N; i-- > 0;) out[i] = a[i] + b[i];
}

void softmax_forward(float *probs, const float *logits, int B, int T, int V, int padding_)
{
    int Vp = V + padding_;
    for (int b = 0; b < B; b++)
        for (int t = 0; t < T; t++) {
            const float *l = logits + b * T * Vp + t * Vp;
            float *p = probs + b * T * Vp + t * Vp, top = -10000.0f, sum = 0;
            for (int i = 0; i < V; i++)
                if (l[i] > top) top = l[i];
            for (int i = 0; i < V; i++) {
                p[i] = expf(l[i] - top);
                sum += p[i];
            }
            for (int i = 0; i < V; i++) p[i] /= sum;
            for (int i = V; i < Vp; i++) p[i] = 0.0f;
        }
}

void crossentropy_forward(float *losses, const float *probs, const int *targets, int B, int T,
                          int Vp)
{
    for (int b = 0; b < B; b++)
        for (int t = 0; t < T; t++) {
            const float *p = probs + b * T * Vp + t * Vp;
            int ix = targets[b * T + t];
            losses[b * T + t] = -logf(p[ix]);
        }
}

void softmax_backward(float *dlogits, const float *dlosses, const float *probs, int B, int T, int V,
                      int padding_)
{
    int Vp = V + padding_;
    for (int r = 0; r < B * T; r++) {
        float *d = dlogits + r * Vp;
        const float *p = probs + r * Vp, loss = dlosses[r];
        for (int i = 0; i < V; i++) d[i] += (p[i] - 1.0f) * loss;
    }
}

void rmsnorm(float *o, float *x, float *weight, int size)
{
    float ss = 0.0f;
    for (int j = 0; j < size; j++) ss += x[j] * x[j];
    ss = 1.0f / sqrtf(ss / size + 1e-5f);
    for (int j = 0; j < size; j++) o[j] = weight[j] * (ss * x[j]);
}

void matvec(float *xout, float *x, float *w, int n, int d)
{
    int i;
#pragma omp parallel for private(i)
    for (i = 0; i < d; i++) {
        float val = 0.0f;
        for (int j = 0; j < n; j++) val += w[i * n + j] * x[j];
        xout[i] = val;
    }
}

void matvec_running(float *y, const float *x, const float *w, int n, int d)
{
    while (d--) {
        const float *p = x, *end = x + n;
        float s = 0;
        while (p < end) s += *p++ * *w++;
        *y++ = s;
    }
}

void rope(float *q, float *k, int pos_, int heads, int kv_heads, int half)
{
    int head = 2 * half, dim = heads * head, kv_dim = kv_heads * head;
    for (int i = 0; i < dim; i += 2) {
        int turn = i % head;
        float angle = pos_ / powf(10000.0f, turn / (float)head);
        float c = cosf(angle), s = sinf(angle);
        int both = i < kv_dim ? 2 : 1;
        (void)both;
        float q0 = q[i], q1 = q[i + 1];
        q[i] = q0 * c - q1 * s;
        q[i + 1] = q0 * s + q1 * c;
        if (i < kv_dim) {
            float k0 = k[i], k1 = k[i + 1];
            k[i] = k0 * c - k1 * s;
            k[i + 1] = k0 * s + k1 * c;
        }
    }
}

void grouped_attention(float *xb, const float *q, float *att, const float *keys,
                       const float *values, int heads, int group, int hs, int seq, int pos_)
{
    int pos = pos_ < seq ? pos_ : seq - 1;
    int n_heads = heads * group, kv_dim = heads * hs;
    for (int h = 0; h < n_heads; h++) {
        float *a = att + h * seq;
        for (int t = 0; t <= pos; t++) {
            const float *k = keys + t * kv_dim + (h / group) * hs;
            float score = 0;
            for (int i = 0; i < hs; i++) score += q[h * hs + i] * k[i];
            a[t] = score / sqrtf(hs);
        }
        memset(xb + h * hs, 0, hs * sizeof(float));
        for (int t = 0; t <= pos; t++) {
            const float *v = values + t * kv_dim + (h / group) * hs;
            for (int i = 0; i < hs; i++) xb[h * hs + i] += a[t] * v[i];
        }
    }
}

void swiglu(float *hb, const float *hb2, int hidden)
{
    for (int i = 0; i < hidden; i++) {
        float v = hb[i];
        v *= 1.0f / (1.0f + expf(-v));
        v *= hb2[i];
        hb[i] = v;
    }
}

void conv2d(float *out, const float *in, const float *w, int C, int H, int W, int K, int F,
            int stride, int pad_)
{
    int OH = (H + 2 * pad_ - K) / stride + 1, OW = (W + 2 * pad_ - K) / stride + 1;
    if (H + 2 * pad_ < K || W + 2 * pad_ < K) return;
    for (int f = 0; f < F; f++)
        for (int oy = 0; oy < OH; oy++)
            for (int ox = 0; ox < OW; ox++) {
                float s = 0;
                for (int c = 0; c < C; c++)
                    for (int ky = 0; ky < K; ky++)
                        for (int kx = 0; kx < K; kx++) {
                            int y = oy * stride + ky - pad_, x = ox * stride + kx - pad_;
                            if (y < 0 || y >= H || x < 0 || x >= W) continue;
                            s += in[(c * H + y) * W + x] * w[((f * C + c) * K + ky) * K + kx];
                        }
                out[(f * OH + oy) * OW + ox] = s;
            }
}

void maxpool(float *out, const float *in, int C, int H, int W)
{
    for (int c = 0; c < C; ++c)
        for (int y = 0; y + 1 < 2 * H; y += 2)
            for (int x = 0; x + 1 < 2 * W; x += 2) {
                const float *p = &in[(c * 2 * H + y) * 2 * W + x];
                float m = fmaxf(p[0], p[1]), n = fmaxf(p[2 * W], p[2 * W + 1]);
                out[(c * H + y / 2) * W + x / 2] = fmaxf(m, n);
            }
}

static float inside_dot(const float *a, const float *b, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}

void scores(float *att, const float *q, const float *k, int T, int hs)
{
    for (int i = 0; i < T; i++)
        for (int j = 0; j < i; j++) att[i * T + j] = inside_dot(q + i * hs, k + j * hs, hs);
}

void transposed(int n, int m, float out[m][n], float in[n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) out[j][i] = in[i][j];
}

void reversed(float *out, const float *in, int n)
{
    int i, j;
    for (i = n - 1, j = 0; i >= 0; i--, j++) out[j] = in[i];
}

void shifted(float *x, int n, int by_)
{
    for (int i = 0; i < n; i++) x[i + by_] = x[i + by_ + 1];
}

void inexact_wrapped(float *ring, const float *in, int n, int size)
{
    for (int i = 0; i < n; i++) ring[i % size] = in[i];
}

void inexact_found(float *out, const float *in, int n)
{
    for (int i = 0; i < n; i++) {
        if (in[i] > 0) break;
        out[i] = in[i];
    }
}

void inexact_relu(float *out, const float *in, int n)
{
    for (int i = 0; i < n; i++)
        if (in[i] > 0) out[i] = in[i];
}

void adam(float *w, const float *g, float *m, float *v, long n, float rate)
{
    for (long i = 0; i < n; i++) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        v[i] = 0.95f * v[i] + 0.05f * g[i] * g[i];
        w[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
    }
}

void im2col(float *col, const float *in, int C, int H, int W, int K)
{
    int OH = H, OW = W, H2 = H + K - 1, W2 = W + K - 1;
    float *p = col;
    for (int c = 0; c < C; c++)
        for (int k = 0; k < K * K; k++) {
            int ky = k / K, kx = k % K;
            for (int y = 0; y < OH; y++)
                for (int x = 0; x < OW; x++) *p++ = in[(c * H2 + y + ky) * W2 + x + kx];
        }
}

// ---- what variables hold behind a branch

void inexact_halved(float *x, int n, int half_)
{
    if (half_) n /= 2;
    for (int i = 0; i < n; i++) x[i] = 0;
}

void inexact_cut(float *x, int n, int most, int all_)
{
    if (all_)
        ;
    else
        n = most;
    for (int i = 0; i < n; i++) x[i] = 0;
}

void inexact_chosen(float *x, int n, int few_, int two_)
{
    few_ ? (void)(n = 4) : (void)0;
    for (int i = 0; i < n; i++) x[i] = 0;
    int m = n;
    if (two_ && (n = 2) > 1) m++;
    for (int i = 0; i < n; i++) x[i] += m;
}

void inexact_or(float *x, int n, int all_)
{
    if (all_ > 3 || (n = 1) > 1) x[0] = 1;
    for (int i = 0; i < n; i++) x[i] = 0;
}

void inexact_shifted_pointer(float *x, int n, int by_)
{
    if (by_) x += n;
    for (int i = 0; i < n; i++) x[i] = 0;
}

static int limit;

void inexact_global(float *x, int n, int set_)
{
    limit = 1;
    if (set_) limit = n;
    for (int i = 0; i < limit; i++) x[i] = 0;
}

void inexact_returned(float *x, int n, int small_)
{
    if (small_ < 2) {
        x[0] = 1;
    } else {
        n = 7;
        x[1] = 1;
        return;
    }
    for (int i = 0; i < n; i++) x[i] = 0;
}

// ---- behind loops

void filled_down(float *x, int n)
{
    do {
        *x++ = 0;
    } while (--n);
    for (int i = 0; i <= n; i++) x[i] = 1;
}

void counted_down(float *x, float *y, int n)
{
    int rest = n;
    while (rest-- > 0) x[rest] = 0;
    for (int i = rest; i < n; i++) y[i + 1] = 0;
}

void inexact_kept(float *x, const float *in, int n)
{
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (in[i] <= 0) continue;
        m++;
    }
    for (int i = 0; i < m; i++) x[i] = 0;
}

static void inside_bump(int *n, float v)
{
    if (v <= 0) return;
    ++*n;
}

void inexact_bumped(float *x, const float *in, int n)
{
    int m = 0;
    for (int i = 0; i < n; i++) inside_bump(&m, in[i]);
    for (int i = 0; i < m; i++) x[i] = 0;
}

static void inside_cut(int *n, int most)
{
    if (*n < most) return;
    *n = most;
}

void inexact_cut_inside(float *x, int n, int most)
{
    int m = n;
    inside_cut(&m, most);
    for (int i = 0; i < m; i++) x[i] = 0;
}

void inexact_packed(float *x, const float *in, int n)
{
    float *p = x;
    for (int i = 0; i < n; i++) {
        if (in[i] <= 0) continue;
        *p++ = in[i];
    }
    for (int i = 0; i < 3; i++) p[i] = 0;
}
