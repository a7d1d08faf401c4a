// The report on programs built by hand: peaks, ties, the snippet's figure,
// functional ops, folding, budgets, comparison, and every format.

#include "analyzer/budget.h"
#include "analyzer/report/collect.h"
#include "analyzer/report/why.h"
#include "analyzer/report/wrap.h"
#include "analyzer/report/writer.h"
#include "analyzer/size.h"
#include "ir/build.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const enum dtype dtypes[] = {DTYPE_F32, DTYPE_F64, DTYPE_F16, DTYPE_BF16};

struct fixture {
    struct arena *arena;
    struct syms *syms;
    struct builder *builder;
    scope_id root;
    value_id x;
    int line;
};

static void begin(struct fixture *f, const char *name, const char *input)
{
    struct tensor_type type;
    const char *error;
    f->builder = builder_open(f->arena, f->syms, name);
    f->root = build_scope(f->builder, 0, "", "Model", SCOPE_PARENT);
    assert_true(tensor_parse(f->syms, input, &type, &error));
    f->x = build_tensor(f->builder, STORAGE_INPUT, &type, "x");
    f->line = 1;
}

static int open_fixture(void **state)
{
    struct arena *arena = arena_open();
    struct fixture *f = arena_new(arena, struct fixture);
    f->arena = arena;
    f->syms = syms_open(arena);
    *state = f;
    return 0;
}

static int close_fixture(void **state)
{
    arena_close(((struct fixture *)*state)->arena);
    return 0;
}

// Each addition stands on a line of its own.
static void next_line(struct fixture *f)
{
    struct site *site = arena_new(f->arena, struct site);
    *site = (struct site){.file = "model.c", .line = f->line++, .column = 5};
    builder_at(f->builder, site);
}

static value_id parameter(struct fixture *f, const char *type_text, const char *name)
{
    struct tensor_type type;
    const char *error;
    assert_true(tensor_parse(f->syms, type_text, &type, &error));
    return build_tensor(f->builder, STORAGE_PARAMETER, &type, name);
}

struct leaf {
    scope_id scope;
    enum op_kind op;
    value_id weight, bias;
};

static struct leaf linear(struct fixture *f, const char *name, int in, int out)
{
    struct leaf leaf = {.op = OP_LINEAR};
    next_line(f);
    leaf.scope = build_scope(f->builder, f->root, name, "Linear", SCOPE_LEAF);
    leaf.weight = parameter(f, arena_printf(f->arena, "f32[%d,%d]", out, in), "weight");
    leaf.bias = parameter(f, arena_printf(f->arena, "f32[%d]", out), "bias");
    build_scope_parameter(f->builder, leaf.scope, leaf.weight);
    build_scope_parameter(f->builder, leaf.scope, leaf.bias);
    return leaf;
}

static struct leaf relu(struct fixture *f, const char *name)
{
    next_line(f);
    return (struct leaf){.scope = build_scope(f->builder, f->root, name, "ReLU", SCOPE_LEAF),
                         .op = OP_RELU};
}

static value_id call(struct fixture *f, struct leaf leaf, value_id x)
{
    next_line(f);
    builder_enter(f->builder, leaf.scope);
    value_id y = build_op(f->builder, leaf.op, NULL, x, leaf.weight, leaf.bias);
    builder_leave(f->builder, leaf.scope, &y, 1);
    return y;
}

static struct report_model finish(struct fixture *f)
{
    struct report_model model;
    struct collect_request request = {
        .program = builder_program(f->builder),
        .entry = "model.c:model",
        .n_dtypes = 4,
        .dtypes = dtypes,
    };
    collect_model(f->arena, &request, &model);
    return model;
}

static struct report report_of(const struct report_model *model)
{
    struct report report = {.n_dtypes = 4, .n_models = 1, .models = model};
    memcpy(report.dtypes, dtypes, sizeof dtypes);
    return report;
}

// Linear(8, hidden), ReLU, Linear(hidden, out).
static struct report_model pair_half(struct fixture *f, const char *input, int hidden, int out)
{
    begin(f, "half", input);
    struct leaf first = linear(f, "0", 8, hidden), second = relu(f, "1"),
                third = linear(f, "2", hidden, out);
    call(f, third, call(f, second, call(f, first, f->x)));
    return finish(f);
}

