// The table of nn.h's functions, made of functions.def; found by C name or by PyTorch's.

#include "frontends/nn/table.h"
#include <string.h>

#define MODULE(name, args, torch)                                                                  \
    {#name, torch, fields_##args, true, false, module_construct, &layer_##name},
#define TENSOR(name, args, torch, op)                                                              \
    {#name, torch, fields_##args, false, false, functional_apply_op, op},
#define TENSORS(name, args, torch, op)                                                             \
    {#name, torch, fields_##args, false, true, functional_apply_op, op},
#define TENSOR_BY(name, args, torch, apply)                                                        \
    {#name, torch, fields_##args, false, false, functional_##apply, NULL},
#define TENSORS_BY(name, args, torch, apply)                                                       \
    {#name, torch, fields_##args, false, true, functional_##apply, NULL},

static const struct nn_function functions[] = {
#include "frontends/nn/functions.def"
};

#define N_FUNCTIONS ((int)(sizeof functions / sizeof functions[0]))

int nn_n_functions(void)
{
    return N_FUNCTIONS;
}

const struct nn_function *nn_function_at(int index)
{
    return index >= 0 && index < N_FUNCTIONS ? &functions[index] : NULL;
}

const struct nn_function *nn_function_find(const char *name)
{
    for (int i = 0; i < N_FUNCTIONS; i++) {
        if (strcmp(functions[i].name, name) == 0) return &functions[i];
    }
    return NULL;
}

// Is `name` one of the names in a list parted by ", "?
static bool names(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; *at;) {
        size_t n = strcspn(at, ",");
        if (n == length && strncmp(at, name, n) == 0) return true;
        at += n + strspn(at + n, ", ");
    }
    return false;
}

const struct nn_function *nn_function_find_torch(const char *torch)
{
    for (int i = 0; i < N_FUNCTIONS; i++) {
        if (names(functions[i].torch, torch)) return &functions[i];
    }
    return NULL;
}

int nn_n_fields(const struct nn_function *function)
{
    int n = 0;
    while (function->fields[n].name) n++;
    return n;
}
