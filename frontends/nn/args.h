#ifndef FRONTENDS_NN_ARGS_H
#define FRONTENDS_NN_ARGS_H

// Arguments as apply functions and layers read them: by PyTorch's keyword, in
// whatever form they were given.

#include "frontends/nn/recording.h"

// The arguments of a constructor, and of the call where there is one.
struct nn_arguments {
    struct nn_recording *recording;
    const struct nn_function *function;
    const struct nn_arg *args;
    const struct nn_module_call *call; // its options are searched first; may be NULL
    int rank; // expected length of an array without an explicit end; 0: none
};

struct nn_arguments nn_arguments_of(const struct nn_call *);
// How long a list of the call is that has no explicit end, where that is known: it is filled up
// with zeros. 0: such a list ends at its last entry that is not 0.
int args_length(const struct nn_function *, const struct nn_arg *args);

bool args_given(const struct nn_arguments *, const char *keyword);
const struct sym *args_int(const struct nn_arguments *, const char *keyword, int64_t otherwise);
// Where only a plain number will do; a symbolic size counts as `otherwise`.
int64_t args_const(const struct nn_arguments *, const char *keyword, int64_t otherwise);
double args_float(const struct nn_arguments *, const char *keyword, double otherwise);
bool args_bool(const struct nn_arguments *, const char *keyword, bool otherwise);
const char *args_string(const struct nn_arguments *, const char *keyword, const char *otherwise);
enum dtype args_dtype(const struct nn_arguments *, const char *keyword, enum dtype otherwise);
// The entries of a FLOATS argument, or the one of a FLOAT; the count. 0: not given.
int args_floats(const struct nn_arguments *, const char *keyword, const double **floats);
value_id args_tensor(const struct nn_arguments *, const char *keyword);              // 0: not given
const struct nn_arg *args_tensors(const struct nn_arguments *, const char *keyword); // or NULL
// The entries of an INTS argument, or the one of an INT; the count. 0: not given.
int args_ints(const struct nn_arguments *, const char *keyword, const struct sym *const **ints);

// interpolate takes one factor an axis: options scale_factor_0, _1, _2, or one for all.
// Returns how many of `options` it set.
#define MAX_SCALES 3
int args_scales(const struct nn_arguments *, struct nn_option options[MAX_SCALES]);
// A fractional pool of `rank` axes takes one output_ratio for all or one for each: options
// output_ratio_d, _h, _w. Returns how many of `options` it set.
#define MAX_RATIOS 3
int args_ratios(const struct nn_arguments *, int rank, struct nn_option options[MAX_RATIOS]);
// The options that were given in a call of a module.
const struct nn_option *args_options(struct nn_recording *, const struct nn_field *,
                                     const struct nn_arg *, int *n);
// The attributes of an op: each the argument with its name, where there is one.
const struct attr *args_attrs(const struct nn_arguments *, const struct op *);
// "3, 16, 3, stride=2", as a summary shows it.
const char *args_summary(struct nn_recording *, const struct nn_function *, const struct nn_arg *);

#endif