static int64_t bytes_of(struct quantity q)
{
    int64_t bytes = -1;
    assert_true(quantity_integer(q, &bytes));
    return bytes;
}

static void check_peak(const struct report_model *model, const char *name, const int64_t bytes[4])
{
    for (int d = 0; d < 4; d++) {
        const struct report_peak *peak = &model->peaks[d][0];
        assert_int_equal(model->n_peaks[d], 1);
        assert_string_equal(model->rows[peak->row].name, name);
        assert_int_equal(bytes_of(peak->bytes), bytes[d]);
    }
}

static void seed_pair_has_its_rows_and_peaks(void **state)
{
    struct fixture *f = *state;
    struct report_model wide = pair_half(f, "f32[4,8]", 64, 8);
    struct report_model narrow = pair_half(f, "f32[4,8]", 16, 8);
    check_peak(&wide, "0", (const int64_t[]){1024, 2048, 512, 512});
    check_peak(&narrow, "0", (const int64_t[]){256, 512, 128, 128});
    assert_int_equal(wide.n_rows, 3);
    assert_string_equal(wide.rows[1].op, "ReLU");
    assert_int_equal(bytes_of(wide.rows[2].bytes[0]), 128);
    assert_int_equal(bytes_of(wide.total[0]), 2176);
    assert_int_equal(bytes_of(wide.parameters), 1096);
    assert_int_equal(bytes_of(wide.parameter_bytes[1]), 8768);
    assert_int_equal(bytes_of(wide.rows[0].parameters), 576);
    assert_false(wide.reference.differs);
    assert_int_equal(wide.reference.n_leaves, 3);
}

static struct comparison compare(struct fixture *f, const struct report_model *a,
                                 const struct report_model *b)
{
    struct comparison comparison = {0};
    struct report *reports = arena_array(f->arena, struct report, 2);
    const char *error = NULL;
    reports[0] = report_of(a);
    reports[1] = report_of(b);
    comparison.a = (struct comparison_side){.name = "a.c", .report = &reports[0], .model = a};
    comparison.b = (struct comparison_side){.name = "b.c", .report = &reports[1], .model = b};
    assert_true(comparison_make(f->arena, &comparison, &error));
    return comparison;
}

static void comparison_has_the_five_keys(void **state)
{
    struct fixture *f = *state;
    struct report_model wide = pair_half(f, "f32[4,8]", 64, 8);
    struct report_model narrow = pair_half(f, "f32[4,8]", 16, 8);
    struct comparison comparison = compare(f, &wide, &narrow);
    struct text text = {.arena = f->arena};
    struct view view = {.depth = ANY_DEPTH};
    json_comparison(&text, &comparison, &view);
    json_t *root = json_loads(text_string(&text), 0, NULL);
    assert_int_equal(json_object_size(root), 6);
    assert_non_null(json_object_get(root, "details"));
    assert_int_equal(json_integer_value(json_object_get(root, "a_peak_bytes")), 1024);
    assert_int_equal(json_integer_value(json_object_get(root, "b_peak_bytes")), 256);
    assert_string_equal(json_string_value(json_object_get(root, "a_peak_layer")), "0");
    assert_string_equal(json_string_value(json_object_get(root, "b_peak_layer")), "0");
    assert_string_equal(json_string_value(json_object_get(root, "bottleneck")), "a");
    json_decref(root);
}

static void bottleneck_is_b_only_if_strictly_greater(void **state)
{
    struct fixture *f = *state;
    struct report_model wide = pair_half(f, "f32[4,8]", 64, 8);
    struct report_model narrow = pair_half(f, "f32[4,8]", 16, 8);
    struct report_model late = pair_half(f, "f32[4,8]", 16, 64);
    assert_int_equal(compare(f, &narrow, &wide).verdict.bottleneck, BOTTLENECK_B);
    assert_int_equal(compare(f, &wide, &wide).verdict.bottleneck, BOTTLENECK_A);
    assert_int_equal(compare(f, &wide, &late).verdict.bottleneck, BOTTLENECK_A);
    assert_string_equal(compare(f, &wide, &late).b.peak_layer, "2");
}

static void earliest_call_wins_a_tie_of_nothing(void **state)
{
    struct fixture *f = *state;
    struct report_model model = pair_half(f, "f32[0,8]", 64, 8);
    check_peak(&model, "0", (const int64_t[]){0, 0, 0, 0});
}

