// What to write where C refuses a tensor, a module or a number because another of them is wanted.

#include <string.h>
#include "frontends/dialects/nn.h"

#define A_TENSOR "nn_tensor *"
#define A_MODULE "nn_module *"
#define SEVERAL "nn_tensors"
#define AN_ARRAY "nn_tensor *const *"

// ---- one type where another is wanted

#define A_NUMBER "" // any type of numbers

static const struct {
    const char *wanted, *given; // as the compiler names them
    const char *says, *write;
} conversions[] = {
    {A_TENSOR, A_NUMBER, "a number stands where a tensor is wanted",
     "write nn_number(...), a tensor of it; options are given by name, as .dim = 1"},
    {A_TENSOR, SEVERAL, "several tensors (struct nn_tensors) stand where one is wanted",
     ".at[0] is the first of them; of a module, nn_call gives the first"},
    {A_TENSOR, "nn_tensor", "a tensor itself stands where its pointer is wanted",
     "leave out the `*`: tensors are held by pointers"},
    {AN_ARRAY, A_NUMBER, "a number stands where an array of tensors is wanted",
     "write options by name, as .dim = 1"},
    {A_MODULE, A_NUMBER, "a number stands where a module is wanted",
     "modules are made by constructors, as nn_relu(), or by nn_new"},
    {A_MODULE, SEVERAL, "tensors (struct nn_tensors) stand where a module is wanted",
     "modules are made by constructors, as nn_relu(), or by nn_new"},
    {SEVERAL, A_TENSOR, "one tensor stands where several (struct nn_tensors) are wanted",
     "nn_results(a, b) makes them of tensors; nn_call_all gives all results of a module"},
    {SEVERAL, A_NUMBER, "a number stands where several tensors (struct nn_tensors) are wanted",
     "nn_results(a, b) makes them of tensors"},
    {A_NUMBER, A_TENSOR, "a tensor stands where a number is wanted",
     "nn_size(x, axis) and nn_numel(x) are sizes; what the elements are is not known while a "
     "model is built"},
    {A_NUMBER, A_MODULE, "a module stands where a number is wanted",
     "nn_n_children(list) and nn_n_parameters(module) are numbers of it"},
    {A_NUMBER, SEVERAL, "tensors (struct nn_tensors) stand where a number is wanted",
     ".n is how many they are"},
};

static bool is_number(const char *type)
{
    static const char *const types[] = {"char", "short", "int",      "long",    "float",  "double",
                                        "bool", "_Bool", "unsigned", "int64_t", "size_t", "signed"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strncmp(type, types[i], strlen(types[i])) == 0) return !strchr(type, '*');
    return false;
}

static bool is_of(const char *type, const char *kind)
{
    return *kind ? strcmp(type, kind) == 0 : is_number(type);
}

// nn_dropout(x), where nn_f_dropout(x) is the function.
static bool explain_constructor(const struct dialect_error *error, const struct site *site,
                                struct diags *diags)
{
    bool tensor = error->given && strcmp(error->given, A_TENSOR) == 0;
    bool number = error->wanted && (!*error->wanted || is_number(error->wanted));
    if (!tensor || !number || !error->call || strncmp(error->call, "nn_", 3) != 0) return false;
    const struct nn_function *function = nn_function_find(error->call + 3);
    if (!function || !function->makes_module) return false;
    const char *of_tensors = arena_printf(diags->arena, "f_%s", function->name);
    struct diag *diag = diag_add(diags, DIAG_NN_MISTYPED, site,
                                 "nn_%s makes a module and takes no tensor", function->name);
    if (nn_function_find(of_tensors))
        diag_fix(diags, diag, "the function of tensors is nn_%s", of_tensors);
    else
        diag_fix(diags, diag, "make the module once and call it: nn_call(module, x)");
    return true;
}

