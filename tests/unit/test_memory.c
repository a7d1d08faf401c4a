#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/memory.h"
#include "ir/build.h"
#include "ir/graph_text.h"
#include "tests/unit/graph_files.h"

struct model {
    struct arena *arena;
    struct syms *syms;
    struct builder *builder;
    struct program *program;
};

static struct model open_model(void)
{
    struct model m = {.arena = arena_open()};
    m.syms = syms_open(m.arena);
    m.builder = builder_open(m.arena, m.syms, "test");
    m.program = builder_program(m.builder);
    return m;
}

static value_id tensor(const struct model *m, enum storage_kind kind, const char *type)
{
    struct tensor_type parsed;
    const char *error = "";
    if (!tensor_parse(m->syms, type, &parsed, &error)) fail_msg("%s: %s", type, error);
    return build_tensor(m->builder, kind, &parsed, kind == STORAGE_INPUT ? "x" : NULL);
}

static value_id op(const struct model *m, enum op_kind kind, value_id a, value_id b)
{
    return build_op(m->builder, kind, NULL, a, b, 0);
}

static value_id relu_in_place(const struct model *m, value_id x)
{
    struct attr attrs[MAX_ATTRS] = {0};
    attrs[op_attr_index(op_get(OP_RELU), "inplace")] = (struct attr){.kind = ATTR_BOOL, .b = true};
    return build_op(m->builder, OP_RELU, attrs, x, 0, 0);
}

static void output(const struct model *m, value_id id)
{
    build_graph_output(m->builder, build_graph(m->builder, "forward"), id);
}

static struct memory measure(const struct model *m, enum memory_mode mode)
{
    struct memory memory;
    struct memory_request request = {m->program, MODEL_IDEAL, mode, 1, &(enum dtype){DTYPE_F32}};
    memory_measure(m->arena, &request, &memory);
    return memory;
}

static void expect(const struct model *m, struct quantity quantity, const char *text)
{
    assert_string_equal(quantity_string(m->arena, quantity), text);
}

static void activation_goes_after_its_last_use(void **state)
{
    (void)state;
    struct model m = open_model();
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4, 8]");
    value_id w1 = tensor(&m, STORAGE_PARAMETER, "f32[64, 8]");
    value_id w2 = tensor(&m, STORAGE_PARAMETER, "f32[8, 64]");
    value_id h = op(&m, OP_LINEAR, x, w1);
    value_id a = op(&m, OP_RELU, h, 0);
    output(&m, op(&m, OP_LINEAR, a, w2));
    struct memory memory = measure(&m, MEMORY_INFERENCE);
    expect(&m, memory.peak, "2176"); // x 128, h 1024 and a 1024 while relu runs
    expect(&m, memory.parameters, "4096");
    expect(&m, memory.total, "6272");
    assert_int_equal(memory.n_moments, 1);
    assert_int_equal(memory.moments[0].n_alive, 3);
    assert_string_equal(memory.moments[0].name, "relu");
    // Backward reads x, relu's result and the weights again; the result is given back.
    memory = measure(&m, MEMORY_TRAINING);
    expect(&m, memory.peak, "2176");
    expect(&m, memory.gradients, "4096");
    arena_close(m.arena);
}

// x * mask, with a mask that wants no gradient: only the mask is read again.
static void factor_is_kept_for_the_other_gradient(void **state)
{
    (void)state;
    struct model m = open_model();
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4, 8]");
    value_id w = tensor(&m, STORAGE_PARAMETER, "f32[8, 8]");
    value_id scores = op(&m, OP_LINEAR, x, w);
    value_id mask = op(&m, OP_SIGN, x, 0);
    value_id masked = op(&m, OP_MUL, scores, mask);
    output(&m, op(&m, OP_EXP, masked, 0));
    // x and mask, then exp's operand and result; scores are not needed.
    expect(&m, measure(&m, MEMORY_TRAINING).peak, "512");
    arena_close(m.arena);
}