static void symbolic_sizes_stay_closed_forms(void **state)
{
    struct fixture *f = *state;
    struct report_model wide = pair_half(f, "f32[N,8]", 64, 8);
    struct report_model narrow = pair_half(f, "f32[N,8]", 16, 8);
    assert_int_equal(wide.n_peaks[0], 1);
    assert_string_equal(quantity_string(f->arena, wide.peaks[0][0].bytes), "256*N");
    assert_string_equal(quantity_string(f->arena, wide.total[0]), "544*N");
    assert_int_equal(wide.n_symbols, 1);
    assert_string_equal(wide.symbols[0], "N");
    assert_int_equal(compare(f, &wide, &narrow).verdict.bottleneck, BOTTLENECK_A);
}

// One ReLU object after each layer: the last call is the smallest.
static struct report_model shared_relu(struct fixture *f)
{
    begin(f, "shared", "f32[4,16]");
    struct leaf fc1 = linear(f, "fc1", 16, 8), act = relu(f, "relu"), fc2 = linear(f, "fc2", 8, 32),
                fc3 = linear(f, "fc3", 32, 2);
    value_id y = call(f, act, call(f, fc1, f->x));
    y = call(f, act, call(f, act, call(f, fc2, y)));
    call(f, act, call(f, fc3, y));
    return finish(f);
}

static void repeated_leaf_counts_with_its_largest_call(void **state)
{
    struct fixture *f = *state;
    struct report_model model = shared_relu(f);
    assert_int_equal(model.n_rows, 7);
    assert_int_equal(model.rows[1].n_calls, 4);
    assert_int_equal(model.rows[6].call, 4);
    check_peak(&model, "fc2", (const int64_t[]){512, 1024, 256, 256});
    assert_int_equal(model.reference.n_leaves, 4);
    assert_int_equal(bytes_of(model.reference.total[0]), 128 + 32 + 512 + 32);
    assert_false(model.reference.differs);
}

// The largest output comes from an earlier call of a leaf that is called again.
static void reference_keeps_the_last_call(void **state)
{
    struct fixture *f = *state;
    begin(f, "shrinking", "f32[4,64]");
    struct leaf act = relu(f, "relu"), fc = linear(f, "fc", 64, 2);
    call(f, act, call(f, fc, call(f, act, f->x)));
    struct report_model model = finish(f);
    check_peak(&model, "relu", (const int64_t[]){1024, 2048, 512, 512});
    assert_true(model.reference.differs);
    assert_string_equal(model.rows[model.reference.peak[0].row].name, "relu");
    assert_int_equal(bytes_of(model.reference.peak[0].bytes), 32);
}

static void functional_ops_are_rows_no_hook_sees(void **state)
{
    struct fixture *f = *state;
    begin(f, "functional", "f32[4,64]");
    struct leaf fc = linear(f, "fc", 64, 2);
    next_line(f);
    value_id y = build_op(f->builder, OP_RELU, NULL, f->x, 0, 0);
    call(f, fc, y);
    struct report_model model = finish(f);
    assert_int_equal(model.n_rows, 2);
    assert_int_equal(model.n_leaf_rows, 1);
    assert_false(model.rows[0].visible_to_hooks);
    assert_string_equal(model.rows[0].name, "relu (model.c:2)");
    assert_int_equal(model.largest[0].row, 0);
    check_peak(&model, "fc", (const int64_t[]){32, 64, 16, 16});
    struct report report = report_of(&model);
    struct view view = {.depth = ANY_DEPTH};
    struct text text = {.arena = f->arena};
    text_report(&text, &report, &view);
    assert_non_null(strstr(text_string(&text), "hooks would have missed it"));
}

static void rows_after_an_error_are_unknown(void **state)
{
    struct fixture *f = *state;
    begin(f, "wrong", "f32[4,8]");
    struct leaf first = linear(f, "0", 8, 16), second = linear(f, "1", 32, 8);
    call(f, second, call(f, first, f->x));
    struct report_model model = finish(f);
    assert_int_equal(model.n_rows, 2);
    assert_true(model.rows[1].poisoned);
    assert_non_null(model.rows[1].reason);
    assert_int_equal(model.peaks[0][0].row, 0);
    assert_int_equal(model.peaks[0][0].bytes.tag, TAG_LOWER);
    assert_string_equal(quantity_string(f->arena, model.total[0]), ">= 256");
    const struct diags *lists[] = {&builder_program(f->builder)->diags,
                                   &builder_program(f->builder)->diags};
    struct report report = report_of(&model);
    findings_gather(f->arena, 2, lists, &report);
    assert_int_equal(report.n_diags, 1);
    assert_int_equal(report.n_errors, 1);
}

