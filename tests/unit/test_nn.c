// The run-time side of nn.h: how arguments are read, names, parameters, modes,
// errors and poison; and the table behind it.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include <shapeprof/nn.h>
#include "frontends/nn/table.h"
#include "tests/unit/nn_fixture.h"

static void assert_shape(const nn_tensor *t, int rank, const int64_t *sizes)
{
    if (nn_error(t)) print_message("%s", nn_diagnostics());
    assert_null(nn_error(t));
    assert_int_equal(nn_dim(t), rank);
    for (int i = 0; i < rank; i++) assert_int_equal(nn_size(t, i), sizes[i]);
}
#define SHAPE(t, ...)                                                                              \
    assert_shape(t, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)),                     \
                 (int64_t[]){__VA_ARGS__})

// ---- tensors and arguments

static void test_sizes_are_known_at_once(void **state)
{
    (void)state;
    nn_module *wide = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
    nn_tensor *y = nn_call(wide, nn_input(NN_F32, 4, 8));
    SHAPE(y, 4, 8);
    assert_int_equal(nn_size(y, -1), 8);
    assert_int_equal(nn_numel(y), 32);
    assert_int_equal(nn_nbytes(y), 128);
    assert_int_equal(nn_dtype_of(y), NN_F32);
    assert_int_equal(nn_n_parameters(wide), 1096);
    assert_string_equal(nn_diagnostics(), "");
}

static void test_axis_that_is_not_there(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    assert_int_equal(nn_size(x, -2), 4);
    assert_int_equal(nn_size(x, 2), -1);
    assert_int_equal(nn_size(x, -3), -1);
    assert_int_equal(nn_n_errors(), 2);
}

static void test_tensor_without_axes(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F64, NN_END);
    assert_int_equal(nn_dim(x), 0);
    assert_int_equal(nn_numel(x), 1);
    assert_int_equal(nn_nbytes(x), 8);
}

static void test_arrays_and_scalars(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F32, 1, 3, 20, 30);
    SHAPE(nn_call(nn_conv2d(3, 4, 3, .stride = 2), x), 1, 4, 9, 14);
    SHAPE(nn_call(nn_conv2d(3, 4, .kernel_sizes = {3, 5}, .strides = {1, 2}), x), 1, 4, 18, 13);
    // Ends at the last entry that is not 0, but is two long.
    SHAPE(nn_call(nn_conv2d(3, 4, 3, .paddings = {1, 0}), x), 1, 4, 20, 28);
    SHAPE(nn_call(nn_conv2d(3, 4, 3, .padding_word = "same"), x), 1, 4, 20, 30);
    SHAPE(nn_call(nn_adaptive_avg_pool2d(.output_sizes = {NN_NONE, 5}), x), 1, 3, 20, 5);
    SHAPE(nn_f_max_pool2d(x, 3, .paddings = {1, 0}), 1, 3, 7, 10);
    SHAPE(nn_f_unfold(x, 3, .paddings = {1, 0}), 1, 27, 560);
    SHAPE(nn_rot90(x, .dims = {1, 0}), 3, 1, 20, 30);
    SHAPE(nn_roll(x, .shifts = {2, 1}, .dims = {1, 0}), 1, 3, 20, 30);
    SHAPE(nn_pad(x, {1, 0}), 1, 3, 20, 31);
    SHAPE(nn_call(nn_zero_pad2d(.paddings = {0, 0, 2, 0}), x), 1, 3, 22, 30);
    SHAPE(nn_view(x, 3, -1), 3, 600);
    SHAPE(nn_permute(x, 0, 2, 3, 1), 1, 20, 30, 3);
    SHAPE(nn_slice(x, 3, 5, -5), 1, 3, 20, 20);
    SHAPE(nn_call(nn_upsample(.scale_factors = {2.0, 0.5}), x), 1, 3, 40, 15);
    assert_string_equal(nn_diagnostics(), "");
}

static void test_explicit_zero(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F32, 2, 5), *empty = nn_input(NN_F32, 3, 0);
    SHAPE(nn_sum(x, .dim = nn_at(0)), 5);
    SHAPE(nn_unsqueeze(x, 0), 1, 2, 5);
    SHAPE(nn_view(empty, 0, 7), 0, 7);
    SHAPE(nn_call(nn_flatten(.start_dim = nn_at(0)), x), 10);
    SHAPE(nn_call(nn_linear(0, 4), empty), 3, 4);
    // An explicit 0 of an option whose default is not 0 is wrong, and seen as 0.
    assert_non_null(
        nn_error(nn_call(nn_max_pool2d(2, .stride = nn_at(0)), nn_input(NN_F32, 1, 1, 4, 4))));
    assert_int_equal(nn_n_errors(), 1);
}

