// See runner.h. The model is analysed again, by itself, with numbers for its symbols.

#include "analyzer/cli/runner.h"

#include "analyzer/cli/choice.h"
#include "analyzer/cli/complain.h"
#include "analyzer/size.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_MAX_MEMORY ((int64_t)8 << 30)
#define MAX_REPEATS 10000
#define DEFAULT_STEPS 5

// ---- options

static bool read_seed(const struct options *options, uint32_t *seed)
{
    const char *asked = options_last(options, OPTION_SEED);
    char *end;
    *seed = 1;
    if (!asked) return true;
    errno = 0;
    unsigned long value = strtoul(asked, &end, 0);
    if (!*asked || *end || errno || value > UINT32_MAX || *asked == '-') {
        complain("--seed %s: write a number from 0 to %u", asked, UINT32_MAX);
        return false;
    }
    *seed = (uint32_t)value;
    return true;
}

static bool read_limit(const struct options *options, int64_t *bytes)
{
    const char *asked = options_last(options, OPTION_MAX_MEMORY), *error;
    *bytes = DEFAULT_MAX_MEMORY;
    if (!asked) return true;
    if (!size_parse(asked, bytes, &error)) {
        complain("--max-memory %s: %s", asked, error);
        return false;
    }
    if (*bytes > 0) return true;
    complain("--max-memory %s: nothing is executed without memory; write a size of 1 or more",
             asked);
    return false;
}

// 0 where nothing was asked.
static bool read_count(const struct options *options, enum option_id option, const char *name,
                       int *n)
{
    const char *asked = options_last(options, option);
    char *end;
    *n = 0;
    if (!asked) return true;
    long value = strtol(asked, &end, 10);
    *n = (int)value;
    if (*asked && !*end && value >= 1 && value <= MAX_REPEATS) return true;
    complain("%s %s: write a number from 1 to %d", name, asked, MAX_REPEATS);
    return false;
}

static bool is_profiled(const struct options *options)
{
    return options_has(options, OPTION_PROFILE) || options_has(options, OPTION_TRACE) ||
           options_has(options, OPTION_FLAME);
}

static bool read_steps(const struct options *options, int *n)
{
    if (!read_count(options, OPTION_STEPS, "--steps", n)) return false;
    if (!*n && is_profiled(options)) *n = DEFAULT_STEPS;
    return true;
}

// Its figures are the first of the report, so it is one type.
static bool read_dtype(struct arena *arena, const struct options *options, enum dtype *dtype)
{
    const char *asked = options_last(options, OPTION_DTYPE);
    *dtype = DTYPE_F32;
    if (!asked) return true;
    const char *first = arena_string_n(arena, asked, strcspn(asked, ","));
    *dtype = dtype_find(first);
    bool can_run = dtype_is_float(*dtype) && dtype_is_plain(*dtype);
    if (can_run && (!strchr(asked, ',') || options->command == COMMAND_COMPARE)) return true;
    complain("--dtype %s: a model is run in one of f32, f64, f16 and bf16", asked);
    return false;
}

static bool read_mode(struct arena *arena, const struct options *options, enum compile_mode *mode)
{
    int choice = choice_read(arena, options, OPTION_COMPILE);
    *mode = choice < 0 ? COMPILE_NONE : (enum compile_mode)(COMPILE_NONE + 1 + choice);
    return choice != CHOICE_REFUSED;
}

static bool read_checkpoint(const struct options *options, int *checkpoint)
{
    const char *asked = options_last(options, OPTION_CHECKPOINT);
    *checkpoint = CHECKPOINT_AS_WRITTEN;
    if (asked && !strcmp(asked, "auto")) {
        *checkpoint = CHECKPOINT_BEST;
        return true;
    }
    int64_t n = 1;
    bool right = !asked || (given_integer(asked, &n) && n >= 1 && n <= INT32_MAX);
    if (!right) complain("--checkpoint %s: write auto, or a number of segments from 1", asked);
    if (asked && right) *checkpoint = (int)n;
    return right;
}

