// Holds the rules of ggml's functions against calls that were recorded from the library.
//
//     oracle_ggml_ops opcases.jsonl [--op FUNCTION]
//
// Every tensor that a call made is compared: operator, type, ne, nb, bytes, view root and offset,
// sources, name, flags, and parameters where they were recorded; of a function that makes none the
// tensor that it changed; of a refused call the text of the assertion. Of a call that was recorded
// with `computes`, whether the CPU backend computes what it makes. Prints `FAIL line: reason` for
// each case that differs, then `N passed, N failed, N skipped`.
#include "frontends/ggml/computes.h"
#include "ir/base/text.h"
#include "tests/oracle/ggml_case.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    const char *path, *op;
    int line, passed, failed, skipped;
};

// "i0" an argument, "r0" the root of one, "c0" a tensor that the call made, "-" none.
static const char *name_of(struct arena *arena, const struct ggml_call *call,
                           const struct ggml_tensor *t)
{
    for (int i = 0; i < call->made.n; i++)
        if (call->made.at[i] == t) return arena_printf(arena, "c%d", i);
    for (int i = 0; i < call->n_in && t; i++) {
        if (call->in[i] == t) return arena_printf(arena, "i%d", i);
        if (call->in[i]->view_src == t) return arena_printf(arena, "r%d", i);
    }
    return "-";
}

static const char *recorded_name(const json_t *value)
{
    return json_is_string(value) ? json_string_value(value) : "-";
}

// NULL: they are equal.
static const char *sizes_differ(struct arena *arena, const char *what,
                                const struct sym *const *sizes, const json_t *recorded)
{
    for (size_t i = 0; i < GGML_DIMS; i++) {
        int64_t size = json_integer_value(json_array_get(recorded, i));
        if (!sym_is(sizes[i], size))
            return arena_printf(arena, "%s[%zu] is %s instead of %" PRId64, what, i,
                                sym_string(arena, sizes[i]), size);
    }
    return NULL;
}

static const char *text_differs(struct arena *arena, const char *what, const char *text,
                                const char *recorded)
{
    if (strcmp(text, recorded) == 0) return NULL;
    return arena_printf(arena, "%s is \"%s\" instead of \"%s\"", what, text, recorded);
}

static const char *sources_differ(struct arena *arena, const struct ggml_call *call,
                                  const struct ggml_tensor *t, const json_t *recorded)
{
    for (size_t i = 0; i < GGML_SOURCES; i++) {
        const char *name = recorded_name(json_array_get(recorded, i));
        const char *why = text_differs(arena, "source", name_of(arena, call, t->src[i]), name);
        if (why) return why;
    }
    return NULL;
}

static const char *number_differs(struct arena *arena, const char *what, const struct sym *n,
                                  const json_t *recorded)
{
    if (sym_is(n, json_integer_value(recorded))) return NULL;
    return arena_printf(arena, "%s is %s instead of %" PRId64, what, sym_string(arena, n),
                        (int64_t)json_integer_value(recorded));
}

// Pointers are not known.
static const char *params_differ(struct arena *arena, const struct ggml_tensor *t,
                                 const json_t *recorded)
{
    for (size_t i = 0; i < json_array_size(recorded); i++) {
        int32_t word = (int32_t)json_integer_value(json_array_get(recorded, i));
        if (!(t->params_unknown >> i & 1) && t->params[i] != word)
            return arena_printf(arena, "parameter %zu is %" PRId32 " instead of %" PRId32, i,
                                t->params[i], word);
    }
    return NULL;
}

static const char *tensor_differs(struct arena *arena, const struct ggml_call *call,
                                  const struct ggml_tensor *t, const json_t *json)
{
    const char *why;
    const struct sym *offset = t->view_offset ? t->view_offset : sym_const(call->syms, 0);
#define TEXT(key) json_string_value(json_object_get(json, key))
    if ((why = text_differs(arena, "op", ggml_op_word(t->op), TEXT("op")))) return why;
    if ((why = text_differs(arena, "desc", t->desc, TEXT("desc")))) return why;
    if ((why = text_differs(arena, "type", dtype_name(t->type), TEXT("type")))) return why;
    if ((why = text_differs(arena, "name", t->name, TEXT("name")))) return why;
#undef TEXT
    if ((why = sizes_differ(arena, "ne", t->ne, json_object_get(json, "ne")))) return why;
    if ((why = sizes_differ(arena, "nb", t->nb, json_object_get(json, "nb")))) return why;
    if ((why = number_differs(arena, "nbytes", ggml_tensor_bytes(call->syms, t),
                              json_object_get(json, "nbytes"))))
        return why;
    if ((why = number_differs(arena, "offset", offset, json_object_get(json, "view_offs"))))
        return why;
    if ((why = text_differs(arena, "view root", name_of(arena, call, t->view_src),
                            recorded_name(json_object_get(json, "view_src")))))
        return why;
    if (t->flags != (unsigned)json_integer_value(json_object_get(json, "flags"))) return "flags";
    if ((why = params_differ(arena, t, json_object_get(json, "params")))) return why;
    return sources_differ(arena, call, t, json_object_get(json, "src"));
}

