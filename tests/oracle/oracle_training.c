// What PyTorch's autograd keeps for backward, against what the model `torch` says of the same
// calls, and outputs and gradients against those of the executor (training_numerics.h):
// build/tests/oracle_training TRAINING.json [--id ID].
//
// Compared is what is kept, by storage, as (role, dtype, bytes of the storage): roles are the
// case's inputs, its outputs, and what is neither (aux). Not compared: parameters and buffers,
// which are there all the time; the shape in which a composed function looks at a storage; the
// type of a Python number that is kept as a tensor, which Python's own type decides. Where a
// case has no list of tensors, their number and bytes are compared.

#include "analyzer/models/model.h"
#include "tests/oracle/model_direct.h"
#include "tests/oracle/training_case.h"
#include "tests/oracle/training_numerics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEPT 512

struct kept {
    char text[96]; // "input:x float32 96"
    int64_t bytes;
    bool aux;
};

struct answer {
    int n;
    bool overflows; // there are more
    struct kept at[MAX_KEPT];
};

static void add(struct answer *a, const char *role, enum dtype dtype, int64_t bytes, int rank)
{
    if (bytes == 0) return;
    if (a->n == MAX_KEPT) {
        a->overflows = true;
        return;
    }
    struct kept *k = &a->at[a->n++];
    bool number = rank == 0 && bytes == 8;
    snprintf(k->text, sizeof k->text, "%s %s %lld", role, number ? "number" : dtype_name(dtype),
             (long long)bytes);
    k->bytes = bytes;
    k->aux = !strcmp(role, "aux");
}

static int64_t constant(const struct sym *size)
{
    int64_t value = -1;
    return sym_is_const(size, &value) ? value : -1;
}

// ---- ours

static const char *role_of(struct arena *arena, const struct program *p, storage_id id,
                           const json_t *a_case)
{
    const struct storage *storage = program_storage(p, id);
    if (storage->kind == STORAGE_PARAMETER || storage->kind == STORAGE_BUFFER) return NULL;
    if (storage->kind == STORAGE_INPUT) {
        int index = atoi(storage->name + 1);
        const char *name;
        json_t *input;
        json_object_foreach(json_object_get(a_case, "inputs"), name, input)
        {
            if (index-- == 0) return arena_printf(arena, "input:%s", name);
        }
    }
    // The last call to end is the model's.
    const struct module_call *model = &p->calls.at[p->calls.n - 1];
    for (int i = 0; i < model->n_out; i++) {
        if (program_value(p, model->out[i])->storage == id) return "output";
    }
    return "aux";
}

static const char *collect(struct arena *arena, const struct program *p, const json_t *a_case,
                           struct answer *a)
{
    struct liveness live = {.program = p};
    struct wishes wishes = {.arena = arena};
    wishes.storages = arena_array(arena, bool, p->storages.n);
    model_get(MODEL_TORCH)->keep(&live, MEMORY_TRAINING, &wishes);
    for (storage_id id = 1; id < (storage_id)p->storages.n; id++) {
        const struct storage *storage = program_storage(p, id);
        const char *role = wishes.storages[id] ? role_of(arena, p, id, a_case) : NULL;
        if (role) add(a, role, storage->dtype, constant(storage->bytes), 1);
    }
    for (int i = 0; i < wishes.tensors.n; i++) {
        const struct held_tensor *t = &wishes.tensors.at[i];
        int64_t bytes = constant(t->elements) * dtype_block_bytes(t->dtype);
        for (int k = 0; k < t->copies; k++) add(a, "aux", t->dtype, bytes, t->rank);
    }
    return wishes.uncounted;
}

// ---- theirs

static void read_recorded(const json_t *a_case, struct answer *a)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(a_case, "unique"), i, row)
    {
        const char *role = json_string_value(json_array_get(row, 0));
        if (!strncmp(role, "param", 5) || !strncmp(role, "buffer", 6)) continue;
        enum dtype dtype = dtype_find(json_string_value(json_array_get(row, 1)));
        add(a, role, dtype, json_integer_value(json_array_get(row, 4)),
            (int)json_array_size(json_array_get(row, 2)));
    }
}

// ---- judging

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct kept *)a)->text, ((const struct kept *)b)->text);
}

static const char *text_of(struct arena *arena, struct answer *a)
{
    const char *text = "";
    qsort(a->at, (size_t)a->n, sizeof *a->at, by_text);
    for (int i = 0; i < a->n; i++)
        text = arena_printf(arena, "%s%s%s", text, i ? ", " : "", a->at[i].text);
    return text;
}