bool runner_read(struct arena *arena, const struct options *options,
                 struct confirm_request *request)
{
    bool training = options_has(options, OPTION_TRAIN) || options_has(options, OPTION_BACKWARD) ||
                    is_profiled(options) || options_has(options, OPTION_CHECKPOINT);
    request->mode = training ? EXEC_TRAINING : EXEC_INFERENCE;
    return read_dtype(arena, options, &request->dtype) && read_seed(options, &request->seed) &&
           read_limit(options, &request->max_bytes) &&
           read_checkpoint(options, &request->checkpoint) &&
           read_count(options, OPTION_REPEAT, "--repeat", &request->n_repeats) &&
           read_steps(options, &request->n_steps) && read_mode(arena, options, &request->compile);
}

// ---- one model

// What is wrong with a model is a finding; that it could not be executed for another reason is
// none.
static void end_run(struct runner *r, const struct report_model *model, const char *difference,
                    const char *failure)
{
    enum exit_status status = difference ? STATUS_FOUND : STATUS_CLEAN;
    if (failure) {
        complain("%s cannot be %s: %s", model->name, r->plans ? "planned" : "executed", failure);
        status = model->program->diags.n_errors ? STATUS_FOUND : STATUS_FAILED;
    }
    if (status > r->status) r->status = status;
}

// Which input of the model the request's is: that of its name, or the next one that no other is
// for.
static const char *name_of_input(const struct runner *r, const struct report_model *model,
                                 int given)
{
    const struct front_request *front = &r->analysed->front;
    int before = 0; // without a name
    for (int i = 0; i < given; i++) before += !front->inputs[i].name;
    if (front->inputs[given].name) return front->inputs[given].name;
    for (int i = 0; i < model->n_inputs; i++) {
        bool named = false;
        for (int k = 0; k < front->n_inputs && !named; k++)
            named = front->inputs[k].name && !strcmp(front->inputs[k].name, model->inputs[i].name);
        if (!named && before-- == 0) return model->inputs[i].name;
    }
    return "";
}

// The request was made from the same files. The reason where one is gone by now; NULL: none is.
static const char *give_files(struct runner *r, const struct report_model *model)
{
    const struct front_request *front = &r->analysed->front;
    struct npy *files = arena_array(r->arena, struct npy, front->n_inputs);
    const char *error;
    int n = 0;
    for (int i = 0; i < front->n_inputs; i++) {
        const char *path = front->inputs[i].file;
        if (!path) continue;
        if (!npy_read(r->arena, path, &files[n], &error))
            return arena_printf(r->arena, "%s: %s", path, error);
        files[n++].input = name_of_input(r, model, i);
    }
    r->confirm.n_files = n;
    r->confirm.files = files;
    return NULL;
}

static const struct execution_size *sizes_of(struct runner *r, const struct choices *choices)
{
    struct execution_size *sizes = arena_array(r->arena, struct execution_size, choices->n);
    for (int i = 0; i < choices->n; i++)
        sizes[i] = (struct execution_size){choices->at[i].name, choices->at[i].value,
                                           !choices->at[i].given};
    return sizes;
}

static void plan_model(struct runner *r, const struct report_model *model, const char *failure,
                       const struct choices *choices)
{
    struct model_plans *plans = vec_push(r->arena, &r->made);
    r->confirm.model = model;
    if (failure)
        *plans = (struct model_plans){.model = model, .failure = failure};
    else
        confirm_plans(r->arena, &r->confirm, r->plans_run, plans);
    plans->n_sizes = choices->n;
    plans->sizes = sizes_of(r, choices);
    end_run(r, model, plans->difference, plans->failure);
}

// With the reason why it can't be; NULL: it can.
static void run_model_or(struct runner *r, const struct report_model *model, const char *failure,
                         const struct choices *choices)
{
    if (r->plans) {
        plan_model(r, model, failure, choices);
        return;
    }
    struct execution *execution = vec_push(r->arena, &r->executions);
    r->confirm.model = model;
    if (failure)
        *execution = (struct execution){
            .model = model, .failure = failure, .peak_row = -1, .slowest_row = -1};
    else
        confirm_run(r->arena, &r->confirm, execution);
    execution->n_sizes = choices->n;
    execution->sizes = sizes_of(r, choices);
    end_run(r, model, execution->difference, execution->failure);
}

static void run_model(struct runner *r, const struct report_model *model,
                      const struct choices *choices)
{
    run_model_or(r, model, give_files(r, model), choices);
}

static void refuse_model(struct runner *r, const struct report_model *model, const char *failure)
{
    run_model_or(r, model, failure, &(struct choices){0});
}