// A number wants no gradient, and neither does a tensor that nothing was learned for: what their
// gradients would read goes. x, h and what comes of it are alive while the second neg runs, or
// what is kept of them. Figures of PyTorch 1.13's saved tensors.
static void operand_is_kept_for_gradients_that_are_wanted(void **state)
{
    (void)state;
    static const struct {
        enum op_kind op;
        enum { NUMBER, TENSOR, SELF } other;
        const char *training;
    } cases[] = {
        {OP_ADD, NUMBER, "8224"},        {OP_MUL, NUMBER, "8224"},      {OP_DIV, NUMBER, "8224"},
        {OP_REMAINDER, NUMBER, "8224"},  {OP_FMOD, NUMBER, "8224"},     {OP_POW, NUMBER, "12320"},
        {OP_DIV, TENSOR, "12320"},       {OP_MUL, TENSOR, "12320"},     {OP_POW, TENSOR, "16416"},
        {OP_REMAINDER, TENSOR, "12320"}, {OP_MAXIMUM, TENSOR, "16416"}, {OP_DIV, SELF, "12320"},
        {OP_POW, SELF, "16416"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct model m = open_model();
        value_id x = tensor(&m, STORAGE_INPUT, "f32[1, 8]");
        value_id h = op(&m, OP_LINEAR, x, tensor(&m, STORAGE_PARAMETER, "f32[1024, 8]"));
        value_id other = h;
        if (cases[i].other == NUMBER) other = build_number(m.builder, DTYPE_F32, NULL);
        if (cases[i].other == TENSOR) other = tensor(&m, STORAGE_ACTIVATION, "f32[1, 1024]");
        value_id y = op(&m, cases[i].op, h, other);
        for (int k = 0; k < 3; k++) y = op(&m, OP_NEG, y, 0);
        output(&m, y);
        expect(&m, measure(&m, MEMORY_TRAINING).peak, cases[i].training);
        arena_close(m.arena);
    }
}

static value_id op_with(const struct model *m, enum op_kind kind, value_id a, const char *name,
                        struct attr attr)
{
    struct attr attrs[MAX_ATTRS] = {0};
    attrs[op_attr_index(op_get(kind), name)] = attr;
    return build_op(m->builder, kind, attrs, a, 0, 0);
}

// What an op keeps beside its operands and results, while the third neg of its result runs:
// x (32), two results of neg, and the mask, the indices or the chosen elements.
static void tensors_of_ops_are_kept(void **state)
{
    (void)state;
    struct model m = open_model();
    value_id x = tensor(&m, STORAGE_INPUT, "f32[1, 8]");
    value_id h = op(&m, OP_LINEAR, x, tensor(&m, STORAGE_PARAMETER, "f32[1024, 8]"));
    h = op_with(&m, OP_DROPOUT, h, "training", (struct attr){.kind = ATTR_BOOL, .b = true});
    for (int k = 0; k < 3; k++) h = op(&m, OP_NEG, h, 0);
    output(&m, h);
    struct memory memory = measure(&m, MEMORY_TRAINING);
    expect(&m, memory.peak, "9248");
    assert_string_equal(memory.moments[0].holders[2].name, "dropout, mask");
    expect(&m, measure(&m, MEMORY_INFERENCE).peak, "8224");
    arena_close(m.arena);
}

static void asked_dtype_scales_floats_only(void **state)
{
    (void)state;
    struct model m = open_model();
    value_id x = tensor(&m, STORAGE_INPUT, "f32[N, 8]");
    tensor(&m, STORAGE_INPUT, "i64[N]");
    tensor(&m, STORAGE_PARAMETER, "f32[8]");
    output(&m, op(&m, OP_RELU, x, 0));
    enum dtype asked[] = {DTYPE_F32, DTYPE_F16, DTYPE_F64};
    struct memory_request request = {m.program, MODEL_IDEAL, MEMORY_INFERENCE, 3, asked};
    struct memory memory[3];
    memory_measure(m.arena, &request, memory);
    expect(&m, memory[0].peak, "72*N");
    expect(&m, memory[0].parameters, "32");
    expect(&m, memory[1].peak, "40*N");
    expect(&m, memory[1].parameters, "16");
    expect(&m, memory[2].peak, "136*N");
    expect(&m, memory[2].parameters, "64");
    arena_close(m.arena);
}

// TylerYep/torchinfo#144: 101 activations of 10240 x 1024 floats and the parameters.
static void one_layer_a_hundred_times(void **state)
{
    (void)state;
    struct model m = open_model();
    builder_mode(m.builder, BUILD_TRAINING);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[10240, 1024]");
    value_id weight = tensor(&m, STORAGE_PARAMETER, "f32[1024, 1024]");
    value_id bias = tensor(&m, STORAGE_PARAMETER, "f32[1024]");
    for (int i = 0; i < 100; i++) x = build_op(m.builder, OP_LINEAR, NULL, x, weight, bias);
    output(&m, x);
    struct memory memory = measure(&m, MEMORY_TRAINING);
    expect(&m, quantity_add(m.syms, memory.peak, memory.parameters), "4240445440");
    // Without gradients: the input and at most two activations.
    memory = measure(&m, MEMORY_INFERENCE);
    expect(&m, memory.peak, "125829120");
    arena_close(m.arena);
}

static value_id step(const struct model *m, value_id x, value_id w)
{
    return op(m, OP_SUM, op(m, OP_EXP, op(m, OP_LINEAR, x, w), 0), 0);
}

enum backward { BACKWARD_BETWEEN, BACKWARD_OF_THE_FIRST_AT_THE_END, BACKWARD_NEVER };

// Of the program, and of what its text gives.
static const char *peak_of_two_steps(struct arena *arena, enum backward backward)
{
    struct model m = open_model();
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4, 8]");
    value_id w = tensor(&m, STORAGE_PARAMETER, "f32[8, 8]");
    value_id first = step(&m, x, w);
    if (backward == BACKWARD_BETWEEN) build_event(m.builder, EVENT_BACKWARD, first);
    value_id second = step(&m, x, w);
    if (backward == BACKWARD_OF_THE_FIRST_AT_THE_END) build_event(m.builder, EVENT_BACKWARD, first);
    if (backward != BACKWARD_NEVER) build_event(m.builder, EVENT_BACKWARD, second);
    const char *peak = quantity_string(arena, measure(&m, MEMORY_TRAINING).peak), *error = "";
    const char *text = program_print(m.arena, m.program);
    m.program = program_parse(m.arena, m.syms, text, &error);
    if (!m.program) fail_msg("%s", error);
    assert_string_equal(program_print(m.arena, m.program), text);
    expect(&m, measure(&m, MEMORY_TRAINING).peak, peak);
    arena_close(m.arena);
    return peak;
}

