// Keys and values of earlier words come in as the third and fourth input, and are met by a cat
// inside a child: a list that holds NULL is not a shorter list.
// says: x: i64[N, T]: the smallest input that is accepted
// says: z: f32[N, 2, z.H, 16]: the smallest input that is accepted
// says: w: f32[N, 2, z.H, 16]: the smallest input that is accepted
#include <shapeprof/nn.h>

enum { WORDS = 100, WIDTH = 32, HEADS = 2, HEAD = WIDTH / HEADS };

struct attention {
    nn_module base;
    nn_module *qkv, *proj;
};

static nn_tensor *heads(nn_tensor *x)
{
    return nn_transpose(nn_view(x, nn_size(x, 0), nn_size(x, 1), HEADS, HEAD), 1, 2);
}

static struct nn_tensors attend(nn_module *self, struct nn_tensors in)
{
    struct attention *a = (struct attention *)self;
    nn_tensor *x = in.at[0], *old_keys = in.at[1], *old_values = in.at[2];
    struct nn_tensors parts = nn_split(nn_call(a->qkv, x), WIDTH, .dim = 2);
    nn_tensor *keys = nn_cat({old_keys, heads(parts.at[1])}, .dim = 2);
    nn_tensor *values = nn_cat({old_values, heads(parts.at[2])}, .dim = 2);
    nn_tensor *scores = nn_matmul(heads(parts.at[0]), nn_transpose(keys, -2, -1));
    nn_tensor *y = nn_transpose(nn_matmul(nn_f_softmax(scores, .dim = -1), values), 1, 2);
    y = nn_reshape(y, nn_size(x, 0), nn_size(x, 1), WIDTH);
    return nn_results(nn_call(a->proj, y), keys, values);
}

static nn_module *attention(void)
{
    struct attention *a = nn_new(struct attention, .forward_all = attend);
    nn_member(a, qkv, nn_linear(WIDTH, 3 * WIDTH));
    nn_member(a, proj, nn_linear(WIDTH, WIDTH));
    return &a->base;
}

struct step {
    nn_module base;
    nn_module *words, *places, *attention;
};

static struct nn_tensors forward(nn_module *self, struct nn_tensors in)
{
    struct step *s = (struct step *)self;
    nn_tensor *ids = in.at[0], *positions = in.at[1];
    nn_tensor *x = nn_add(nn_call(s->words, ids), nn_call(s->places, positions));
    return nn_call_all(s->attention, x, in.at[2], in.at[3]);
}

nn_module *step(void)
{
    struct step *s = nn_new(struct step, .forward_all = forward);
    nn_member(s, words, nn_embedding(WORDS, WIDTH));
    nn_member(s, places, nn_embedding(64, WIDTH));
    nn_member(s, attention, attention());
    return &s->base;
}