static void bind(struct runner *r, const struct choices *choices, struct eval_request *eval)
{
    int n = eval->n_bindings, room = n + choices->n;
    const char **names = arena_array(r->arena, const char *, room);
    int64_t *values = arena_array(r->arena, int64_t, room);
    for (int i = 0; i < n; i++) {
        names[i] = eval->binding_names[i];
        values[i] = eval->binding_values[i];
    }
    for (int i = 0; i < choices->n; i++, n++) {
        names[n] = choices->at[i].name;
        values[n] = choices->at[i].value;
    }
    eval->n_bindings = n;
    eval->binding_names = names;
    eval->binding_values = values;
}

// NULL: it has sizes that no choice was made for.
static const char *type_with(struct runner *r, const struct report_model *model,
                             const struct tensor_type *type, const struct choices *choices)
{
    struct tensor_type numbers = *type;
    struct syms *syms = model->program->syms;
    for (int axis = 0; axis < type->shape.rank; axis++) {
        const struct sym *size = type->shape.dim[axis];
        for (int i = 0; i < choices->n; i++)
            size = sym_substitute(syms, size, sym_var(syms, choices->at[i].name),
                                  sym_const(syms, choices->at[i].value));
        if (!sym_is_const(size, NULL)) return NULL;
        numbers.shape.dim[axis] = size;
    }
    return tensor_string(r->arena, &numbers);
}

// As they were found with symbols: with a number from the beginning, other sizes might be taken to
// follow from it.
static void give_inputs(struct runner *r, const struct report_model *model,
                        const struct choices *choices, struct front_request *front)
{
    struct front_input *inputs = arena_array(r->arena, struct front_input, model->n_inputs);
    int n = 0;
    for (int i = 0; i < model->n_inputs; i++) {
        const char *type = type_with(r, model, &model->inputs[i].type, choices);
        if (type) inputs[n++] = (struct front_input){.name = model->inputs[i].name, .type = type};
    }
    front->n_inputs = n;
    front->inputs = inputs;
}

// The request of the first analysis, for this entry alone and with numbers.
static struct session_request with_sizes(struct runner *r, const struct report_model *model,
                                         const struct choices *choices)
{
    struct session_request request = *r->analysed;
    bind(r, choices, &request.front.eval);
    give_inputs(r, model, choices, &request.front);
    request.front.entry = model->entry;
    request.at = (struct report_at_axes){0};
    return request;
}

// ---- all of them

// A model may be wrong with numbers only.
static void keep_errors(struct runner *r, const struct report *later)
{
    struct diags all;
    const struct diags *lists[] = {&all};
    const struct report *both[] = {r->report, later};
    if (!later->n_errors) return;
    diags_open(&all, r->arena);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < both[side]->n_diags; i++) {
            struct diag *copy = arena_copy(r->arena, both[side]->diags[i], sizeof *copy);
            copy->next = NULL;
            if (side == 1 && findings_severity(copy) != SEVERITY_ERROR) continue;
            *all.last = copy;
            all.last = &copy->next;
        }
    }
    findings_gather(r->arena, 1, lists, r->report);
}

static void run_with(struct runner *r, const struct report_model *model,
                     const struct choices *choices)
{
    struct session_request request = with_sizes(r, model, choices);
    struct session_result *result = arena_new(r->arena, struct session_result);
    session_analyse(r->arena, &request, result);
    keep_errors(r, &result->report);
    if (!result->report.n_models)
        refuse_model(r, model,
                     "with the sizes that were chosen it builds nothing; --set and --input "
                     "choose others");
    for (int i = 0; i < result->report.n_models; i++)
        run_model(r, &result->report.models[i], choices);
}

void runner_run(struct runner *r, const struct report_model *model, int n_given,
                const struct choice *given)
{
    struct choices choices = {0};
    bool wrong = model->program->diags.n_errors > 0;
    if (!wrong) choose_sizes(r->arena, model, n_given, given, &choices);
    if (choices.other_variant && n_given) return;
    if (choices.broken)
        refuse_model(
            r, model,
            arena_printf(r->arena, "it needs %s; --set and --input choose sizes", choices.broken));
    else if (choices.n)
        run_with(r, model, &choices);
    else
        run_model(r, model, &choices);
}