// x, what linear gives and exp of that are alive while exp runs; without a backward pass between
// the steps the first one's exp still is.
static void backward_gives_back_what_was_kept(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    assert_string_equal(peak_of_two_steps(arena, BACKWARD_BETWEEN), "384");
    assert_string_equal(peak_of_two_steps(arena, BACKWARD_OF_THE_FIRST_AT_THE_END), "512");
    assert_string_equal(peak_of_two_steps(arena, BACKWARD_NEVER), "512");
    arena_close(arena);
}

// ---- regions: the closed form at n equals the loop written out n times

struct block {
    bool region; // else written out
    int n;
    bool residual, outside;
};

static value_id body(const struct model *m, value_id h, value_id w, value_id x,
                     const struct block *block)
{
    value_id z = op(m, OP_LINEAR, h, w);
    value_id r = op(m, OP_GELU, z, 0);
    if (block->outside) r = op(m, OP_ADD, r, x);
    return block->residual ? op(m, OP_ADD, r, h) : r;
}

static void build_block(const struct model *m, const struct block *block)
{
    builder_mode(m->builder, BUILD_TRAINING);
    value_id x = tensor(m, STORAGE_INPUT, "f32[16, 8]");
    value_id w = tensor(m, STORAGE_PARAMETER, "f32[8, 8]");
    value_id first = op(m, OP_LINEAR, x, w), h = first;
    if (block->region) {
        build_repeat_begin(m->builder, sym_var(m->syms, "n_layer"));
        value_id inside = build_repeat_carry(m->builder, h);
        build_repeat_next(m->builder, inside, body(m, inside, w, x, block));
        h = build_result(m->builder, build_repeat_end(m->builder), 0);
    } else {
        for (int i = 0; i < block->n; i++) h = body(m, h, w, x, block);
    }
    output(m, op(m, OP_LINEAR, h, w));
}