static void test_lists(void **state)
{
    (void)state;
    nn_tensor *parts[40];
    for (int i = 0; i < 40; i++) parts[i] = nn_input(NN_F32, 2, i + 1);
    SHAPE(nn_cat({parts[0], parts[1], parts[2]}, .dim = 1), 2, 6);
    SHAPE(nn_cat(.list = parts, .n_list = 40, .dim = 1), 2, 820);
    struct nn_tensors halves = nn_chunk(parts[39], 3, .dim = 1);
    assert_int_equal(halves.n, 3);
    SHAPE(halves.at[2], 2, 12);
}

static void test_numbers_do_not_widen(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F16, 3), *i = nn_input(NN_I32, 3);
    assert_int_equal(nn_dtype_of(nn_mul(x, nn_number(2.5))), NN_F16);
    assert_int_equal(nn_dtype_of(nn_add(i, nn_integer(1), .alpha = nn_integer(2))), NN_I32);
    assert_int_equal(nn_dtype_of(nn_mul(i, nn_number(2.5))), NN_F32);
    assert_int_equal(nn_dtype_of(nn_eq(i, nn_boolean(true))), NN_BOOL);
}

// ---- names

struct inner {
    nn_module base;
    nn_module *fc, *layers[3];
};

static nn_tensor *inner_forward(nn_module *self, nn_tensor *x)
{
    struct inner *m = (struct inner *)self;
    x = nn_call(m->fc, x);
    for (int i = 0; i < 3; i++) x = nn_call(m->layers[i], x);
    return x;
}

static nn_module *inner_new(nn_module *shared)
{
    struct inner *m = nn_new(struct inner, inner_forward);
    nn_member(m, fc, nn_linear(8, 8));
    for (int i = 0; i < 3; i++) nn_item(m, layers, i, i == 1 ? shared : nn_relu());
    return &m->base;
}

static void test_names_are_those_of_named_modules(void **state)
{
    (void)state;
    static const char *const names[] = {"",           "0",          "0.fc",       "0.layers",
                                        "0.layers.0", "0.layers.1", "0.layers.2", "2"};
    static const char *const kinds[] = {"Sequential", "inner", "Linear", "ModuleList",
                                        "ReLU",       "Tanh",  "ReLU",   "Linear"};
    nn_module *shared = nn_tanh();
    nn_module *model = nn_sequential(inner_new(shared), shared, nn_linear(8, 2));
    assert_int_equal(nn_n_modules(model), 8);
    for (int i = 0; i < 8; i++) {
        assert_string_equal(nn_module_name(model, i), names[i]);
        assert_string_equal(nn_module_kind(model, i), kinds[i]);
    }
    assert_null(nn_module_name(model, 8));
    SHAPE(nn_call(model, nn_input(NN_F32, 4, 8)), 4, 2);
    assert_string_equal(nn_diagnostics(), "");
}

static void test_lists_of_modules(void **state)
{
    (void)state;
    nn_module *list = nn_module_list(nn_linear(8, 4));
    nn_append(list, nn_linear(4, 2));
    assert_int_equal(nn_n_children(list), 2);
    SHAPE(nn_call(nn_get(list, -1), nn_input(NN_F32, 4)), 2);
    assert_null(nn_get(list, 2));
    assert_non_null(nn_error(nn_call(list, nn_input(NN_F32, 8))));
    assert_finding("SP321");
    // Sequential() is the identity.
    SHAPE(nn_call(nn_sequential(), nn_input(NN_F32, 7)), 7);
}

static void test_names_that_are_not_possible(void **state)
{
    (void)state;
    struct inner *m = nn_new(struct inner, inner_forward);
    nn_child(&m->base, "a.b", nn_relu());
    nn_child(&m->base, "", nn_relu());
    nn_child(&m->base, "fc", nn_relu());
    nn_child(&m->base, "fc", nn_relu());
    nn_parameter(&m->base, "fc", NN_F32, {1});
    assert_int_equal(nn_n_errors(), 4);
    assert_int_equal(nn_n_children(&m->base), 1);
    assert_finding("SP322");
}

// ---- parameters and modes

