// Holding a node against the table of kernels.

#include "frontends/ggml/computes.h"

#include "frontends/ggml/layout.h"
#include "ir/base/text.h"
#include "ir/ggml_work.h"

#include <stdlib.h>
#include <string.h>

enum also {
    NOTHING,
    SAME_SHAPES,
    SAME_BATCH,
    WHOLE_BLOCKS,
    IN_ORDER_OR_CHANNELS_LAST,
    COPIED_IN_ORDER,
    ROTATED_DIMENSIONS,
    ENDS_INSIDE,
    NO_BIAS,
    GROUPED_HEADS,
    SEQUENCES
};

struct line {
    const char *word, *result, *sources;
    enum also also;
    int since, until; // 0: no limit
};

static const struct line lines[] = {
#define COMPUTES(op, result, sources, also) {#op, result, sources, also, 0, 0},
#define COMPUTES_IN(op, result, sources, also, since, until)                                       \
    {#op, result, sources, also, since, until},
#include "frontends/ggml/computes.def"
#undef COMPUTES
#undef COMPUTES_IN
};
#define N_LINES ((int)(sizeof lines / sizeof *lines))

// ---- finding lines

static int order(const void *word, const void *line)
{
    return strcmp(word, ((const struct line *)line)->word);
}

static const struct line *first_line(const char *word)
{
    const struct line *line = bsearch(word, lines, N_LINES, sizeof *lines, order);
    while (line > lines && strcmp(line[-1].word, word) == 0) line--;
    return line;
}

// The next line, from this one on, that holds for the version and is of the same word.
static const struct line *holding(const struct line *line, const char *word, int version)
{
    for (; line && line < lines + N_LINES && strcmp(line->word, word) == 0; line++)
        if (version >= line->since && (!line->until || version < line->until)) return line;
    return NULL;
}

static const char *word_of(const struct ggml_tensor *t)
{
    return first_line(t->desc) ? t->desc : ggml_op_word(t->op);
}

// ---- types

static bool is_block(enum dtype type)
{
    return dtype_block_elements(type) > 1 && type != DTYPE_Q8_1 && type != DTYPE_Q8_K;
}

// Rows are turned into the others with tables that ggml_quantize_init makes, or not at all.
static bool is_written(enum dtype type)
{
    static const enum dtype unwritten[] = {DTYPE_IQ1_S, DTYPE_IQ1_M, DTYPE_IQ2_XXS, DTYPE_IQ2_XS,
                                           DTYPE_IQ2_S, DTYPE_IQ3_S, DTYPE_IQ3_XXS};
    for (size_t i = 0; i < sizeof unwritten / sizeof *unwritten; i++)
        if (type == unwritten[i]) return false;
    return is_block(type);
}

static bool is_half(enum dtype type)
{
    return type == DTYPE_F16 || type == DTYPE_BF16;
}

static bool is_float(enum dtype type)
{
    return type == DTYPE_F32 || is_half(type);
}

static bool is_word(const char *word, size_t n, const char *text)
{
    return strlen(text) == n && strncmp(word, text, n) == 0;
}

static bool has_word(const struct ggml_tensor *node, enum dtype type, const char *word, size_t n)
{
    enum dtype first = node->src[0] ? node->src[0]->type : DTYPE_NONE;
    if (is_word(word, n, "any")) return true;
    if (is_word(word, n, "=0")) return type == first;
    if (is_word(word, n, "float")) return is_float(type);
    if (is_word(word, n, "half")) return is_half(type);
    if (is_word(word, n, "blocks")) return is_block(type);
    if (is_word(word, n, "written")) return is_written(type);
    if (is_word(word, n, "weight")) return is_float(type) || is_block(type);
    if (is_word(word, n, "factor")) return type == DTYPE_F32 || type == ggml_factor_type(first);
    return is_word(word, n, dtype_name(type));
}

// "f32|f16 rows" up to a comma or the end.
static bool has_types(const struct ggml_tensor *node, enum dtype type, const char *text)
{
    for (size_t n;; text += n + 1) {
        n = strcspn(text, "| ,");
        if (has_word(node, type, text, n)) return true;
        if (text[n] != '|') return false;
    }
}

// What stands for the next source; NULL: no more.
static const char *next_source(const char *text)
{
    const char *comma = strchr(text, ',');
    return comma ? comma + 2 : NULL;
}

static bool line_has_types(const struct line *line, const struct ggml_tensor *node)
{
    int i = 0;
    if (!has_types(node, node->type, line->result)) return false;
    for (const char *text = line->sources; text; text = next_source(text), i++)
        if (node->src[i] && !has_types(node, node->src[i]->type, text)) return false;
    return true;
}

// ---- how elements lie

static struct conditions dense_1(struct syms *s, const struct ggml_tensor *t)
{
    struct conditions all = ggml_layout_dense(s, t);
    const struct sym *row = sym_mul_const(s, t->ne[0], dtype_block_bytes(t->type));
    conditions_add(&all, s, CONDITION_EQUAL, side_nb(t, 1), side_number(row));
    return all;
}

// A row of one element has no neighbours.
static struct conditions walked(struct syms *s, const struct ggml_tensor *t)
{
    struct conditions none;
    conditions_start(&none);
    return sym_is(t->ne[0], 1) ? none : ggml_layout_dense(s, t);
}

static bool lies(struct syms *s, const struct ggml_tensor *t, const char *layout, size_t n)
{
    struct conditions all;
    conditions_start(&all);
    if (is_word(layout, n, "rows")) all = ggml_layout_dense(s, t);
    if (is_word(layout, n, "lines")) all = ggml_layout_rows(s, t);
    if (is_word(layout, n, "order")) all = ggml_layout_contiguous(s, t, 0);
    if (is_word(layout, n, "order1")) all = ggml_layout_contiguous(s, t, 1);
    if (is_word(layout, n, "dense1")) all = dense_1(s, t);
    if (is_word(layout, n, "walked")) all = walked(s, t);
    return all.verdict != VERDICT_REFUTED;
}

static const char *const layouts[] = {"rows", "lines", "order", "order1", "dense1", "walked"};

// The first layout of those that the text demands that the tensor has not; NULL: it has all.
static const char *wrong_layout(struct syms *s, const struct ggml_tensor *t, const char *text)
{
    text += strcspn(text, " ,");
    while (*text == ' ') {
        size_t n = strcspn(++text, " ,");
        for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
            if (is_word(text, n, layouts[i]) && !lies(s, t, text, n)) return layouts[i];
        text += n;
    }
    return NULL;
}

static struct computes_answer line_layout(struct syms *s, const struct line *line,
                                          const struct ggml_tensor *node)
{
    struct computes_answer answer = {.computes = COMPUTES_NO_LAYOUT, .source = -1};
    if ((answer.layout = wrong_layout(s, node, line->result))) return answer;
    answer.source = 0;
    for (const char *text = line->sources; text; text = next_source(text), answer.source++)
        if (node->src[answer.source] &&
            (answer.layout = wrong_layout(s, node->src[answer.source], text))) {
            if (strcmp(answer.layout, "walked") == 0) answer.computes = COMPUTES_MISREADS;
            return answer;
        }
    return (struct computes_answer){.computes = COMPUTES_YES};
}

// ---- sizes together

static bool surely(const struct sym *a, const struct sym *b, bool (*bad)(int64_t, int64_t))
{
    int64_t x, y;
    return sym_is_const(a, &x) && sym_is_const(b, &y) && bad(x, y);
}

static bool differ(int64_t a, int64_t b)
{
    return a != b;
}

static bool exceeds(int64_t a, int64_t b)
{
    return a > b;
}

static bool leaves_rest(int64_t a, int64_t b)
{
    return b != 0 && a % b != 0;
}

// op_params of operators that the kernels look at.
enum { ROPE_DIMS = 1, ROPE_MODE = 2, ROPE_SECTIONS = 11, BIAS = 1 };
enum { ROPE_MULTI = 8, ROPE_VISION = 24 }; // modes
#define N_SECTIONS 4

static bool is_known(const struct ggml_tensor *node, int word)
{
    return !(node->params_unknown >> word & 1);
}

static const char *wrong_sections(const struct ggml_tensor *node)
{
    const int32_t *sections = node->params + ROPE_SECTIONS;
    int64_t sum = 0, row;
    for (int i = 0; i < N_SECTIONS; i++) {
        if (!is_known(node, ROPE_SECTIONS + i)) return NULL;
        sum += sections[i];
    }
    if (sections[0] <= 0 && sections[1] <= 0 && sections[2] <= 0)
        return "the first three sections of positions are all 0";
    return sym_is_const(node->ne[0], &row) && sum > row
               ? "the sections are together longer than its operand's ne[0]"
               : NULL;
}

static const char *wrong_rotation(const struct ggml_tensor *node)
{
    if (!is_known(node, ROPE_DIMS) || !is_known(node, ROPE_MODE)) return NULL;
    int32_t dims = node->params[ROPE_DIMS], mode = node->params[ROPE_MODE];
    int64_t row;
    if (dims % 2) return "n_dims is odd, where elements are turned in pairs";
    bool known = sym_is_const(node->ne[0], &row);
    if (known && dims > row) return "n_dims is larger than its operand's ne[0]";
    if (known && mode == ROPE_VISION && dims != row / 2)
        return "n_dims is not half of its operand's ne[0]";
    return mode & ROPE_MULTI ? wrong_sections(node) : NULL;
}

// b is written into, or added to, a part of a: where it ends there. Strides are of 32 bits.
static const char *wrong_end(struct syms *s, const struct ggml_tensor *node)
{
    const struct ggml_tensor *a = node->src[0], *b = node->src[1];
    enum { OFFSET = 3 };
    int64_t room, n, end = (uint32_t)node->params[OFFSET];
    int64_t step[GGML_DIMS] = {dtype_block_bytes(a->type)};
    if (!sym_is_const(ggml_tensor_bytes(s, a), &room) || (node->params_unknown & 15)) return NULL;
    for (int i = 1; i < GGML_DIMS; i++) step[i] = (uint32_t)node->params[i - 1];
    for (int i = 0; i < GGML_DIMS; i++) {
        if (!sym_is_const(b->ne[i], &n) || n > INT32_MAX) return NULL;
        end += n > 0 ? (n - 1) * step[i] : 0;
    }
    bool inside = node->op == GGML_OP_SET ? end <= room : end < room;
    return inside ? NULL : "with these strides and this offset, b reaches behind the end of a";
}

static const char *wrong_heads(const struct ggml_tensor *node)
{
    const struct ggml_tensor *x = node->src[1], *groups = node->src[4];
    return surely(x->ne[1], groups->ne[1], leaves_rest)
               ? "the groups of B and C (ne[1]) do not divide the heads of x (ne[1])"
               : NULL;
}

// The state is the last source.
static const char *wrong_sequences(const struct ggml_tensor *node)
{
    int last = 0;
    while (last + 1 < GGML_SOURCES && node->src[last + 1]) last++;
    return surely(node->src[last]->ne[1], node->src[0]->ne[2], exceeds)
               ? "there are more sequences (ne[1] of the state) than tokens (ne[2])"
               : NULL;
}

static bool in_order_or_channels_last(struct syms *s, const struct ggml_tensor *t)
{
    return lies(s, t, "order", strlen("order")) || ggml_layout_channels_last(s, t);
}

// A row of the result must hold whole blocks, unless it lies in order.
static bool splits_blocks(struct syms *s, const struct ggml_tensor *node)
{
    int64_t n;
    bool whole =
        !sym_is_const(node->ne[0], &n) || n % dtype_block_elements(node->src[0]->type) == 0;
    return !whole && !lies(s, node, "order", strlen("order"));
}

static const char *wrong_shapes(struct syms *s, const struct line *line,
                                const struct ggml_tensor *node)
{
    const struct ggml_tensor *a = node->src[0], *b = node->src[1];
    switch (line->also) {
    case SAME_SHAPES:
        for (int i = 0; i < GGML_DIMS; i++)
            if (surely(a->ne[i], b->ne[i], differ))
                return "of blocks, only tensors of the same sizes are added";
        return NULL;
    case SAME_BATCH:
        return surely(a->ne[2], b->ne[2], differ) || surely(a->ne[3], b->ne[3], differ)
                   ? "of this type, ne[2] and ne[3] of both must be equal"
                   : NULL;
    case WHOLE_BLOCKS:
        return splits_blocks(s, node) ? "a row of the result is no whole number of blocks" : NULL;
    case IN_ORDER_OR_CHANNELS_LAST:
        return in_order_or_channels_last(s, b)
                   ? NULL
                   : "the image lies neither in order nor with its channels side by side";
    case COPIED_IN_ORDER:
        return node->view_src || lies(s, a, "order", strlen("order"))
                   ? NULL
                   : "its operand is copied as a whole, which must lie in order for that";
    case ROTATED_DIMENSIONS: return wrong_rotation(node);
    case ENDS_INSIDE: return wrong_end(s, node);
    case NO_BIAS:
        return is_known(node, BIAS) && (node->params[BIAS] & INT32_MAX) != 0 ? "max_bias is not 0"
                                                                             : NULL;
    case GROUPED_HEADS: return wrong_heads(node);
    case SEQUENCES: return wrong_sequences(node);
    default: return NULL;
    }
}

// ---- all lines

struct computes_answer ggml_computes(struct syms *s, const struct ggml_tensor *node, int version)
{
    const char *word = word_of(node);
    const struct line *line = ggml_layout_is_empty(node) ? NULL : first_line(word);
    struct computes_answer best = {.computes = line ? COMPUTES_NO_TYPES : COMPUTES_YES};
    while ((line = holding(line, word, version))) {
        bool fits = line_has_types(line, node);
        struct computes_answer answer = {.computes = COMPUTES_NO_TYPES};
        if (fits) answer = line_layout(s, line, node);
        if (fits && answer.computes == COMPUTES_YES) {
            const char *also = wrong_shapes(s, line, node);
            if (!also) return answer;
            answer = (struct computes_answer){.computes = COMPUTES_NO_SHAPES, .also = also};
        }
        if (fits && best.computes == COMPUTES_NO_TYPES) best = answer;
        line++;
    }
    return best;
}

// ---- in words

// What the table's words stand for in a message.
static const struct {
    const char *word, *types;
} in_words[] = {{"=0", "the same"},
                {"float", "f32, f16 or bf16"},
                {"half", "f16 or bf16"},
                {"blocks", "types of blocks"},
                {"weight", "f32, f16, bf16 or types of blocks"},
                {"any", "any type"}};

static void add_word(struct text *text, const struct ggml_tensor *node, const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof in_words / sizeof *in_words; i++) {
        if (!is_word(word, n, in_words[i].word)) continue;
        text_add(text, in_words[i].types);
        return;
    }
    enum dtype factor = node->src[0] ? ggml_factor_type(node->src[0]->type) : DTYPE_F32;
    if (!is_word(word, n, "factor"))
        text_printf(text, "%.*s", (int)n, word);
    else
        text_printf(text, factor == DTYPE_F32 ? "f32" : "f32 or %s", dtype_name(factor));
}

