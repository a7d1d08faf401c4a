#include "analyzer/cli/given.h"

#include "analyzer/cli/complain.h"

#include "analyzer/exec/npy.h"
#include "ir/base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NPY ".npy"

// One side's reading of the options.
struct given {
    struct arena *arena;
    struct syms *syms;
    const struct options *options;
    enum compared side;
    struct session_request *request;
};

// What the option's text says to this side: all of it, what stands behind the side's letter, or,
// behind the other one's, nothing (NULL).
static const char *text_for(const struct given *g, const char *text)
{
    if (g->side == COMPARED_NOT || (text[0] != 'a' && text[0] != 'b') || text[1] != ':')
        return text;
    return text[0] == (g->side == COMPARED_A ? 'a' : 'b') ? text + 2 : NULL;
}

// An option's texts for this side, in order.
static int texts_for(const struct given *g, enum option_id option, const char ***texts)
{
    int all = g->options->given[option].n, n = 0;
    *texts = arena_array(g->arena, const char *, all);
    for (int i = 0; i < all; i++) {
        const char *text = text_for(g, g->options->given[option].at[i]);
        if (text) (*texts)[n++] = text;
    }
    return n;
}

// ---- inputs

// A name may be a path into the program's data: `model.layers[0].wq`, `in->x`.
static bool is_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool letter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z') ||
                      text[i] == '_' || text[i] == '.' || text[i] == '-' || text[i] == '>';
        bool digit = text[i] >= '0' && text[i] <= '9';
        if (!letter && !(digit && i > 0) && text[i] != '[' && text[i] != ']') return false;
    }
    return length > 0;
}

// The frontend would refuse it too, but at a line of the program; here the complaint
// names the option.
static bool check_input(struct syms *syms, const char *text)
{
    struct tensor_type type;
    const char *error;
    if (!tensor_parse(syms, text, &type, &error)) {
        complain("--input %s: %s", text, error);
        return false;
    }
    for (int d = 0; d < type.shape.rank; d++) {
        int64_t size;
        if (!sym_is_const(type.shape.dim[d], &size) || size >= 0) continue;
        complain("--input %s: the size %lld is negative", text, (long long)size);
        return false;
    }
    if (sym_kind(tensor_bytes(syms, &type)) == SYM_UNKNOWN) {
        complain("--input %s: its bytes do not fit in 63 bits", text);
        return false;
    }
    return true;
}

// Type and sizes as the file has them; its numbers are for who executes the model.
static bool read_file(struct given *g, const char *path, struct front_input *input)
{
    struct npy npy;
    const char *error;
    if (!npy_read(g->arena, path, &npy, &error)) {
        complain("--input %s: %s", path, error);
        return false;
    }
    struct text type = {.arena = g->arena};
    text_add(&type, dtype_name(npy.tensor.dtype));
    for (int axis = 0; axis < npy.tensor.rank; axis++)
        text_printf(&type, "%s%" PRId64, axis ? "," : "[", npy.tensor.dim[axis]);
    text_add(&type, npy.tensor.rank ? "]" : "[]");
    input->type = text_string(&type);
    input->file = path;
    return check_input(g->syms, input->type);
}

static bool read_input(struct given *g, const char *text, struct front_input *input)
{
    const char *equals = strchr(text, '=');
    if (equals && is_name(text, (size_t)(equals - text))) {
        input->name = arena_string_n(g->arena, text, (size_t)(equals - text));
        text = equals + 1;
    }
    input->type = text;
    size_t length = strlen(text), end = strlen(NPY);
    if (g->options->command == COMMAND_RUN && length > end && !strcmp(text + length - end, NPY))
        return read_file(g, text, input);
    return check_input(g->syms, text);
}

// An input that is given twice has no answer, even if both agree.
static bool set_inputs(struct given *g)
{
    const char **texts;
    int n = texts_for(g, OPTION_INPUT, &texts);
    struct front_input *inputs = arena_array(g->arena, struct front_input, n);
    for (int i = 0; i < n; i++) {
        if (!read_input(g, texts[i], &inputs[i])) return false;
        for (int j = 0; j < i; j++) {
            if (!inputs[i].name || !inputs[j].name || strcmp(inputs[i].name, inputs[j].name) != 0)
                continue;
            complain("--input gives `%s` twice: %s and %s", inputs[i].name, inputs[j].type,
                     inputs[i].type);
            return false;
        }
    }
    g->request->front.n_inputs = n;
    g->request->front.inputs = inputs;
    return true;
}

// ---- integers of the program

bool given_integer(const char *text, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 0);
    return *text && !*end && !errno;
}

// At the last `=`: an integer has none.
static bool set_bindings(struct given *g)
{
    const char **texts;
    int n = texts_for(g, OPTION_SET, &texts);
    const char **names = arena_array(g->arena, const char *, n);
    int64_t *values = arena_array(g->arena, int64_t, n);
    for (int i = 0; i < n; i++) {
        const char *text = texts[i];
        const char *equals = strrchr(text, '=');
        if (!equals || equals == text || !given_integer(equals + 1, &values[i])) {
            complain("--set %s: write NAME=INTEGER, as in n_layer=12; the integer fits in 64 bits",
                     text);
            return false;
        }
        names[i] = arena_string_n(g->arena, text, (size_t)(equals - text));
        for (int j = 0; j < i; j++) {
            if (strcmp(names[i], names[j]) != 0 || values[i] == values[j]) continue;
            complain("--set gives `%s` two values: %lld and %lld", names[i], (long long)values[j],
                     (long long)values[i]);
            return false;
        }
    }
    g->request->front.eval.n_bindings = n;
    g->request->front.eval.binding_names = names;
    g->request->front.eval.binding_values = values;
    return true;
}

bool given_read(struct arena *arena, const struct options *options, enum compared side,
                struct session_request *request)
{
    struct given g = {.arena = arena,
                      .syms = syms_open(arena),
                      .options = options,
                      .side = side,
                      .request = request};
    return set_inputs(&g) && set_bindings(&g);
}