static const char *result_differs(struct arena *arena, const struct ggml_call *call,
                                  const struct ggml_tensor *result, const json_t *json)
{
    const json_t *created = json_object_get(json, "created");
    int n = (int)json_array_size(created);
    if (call->made.n != n)
        return arena_printf(arena, "%d tensors made instead of %d", call->made.n, n);
    for (int i = 0; i < n; i++) {
        const char *why =
            tensor_differs(arena, call, call->made.at[i], json_array_get(created, (size_t)i));
        if (why) return arena_printf(arena, "tensor %d: %s", i, why);
    }
    const json_t *recorded = json_object_get(json, "result");
    if (call->function->no_context) return NULL;
    return text_differs(arena, "result", name_of(arena, call, result), recorded_name(recorded));
}

// NULL: equal, or the function changes none.
static const char *changed_differs(struct arena *arena, const struct ggml_call *call,
                                   const json_t *json)
{
    const json_t *changed = json_object_get(json, "changed");
    const json_t *root = json_object_get(json, "root_flags");
    if (!changed) return NULL;
    if (root && call->in[0]->view_src->flags != (unsigned)json_integer_value(root))
        return "flags of the root";
    return tensor_differs(arena, call, call->in[0], changed);
}

static const char *refusal_of(struct arena *arena, const struct ggml_call *call)
{
    if (!call->refused) return "none";
    if (call->refused->division_by_zero) return "signal 8";
    if (call->refused->relation == CONDITION_NEVER) return call->refused->text;
    return arena_printf(arena, "GGML_ASSERT(%s) failed", call->refused->text);
}

// Does the CPU backend compute all that the call made?
static const char *computes_differ(struct arena *arena, const struct ggml_call *call, bool recorded)
{
    const struct ggml_tensor *bad = NULL;
    for (int i = 0; i < call->made.n && !bad; i++) {
        struct computes_answer answer =
            ggml_computes(call->syms, call->made.at[i], call->state->version);
        bool runs = answer.computes == COMPUTES_YES || answer.computes == COMPUTES_MISREADS;
        if (!runs) bad = call->made.at[i];
    }
    if (call->refused) return arena_printf(arena, "refused: %s", call->refused->text);
    if (recorded == !bad) return NULL;
    return bad ? arena_printf(arena, "%s is computed", bad->desc) : "it is not computed";
}

static const char *differs(struct arena *arena, struct ggml_case *c)
{
    struct syms *syms = syms_open(arena);
    struct ggml_call *call = ggml_case_call(arena, syms, c, &(struct case_sizes){.n = 0});
    const char *refusal = ggml_case_refusal(c);
    struct ggml_tensor *result = ggml_call_run(call);
    const json_t *computes = json_object_get(c->json, "computes");
    if (computes) return computes_differ(arena, call, json_is_true(computes));
    if (refusal || call->refused)
        return text_differs(arena, "refusal", refusal_of(arena, call), refusal ? refusal : "none");
    if (call->open) return arena_printf(arena, "left open: %s", call->open->text);
    const char *why = result_differs(arena, call, result, c->json);
    return why ? why : changed_differs(arena, call, c->json);
}

static void run_line(struct run *run, char *line)
{
    struct arena *arena = arena_open();
    struct ggml_case c;
    const char *why = NULL;
    bool is_case = ggml_case_read(&c, line);
    if (!is_case)
        why = "no case";
    else if (run->op && strcmp(run->op, c.name) != 0)
        run->skipped++;
    else if (!c.function)
        why = "the function has no rule";
    else
        why = differs(arena, &c);
    if (why) printf("FAIL %d: %s: %s\n", run->line, is_case && c.name ? c.name : "?", why);
    run->failed += why != NULL;
    run->passed += !why;
    ggml_case_close(&c);
    arena_close(arena);
}

static bool run_file(struct run *run)
{
    FILE *f = fopen(run->path, "r");
    char *line = NULL;
    size_t capacity = 0;
    if (!f) return false;
    while (getline(&line, &capacity, f) > 0) {
        run->line++;
        run_line(run, line);
    }
    free(line);
    fclose(f);
    return true;
}

int main(int argc, char **argv)
{
    struct run run = {.path = argc > 1 ? argv[1] : NULL};
    if (argc == 4 && strcmp(argv[2], "--op") == 0) run.op = argv[3];
    if (!run.path || (argc != 2 && !run.op)) {
        fprintf(stderr, "usage: oracle_ggml_ops CASES.jsonl [--op FUNCTION]\n");
        return 2;
    }
    if (!run_file(&run)) {
        fprintf(stderr, "oracle_ggml_ops: cannot read %s\n", run.path);
        return 2;
    }
    printf("%d passed, %d failed, %d skipped\n", run.passed - run.skipped, run.failed, run.skipped);
    // Data without a case, or an op that is not in it, has shown nothing.
    return run.failed != 0 || run.passed == run.skipped;
}