static void test_parameters(void **state)
{
    (void)state;
    nn_module *norm = nn_batch_norm2d(6);
    assert_int_equal(nn_n_parameters(norm), 12);
    assert_int_equal(nn_nbytes(nn_get_parameter(norm, "running_var")), 24);
    assert_int_equal(nn_nbytes(nn_get_parameter(norm, "num_batches_tracked")), 8);
    assert_null(nn_get_parameter(nn_linear(2, 3, .bias = NN_OFF), "bias"));
    assert_non_null(nn_get_parameter(nn_linear(2, 3, .bias = true), "bias")); // true is NN_ON
    SHAPE(nn_get_parameter(nn_conv_transpose1d(4, 6, 3, .groups = 2), "weight"), 4, 3, 3);
    SHAPE(nn_get_parameter(nn_lstm(5, 7, .num_layers = 2, .proj_size = 3), "weight_ih_l1"), 28, 3);
    nn_module *attention = nn_multihead_attention(8, 2);
    assert_int_equal(nn_n_parameters(attention), 4 * 8 * 8 + 4 * 8);
    assert_string_equal(nn_module_name(attention, 1), "out_proj");
    assert_string_equal(nn_module_kind(attention, 1), "NonDynamicallyQuantizableLinear");
}

static void test_tied_parameters_count_once(void **state)
{
    (void)state;
    nn_module *embedding = nn_embedding(100, 16), *head = nn_linear(16, 100, .bias = NN_OFF);
    nn_set_parameter(head, "weight", nn_get_parameter(embedding, "weight"));
    assert_int_equal(nn_n_parameters(nn_sequential(embedding, head)), 1600);
    nn_set_parameter(head, "weight", nn_get_parameter(nn_linear(3, 4), "weight"));
    assert_finding("SP320");
}

static void test_train_and_eval(void **state)
{
    (void)state;
    nn_module *model = nn_sequential(nn_dropout(), nn_batch_norm1d(4));
    assert_true(nn_is_training(nn_get(model, 1)));
    assert_ptr_equal(nn_eval(model), model);
    assert_false(nn_is_training(nn_get(model, 1)));
    // One value a channel is enough outside training.
    SHAPE(nn_call(model, nn_input(NN_F32, 1, 4)), 1, 4);
    nn_train(model);
    assert_non_null(nn_error(nn_call(model, nn_input(NN_F32, 1, 4))));
}

// ---- several inputs and results

static struct nn_tensors swap_forward(nn_module *self, struct nn_tensors in)
{
    (void)self;
    return nn_results(in.at[1], in.at[0]);
}

static nn_tensor *difference_forward(nn_module *self, nn_tensor *x, nn_tensor *y)
{
    (void)self;
    return nn_sub(x, y);
}

struct empty_module {
    nn_module base;
};

static void test_several_inputs_and_results(void **state)
{
    (void)state;
    struct empty_module *swap = nn_new(struct empty_module, .forward_all = swap_forward);
    struct empty_module *minus = nn_new(struct empty_module, .forward2 = difference_forward);
    nn_tensor *x = nn_input(NN_F32, 2, 3), *y = nn_input(NN_F32, 3);
    struct nn_tensors swapped = nn_call_all(&swap->base, x, y);
    assert_int_equal(swapped.n, 2);
    SHAPE(swapped.at[0], 3);
    SHAPE(nn_call(&minus->base, x, y), 2, 3);
    assert_non_null(nn_error(nn_call(&minus->base, x)));
    assert_finding("SP321");
    struct nn_tensors lstm = nn_call_all(nn_lstm(3, 5), nn_input(NN_F32, 7, 2, 3));
    assert_int_equal(lstm.n, 3);
    SHAPE(lstm.at[1], 1, 2, 5);
}

// The results of a call with a poisoned tensor can be taken apart, and nothing more is said.
static void test_poisoned_lists(void **state)
{
    (void)state;
    nn_tensor *wrong = nn_call(nn_linear(8, 6), nn_input(NN_F32, 2, 7));
    int64_t found = nn_n_errors();
    struct nn_tensors parts = nn_chunk(wrong, 3, .dim = -1);
    assert_int_equal(parts.n, 3);
    assert_non_null(nn_error(nn_add(parts.at[0], parts.at[2])));
    assert_int_equal(nn_split(wrong, .sections = {1, 2, 2, 1}, .dim = -1).n, 4);
    assert_int_equal(nn_tensor_split(wrong, .sections = 5).n, 5);
    assert_int_equal(nn_tensor_split(wrong, .indices = {1, 2}).n, 3);
    assert_int_equal(nn_meshgrid({wrong, wrong, wrong}).n, 3);
    assert_non_null(nn_error(nn_unbind(wrong).at[9]));
    assert_non_null(nn_error(nn_call_all(nn_lstm(6, 5), wrong).at[2]));
    assert_int_equal(nn_n_errors(), found);
}