static const char *text_of(struct fixture *f, const struct report_model *model, int width)
{
    struct report report = report_of(model);
    struct view view = {.depth = ANY_DEPTH, .width = width};
    struct text text = {.arena = f->arena};
    text_report(&text, &report, &view);
    return text_string(&text);
}

static int count_of(const char *text, const char *words)
{
    int n = 0;
    while ((text = strstr(text, words))) n++, text++;
    return n;
}

static int widest_line(const char *text)
{
    size_t widest = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length > widest) widest = length;
        text += length + (text[length] != '\0');
    }
    return (int)widest;
}

static void long_sizes_get_names_where_room_is_short(void **state)
{
    struct fixture *f = *state;
    begin(f, "long", "f32[N,(H + 15)/16 - 1,(W + 15)/16,8]");
    struct leaf first = linear(f, "first", 8, 64), second = linear(f, "second", 64, 8);
    call(f, second, call(f, first, f->x));
    struct report_model model = finish(f);
    const char *wide = text_of(f, &model, 0), *narrow = text_of(f, &model, 100);
    assert_null(strstr(wide, "sizes:"));
    assert_true(widest_line(wide) > 100);
    assert_true(widest_line(narrow) <= 100);
    assert_non_null(strstr(narrow, "sizes: H1 = (H + 15)/16 - 1, W1 = (W + 15)/16\n"));
    assert_non_null(strstr(narrow, "f32[N, H1, W1, 64]"));
    assert_non_null(strstr(narrow, "256*H1*N*W1"));
}

static void names_of_sizes_are_new_ones(void **state)
{
    struct fixture *f = *state;
    begin(f, "taken", "f32[H1,(H + 15)/16 - 1,(H1*H + 15)/16,8]");
    call(f, linear(f, "first", 8, 64), f->x);
    struct report_model model = finish(f);
    const char *narrow = text_of(f, &model, 60);
    assert_non_null(strstr(narrow, "sizes: H2 = (H + 15)/16 - 1, S1 = (H*H1 + 15)/16\n"));
    assert_non_null(strstr(narrow, "f32[H1, H2, S1, 64]"));
}

