// How long a list of numbers is that ends in zeros: in C, zeros at its end and entries that nobody
// wrote are the same, so the length comes from what else the call says.

#include <string.h>
#include "frontends/nn/table.h"

// F.max_pool2d takes as many numbers as the layer MaxPool2d does, and so does its form with
// indices.
static int rank_of_layer(const char *name)
{
    if (strncmp(name, "f_", 2) == 0) name += 2;
    const char *indices = strstr(name, "_with_indices");
    char layer[64];
    size_t n = indices ? (size_t)(indices - name) : strlen(name);
    if (n >= sizeof layer) return 0;
    memcpy(layer, name, n);
    layer[n] = 0;
    const struct nn_function *f = nn_function_find(layer);
    return f && f->makes_module ? ((const struct nn_layer *)f->data)->rank : 0;
}

// Of roll and movedim there are as many numbers in one list as in the other. One that is seen to be
// shorter is not made longer: that is the mistake that the op tells.
static int longest_list(const struct nn_function *function, const struct nn_arg *args)
{
    int longest = 0, n_lists = 0;
    for (int i = 0; function->fields[i].name; i++) {
        if (function->fields[i].kind != NN_KIND_INTS || !args[i].given) continue;
        n_lists++;
        if (args[i].n > longest) longest = args[i].n;
    }
    for (int i = 0; function->fields[i].name; i++) {
        bool list = function->fields[i].kind == NN_KIND_INTS && args[i].given;
        if (list && args[i].n_written && args[i].n_written < longest) return 0;
    }
    return n_lists > 1 ? longest : 0;
}

// Or PyTorch's None, which stands for as many as there are axes.
static bool has_open_list(const struct nn_function *function, const struct nn_arg *args)
{
    for (int i = 0; function->fields[i].name; i++) {
        enum nn_kind kind = function->fields[i].kind;
        bool none = kind == NN_KIND_INT && !args[i].i;
        if (args[i].given && (none || (kind == NN_KIND_INTS && args[i].open))) return true;
    }
    return false;
}

int args_length(const struct nn_function *function, const struct nn_arg *args)
{
    if (function->makes_module) return ((const struct nn_layer *)function->data)->rank;
    if (!has_open_list(function, args)) return 0;
    if (strcmp(function->name, "rot90") == 0) return 2; // the plane that it turns
    int rank = rank_of_layer(function->name);
    return rank ? rank : longest_list(function, args);
}
