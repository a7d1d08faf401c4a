// An axis cut into parts, each a view: chunk, split, tensor_split, unbind. How
// many results there are depends on the operands.

#include "ir/ops/axes.h"
#include "ir/ops/kernels.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"
#include "ir/ops/slice.h"

// More parts than this are not given names of their own.
#define MAX_PARTS MAX_NODE_LIST

// Parts end to end along an axis.
struct parts {
    int axis, n;
    const struct sym *const *size;
};

// How many parts an integer argument asks for; 0 where that is no number of parts.
static int64_t parts_asked(const struct infer *in, const char *attr)
{
    int64_t n;
    bool known = sym_is_const(infer_int(in, attr, 0), &n);
    return known && n > 0 && n <= MAX_PARTS ? n : 0;
}

// The offset of a part is what lies before it.
static void parts_result(struct infer *in, const struct parts *parts)
{
    const struct sym *start = sym_const(in->syms, 0), *one = sym_const(in->syms, 1);
    infer_results(in, parts->n);
    for (int i = 0; i < parts->n; i++) {
        slice_result(in, i, parts->axis, start, parts->size[i], one);
        start = sym_add(in->syms, start, parts->size[i]);
    }
}

// A program cannot use parts whose number depends on an unknown size.
static void parts_unknown(struct infer *in, const struct sym *size, const struct sym *part)
{
    refuse(in, DIAG_PARTS_UNKNOWN, "how many parts of %s an axis of %s has is not known",
           sym_string(in->arena, part), sym_string(in->arena, size));
    in->fix = "bind the symbols with --set, or split by a list of sizes";
}

// ceil(size / part), if it is the same number for all values of the symbols: found
// for some large values and then proved. -1: it is not.
static int64_t part_count(struct infer *in, const struct sym *size, const struct sym *part)
{
    int64_t count, a, b;
    if (sym_is_const(sym_ceildiv(in->syms, size, part), &count)) return count;
    const struct sym *both = sym_add(in->syms, size, sym_mul_const(in->syms, part, 3)), **vars;
    int n = sym_vars(in->arena, both, &vars);
    struct sym_binding *bindings = arena_array(in->arena, struct sym_binding, n);
    for (int i = 0; i < n; i++) bindings[i] = (struct sym_binding){vars[i], 1009 + 30 * i};
    if (!sym_evaluate(size, bindings, n, &a) || !sym_evaluate(part, bindings, n, &b)) return -1;
    if (b <= 0 || a <= 0) return -1;
    count = (a - 1) / b + 1;
    const struct sym *all = sym_mul_const(in->syms, part, count);
    return sym_prove_equal(in->syms, all, size).verdict == VERDICT_PROVED ? count : -1;
}

// How many there are is known, and that a node cannot have as many results.
static bool too_many_parts(struct infer *in, int64_t n)
{
    if (n <= MAX_PARTS) return false;
    refuse(in, DIAG_OPTION_RANGE, "it makes %lld tensors; %d are the most", (long long)n,
           MAX_PARTS);
    return true;
}

// Parts of `part` elements, the last one smaller if need be.
static void even_parts(struct infer *in, int axis, const struct sym *part)
{
    const struct sym *size = infer_dim(in, 0, axis).size;
    int64_t n = part_count(in, size, part);
    if (n < 0) {
        parts_unknown(in, size, part);
        return;
    }
    if (too_many_parts(in, n)) return;
    if (n == 0) n = 1;
    const struct sym **sizes = arena_array(in->arena, const struct sym *, n);
    for (int i = 0; i < n; i++) sizes[i] = part;
    sizes[n - 1] = sym_sub(in->syms, size, sym_mul_const(in->syms, part, n - 1));
    parts_result(in, &(struct parts){axis, (int)n, sizes});
}

// ---- chunk