static void rows_are_folded_and_nothing_is_cut(void **state)
{
    struct fixture *f = *state;
    struct report_model model = pair_half(f, "f32[4,8]", 64, 8);
    const char *narrow = text_of(f, &model, 40);
    assert_true(widest_line(narrow) <= 40);
    static const char *const words[] = {"f32[4, 64]", "1024", "576", "4352", "<- peak leaf"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_non_null(strstr(narrow, words[i]));
    assert_null(strstr(narrow, " \n"));
    assert_string_equal(narrow, text_of(f, &model, 40));
}

static void lines_end_at_words(void **state)
{
    struct fixture *f = *state;
    struct text text = {.arena = f->arena};
    wrap_write(&text, "ab cd   ef", 2, 8);
    wrap_write(&text, "ab cd   ef", 2, 0);
    wrap_write(&text, wrap_unbroken(f->arena, "ab cd ef"), 2, 6);
    assert_string_equal(text_string(&text), "ab cd\n    ef\nab cd   ef\nab cd ef\n");
}

static void reason_of_unknown_rows_stands_once(void **state)
{
    struct fixture *f = *state;
    begin(f, "wrong", "f32[4,8]");
    struct leaf first = linear(f, "0", 8, 16), second = linear(f, "1", 32, 8),
                third = linear(f, "2", 8, 8);
    call(f, third, call(f, second, call(f, first, f->x)));
    struct report_model model = finish(f);
    const char *text = text_of(f, &model, 0);
    assert_int_equal(count_of(text, "unknown [1]"), 2);
    assert_int_equal(count_of(text, model.rows[1].reason), 1);
}

static void modules_fold_their_rows(void **state)
{
    struct fixture *f = *state;
    begin(f, "nested", "f32[4,8]");
    scope_id block = build_scope(f->builder, f->root, "block", "Block", SCOPE_PARENT);
    scope_id root = f->root;
    f->root = block;
    struct leaf inner = linear(f, "fc", 8, 64), act = relu(f, "relu");
    f->root = root;
    struct leaf head = linear(f, "head", 64, 2);
    builder_enter(f->builder, block);
    value_id y = call(f, act, call(f, inner, f->x));
    builder_leave(f->builder, block, &y, 1);
    call(f, head, y);
    struct report_model model = finish(f);
    assert_int_equal(model.n_modules, 1);
    assert_int_equal(model.modules[0].first_row, 0);
    assert_int_equal(model.modules[0].n_rows, 2);
    assert_int_equal(bytes_of(model.modules[0].row.parameters), 576);
    assert_string_equal(model.rows[0].name, "block.fc");
    struct report report = report_of(&model);
    struct view view = {.depth = 1};
    struct text text = {.arena = f->arena};
    text_report(&text, &report, &view);
    assert_non_null(strstr(text_string(&text), "2 rows folded <- peak leaf: block.fc"));
}

// One layer that runs L times, kept as one.
static void repeated_rows_count_as_often_as_they_run(void **state)
{
    struct fixture *f = *state;
    begin(f, "loop", "f32[4,8]");
    struct leaf layer = linear(f, "layer", 8, 8);
    build_repeat_begin(f->builder, sym_var(f->syms, "L"));
    value_id inside = build_repeat_carry(f->builder, f->x);
    build_repeat_next(f->builder, inside, call(f, layer, inside));
    build_repeat_end(f->builder);
    struct report_model model = finish(f);
    assert_int_equal(model.n_rows, 1);
    assert_string_equal(sym_string(f->arena, model.rows[0].times), "L");
    assert_string_equal(quantity_string(f->arena, model.total[0]), "128*L");
    assert_string_equal(quantity_string(f->arena, model.flops), "544*L");
    check_peak(&model, "layer", (const int64_t[]){128, 256, 64, 64});
}

static enum verdict budget_verdict(struct fixture *f, struct report_model *model, const char *asked,
                                   struct diags *diags)
{
    int n;
    const struct report_budget *budgets;
    const char *error;
    assert_true(budget_parse(f->arena, asked, &n, &budgets, &error));
    budget_check(f->arena, model, n, budgets, diags);
    return model->budgets[0].proof.verdict;
}

// SP501 and SP502.
static void budgets_are_kept_broken_or_open(void **state)
{
    struct fixture *f = *state;
    struct diags diags;
    diags_open(&diags, f->arena);
    struct report_model wide = pair_half(f, "f32[4,8]", 64, 8);
    assert_int_equal(budget_verdict(f, &wide, "peak_leaf<=1KiB", &diags), VERDICT_PROVED);
    assert_null(diags.first);
    assert_int_equal(budget_verdict(f, &wide, "peak_leaf<=1023", &diags), VERDICT_REFUTED);
    assert_int_equal(diags.first->id, DIAG_BUDGET_BROKEN);
    assert_non_null(strstr(diags.first->message, "leaf `0` has 1024 bytes"));
    wide = pair_half(f, "f32[N,8]", 64, 8);
    diags_open(&diags, f->arena);
    assert_int_equal(budget_verdict(f, &wide, "total<=64KiB", &diags), VERDICT_REFUTED);
    assert_non_null(strstr(diags.first->message, "N="));
    diags_open(&diags, f->arena);
    assert_int_equal(budget_verdict(f, &wide, "peak<=64KiB", &diags), VERDICT_OPEN);
    assert_int_equal(diags.first->id, DIAG_BUDGET_OPEN);
}

static void sizes_have_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t bytes;
    } right[] = {{"0", 0},
                 {"64KiB", 65536},
                 {"64K", 65536},
                 {"1.5MiB", 1572864},
                 {"2G", 2147483648},
                 {"64kB", 64000},
                 {"3MB", 3000000},
                 {"1GB", 1000000000},
                 {"17B", 17},
                 {" 10 K", 10240},
                 {"2PiB", INT64_C(2) << 50},
                 {"1PB", INT64_C(1000000000000000)}};
    static const char *const wrong[] = {"", "K", "-1", "64Q", "9999999999G", "1e", "64 KiBx"};
    int64_t bytes;
    const char *error;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_true(size_parse(right[i].text, &bytes, &error));
        assert_int_equal(bytes, right[i].bytes);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(size_parse(wrong[i], &bytes, &error));
}