static int64_t peak_of(const struct block *block, enum memory_mode mode)
{
    struct model m = open_model();
    build_block(&m, block);
    struct memory memory = measure(&m, mode);
    struct sym_binding binding = {sym_var(m.syms, "n_layer"), block->n};
    int64_t bytes = -1;
    assert_int_equal(memory.peak.tag, TAG_EXACT);
    assert_true(sym_evaluate(memory.peak.value, &binding, 1, &bytes));
    arena_close(m.arena);
    return bytes;
}

static void region_counts_as_the_loop_written_out(void **state)
{
    (void)state;
    for (int shape = 0; shape < 4; shape++) {
        for (int n = 2; n < 6; n++) {
            struct block block = {false, n, (shape & 1) != 0, (shape & 2) != 0};
            struct block region = {true, n, block.residual, block.outside};
            assert_int_equal(peak_of(&region, MEMORY_INFERENCE), peak_of(&block, MEMORY_INFERENCE));
            assert_int_equal(peak_of(&region, MEMORY_TRAINING), peak_of(&block, MEMORY_TRAINING));
        }
    }
}

// A loop in a loop: groups of layers. What a group gives is the last layer's
// result, its sum with what the group began with, or an op of that sum.
enum joint { JOINT_NONE, JOINT_SUM, JOINT_OP, N_JOINTS };

static value_id join(const struct model *m, enum joint joint, value_id h, value_id group)
{
    if (joint == JOINT_NONE) return h;
    value_id sum = op(m, OP_ADD, h, group);
    return joint == JOINT_SUM ? sum : op(m, OP_GELU, sum, 0);
}

static void build_groups(const struct model *m, enum joint joint, int n_groups, int n_layers)
{
    bool region = n_groups == 0;
    builder_mode(m->builder, BUILD_TRAINING);
    value_id x = tensor(m, STORAGE_INPUT, "f32[16, 8]");
    value_id w = tensor(m, STORAGE_PARAMETER, "f32[8, 8]");
    value_id h = op(m, OP_LINEAR, x, w), group = h;
    if (region) {
        build_repeat_begin(m->builder, sym_var(m->syms, "groups"));
        group = build_repeat_carry(m->builder, h);
    }
    for (int g = 0; g < (region ? 1 : n_groups); g++) {
        h = group;
        if (region) {
            build_repeat_begin(m->builder, sym_var(m->syms, "layers"));
            h = build_repeat_carry(m->builder, group);
        }
        for (int i = 0; i < (region ? 1 : n_layers); i++) {
            value_id next = op(m, OP_GELU, op(m, OP_LINEAR, h, w), 0);
            if (region) build_repeat_next(m->builder, h, next);
            h = next;
        }
        if (region) h = build_result(m->builder, build_repeat_end(m->builder), 0);
        value_id next = join(m, joint, h, group);
        if (region) build_repeat_next(m->builder, group, next);
        group = next;
    }
    if (region) group = build_result(m->builder, build_repeat_end(m->builder), 0);
    output(m, op(m, OP_LINEAR, group, w));
}

static int64_t groups_peak(enum joint joint, int n_groups, int n_layers, enum memory_mode mode,
                           bool region)
{
    struct model m = open_model();
    build_groups(&m, joint, region ? 0 : n_groups, n_layers);
    struct memory memory = measure(&m, mode);
    struct sym_binding bindings[] = {{sym_var(m.syms, "groups"), n_groups},
                                     {sym_var(m.syms, "layers"), n_layers}};
    int64_t bytes = -1;
    assert_int_equal(memory.peak.tag, TAG_EXACT);
    assert_true(sym_evaluate(memory.peak.value, bindings, 2, &bytes));
    arena_close(m.arena);
    return bytes;
}

static void regions_nest(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * N_JOINTS * 9; i++) {
        enum memory_mode mode = (enum memory_mode)(i % 2);
        enum joint joint = (enum joint)(i / 2 % N_JOINTS);
        int groups = 2 + i / 2 / N_JOINTS % 3, layers = 2 + i / 2 / N_JOINTS / 3;
        int64_t closed = groups_peak(joint, groups, layers, mode, true);
        int64_t written_out = groups_peak(joint, groups, layers, mode, false);
        if (closed != written_out)
            fail_msg("joint %d, %d groups of %d layers, mode %d: %lld, not %lld", (int)joint,
                     groups, layers, (int)mode, (long long)closed, (long long)written_out);
    }
}