// As many parts of ceil(size / chunks) as there are, which may be fewer than
// asked for: 10 in 7 gives 5 of 2. Of an unknown size there are taken to be all.
static void chunk_unknown(struct infer *in, int axis, int64_t chunks)
{
    const struct sym *size = infer_dim(in, 0, axis).size;
    const struct sym *part = sym_ceildiv(in->syms, size, sym_const(in->syms, chunks));
    const struct sym *before = sym_mul_const(in->syms, part, chunks - 1);
    const struct sym **sizes = arena_array(in->arena, const struct sym *, chunks);
    const struct sym *divisor = sym_const(in->syms, chunks);
    if (chunks > 1 && sym_prove_divides(in->syms, divisor, size).verdict != VERDICT_PROVED)
        infer_take_at_most(
            in, sym_add_const(in->syms, before, 1), size,
            arena_printf(in->arena, "there are fewer than %lld parts", (long long)chunks));
    for (int i = 0; i < chunks; i++) sizes[i] = part;
    sizes[chunks - 1] = sym_sub(in->syms, size, before);
    parts_result(in, &(struct parts){axis, (int)chunks, sizes});
}

// Three cases: an unknown size; a known one, where ceil division tells the number
// of parts; and 0, of which PyTorch makes as many empty parts as asked for.
static void chunk_shape(struct infer *in)
{
    int axis = axis_read_real(in, "dim", 0, infer_rank(in, 0));
    int64_t chunks = axis < 0 ? 0 : infer_const(in, "chunks", 0), size;
    if (axis < 0 || refused(in)) return;
    if (chunks < 1 || chunks > MAX_PARTS) {
        refuse(in, DIAG_OPTION_RANGE, "chunks is %lld; it must be from 1 to %d", (long long)chunks,
               MAX_PARTS);
        return;
    }
    if (!sym_is_const(infer_dim(in, 0, axis).size, &size)) {
        chunk_unknown(in, axis, chunks);
        return;
    }
    if (size > 0) {
        even_parts(in, axis, sym_const(in->syms, (size + chunks - 1) / chunks));
        return;
    }
    const struct sym **sizes = arena_array(in->arena, const struct sym *, chunks);
    for (int i = 0; i < chunks; i++) sizes[i] = sym_const(in->syms, 0);
    parts_result(in, &(struct parts){axis, (int)chunks, sizes});
}

// An axis that is too short gives fewer, but then its size would be known.
static int64_t chunk_asked(const struct infer *in)
{
    return parts_asked(in, "chunks");
}

// ---- split

// split_size 0 is allowed for an empty axis only, and gives it whole.
static void split_by_size(struct infer *in, int axis, const struct sym *part)
{
    const struct sym *size = infer_dim(in, 0, axis).size;
    int64_t value;
    if (sym_is_const(part, &value) && value < 0) {
        refuse(in, DIAG_SIZE_NEGATIVE, "split_size is %lld; it must not be negative",
               (long long)value);
        return;
    }
    if (!sym_is(part, 0)) {
        even_parts(in, axis, part);
        return;
    }
    if (!sym_is(size, 0)) {
        refuse(in, DIAG_OPTION_RANGE, "split_size is 0, but axis %d has size %s", axis,
               sym_string(in->arena, size));
        return;
    }
    parts_result(in, &(struct parts){axis, 1, &part});
}

// Sizes may be 0. Their sum must be the axis, which for symbols is one equality:
// split of 3*C by {C, 2*C} is proved.
static void split_by_list(struct infer *in, int axis, const struct sym *const *sizes, int n)
{
    const struct sym *sum = sym_const(in->syms, 0);
    for (int i = 0; i < n; i++) {
        require_at_least(in, DIAG_SIZE_NEGATIVE, infer_term(sizes[i], "split size"), 0,
                         "give sizes of 0 or more");
        sum = sym_add(in->syms, sum, sizes[i]);
    }
    require_equal(in, DIAG_SPLIT_SUM, infer_term(sum, "sum of the split sizes"),
                  infer_dim(in, 0, axis), "make the sizes add up to the size of the axis");
    if (!refused(in)) parts_result(in, &(struct parts){axis, n, sizes});
}

