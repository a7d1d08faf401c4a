// A list of numbers ends behind its last entry that is not 0, so a zero written at its end is lost,
// for the program too. Where something else tells how long the list is, it is not.
// options: --input f32[4,3,8,8]
// says: where a zero is meant, wrap it: .dims = {..., nn_at(0)}
// says: where a zero is meant, wrap it: .dims = {..., nn_at(axis)}
// says: where a zero is meant, wrap it: .scale_factors = {..., nn_at_float(0.0)}
// says: sum(dim=[1, 0])
// says: roll(shifts=[2, 1], dims=[1, 0])
// says: movedim(source=[0, 1], destination=[1, 0])
// says: rot90(dims=[1, 0])
// says: conv2d(padding=[1, 0])
// says: max_pool2d(kernel_size=[3], padding=[1, 0])
// says: adaptive_avg_pool2d(output_size=[8, 8])
#include <shapeprof/nn.h>

nn_tensor *sum(nn_tensor *x) { return nn_sum(x, .dims = {1, 0}); } // expect SP326: `dims` ends in 0 here, which says that the list is over: it has 1 entry

nn_tensor *literal(nn_tensor *x)
{
    return nn_mean_with(&(struct nn_reduce_args){
        .input = x,
        .dims = {3, 1, 0, 0}, // expect SP326: `dims` ends in 2 zeros here, which say that the list is over: it has 2 entries
    });
}

nn_tensor *computed(nn_tensor *x)
{
    for (int axis = 0; axis < 2; axis++)
        x = nn_sum(x, .dims = {2, axis}, .keepdim = true); // expect SP326: `dims` ends in 0 here
    return x;
}

nn_tensor *wrapped(nn_tensor *x) { return nn_sum(x, .dims = {1, nn_at(0)}); }

nn_tensor *both(nn_tensor *x)
{
    return nn_roll(x, .shifts = {2, 0}, // expect SP326: `shifts` ends in 0 here
                   .dims = {1, 0}); // expect SP326: `dims` ends in 0 here
}

nn_tensor *as_many(nn_tensor *x) { return nn_roll(x, .shifts = {2, 1}, .dims = {1, 0}); }

nn_tensor *fewer(nn_tensor *x) { return nn_roll(x, .shifts = {2, 1}, .dims = {1}); } // expect SP313: 2 shifts, 1 axes

nn_tensor *moved(nn_tensor *x)
{
    return nn_movedim(x, .sources = {0, 1}, .destinations = {1, 0});
}

nn_tensor *turned(nn_tensor *x) { return nn_rot90(x, .dims = {1, 0}); }

nn_tensor *last_part(nn_tensor *x)
{
    struct nn_tensors parts = nn_split(x, .sections = {3, 0}, .dim = 1); // expect SP326: `sections` ends in 0 here
    return parts.at[0];
}

nn_tensor *empty(nn_tensor *x)
{
    nn_tensor *none = nn_constant(NN_F32, {8, 0}); // expect SP326: `shape` ends in 0 here
    return nn_add(x, none);
}

nn_tensor *numbers(nn_tensor *x)
{
    return nn_add(x, nn_constant(NN_F32, {8}, .values = {1, 2, 0}));
}

nn_tensor *factors(nn_tensor *x) { return nn_interpolate(x, .scale_factors = {2, 0}); } // expect SP326: `scale_factors` ends in 0 here

nn_tensor *one_side(nn_tensor *x)
{
    nn_tensor *weight = nn_zeros(NN_F32, 3, 3, 3, 3);
    return nn_f_conv2d(x, weight, .paddings = {1, 0});
}

nn_tensor *pooled(nn_tensor *x) { return nn_f_max_pool2d(x, 3, .paddings = {1, 0}); }

nn_tensor *all_sizes(nn_tensor *x) { return nn_f_adaptive_avg_pool2d(x, NN_NONE); }

nn_module *layer(void) { return nn_conv2d(3, 3, 3, .paddings = {1, 0}); }

nn_module *sizes(void) { return nn_unflatten(1, {3, 0}); } // expect SP326: `unflattened_size` ends in 0 here