static void peak_may_depend_on_symbols(void **state)
{
    (void)state;
    struct model m = open_model();
    sym_assume_at_least(m.syms, sym_var(m.syms, "T"), 1);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[T, 64]");
    value_id w = tensor(&m, STORAGE_PARAMETER, "f32[256, 64]");
    struct attr attrs[MAX_ATTRS] = {{.kind = ATTR_INT, .i = sym_const(m.syms, 0)},
                                    {.kind = ATTR_INT, .i = sym_const(m.syms, 1)}};
    value_id turned = build_op(m.builder, OP_TRANSPOSE, attrs, x, 0, 0);
    op(&m, OP_MATMUL, x, turned);
    op(&m, OP_LINEAR, x, w);
    struct memory memory = measure(&m, MEMORY_INFERENCE);
    assert_int_equal(memory.n_moments, 2);
    struct sym_binding t = {sym_var(m.syms, "T"), 10};
    int64_t bytes;
    assert_true(sym_evaluate(memory.peak.value, &t, 1, &bytes));
    assert_int_equal(bytes, 10 * 64 * 4 + 10 * 256 * 4);
    t.value = 1000;
    assert_true(sym_evaluate(memory.peak.value, &t, 1, &bytes));
    assert_int_equal(bytes, 1000 * 64 * 4 + 1000 * 1000 * 4);
    arena_close(m.arena);
}

static void what_is_not_known_makes_a_lower_bound(void **state)
{
    (void)state;
    struct model m = open_model();
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4, 8]");
    value_id poison = build_poison(m.builder, "the file is not read");
    op(&m, OP_ADD, x, poison);
    struct memory memory = measure(&m, MEMORY_INFERENCE);
    assert_int_equal(memory.peak.tag, TAG_LOWER);
    assert_string_equal(memory.peak.reason, "the file is not read");
    expect(&m, memory.peak, ">= 128");
    arena_close(m.arena);
}

// ---- the five programs

static void programs_of_other_worlds(void **state)
{
    (void)state;
    // Counted by hand from the texts.
    static const struct {
        const char *inference, *training;
    } expected[N_GRAPH_FILES] = {
        // Each graph's input, and what it gives back, are there to the end; Q, the f32 copy of the
        // cache and the scores are alive together.
        {"max(4*n_ctx^2 + 4*n_tokens^2 + 256*n_ctx + 260*n_past + 256*n_tokens + 772, "
         "4*n_ctx^2 + 4*n_tokens^2 + 256*n_ctx + 768*n_tokens + 256, "
         "4*n_ctx^2 + 768*n_ctx + 256*n_tokens + 256)",
         // The cache wants no gradient, so Q is not read again, but what was read from it is.
         "max(4*n_ctx^2 + 4*n_tokens^2 + 512*n_ctx + 260*n_past + 512*n_tokens + 772, "
         "4*n_ctx^2 + 4*n_tokens^2 + 512*n_ctx + 768*n_tokens + 256, "
         "4*n_ctx^2 + 768*n_ctx + 256*n_tokens + 256)"},
        // x and two blocks; backward needs all three, and a byte an element of three dropouts.
        {"3072*N", "4864*N"},
        // Both pieces of memory, as a whole.
        {"4*C*(5*B*T + 4*C)", "4*C*(5*B*T + 4*C)"},
        // hn and cn are there only while the LSTM runs; backward reads four gates and the cell
        // state of every step.
        {"max(128*N*(3*T + 4), 404*N*T)", "max(128*N*(13*T + 4), 1684*N*T)"},
        // x, loss, three gradients; what relu gave for each layer, in training.
        {"1280*N + 4", "256*N*n_layer + 768*N + 4"},
    };
    for (size_t i = 0; i < N_GRAPH_FILES; i++) {
        struct model m = {.arena = arena_open()};
        m.syms = syms_open(m.arena);
        m.program = program_parse(m.arena, m.syms, graph_file(m.arena, graph_files[i]), NULL);
        assert_non_null(m.program);
        expect(&m, measure(&m, MEMORY_INFERENCE).peak, expected[i].inference);
        expect(&m, measure(&m, MEMORY_TRAINING).peak, expected[i].training);
        arena_close(m.arena);
    }
}

