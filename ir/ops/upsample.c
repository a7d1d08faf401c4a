// interpolate: resizing of 1 to 3 spatial axes.
//
// The result size is given, or floor(size * scale_factor), multiplied in double.
// recompute_scale_factor changes which positions are sampled, never the size.

#include "ir/ops/kernels.h"
#include "ir/ops/pool.h"

#include <string.h>

// What each mode takes.
static const struct mode {
    const char *name;
    int low_rank, high_rank;
    unsigned dtypes;
    bool corners; // has align_corners
} modes[] = {
    {"nearest", 3, 5, DTYPES_FLOAT | DTYPE_SET(U8), false},
    {"nearest-exact", 3, 5, DTYPES_FLOAT | DTYPE_SET(U8), false},
    {"linear", 3, 3, DTYPES_FLOAT, true},
    {"bilinear", 4, 4, DTYPES_FLOAT, true},
    {"bicubic", 4, 4, DTYPES_FLOAT, true},
    {"trilinear", 5, 5, DTYPES_FLOAT, true},
    {"area", 3, 5, DTYPES_FLOAT, false},
};
#define MODE_NAMES "nearest|nearest-exact|linear|bilinear|bicubic|trilinear|area"

static const char *const scale_names[] = {"scale_factor_0", "scale_factor_1", "scale_factor_2"};

static const struct mode *read_mode(struct infer *in)
{
    const char *name = rule_word(in, "mode", "nearest", MODE_NAMES);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(name, modes[i].name) == 0) return &modes[i];
    }
    return NULL;
}

static int n_scales(const struct infer *in)
{
    int n = 0;
    while (n < 3 && infer_given(in, scale_names[n])) n++;
    return n;
}

static bool options_fit(struct infer *in, const struct mode *mode)
{
    bool size = infer_n_ints(in, "size") > 0;
    bool scale = infer_given(in, "scale_factor") || n_scales(in) > 0;
    if (size == scale)
        return refuse(in, DIAG_OPTION_RANGE, "interpolate needs either size or scale_factor%s",
                      size ? ", not both" : "");
    if (size && infer_bool(in, "recompute_scale_factor", false))
        return refuse(in, DIAG_OPTION_RANGE, "recompute_scale_factor does not go with size");
    if (infer_given(in, "align_corners") && !mode->corners)
        return refuse(in, DIAG_OPTION_RANGE, "mode \"%s\" has no align_corners", mode->name);
    bool plane = mode->corners && mode->low_rank == 4;
    if (infer_bool(in, "antialias", false) && !plane)
        return refuse(in, DIAG_OPTION_RANGE, "mode \"%s\" has no antialias", mode->name);
    return true;
}

// The sizes as given, or the input's times the factors.
static bool read_sizes(struct infer *in, int n, const struct sym **out)
{
    int given = infer_n_ints(in, "size"), factors = n_scales(in);
    if ((given > 1 && given != n) || (factors > 0 && factors != n)) {
        return refuse(in, DIAG_LIST_LENGTH, "%s has %d values, but input has %d spatial axes: %s",
                      given > 1 ? "size" : "scale_factor", given > 1 ? given : factors, n,
                      rule_type_string(in, 0));
    }
    if (given > 0) {
        infer_ints(in, "size", n, 1, out);
        return true;
    }
    for (int i = 0; i < n; i++) {
        double factor = infer_float(in, "scale_factor", 1.0);
        if (factors > 0) factor = infer_float(in, scale_names[i], 1.0);
        out[i] = rule_scaled(in, infer_dim(in, 0, 2 + i).size, factor);
    }
    return true;
}

// The mode area is an adaptive average pool, which allows empty results.
static bool area_fits(struct infer *in, int n, const struct sym *const *size)
{
    for (int i = 0; i < n; i++)
        require_at_least(in, DIAG_OUTPUT_SIZE, infer_term(size[i], "output size"), 0, NULL);
    return adaptive_pool_avg_fits(in, n, size);
}

static bool samples_fit(struct infer *in, const struct mode *mode, const struct sym *const *size)
{
    for (int axis = 1; axis < infer_rank(in, 0); axis++)
        require_at_least(in, DIAG_EMPTY_AXIS, infer_dim(in, 0, axis), 1, RULE_NOT_EMPTY);
    for (int i = 0; i < infer_rank(in, 0) - 2; i++) {
        require_at_least(in, DIAG_OUTPUT_SIZE, infer_term(size[i], "output size"), 1,
                         "use a larger size or scale_factor");
    }
    return rule_dtype(in, 0, mode->dtypes);
}

static void interpolate_shape(struct infer *in)
{
    const struct mode *mode = read_mode(in);
    if (refused(in) || !mode) return;
    if (!require_rank(in, 0, mode->low_rank, mode->high_rank) || !options_fit(in, mode)) return;
    const struct sym *size[3];
    int n = infer_rank(in, 0) - 2;
    if (!read_sizes(in, n, size)) return;
    bool area = strcmp(mode->name, "area") == 0;
    if (!(area ? area_fits(in, n, size) : samples_fit(in, mode, size))) return;
    struct shape out = *infer_shape(in, 0);
    for (int i = 0; i < n; i++) out.dim[2 + i] = size[i];
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// A product and a sum for each of the neighbours that a result element is mixed from.
static const struct sym *interpolate_flops(const struct infer *in)
{
    static const struct {
        const char *mode;
        int neighbours;
    } mixed[] = {{"linear", 2}, {"bilinear", 4}, {"bicubic", 16}, {"trilinear", 8}};
    const char *mode = infer_string(in, "mode", "nearest");
    if (strcmp(mode, "area") == 0) return rule_count(in, 0);
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        if (strcmp(mode, mixed[i].mode) == 0)
            return sym_mul_const(in->syms, rule_out_count(in), (int64_t)2 * mixed[i].neighbours);
    }
    return sym_const(in->syms, 0);
}

// scale_factor is one factor for all spatial axes; scale_factor_0 to _2 are one for each.
const struct op op_interpolate = {
    .name = "interpolate",
    .aten = "aten::upsample_nearest2d",
    .sig = "input[N,C,H,W] scale_factor=2 -> output[N,C,2*H,2*W]",
    .doc = "Resizes the spatial axes to a size or by a factor.",
    .attrs = {{"size", ATTR_INTS},
              {"scale_factor", ATTR_FLOAT},
              {"scale_factor_0", ATTR_FLOAT},
              {"scale_factor_1", ATTR_FLOAT},
              {"scale_factor_2", ATTR_FLOAT},
              {"mode", ATTR_STRING},
              {"align_corners", ATTR_BOOL},
              {"recompute_scale_factor", ATTR_BOOL},
              {"antialias", ATTR_BOOL}},
    .shape = interpolate_shape,
    .flops = interpolate_flops,
    .forward = interpolate_forward,
    .backward = interpolate_backward,
};
