// Full backward hooks of nn.h against those of PyTorch, recorded in training.json: a small
// convolutional network in ten scenarios, in float32 and in float64. Compared are which hooks fire
// and in which order, shape, sum and L2 of each gradient that they see, the outputs, the loss, and
// the gradients of x and of each parameter; or that PyTorch refuses the forward.
//
//     build/tests/oracle_hooks TRAINING.json

#include <shapeprof/nn.h>

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N_LAYERS 6
#define MAX_FIRED 16

static const char *const layer_names[N_LAYERS] = {"conv1", "relu",    "conv2",
                                                  "pool",  "flatten", "fc"};

struct gradient {
    bool there;
    int64_t rank, size[4];
    double l2, sum, sizes;
};

struct fired {
    const char *module;
    struct gradient input, output;
};

struct scenario {
    const json_t *options, *data;
    enum nn_dtype dtype;
    double tolerance;
    nn_module *layers[N_LAYERS];
    nn_tensor *x, *output, *loss;
    struct fired fired[MAX_FIRED];
    int n_fired;
    char trouble[256]; // the first; "": none
};

static void complain(struct scenario *s, const char *what, double ours, double theirs)
{
    if (!*s->trouble)
        snprintf(s->trouble, sizeof s->trouble, "%s: %.12g, PyTorch %.12g", what, ours, theirs);
}

// ---- the model

static const json_t *option(const struct scenario *s, const char *name)
{
    return json_object_get(s->options, name);
}

static bool listed(const json_t *list, const char *name)
{
    size_t i;
    json_t *entry;
    json_array_foreach(list, i, entry) if (!strcmp(json_string_value(entry), name)) return true;
    return false;
}

// The record's numbers are f32 numbers, in both dtypes.
static void fill(struct scenario *s, nn_tensor *t, const char *name)
{
    const json_t *data = json_object_get(s->data, name);
    double a = json_number_value(json_object_get(data, "a"));
    uint32_t seed = (uint32_t)json_integer_value(json_object_get(data, "seed"));
    int64_t below = json_integer_value(json_object_get(data, "below"));
    if (!data || !nn_set_random(t, seed, a, .below = below)) complain(s, name, 0, 0);
}

static nn_tensor *parameter(struct scenario *s, int layer, const char *name)
{
    return nn_get_parameter(s->layers[layer], name);
}

static void fill_layer(struct scenario *s, int layer)
{
    static const char *const names[] = {"weight", "bias"};
    for (int i = 0; i < 2; i++) {
        char path[32];
        snprintf(path, sizeof path, "%s.%s", layer_names[layer], names[i]);
        fill(s, parameter(s, layer, names[i]), path);
    }
}

static void make_model(struct scenario *s)
{
    bool inplace = json_is_true(option(s, "inplace"));
    s->layers[0] = nn_conv2d(3, 4, 3, .padding = 1, .dtype = s->dtype);
    s->layers[1] = nn_relu(.inplace = inplace);
    s->layers[2] = nn_conv2d(4, 6, 3, .stride = 2, .padding = 1, .dtype = s->dtype);
    s->layers[3] = nn_adaptive_avg_pool2d(1);
    s->layers[4] = nn_flatten();
    s->layers[5] = nn_linear(6, 5, .dtype = s->dtype);
    s->x = nn_input(s->dtype, 2, 3, 8, 8);
    fill(s, s->x, "x");
    for (int i = 0; i < N_LAYERS; i++) {
        if (nn_get_parameter(s->layers[i], "weight")) fill_layer(s, i);
        if (listed(option(s, "freeze"), layer_names[i]))
            nn_module_requires_grad_(s->layers[i], NN_OFF);
    }
    if (json_is_true(option(s, "x_grad"))) nn_requires_grad_(s->x, NN_ON);
}

// ---- what hooks see

static struct gradient measure(const nn_tensor *t)
{
    struct gradient g = {.there = t != NULL};
    if (!t) return g;
    g.rank = nn_dim(t);
    for (int64_t i = 0; i < g.rank && i < 4; i++) g.size[i] = nn_size(t, i);
    for (int64_t i = 0; i < nn_numel(t); i++) {
        double x = nn_read(t, i);
        g.sum += x;
        g.sizes += fabs(x);
        g.l2 += x * x;
    }
    g.l2 = sqrt(g.l2);
    return g;
}

static void fire(nn_module *module, struct nn_tensors grad_input, struct nn_tensors grad_output,
                 void *user)
{
    struct scenario *s = user;
    if (s->n_fired == MAX_FIRED) return;
    struct fired *fired = &s->fired[s->n_fired++];
    for (int i = 0; i < N_LAYERS; i++)
        if (s->layers[i] == module) fired->module = layer_names[i];
    fired->input = measure(grad_input.at[0]);
    fired->output = measure(grad_output.at[0]);
}

static void put_hooks(struct scenario *s)
{
    const json_t *hooked = option(s, "hooked");
    for (int i = 0; i < N_LAYERS; i++) {
        bool usual = i == 0 || i == 2 || i == 5;
        if (hooked ? listed(hooked, layer_names[i]) : usual)
            nn_register_full_backward_hook(s->layers[i], fire, s);
    }
}

static void forward(struct scenario *s)
{
    nn_tensor *x = s->x;
    for (int i = 0; i < N_LAYERS; i++) {
        x = nn_call(s->layers[i], x);
        if (i == 1 && json_is_true(option(s, "detach"))) x = nn_detach(x);
    }
    nn_tensor *target = nn_input(NN_I64, 2);
    fill(s, target, "target");
    s->output = x;
    s->loss = nn_cross_entropy(x, target);
}