static void wrong_budgets_are_refused(void **state)
{
    struct fixture *f = *state;
    static const char *const wrong[] = {"",          "peak",    "peak<=", "peek<=1K",
                                        "peak<=1K,", "peak<1K", " <= 1K", "peak leaf<=1K"};
    int n;
    const struct report_budget *budgets;
    const char *error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error = NULL;
        assert_false(budget_parse(f->arena, wrong[i], &n, &budgets, &error));
        assert_non_null(error);
    }
    assert_true(budget_parse(f->arena, " peak <= 10K, total<= 1PiB", &n, &budgets, &error));
    assert_int_equal(n, 2);
    assert_int_equal(budgets[0].limit_bytes, 10240);
}

static void derivation_names_operands_and_products(void **state)
{
    struct fixture *f = *state;
    struct report_model wide = pair_half(f, "f32[4,8]", 64, 8);
    assert_false(why_derive(f->arena, &wide, "3", 4, dtypes, NULL));
    assert_true(why_derive(f->arena, &wide, "0", 4, dtypes, NULL));
    bool bytes = false, operand = false;
    for (int i = 0; i < wide.n_why; i++) {
        bytes |= strstr(wide.why[i].text, "256 x 4 bytes (f32) = 1024") != NULL;
        operand |= strstr(wide.why[i].text, "f32[4, 8], from x") != NULL;
    }
    assert_true(bytes);
    assert_true(operand);
}

static void json_lists_calls_and_tensors(void **state)
{
    struct fixture *f = *state;
    struct report_model model = shared_relu(f);
    struct report report = report_of(&model);
    struct view view = {.depth = ANY_DEPTH};
    struct text text = {.arena = f->arena};
    json_report(&text, &report, &view);
    json_t *root = json_loads(text_string(&text), 0, NULL);
    json_t *json_model = json_array_get(json_object_get(root, "models"), 0);
    json_t *leaves = json_object_get(json_model, "leaves");
    assert_int_equal(json_array_size(leaves), 4);
    json_t *calls = json_object_get(json_array_get(leaves, 1), "calls");
    assert_int_equal(json_array_size(calls), 4);
    json_t *bytes = json_object_get(json_array_get(calls, 3), "bytes");
    assert_int_equal(json_integer_value(json_object_get(bytes, "f64")), 64);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(calls, 3), "index")), 6);
    json_decref(root);
}

static void csv_has_a_line_a_call(void **state)
{
    struct fixture *f = *state;
    struct report_model model = shared_relu(f);
    struct report report = report_of(&model);
    struct view view = {.depth = ANY_DEPTH};
    struct text text = {.arena = f->arena};
    csv_report(&text, &report, &view);
    int lines = 0;
    for (const char *at = text_string(&text); *at; at++) lines += *at == '\n';
    assert_int_equal(lines, 1 + model.n_rows);
    assert_non_null(strstr(text_string(&text), "model.c:model,0,fc1,1,Linear,"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)
    const struct CMUnitTest tests[] = {
        TEST(seed_pair_has_its_rows_and_peaks),
        TEST(comparison_has_the_five_keys),
        TEST(bottleneck_is_b_only_if_strictly_greater),
        TEST(earliest_call_wins_a_tie_of_nothing),
        TEST(symbolic_sizes_stay_closed_forms),
        TEST(repeated_leaf_counts_with_its_largest_call),
        TEST(reference_keeps_the_last_call),
        TEST(functional_ops_are_rows_no_hook_sees),
        TEST(rows_after_an_error_are_unknown),
        TEST(long_sizes_get_names_where_room_is_short),
        TEST(names_of_sizes_are_new_ones),
        TEST(rows_are_folded_and_nothing_is_cut),
        TEST(lines_end_at_words),
        TEST(reason_of_unknown_rows_stands_once),
        TEST(modules_fold_their_rows),
        TEST(repeated_rows_count_as_often_as_they_run),
        TEST(budgets_are_kept_broken_or_open),
        TEST(sizes_have_units),
        TEST(wrong_budgets_are_refused),
        TEST(derivation_names_operands_and_products),
        TEST(json_lists_calls_and_tensors),
        TEST(csv_has_a_line_a_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