static bool explain_conversion(const struct dialect_error *error, const struct site *site,
                               struct diags *diags)
{
    for (size_t i = 0; error->wanted && i < sizeof conversions / sizeof *conversions; i++) {
        const char *wanted = conversions[i].wanted, *given = conversions[i].given;
        if (!is_of(error->wanted, wanted) || !is_of(error->given, given)) continue;
        const char *number = *wanted ? *given ? NULL : error->given : error->wanted;
        if (number)
            diag_add(diags, DIAG_NN_MISTYPED, site, "%s (%s): %s", conversions[i].says, number,
                     conversions[i].write);
        else
            diag_add(diags, DIAG_NN_MISTYPED, site, "%s: %s", conversions[i].says,
                     conversions[i].write);
        return true;
    }
    return false;
}

// ---- operators

static const struct {
    const char *spelled, *function;
} operators[] = {
    {"+", "nn_add(a, b)"},         {"-", "nn_sub(a, b)"},        {"*", "nn_mul(a, b)"},
    {"/", "nn_div(a, b)"},         {"%", "nn_remainder(a, b)"},  {"+=", "nn_add(a, b)"},
    {"-=", "nn_sub(a, b)"},        {"*=", "nn_mul(a, b)"},       {"/=", "nn_div(a, b)"},
    {"<", "nn_lt(a, b)"},          {"<=", "nn_le(a, b)"},        {">", "nn_gt(a, b)"},
    {">=", "nn_ge(a, b)"},         {"==", "nn_eq(a, b)"},        {"!=", "nn_ne(a, b)"},
    {"&", "nn_bitwise_and(a, b)"}, {"|", "nn_bitwise_or(a, b)"}, {"~", "nn_bitwise_not(a)"},
};

static bool explain_operator(const struct dialect_error *error, const struct site *site,
                             struct diags *diags)
{
    bool unary = strstr(error->message, "to unary expression");
    bool computes = unary || strstr(error->message, "invalid operands to binary expression") ||
                    strstr(error->message, "arithmetic on a pointer to an incomplete type");
    if (!computes || !strstr(error->message, "'nn_tensor")) return false;
    const char *meant = unary ? "nn_neg(a)" : NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strcmp(operators[i].spelled, error->operator_) == 0 &&
            (!unary || *error->operator_ == '~'))
            meant = operators[i].function;
    if (!meant) return false;
    diag_add(diags, DIAG_NN_MISTYPED, site, "C has no operators for tensors: write %s%s", meant,
             strstr(meant, "b)") ? "; a number among them is nn_number(...)" : "");
    return true;
}

// ---- what tensors and modules of C are not

static const struct {
    const char *message; // a part of the compiler's
    const char *says, *write;
} others[] = {
    {"subscript of pointer to incomplete type 'nn_tensor'", "C cannot index tensors",
     "nn_select(x, .dim = 0, .index = i) takes one, nn_narrow a range of them"},
    {"incomplete definition of type 'nn_tensor'", "a tensor has no members",
     "nn_size(x, axis) is a size of it, nn_dim(x) its rank; methods of Python are functions, as "
     "nn_view(x, 4, 8)"},
    {"member reference type 'nn_tensor *' is a pointer", "a tensor has no members",
     "nn_size(x, axis) is a size of it, nn_dim(x) its rank; methods of Python are functions, as "
     "nn_view(x, 4, 8)"},
    {"variable has incomplete type 'nn_tensor'", "a tensor is held by its pointer",
     "write nn_tensor *"},
    {"called object type 'nn_module *' is not a function", "a module is no function of C",
     "nn_call(module, x) calls it"},
    {"' in 'nn_module'", "an nn_module has no members but its own",
     "where it is the base of a struct of yours, cast it: struct net *n = (struct net *)self"},
};

bool nn_explain(const struct dialect_error *error, const struct site *site, struct diags *diags)
{
    if (explain_constructor(error, site, diags) || explain_conversion(error, site, diags) ||
        explain_operator(error, site, diags))
        return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!strstr(error->message, others[i].message)) continue;
        diag_add(diags, DIAG_NN_MISTYPED, site, "%s: %s", others[i].says, others[i].write);
        return true;
    }
    return false;
}