static void test_call_options(void **state)
{
    (void)state;
    nn_module *attention = nn_multihead_attention(8, 2, .batch_first = true);
    nn_tensor *x = nn_input(NN_F32, 3, 5, 8);
    assert_int_equal(nn_call_all(attention, x, x, x, .need_weights = NN_OFF).n, 1);
    SHAPE(nn_call_all(attention, x, x, x, .average_attn_weights = NN_OFF).at[1], 3, 2, 5, 5);
    nn_tensor *y = nn_call(nn_conv_transpose2d(2, 3, 3, .stride = 2), nn_input(NN_F32, 1, 2, 4, 4),
                           .output_sizes = {10, 9});
    SHAPE(y, 1, 3, 10, 9);
}

// ---- what is wrong

static void test_wrong_call_poisons_once(void **state)
{
    (void)state;
    nn_tensor *y = nn_call(nn_linear(9, 4), nn_input(NN_F32, 4, 8));
    nn_tensor *z = nn_add(nn_f_relu(y), y);
    // With the place, both shapes and the code, of what is made of it as well.
    const char *said = nn_error(y);
    assert_non_null(strstr(said, "test_nn.c:"));
    assert_non_null(strstr(said, "input is f32[4, 8]"));
    assert_non_null(strstr(said, "[SP101]"));
    assert_string_equal(nn_error(z), said);
    assert_int_equal(nn_size(z, 0), -1);
    assert_int_equal(nn_dim(z), -1);
    assert_int_equal(nn_nbytes(z), -1);
    assert_int_equal(nn_n_errors(), 1);
    assert_finding("SP101");
    assert_non_null(strstr(nn_diagnostics(), "test_nn.c:"));
}

static void test_wrong_constructors(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F32, 1, 4, 8, 8);
    nn_module *wrong[] = {
        nn_conv2d(4, 6, 3, .groups = 3),
        nn_conv2d(4, 6, 3, .padding_word = "full"),
        nn_conv2d(4, 6, 3, .padding_word = "same", .stride = 2),
        nn_conv2d(4, 6, 3, .padding_mode = "wrap"),
        nn_conv_transpose2d(4, 6, 3, .padding_mode = "reflect"),
        nn_dropout(1.5),
        nn_group_norm(3, 4),
        nn_multihead_attention(9, 4),
        nn_gru(5, 7, .proj_size = 3),
        nn_embedding(10, 3, .padding_idx = 10),
        nn_linear(-1, 3),
        nn_transformer_encoder_layer(8, 2, .activation = "tanh"),
        nn_sequential(nn_relu(), NULL, nn_relu()),
    };
    int n = (int)(sizeof wrong / sizeof wrong[0]);
    assert_int_equal(nn_n_errors(), n);
    for (int i = 0; i < n; i++) assert_non_null(nn_error(nn_call(wrong[i], x, x, x)));
    assert_int_equal(nn_n_errors(), n); // a module that could not be made says so once
}

static void test_missing_and_null(void **state)
{
    (void)state;
    struct nn_module stray = {{0}};
    assert_non_null(nn_error(nn_f_relu()));
    assert_finding("SP320");
    assert_non_null(nn_error(nn_call(NULL, nn_input(NN_F32, 1))));
    assert_non_null(nn_error(nn_call(&stray, nn_input(NN_F32, 1))));
    assert_finding("SP324");
    assert_non_null(nn_error(nn_call(nn_relu())));
    assert_finding("SP321");
    assert_non_null(nn_error(nn_input(NN_F32, 3, -2)));
    assert_non_null(nn_error(nn_input(NN_DTYPE_DEFAULT, 3)));
    assert_non_null(nn_error(NULL));
    assert_int_equal(nn_size(NULL, 0), -1);
}

static nn_tensor *makes_layers_forward(nn_module *self, nn_tensor *x)
{
    (void)self;
    return nn_call(nn_relu(), x);
}

static nn_tensor *endless_forward(nn_module *self, nn_tensor *x)
{
    return nn_call(self, x);
}

static nn_tensor *null_forward(nn_module *self, nn_tensor *x)
{
    (void)self;
    (void)x;
    return NULL;
}