static void add_types(struct text *text, const struct ggml_tensor *node, const char *types)
{
    for (;;) {
        size_t n = strcspn(types, "| ,");
        add_word(text, node, types, n);
        types += n;
        if (*types++ != '|') return;
        text_add(text, strcspn(types, "| ,") + types == strpbrk(types, "|") ? ", " : " or ");
    }
}

static const char *line_string(struct arena *arena, const struct line *line,
                               const struct ggml_tensor *node)
{
    struct text text = {.arena = arena};
    for (const char *types = line->sources; types; types = next_source(types)) {
        if (types != line->sources) text_add(&text, " with ");
        add_types(&text, node, types);
    }
    if (node->op == GGML_OP_CPY) text_add(&text, " to "), add_types(&text, node, line->result);
    return text_string(&text);
}

const char *ggml_computes_types(struct arena *arena, const struct ggml_tensor *node, int version)
{
    const char *word = word_of(node);
    const struct line *line = first_line(word);
    struct text text = {.arena = arena};
    const char *before = NULL;
    for (; (line = holding(line, word, version)); line++) {
        const char *types = line_string(arena, line, node);
        if (before && strcmp(types, before) == 0) continue;
        text_printf(&text, "%s%s", before ? "; " : "", types);
        before = types;
    }
    return text_string(&text);
}
