#include "tests/oracle/training_case.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Expressions as a recursive descent: calls, methods, operators, x[...], `a, b = ...; ...`. A
// tensor is "%3"; several results are {"tuple": [...]} until one of them is taken.

struct reader {
    const char *at;
    json_t *steps, *names; // names: variable to value
    int n;                 // values so far
    const char *trouble;
};

static json_t *expression(struct reader *r);

static void skip_blanks(struct reader *r)
{
    while (isspace((unsigned char)*r->at)) r->at++;
}

static bool accept(struct reader *r, const char *word)
{
    skip_blanks(r);
    size_t n = strlen(word);
    if (strncmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

static json_t *give_up(struct reader *r, const char *why)
{
    if (!r->trouble) r->trouble = why;
    r->at = "";
    return json_null();
}

static bool read_name(struct reader *r, char *name, size_t size)
{
    skip_blanks(r);
    size_t n = 0;
    while (isalnum((unsigned char)r->at[n]) || r->at[n] == '_') n++;
    if (!n || n >= size || isdigit((unsigned char)*r->at)) return false;
    memcpy(name, r->at, n);
    name[n] = '\0';
    r->at += n;
    return true;
}

// Takes over args and keywords.
static json_t *step(struct reader *r, const char *target, json_t *args, json_t *keywords,
                    int n_results)
{
    json_t *names = json_array(), *types = json_array();
    char name[16];
    for (int i = 0; i < n_results; i++) {
        snprintf(name, sizeof name, "%%%d", r->n++);
        json_array_append_new(names, json_string(name));
        json_array_append_new(types, json_null());
    }
    json_t *result =
        n_results == 1 ? json_incref(json_array_get(names, 0)) : json_pack("{s:O}", "tuple", names);
    json_array_append_new(r->steps, json_pack("[o,s,s,o,o,o]", names, "f", target, args,
                                              keywords ? keywords : json_object(), types));
    return result;
}

// ---- calls

static bool is_number(const json_t *v)
{
    return json_is_integer(v);
}

// How many results a call has. `wanted`: how many names are waiting for them.
static int results_of(const char *name, const json_t *args, const json_t *keywords, int wanted)
{
    static const char *const two[] = {"sort",     "topk",     "cummax",   "cummin",
                                      "var_mean", "std_mean", "kthvalue", "mode"};
    static const char *const along[] = {"max", "min", "median"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (!strcmp(name, two[i])) return 2;
    bool dim = is_number(json_array_get(args, 1)) || json_object_get(keywords, "dim");
    for (size_t i = 0; i < 3; i++)
        if (dim && !strcmp(name, along[i])) return 2;
    return wanted;
}

static json_t *list(struct reader *r, const char *end)
{
    json_t *items = json_array();
    while (!r->trouble && !accept(r, end)) {
        json_array_append_new(items, expression(r));
        if (accept(r, ",")) continue;
        if (!accept(r, end)) give_up(r, "a list does not end");
        break;
    }
    return items;
}

static json_t *call(struct reader *r, const char *prefix, const char *name, json_t *self)
{
    json_t *args = json_array(), *keywords = json_object();
    if (self) json_array_append_new(args, self);
    while (!r->trouble && !accept(r, ")")) {
        char keyword[64];
        const char *before = r->at;
        if (read_name(r, keyword, sizeof keyword) && accept(r, "=") && *r->at != '=') {
            json_object_set_new(keywords, keyword, expression(r));
        } else {
            r->at = before;
            json_array_append_new(args, expression(r));
        }
        if (!accept(r, ",") && *r->at != ')') give_up(r, "a call does not end");
    }
    char target[96];
    snprintf(target, sizeof target, "%s.%s", prefix, name);
    int wanted = (int)json_integer_value(json_object_get(r->names, " wanted"));
    return step(r, target, args, keywords, results_of(name, args, keywords, wanted ? wanted : 1));
}

// ---- x[...]

static json_t *bound(struct reader *r)
{
    skip_blanks(r);
    return *r->at == ':' || *r->at == ',' || *r->at == ']' ? json_null() : expression(r);
}

static json_t *one_index(struct reader *r)
{
    if (accept(r, "...")) return json_pack("{s:b}", "ellipsis", 1);
    json_t *first = bound(r);
    if (!accept(r, ":")) return first;
    json_t *last = bound(r), *stride = accept(r, ":") ? bound(r) : json_null();
    return json_pack("{s:[o,o,o]}", "slice", first, last, stride);
}

static json_t *indexed(struct reader *r, json_t *x)
{
    json_t *index = json_array(), *tuple = json_object_get(x, "tuple");
    while (!r->trouble && !accept(r, "]")) {
        json_array_append_new(index, one_index(r));
        if (!accept(r, ",") && *r->at != ']') give_up(r, "an index does not end");
    }
    if (tuple) {
        size_t i = (size_t)json_integer_value(json_array_get(index, 0));
        json_t *item = json_incref(json_array_get(tuple, i));
        json_decref(index);
        json_decref(x);
        return item ? item : give_up(r, "a result that is not there");
    }
    json_t *args = json_array();
    json_array_append_new(args, x);
    json_array_append(args, json_array_size(index) == 1 ? json_array_get(index, 0) : index);
    json_decref(index);
    return step(r, "Tensor.__getitem__", args, NULL, 1);
}

static json_t *member(struct reader *r, json_t *x)
{
    char name[64];
    if (!read_name(r, name, sizeof name)) return give_up(r, "a dot without a name");
    if (accept(r, "(")) return call(r, "Tensor", name, x);
    json_t *tuple = json_object_get(x, "tuple");
    if (!tuple) return give_up(r, "an attribute of a tensor");
    json_t *item = json_incref(json_array_get(tuple, !strcmp(name, "indices")));
    json_decref(x);
    return item;
}

// ---- operators

static json_t *number(struct reader *r)
{
    char *end;
    double d = strtod(r->at, &end);
    bool integer =
        !memchr(r->at, '.', (size_t)(end - r->at)) && !memchr(r->at, 'e', (size_t)(end - r->at));
    r->at = end;
    return integer ? json_integer((json_int_t)d) : json_real(d);
}

static json_t *word(struct reader *r, const char *name)
{
    if (!strcmp(name, "True")) return json_true();
    if (!strcmp(name, "False")) return json_false();
    if (!strcmp(name, "None")) return json_null();
    bool module = !strcmp(name, "F") || !strcmp(name, "torch");
    char function[64];
    if (module && accept(r, ".") && read_name(r, function, sizeof function) && accept(r, "("))
        return call(r, name, function, NULL);
    if (accept(r, "(")) return call(r, "torch", name, NULL);
    json_t *value = json_object_get(r->names, name);
    return value ? json_incref(value) : give_up(r, "a name that is not known");
}

static json_t *atom(struct reader *r)
{
    char name[64];
    skip_blanks(r);
    if (isdigit((unsigned char)*r->at) || *r->at == '.') return number(r);
    if (*r->at == '\'' || *r->at == '"') {
        char quote = *r->at++;
        const char *end = strchr(r->at, quote);
        if (!end) return give_up(r, "a text does not end");
        json_t *text = json_stringn(r->at, (size_t)(end - r->at));
        r->at = end + 1;
        return text;
    }
    if (accept(r, "[")) return list(r, "]");
    if (accept(r, "(")) {
        json_t *items = list(r, ")");
        if (json_array_size(items) != 1) return items;
        json_t *only = json_incref(json_array_get(items, 0));
        json_decref(items);
        return only;
    }
    if (!read_name(r, name, sizeof name)) return give_up(r, "something else than a name");
    return word(r, name);
}

static json_t *postfix(struct reader *r)
{
    json_t *x = atom(r);
    while (!r->trouble) {
        if (accept(r, "."))
            x = member(r, x);
        else if (accept(r, "["))
            x = indexed(r, x);
        else
            break;
    }
    return x;
}

static json_t *unary(struct reader *r);

static json_t *operated(struct reader *r, const char *target, json_t *a, json_t *b)
{
    return step(r, target, b ? json_pack("[o,o]", a, b) : json_pack("[o]", a), NULL, 1);
}

static json_t *power(struct reader *r)
{
    json_t *x = postfix(r);
    return accept(r, "**") ? operated(r, "torch.pow", x, unary(r)) : x;
}

static json_t *unary(struct reader *r)
{
    if (!accept(r, "-")) return power(r);
    json_t *x = unary(r), *negative = NULL;
    if (json_is_integer(x)) negative = json_integer(-json_integer_value(x));
    if (json_is_real(x)) negative = json_real(-json_real_value(x));
    if (!negative) return operated(r, "torch.neg", x, NULL);
    json_decref(x);
    return negative;
}

struct infix {
    const char *sign, *target;
};

static const struct infix products[] = {
    {"*", "torch.mul"}, {"/", "torch.div"}, {"@", "torch.matmul"}, {"%", "torch.remainder"}, {0}};
static const struct infix sums[] = {{"+", "torch.add"}, {"-", "torch.sub"}, {0}};
static const struct infix comparisons[] = {{">=", "torch.ge"},
                                           {"<=", "torch.le"},
                                           {"==", "torch.eq"},
                                           {"!=", "torch.ne"},
                                           {">", "torch.gt"},
                                           {"<", "torch.lt"},
                                           {0}};

static json_t *infix(struct reader *r, const struct infix *signs,
                     json_t *(*operand)(struct reader *))
{
    json_t *x = operand(r);
    for (int i = 0; signs[i].sign && !r->trouble;) {
        if (accept(r, signs[i].sign)) {
            x = operated(r, signs[i].target, x, operand(r));
            i = 0;
        } else {
            i++;
        }
    }
    return x;
}

static json_t *product(struct reader *r)
{
    return infix(r, products, unary);
}

static json_t *sum(struct reader *r)
{
    return infix(r, sums, product);
}

static json_t *expression(struct reader *r)
{
    return infix(r, comparisons, sum);
}

// ---- statements

// `a, b = ...;`: false, with nothing read, where none follows.
static bool assignment(struct reader *r)
{
    const char *before = r->at;
    char names[4][64];
    int n = 0;
    while (n < 4 && read_name(r, names[n], sizeof names[n])) {
        n++;
        if (!accept(r, ",")) break;
    }
    if (!n || !accept(r, "=") || *r->at == '=') {
        r->at = before;
        return false;
    }
    json_object_set_new(r->names, " wanted", json_integer(n));
    json_t *value = expression(r), *tuple = json_object_get(value, "tuple");
    json_object_del(r->names, " wanted");
    for (int i = 0; i < n; i++)
        json_object_set(r->names, names[i], tuple ? json_array_get(tuple, (size_t)i) : value);
    json_decref(value);
    accept(r, ";");
    return true;
}

static json_t *results(json_t *value)
{
    json_t *tuple = json_object_get(value, "tuple"), *list;
    if (tuple)
        list = json_incref(tuple);
    else if (json_is_array(value))
        list = json_incref(value);
    else
        list = json_pack("[O]", value);
    json_decref(value);
    return list;
}

static json_t *inputs_of(const json_t *a_case, json_t *names)
{
    json_t *inputs = json_array(), *input;
    const char *name;
    json_object_foreach(json_object_get(a_case, "inputs"), name, input)
    {
        char value[24];
        snprintf(value, sizeof value, "%%x%zu", json_array_size(inputs));
        json_object_set_new(names, name, json_string(value));
        const char *dtype = json_object_get(input, "below") ? "int64" : "float32";
        json_array_append_new(inputs, json_pack("{s:s,s:s,s:O}", "name", value + 1, "dtype", dtype,
                                                "shape", json_object_get(input, "shape")));
    }
    return inputs;
}

static json_t *read_function(struct reader *r, const char *text)
{
    r->at = text;
    while (assignment(r)) {
    }
    json_t *value = expression(r);
    skip_blanks(r);
    if (*r->at) give_up(r, "an expression does not end");
    return results(value);
}

// What the module is called with: all inputs in order, or those of the text "m(x, x, x)".
static json_t *call_args(const json_t *a_case, const json_t *names)
{
    const char *at = json_string_value(json_object_get(a_case, "call")), *name;
    json_t *args = json_array(), *value;
    struct reader r = {.at = at ? at : ""};
    char word[64];
    if (!at) {
        json_object_foreach((json_t *)names, name, value) json_array_append(args, value);
        return args;
    }
    accept(&r, "m");
    accept(&r, "(");
    while (read_name(&r, word, sizeof word)) {
        json_array_append(args, json_object_get(names, word));
        accept(&r, ",");
    }
    return args;
}

// As recorded, of what is saved or of the numbers.
static size_t count_outputs(const json_t *a_case)
{
    const json_t *outputs = json_object_get(a_case, "output");
    if (!outputs) outputs = json_object_get(json_object_get(a_case, "float32"), "outputs");
    return json_array_size(outputs);
}

json_t *training_record(const json_t *a_case, const char **trouble)
{
    struct reader r = {.steps = json_array(), .names = json_object()};
    json_t *inputs = inputs_of(a_case, r.names), *returns, *modules = json_array();
    const char *module = json_string_value(json_object_get(a_case, "module"));
    if (module) {
        json_t *args = call_args(a_case, r.names), *types = json_array(), *names = json_array();
        size_t n = count_outputs(a_case);
        for (size_t i = 0; i < n; i++) {
            char result[24];
            snprintf(result, sizeof result, "%%%zu", i);
            json_array_append_new(names, json_string(result));
            json_array_append_new(types, json_null());
        }
        returns = json_incref(names);
        json_array_append_new(
            modules, json_pack("[s,s,O,b]", "0", module, json_object_get(a_case, "args"), 1));
        json_array_append_new(r.steps, json_pack("[o,s,s,o,{},o]", names, "m", "0", args, types));
    } else {
        returns = read_function(&r, json_string_value(json_object_get(a_case, "fn")));
    }
    json_decref(r.names);
    *trouble = r.trouble;
    return json_pack("{s:o,s:o,s:o,s:o}", "inputs", inputs, "modules", modules, "steps", r.steps,
                     "returns", returns);
}