static void test_odd_forwards(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F32, 2);
    struct empty_module *makes = nn_new(struct empty_module, makes_layers_forward);
    SHAPE(nn_call(&makes->base, x), 2);
    assert_finding("SP323");
    assert_int_equal(nn_n_errors(), 0);
    struct empty_module *endless = nn_new(struct empty_module, endless_forward);
    assert_non_null(nn_error(nn_call(&endless->base, x)));
    assert_int_equal(nn_n_errors(), 1);
    struct empty_module *null = nn_new(struct empty_module, null_forward);
    assert_non_null(nn_error(nn_call(&null->base, x)));
    struct empty_module *none = nn_new(struct empty_module, .kind = "None");
    assert_non_null(nn_error(nn_call(&none->base, x)));
}

// ---- the recording

static nn_tensor *both(nn_tensor *x, nn_tensor *y)
{
    return nn_add(x, y);
}

static uint64_t hash_of_order(int first)
{
    nn_recording_open("order");
    nn_module *a = NULL, *b = NULL;
    if (first == 0) a = nn_linear(4, 4);
    b = nn_linear(4, 4, .bias = NN_OFF);
    if (first != 0) a = nn_linear(4, 4);
    nn_tensor *x = nn_input(NN_F32, 2, 4);
    nn_tensor *y = nn_call(nn_sequential(a, b), x);
    both(y, x);
    return nn_graph_hash();
}

static void test_hash_ignores_order_of_making(void **state)
{
    (void)state;
    uint64_t hash = hash_of_order(0);
    assert_true(hash == hash_of_order(1));
    nn_recording_open("other");
    nn_call(nn_linear(4, 4), nn_input(NN_F32, 2, 4));
    assert_true(hash != nn_graph_hash());
}

// ---- the table

// Of a function that is one op, what is no tensor is an attribute of the op.
static void assert_options_are_known(const struct nn_function *f)
{
    const struct op *op = op_find(f->data);
    assert_non_null(op);
    for (const struct nn_field *field = f->fields; field->name; field++) {
        bool option = field->kind != NN_KIND_TENSOR && field->kind != NN_KIND_TENSORS;
        // Told where it is given, and without effect on any figure.
        bool known = !strcmp(field->name, "inplace") || !strcmp(field->name, "stable");
        if (!option || known || op_attr_index(op, field->torch) >= 0) continue;
        if (op_attr_index(op, field->name) >= 0) continue;
        print_message("%s: %s has no attribute `%s`\n", f->name, op->name, field->torch);
        fail();
    }
}

static void test_table(void **state)
{
    (void)state;
    assert_true(nn_n_functions() > 300);
    for (int i = 0; i < nn_n_functions(); i++) {
        const struct nn_function *f = nn_function_at(i);
        assert_ptr_equal(nn_function_find(f->name), f);
        size_t first = strcspn(f->torch, ",");
        char torch[64] = "";
        assert_true(first < sizeof torch);
        memcpy(torch, f->torch, first);
        assert_ptr_equal(nn_function_find_torch(torch), f);
        if (f->apply == functional_apply_op) assert_options_are_known(f);
        const struct nn_layer *layer = f->makes_module ? f->data : NULL;
        if (layer && layer->op) assert_non_null(op_find(layer->op));
        if (layer) assert_true(layer->op || layer->forward);
    }
    assert_null(nn_function_find("no_such_function"));
    assert_null(nn_function_find_torch("torch.no_such"));
    assert_string_equal(nn_function_find_torch("Tensor.relu")->name, "f_relu");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_sizes_are_known_at_once),
        TEST(test_axis_that_is_not_there),
        TEST(test_tensor_without_axes),
        TEST(test_arrays_and_scalars),
        TEST(test_explicit_zero),
        TEST(test_lists),
        TEST(test_numbers_do_not_widen),
        TEST(test_names_are_those_of_named_modules),
        TEST(test_lists_of_modules),
        TEST(test_names_that_are_not_possible),
        TEST(test_parameters),
        TEST(test_tied_parameters_count_once),
        TEST(test_train_and_eval),
        TEST(test_several_inputs_and_results),
        TEST(test_poisoned_lists),
        TEST(test_call_options),
        TEST(test_wrong_call_poisons_once),
        TEST(test_wrong_constructors),
        TEST(test_missing_and_null),
        TEST(test_odd_forwards),
        TEST(test_hash_ignores_order_of_making),
        TEST(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