static const char *judge_sums(struct arena *arena, const json_t *a_case, const struct answer *ours)
{
    int64_t bytes = 0,
            aux = json_integer_value(json_object_get(json_object_get(a_case, "roles"), "aux"));
    int64_t recorded = json_integer_value(json_object_get(a_case, "activation_bytes"));
    int n = 0;
    for (int i = 0; i < ours->n; i++) {
        bytes += ours->at[i].bytes;
        n += ours->at[i].aux;
    }
    if (n == aux && bytes == recorded) return NULL;
    return arena_printf(arena, "%d aux, %lld bytes; PyTorch keeps %lld aux, %lld bytes", n,
                        (long long)bytes, (long long)aux, (long long)recorded);
}

static const char *judge(struct arena *arena, const json_t *a_case, struct answer *ours)
{
    struct answer *theirs = arena_new(arena, struct answer);
    read_recorded(a_case, theirs);
    if (ours->overflows || theirs->overflows)
        return arena_printf(arena, "more than %d tensors are kept: raise MAX_KEPT", MAX_KEPT);
    if (!json_object_get(a_case, "unique")) return judge_sums(arena, a_case, ours);
    const char *a = text_of(arena, ours), *b = text_of(arena, theirs);
    return strcmp(a, b) ? arena_printf(arena, "kept [%s]; PyTorch keeps [%s]", a, b) : NULL;
}

static void want_gradients(struct plan *plan, const json_t *a_case)
{
    int i = 0;
    const char *name;
    json_t *input;
    json_object_foreach(json_object_get(a_case, "inputs"), name, input)
    {
        struct plan_value *value = &plan->values.at[plan->body->inputs.at[i++]];
        value->wants_gradient =
            dtype_is_float(value->dtype) && !json_is_false(json_object_get(input, "grad"));
    }
    plan->eval = json_is_true(json_object_get(a_case, "eval"));
    plan->frozen = json_object_get(a_case, "frozen");
}

enum verdict_of_case { PASSED, FAILED, SKIPPED };

static const char *judge_saved(struct arena *arena, const json_t *a_case, struct program *program)
{
    struct answer *ours = arena_new(arena, struct answer);
    const char *why = collect(arena, program, a_case, ours);
    return why ? why : judge(arena, a_case, ours);
}

typedef const char *judge_function(struct arena *, const json_t *a_case, struct program *);

static enum verdict_of_case run_case(struct arena *arena, const json_t *a_case,
                                     judge_function *judge_case, const char **why)
{
    struct plan plan;
    json_t *record = training_record(a_case, why);
    if (*why) {
        json_decref(record);
        return FAILED; // an expression that the runner cannot read tests nothing
    }
    plan_read(&plan, arena, json_string_value(json_object_get(a_case, "id")), record, NULL);
    *why = plan.trouble ? plan.trouble : plan.skipped;
    if (!*why) {
        want_gradients(&plan, a_case);
        struct program *program = model_direct(&plan);
        if (program->diags.n_errors)
            *why = arena_printf(arena, "the call was refused: %s", program->diags.first->message);
        else
            *why = judge_case(arena, a_case, program);
    }
    plan_close(&plan);
    json_decref(record);
    return *why ? FAILED : PASSED;
}

static void run_cases(const json_t *cases, judge_function *judge_case, const char *only, int *n)
{
    size_t i;
    json_t *a_case;
    json_array_foreach(cases, i, a_case)
    {
        const char *id = json_string_value(json_object_get(a_case, "id")), *why = NULL;
        if (only && strcmp(only, id) != 0) continue;
        struct arena *arena = arena_open();
        enum verdict_of_case verdict = run_case(arena, a_case, judge_case, &why);
        n[verdict]++;
        if (verdict != PASSED)
            printf("%s %s: %s\n", verdict == FAILED ? "FAIL" : "skipped", id, why);
        arena_close(arena);
    }
}

int main(int argc, char **argv)
{
    const char *only = argc == 4 && !strcmp(argv[2], "--id") ? argv[3] : NULL;
    json_error_t error;
    json_t *data = argc > 1 ? json_load_file(argv[1], 0, &error) : NULL;
    if (!data || (argc != 2 && !only)) {
        fprintf(stderr, "usage: oracle_training TRAINING.json [--id ID]\n");
        return 2;
    }
    int n[3] = {0};
    run_cases(json_object_get(data, "saved_for_backward"), judge_saved, only, n);
    run_cases(json_object_get(data, "numerics"), numerics_judge, only, n);
    printf("%d passed, %d failed, %d skipped\n", n[PASSED], n[FAILED], n[SKIPPED]);
    json_decref(data);
    return n[FAILED] != 0;
}