// ---- comparing

static void compare(struct scenario *s, const char *what, double ours, double theirs, double scale)
{
    if (fabs(ours - theirs) > s->tolerance * (1 + fmax(fabs(theirs), scale)))
        complain(s, what, ours, theirs);
}

static void compare_gradient(struct scenario *s, const char *what, const struct gradient *g,
                             const json_t *recorded)
{
    if (g->there != json_is_object(recorded)) {
        complain(s, what, g->there, json_is_object(recorded));
        return;
    }
    if (!g->there) return;
    const json_t *shape = json_object_get(recorded, "shape");
    compare(s, what, (double)g->rank, (double)json_array_size(shape), 0);
    for (int64_t i = 0; i < g->rank && i < 4; i++)
        compare(s, what, (double)g->size[i],
                (double)json_integer_value(json_array_get(shape, (size_t)i)), 0);
    compare(s, what, g->l2, json_number_value(json_object_get(recorded, "l2")), 0);
    compare(s, what, g->sum, json_number_value(json_object_get(recorded, "sum")), g->sizes);
}

static void compare_fired(struct scenario *s, const json_t *recorded)
{
    size_t i;
    json_t *entry;
    if (json_array_size(recorded) != (size_t)s->n_fired)
        complain(s, "hooks that fired", s->n_fired, (double)json_array_size(recorded));
    json_array_foreach(recorded, i, entry)
    {
        if (i >= (size_t)s->n_fired) return;
        const char *module = json_string_value(json_object_get(entry, "module"));
        if (!s->fired[i].module || strcmp(s->fired[i].module, module)) {
            complain(s, module, (double)i, (double)i);
            return;
        }
        compare_gradient(s, module, &s->fired[i].input,
                         json_array_get(json_object_get(entry, "grad_input"), 0));
        compare_gradient(s, module, &s->fired[i].output,
                         json_array_get(json_object_get(entry, "grad_output"), 0));
    }
}

// By the record's names, "conv1.weight" or "x".
static const nn_tensor *tensor_named(struct scenario *s, const char *path)
{
    const char *dot = strchr(path, '.');
    for (int i = 0; dot && i < N_LAYERS; i++)
        if (!strncmp(path, layer_names[i], (size_t)(dot - path))) return parameter(s, i, dot + 1);
    return s->x;
}

static void compare_gradients(struct scenario *s, const json_t *record)
{
    const char *path;
    json_t *l2;
    json_object_foreach(json_object_get(record, "grad_l2"), path, l2)
    {
        struct gradient g = measure(nn_grad(tensor_named(s, path)));
        if (g.there == json_is_null(l2)) complain(s, path, g.there, !json_is_null(l2));
        if (json_is_null(l2)) continue;
        compare(s, path, g.l2, json_number_value(l2), 0);
        const json_t *sum = json_object_get(json_object_get(record, "grad_sum"), path);
        if (sum) compare(s, path, g.sum, json_number_value(sum), g.sizes);
    }
}

static void compare_all(struct scenario *s, const json_t *record)
{
    size_t i;
    json_t *number;
    json_array_foreach(json_object_get(record, "output"), i, number)
        compare(s, "output", nn_read(s->output, (int64_t)i), json_number_value(number), 0);
    compare(s, "loss", nn_read(s->loss, 0), json_number_value(json_object_get(record, "loss")), 0);
    compare_fired(s, json_object_get(record, "fired"));
    compare_gradients(s, record);
}

// ---- running

static void run(struct scenario *s, const json_t *record)
{
    make_model(s);
    put_hooks(s);
    forward(s);
    const char *refused = nn_error(s->loss);
    bool expected = json_object_get(record, "error") != NULL;
    if (expected != (refused && strstr(nn_diagnostics(), "SP330")))
        complain(s, refused ? refused : "not refused", refused != NULL, expected);
    if (expected || *s->trouble) return;
    if (!nn_backward(s->loss)) complain(s, nn_diagnostics(), 0, 1);
    compare_all(s, record);
}

static bool judge(const json_t *all, const json_t *recorded, const char *dtype)
{
    struct scenario s = {.options = json_object_get(recorded, "options"),
                         .data = json_object_get(all, "data")};
    bool single = !strcmp(dtype, "float32");
    // float32 is held against PyTorch's float64, as its README says of both.
    const json_t *record = json_object_get(recorded, "float64");
    s.dtype = single ? NN_F32 : NN_F64;
    s.tolerance = single ? 2e-6 : 1e-12;
    nn_recording_open("scenario");
    run(&s, record ? record : recorded);
    nn_recording_close();
    if (*s.trouble)
        printf("FAIL %s, %s: %s\n", json_string_value(json_object_get(recorded, "name")), dtype,
               s.trouble);
    return !*s.trouble;
}

int main(int argc, char **argv)
{
    json_error_t error;
    json_t *root = argc == 2 ? json_load_file(argv[1], 0, &error) : NULL;
    const json_t *all = json_object_get(root, "backward_hooks");
    if (!all) {
        fprintf(stderr, "usage: oracle_hooks TRAINING.json\n");
        json_decref(root);
        return 2;
    }
    int passed = 0, failed = 0;
    size_t i;
    json_t *recorded;
    json_array_foreach(json_object_get(all, "scenarios"), i, recorded)
    {
        bool single = judge(all, recorded, "float32"), wide = judge(all, recorded, "float64");
        passed += single + wide;
        failed += !single + !wide;
    }
    json_decref(root);
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed ? 1 : 0;
}