// PyTorch has one argument, a number or a list, which C tells apart by name.
static void split_shape(struct infer *in)
{
    int n, axis = axis_read_real(in, "dim", 0, infer_rank(in, 0));
    if (axis < 0) return;
    const struct sym *const *sections = ints_read(in, "sections", &n);
    if (infer_given(in, "sections"))
        split_by_list(in, axis, sections, n);
    else
        split_by_size(in, axis, infer_int(in, "split_size", 0));
}

static int64_t split_asked(const struct infer *in)
{
    return infer_n_ints(in, "sections");
}

// ---- tensor_split

// Always as many parts as asked for, unlike chunk; some may be empty.
static void split_into(struct infer *in, int axis, int64_t sections)
{
    if (sections < 1 || sections > MAX_PARTS) {
        refuse(in, DIAG_OPTION_RANGE, "sections is %lld; it must be from 1 to %d",
               (long long)sections, MAX_PARTS);
        return;
    }
    // The first size % sections parts are one larger: part i has ceil((size - i) / sections).
    const struct sym *size = infer_dim(in, 0, axis).size, *divisor = sym_const(in->syms, sections);
    const struct sym **sizes = arena_array(in->arena, const struct sym *, sections);
    for (int i = 0; i < sections; i++)
        sizes[i] = sym_floordiv(in->syms, sym_add_const(in->syms, size, sections - 1 - i), divisor);
    parts_result(in, &(struct parts){axis, (int)sections, sizes});
}

// Cut at positions as Python's slices are: clipped, and empty where they do not rise.
static void split_at(struct infer *in, int axis, const struct sym *const *at, int n)
{
    const struct sym *size = infer_dim(in, 0, axis).size, *zero = sym_const(in->syms, 0);
    const struct sym *start = zero;
    infer_results(in, n + 1);
    for (int i = 0; i <= n; i++) {
        const struct sym *end = size;
        int64_t value;
        if (i < n) {
            end = sym_is_const(at[i], &value) && value < 0 ? sym_add(in->syms, at[i], size) : at[i];
            end = sym_min(in->syms, sym_max(in->syms, end, zero), size);
        }
        const struct sym *length = sym_max(in->syms, sym_sub(in->syms, end, start), zero);
        slice_result(in, i, axis, start, length, sym_const(in->syms, 1));
        start = end;
    }
}

enum evenness { PARTS_DIFFER, PARTS_EQUAL };

static void split_as_asked(struct infer *in, int axis, enum evenness evenness)
{
    int n;
    const struct sym *const *at = ints_read(in, "indices", &n);
    if (infer_given(in, "indices")) {
        split_at(in, axis, at, n);
        return;
    }
    int64_t sections = infer_const(in, "sections", 0);
    if (refused(in)) return;
    if (evenness == PARTS_EQUAL && sections > 0)
        require_divides(in, DIAG_SPLIT_EVENLY, infer_attr_term(in, "sections"),
                        infer_dim(in, 0, axis), "choose a number of parts that divides the axis");
    split_into(in, axis, sections);
}

static void tensor_split_shape(struct infer *in)
{
    int axis = axis_read_real(in, "dim", 0, infer_rank(in, 0));
    if (axis >= 0) split_as_asked(in, axis, PARTS_DIFFER);
}

// hsplit, vsplit and dsplit: the axis goes by the name, and a number of parts must divide it.
static void split_named(struct infer *in, int axis, int least_rank)
{
    if (require_rank(in, 0, least_rank, MAX_RANK)) split_as_asked(in, axis, PARTS_EQUAL);
}

static void hsplit_shape(struct infer *in)
{
    split_named(in, infer_rank(in, 0) > 1 ? 1 : 0, 1);
}

static void vsplit_shape(struct infer *in)
{
    split_named(in, 0, 2);
}