// ---- against a slow and simple count

struct random {
    uint64_t state;
};

static unsigned draw(struct random *random, unsigned limit)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random->state >> 33) % limit;
}

static void build_random(const struct model *m, struct random *random, int n)
{
    value_id values[64] = {tensor(m, STORAGE_INPUT, "f32[4, 8]"),
                           tensor(m, STORAGE_INPUT, "f32[1, 8]")};
    for (int i = 2; i < n; i++) {
        value_id a = values[draw(random, (unsigned)i)], b = values[draw(random, (unsigned)i)];
        switch (draw(random, 4)) {
        case 0: values[i] = op(m, OP_ADD, a, b); break;
        case 1: values[i] = relu_in_place(m, a); break;
        case 2: values[i] = op(m, OP_FLATTEN, a, 0); break;
        default: values[i] = op(m, OP_RELU, a, 0);
        }
        if (program_value(m->program, values[i])->flags & VALUE_POISONED) values[i] = values[0];
    }
    output(m, values[n - 1]);
}

// The node that last touches a storage; the number of nodes where it is given back.
static node_id last_use(const struct program *program, storage_id id)
{
    node_id last = 0, n = (node_id)program->nodes.n;
    for (node_id k = 1; k < n; k++) {
        const struct node *node = program_node(program, k);
        for (int i = 0; i < node->n_in; i++) {
            if (program_value(program, node->in[i])->storage == id) last = k;
        }
        for (int i = 0; i < node->n_out; i++) {
            if (program_value(program, node->out + (value_id)i)->storage == id) last = k;
        }
    }
    for (value_id v = 1; v < (value_id)program->values.n; v++) {
        const struct value *value = program_value(program, v);
        if (value->storage == id && value->flags & VALUE_OUTPUT) last = n;
    }
    return program_storage(program, id)->kind == STORAGE_INPUT ? n : last;
}

static int64_t slow_peak(const struct program *program)
{
    int64_t peak = 0;
    for (node_id k = 1; k < (node_id)program->nodes.n; k++) {
        int64_t sum = 0, bytes;
        for (storage_id id = 1; id < (storage_id)program->storages.n; id++) {
            const struct storage *storage = program_storage(program, id);
            node_id made = program_value(program, storage->first)->producer;
            if (made > k || last_use(program, id) < k) continue;
            assert_true(sym_is_const(storage->bytes, &bytes));
            sum += bytes;
        }
        if (sum > peak) peak = sum;
    }
    return peak;
}

static void agrees_with_a_slow_count(void **state)
{
    (void)state;
    struct random random = {7};
    for (int i = 0; i < 200; i++) {
        struct model m = open_model();
        build_random(&m, &random, 3 + (int)draw(&random, 40));
        if (m.program->diags.n_errors == 0) {
            struct memory memory = measure(&m, MEMORY_INFERENCE);
            int64_t bytes = 0;
            assert_true(quantity_integer(memory.peak, &bytes));
            assert_int_equal(bytes, slow_peak(m.program));
        }
        arena_close(m.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(activation_goes_after_its_last_use),
        cmocka_unit_test(factor_is_kept_for_the_other_gradient),
        cmocka_unit_test(operand_is_kept_for_gradients_that_are_wanted),
        cmocka_unit_test(tensors_of_ops_are_kept),
        cmocka_unit_test(backward_gives_back_what_was_kept),
        cmocka_unit_test(asked_dtype_scales_floats_only),
        cmocka_unit_test(one_layer_a_hundred_times),
        cmocka_unit_test(region_counts_as_the_loop_written_out),
        cmocka_unit_test(regions_nest),
        cmocka_unit_test(peak_may_depend_on_symbols),
        cmocka_unit_test(what_is_not_known_makes_a_lower_bound),
        cmocka_unit_test(programs_of_other_worlds),
        cmocka_unit_test(agrees_with_a_slow_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