static void dsplit_shape(struct infer *in)
{
    split_named(in, 2, 3);
}

static int64_t tensor_split_asked(const struct infer *in)
{
    return infer_given(in, "indices") ? infer_n_ints(in, "indices") + 1
                                      : parts_asked(in, "sections");
}

// ---- unbind

// As many results as the axis has elements, so its size must be known.
static void unbind_shape(struct infer *in)
{
    const struct shape *x = infer_shape(in, 0);
    int axis = axis_read_real(in, "dim", 0, x->rank);
    int64_t n;
    if (axis < 0) return;
    if (!sym_is_const(x->dim[axis], &n)) {
        parts_unknown(in, x->dim[axis], sym_const(in->syms, 1));
        return;
    }
    if (too_many_parts(in, n)) return;
    infer_results(in, (int)n);
    for (int i = 0; i < n; i++) slice_select(in, i, axis, sym_const(in->syms, i));
}

// ---- ops

// Parts are views: no memory, no flops. Each result counts in full where bytes are
// measured by element count.
const struct op op_chunk = {
    .name = "chunk",
    .aten = "aten::chunk",
    .sig = "input[M,6] -> first[M,3] second[M,3] dim=1 chunks=2",
    .doc = "At most `chunks` parts of equal size, the last one smaller.",
    .attrs = {{"chunks", ATTR_INT}, {"dim", ATTR_INT}},
    .shape = chunk_shape,
    .n_asked = chunk_asked,
    .forward = chunk_forward,
    .backward = chunk_backward,
};

const struct op op_split = {
    .name = "split",
    .aten = "aten::split",
    .sig = "input[M,6] -> first[M,4] second[M,2] dim=1 split_size=4",
    .doc = "Parts of split_size elements, or parts of the sizes in sections.",
    .attrs = {{"split_size", ATTR_INT}, {"sections", ATTR_INTS}, {"dim", ATTR_INT}},
    .shape = split_shape,
    .n_asked = split_asked,
    .forward = split_forward,
    .backward = split_backward,
};

const struct op op_tensor_split = {
    .name = "tensor_split",
    .aten = "aten::tensor_split",
    .sig = "input[M,5] -> first[M,3] second[M,2] dim=1 sections=2",
    .doc = "As many parts as sections says, or cut at the positions in indices.",
    .attrs = {{"sections", ATTR_INT}, {"indices", ATTR_INTS}, {"dim", ATTR_INT}},
    .shape = tensor_split_shape,
    .n_asked = tensor_split_asked,
    .forward = tensor_split_forward,
    .backward = tensor_split_backward,
};

const struct op op_unbind = {
    .name = "unbind",
    .aten = "aten::unbind",
    .sig = "input[M,2] -> first[M] second[M] dim=1",
    .doc = "Each element of an axis, which disappears.",
    .attrs = {{"dim", ATTR_INT}},
    .shape = unbind_shape,
    .forward = unbind_forward,
    .backward = unbind_backward,
};

#define SPLIT_NAMED(symbol, operand, text)                                                         \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = operand,                                                                            \
        .doc = text,                                                                               \
        .attrs = {{"sections", ATTR_INT}, {"indices", ATTR_INTS}},                                 \
        .shape = symbol##_shape,                                                                   \
        .n_asked = tensor_split_asked,                                                             \
        .forward = symbol##_forward,                                                               \
        .backward = symbol##_backward,                                                             \
    }

SPLIT_NAMED(hsplit, "input[M,4] -> first[M,2] second[M,2] sections=2",
            "Equal parts of axis 1, of a vector's only axis, or cut at positions.");
SPLIT_NAMED(vsplit, "input[4,N] -> first[2,N] second[2,N] sections=2",
            "Equal parts of axis 0, or cut at positions.");
SPLIT_NAMED(dsplit, "input[M,N,4] -> first[M,N,2] second[M,N,2] sections=2",
            "Equal parts of axis 2, or cut at positions.");
