// One run: inputs are made as the plan says, the entry is called (a module that it returns is
// called in turn), and what came back is marked as the program's outputs.

#include "frontends/run.h"
#include "frontends/dialects/ggml_dialect.h"
#include "frontends/dialects/kann_dialect.h"
#include "frontends/dialects/nn.h"

#include <shapeprof/nn_base.h>
#include <string.h>

// A model is built in thousands of steps; what takes more than this will not end.
#define STEPS 20000000

// What runs cost that came to no end is taken off the next ones', of which there may be hundreds: a
// loop without end costs about two such runs. Each is left this part.
#define LEAST_PART 32

struct runner {
    const struct front *front;
    const struct run_plan *plan;
    struct run *run;
    struct builder *builder;
    struct eval *eval;
};

// ---- inputs

// The expression with the symbols bound that --set names.
static const struct sym *bind(struct runner *runner, const struct sym *sym)
{
    const struct eval_request *request = &runner->front->request->eval;
    struct syms *syms = runner->run->syms;
    const struct sym **vars;
    int n = sym_vars(runner->run->arena, sym, &vars);
    for (int i = 0; i < request->n_bindings; i++) {
        for (int k = 0; k < n; k++) {
            if (strcmp(sym_name(vars[k]), request->binding_names[i]) != 0) continue;
            sym = sym_substitute(syms, sym, vars[k], sym_const(syms, request->binding_values[i]));
            runner->run->bindings_used[i] = true;
        }
    }
    return sym;
}

static void store(struct eval *eval, const struct cvalue *object, int64_t offset,
                  const struct ctype *type, struct cvalue value)
{
    value.type = type;
    eval_store(eval, object, offset, &value);
}

// Zeroed memory for the argument struct of a function of nn.h.
static struct cvalue arguments_of(struct eval *eval, const struct function *function,
                                  const struct ctype **record)
{
    const struct ctype *pointer = function->parameters[0]->type;
    *record = pointer->element;
    return eval_allocate(eval, pointer->element->size, pointer, "arguments");
}

static struct cvalue call(struct eval *eval, struct function *function,
                          const struct cvalue *argument)
{
    struct cvalue callee = {.kind = CVALUE_CODE, .function = function};
    return eval_call(eval, &callee, 1, argument);
}

static struct function *library_function(const struct runner *runner, const char *name)
{
    struct function *function = unit_find_function(runner->front->unit, name);
    bool fits = function && function->n_parameters == 1 &&
                function->parameters[0]->type->kind == CTYPE_POINTER;
    return fits ? function : NULL;
}

bool run_has_axis(const struct run_plan *plan, const char *name)
{
    for (int i = 0; i < plan->n_inputs; i++)
        for (int axis = 0; axis < plan->inputs[i].rank; axis++)
            if (strcmp(plan->inputs[i].dim[axis], name) == 0) return true;
    return false;
}

static value_id newest_input(struct program *program, int n_before)
{
    for (int id = program->values.n - 1; id >= n_before; id--) {
        const struct value *value = &program->values.at[id];
        if (!value->producer && value->storage) return (value_id)id;
    }
    return 0;
}

// What the entry is given is its caller's: unlike an input that the program makes, it is there from
// the beginning.
static void give(struct program *program, value_id id, const char *name)
{
    storage_id storage = program_value(program, id)->storage;
    int n = program->events.n;
    program_value(program, id)->name = name;
    program_storage(program, storage)->name = name;
    if (n && program->events.at[n - 1].kind == EVENT_ALLOC &&
        program->events.at[n - 1].id == storage)
        program->events.n--;
}

// Calls nn_input_with for an input of the plan and names the tensor.
static struct cvalue make_input(struct runner *runner, const struct run_input *input)
{
    static const int dtypes[N_PLAIN_DTYPES] = {
        [DTYPE_BOOL] = NN_BOOL, [DTYPE_U8] = NN_U8,   [DTYPE_I8] = NN_I8,   [DTYPE_I16] = NN_I16,
        [DTYPE_I32] = NN_I32,   [DTYPE_I64] = NN_I64, [DTYPE_F16] = NN_F16, [DTYPE_BF16] = NN_BF16,
        [DTYPE_F32] = NN_F32,   [DTYPE_F64] = NN_F64,
    };
    struct run *run = runner->run;
    struct eval *eval = runner->eval;
    struct function *function = library_function(runner, "nn_input_with");
    const struct ctype *record;
    if (!function) return cvalue_null(unit_types(runner->front->unit)->void_pointer);
    struct cvalue arguments = arguments_of(eval, function, &record);
    const struct cfield *dtype = ctype_field(record, "dtype"),
                        *shape = ctype_field(record, "shape");
    if (!dtype || !shape) return cvalue_null(function->type->element);
    store(eval, &arguments, dtype->offset, dtype->type,
          cvalue_int(dtype->type, dtypes[input->dtype]));
    const struct ctype *size = shape->type->element;
    for (int axis = 0; axis < input->rank; axis++) {
        const struct sym *dim = sym_parse(run->syms, input->dim[axis], NULL);
        dim = bind(runner, dim);
        if (sym_kind(dim) == SYM_VAR) sym_assume_at_least(run->syms, dim, 1);
        // An explicit zero looks like the end of the list.
        if (sym_is(dim, 0)) dim = sym_const(run->syms, NN_GIVEN_ZERO);
        store(eval, &arguments, shape->offset + axis * size->size, size, cvalue_sym(size, dim));
    }
    store(eval, &arguments, shape->offset + input->rank * size->size, size,
          cvalue_int(size, NN_END));
    int n_before = run->program->values.n;
    struct cvalue tensor = call(eval, function, &arguments);
    value_id id = newest_input(run->program, n_before);
    if (id) give(run->program, id, input->name);
    run->inputs[run->n_inputs++] = id;
    return tensor;
}

// ---- calling what was built

static void call_module(struct runner *runner, const struct cvalue *module)
{
    static const char *const fields[MAX_RUN_INPUTS] = {"x",  "x1", "x2", "x3",
                                                       "x4", "x5", "x6", "x7"};
    const struct run_plan *plan = runner->plan;
    struct function *function = library_function(runner, "nn_call_all_with");
    const struct ctype *record;
    if (!function) return;
    struct cvalue arguments = arguments_of(runner->eval, function, &record);
    const struct cfield *self = ctype_field(record, "module");
    if (!self) return;
    store(runner->eval, &arguments, self->offset, self->type, *module);
    for (int i = 0; i < plan->n_inputs; i++) {
        struct cvalue tensor = make_input(runner, &plan->inputs[i]);
        const struct cfield *field = ctype_field(record, fields[i]);
        if (field) store(runner->eval, &arguments, field->offset, field->type, tensor);
    }
    // What was returned is the entry's doing; more would be said at no line of the program.
    if (!dialect_nn_is_module(runner->eval, module)) return;
    // No line of the program makes this call, so its nodes stand where their modules were made.
    eval_stand_at(runner->eval, NULL);
    runner->run->called = true;
    call(runner->eval, function, &arguments);
}

// What a statement returns that does not compile is a module of which nobody knows what it does.
static bool is_module(const struct eval_outcome *outcome)
{
    const struct cvalue *value = &outcome->result;
    if (value->kind == CVALUE_UNKNOWN) return outcome->lost;
    return value->kind == CVALUE_POINTER && !cvalue_is_null(value);
}

// What the program calls the inputs of its module is known only once there is one.
static bool is_misnamed(struct runner *runner, const struct cvalue *module)
{
    struct run *run = runner->run;
    int n = dialect_nn_input_names(runner->eval, module, MAX_RUN_INPUTS, run->names);
    for (int i = 0; i < n; i++) {
        const char *name = run->names[i];
        if (name && *name && strcmp(name, runner->plan->names[i]) != 0) run->misnamed = true;
    }
    return run->misnamed;
}

static void run_builder(struct runner *runner)
{
    struct run *run = runner->run;
    run->outcome = eval_run(runner->eval, runner->plan->entry->function, 0, NULL);
    run->n_errors_before = run->program->diags.n_errors;
    struct cvalue module = run->outcome.result;
    if (run->outcome.end != EVAL_RETURNED || !is_module(&run->outcome)) return;
    if (is_misnamed(runner, &module)) return;
    call_module(runner, &module);
    // Forward functions meet unknown branches and budgets too.
    run->outcome = eval_outcome(runner->eval, &module);
}

static void run_with_tensors(struct runner *runner)
{
    struct run *run = runner->run;
    struct function *function = runner->plan->entry->function;
    struct cvalue *arguments = arena_array(run->arena, struct cvalue, function->n_parameters + 1);
    for (int i = 0; i < function->n_parameters; i++) {
        const struct ctype *type = function->parameters[i]->type;
        arguments[i] =
            entry_type_is_tensor(type) && run->n_inputs < runner->plan->n_inputs
                ? make_input(runner, &runner->plan->inputs[run->n_inputs])
                : cvalue_unknown(type, entry_type_is_tensor(type)
                                           ? "a tensor beyond the 8 inputs that are made up"
                                           : "an argument from outside");
    }
    run->outcome = eval_run(runner->eval, function, function->n_parameters, arguments);
    run->called = true;
}

static void run_main(struct runner *runner)
{
    struct run *run = runner->run;
    run->outcome = eval_run(runner->eval, runner->plan->entry->function, 0, NULL);
    run->called = true;
}

// What the entry returned is what the program gives back, or else what the last
// call of the outermost module gave.
static void find_outputs(struct eval *eval, struct run *run)
{
    const struct program *program = run->program;
    if (run->outcome.end == EVAL_RETURNED)
        run->n_outputs = dialect_nn_returned(eval, &run->outcome.result, &run->outputs);
    for (int i = program->calls.n - 1; i >= 0 && !run->n_outputs; i--) {
        const struct module_call *last = &program->calls.at[i];
        if (program_scope(program, last->scope)->parent) continue;
        run->n_outputs = last->n_out;
        run->outputs = last->out;
    }
}

static void mark_outputs(const struct run *run)
{
    for (int i = 0; i < run->n_outputs; i++)
        if (run->outputs[i]) program_value(run->program, run->outputs[i])->flags |= VALUE_OUTPUT;
}

// An error says that the plan's input is not accepted. What depended on an unknown may turn out
// otherwise when more is known of it.
static bool saw_enough(void *watcher)
{
    struct runner *runner = watcher;
    bool making = runner->plan->entry->kind == ENTRY_MODULE && !runner->run->called;
    if (making || eval_n_decisions(runner->eval)) return false;
    if (runner->run->program->diags.n_errors > runner->run->n_errors_before) return true;
    return runner->plan->watch == RUN_WATCHES_ERRORS_AND_BATCH &&
           builder_n_unbatched(runner->builder) > 0;
}

// ---- other inputs

static bool reads_beyond(struct eval *eval, const struct run *run)
{
    if (run->n_errors && dialect_nn_used_null(eval)) return true;
    for (const struct diag *d = run->program->diags.first; d; d = d->next)
        if (d->id == DIAG_NN_INPUTS || d->id == DIAG_OUT_OF_BOUNDS) return true;
    return false;
}

// True if the first call refuses the rival, or takes it for one without a batch axis.
static bool rules_out(struct runner *runner, const struct run_input *rival)
{
    struct run *run = runner->run;
    value_id others[MAX_RUN_INPUTS];
    for (int i = 0; i < run->n_inputs; i++) {
        struct tensor_type type = {.dtype = rival[i].dtype, .shape.rank = rival[i].rank};
        for (int axis = 0; axis < rival[i].rank; axis++) {
            type.shape.dim[axis] = bind(runner, sym_parse(run->syms, rival[i].dim[axis], NULL));
            if (sym_kind(type.shape.dim[axis]) == SYM_VAR)
                sym_assume_at_least(run->syms, type.shape.dim[axis], 1);
        }
        others[i] = build_tensor(runner->builder, STORAGE_INPUT, &type, rival[i].name);
    }
    struct dialect_said said =
        dialect_nn_repeat_first_call(runner->eval, run->n_inputs, run->inputs, others);
    if (said.refused) return true;
    run->rules_out_unbatched = run->rules_out_unbatched || said.unbatched;
    return said.unbatched && runner->plan->watch == RUN_WATCHES_ERRORS_AND_BATCH;
}

static void ask_rivals(struct runner *runner)
{
    const struct run_plan *plan = runner->plan;
    runner->run->always_asks = runner->run->asks_for_more && dialect_nn_nothing_asked(runner->eval);
    if (runner->run->always_asks || !dialect_nn_only_first_call(runner->eval)) return;
    for (int i = 0; i < runner->run->n_inputs; i++)
        if (!runner->run->inputs[i]) return;
    int n = 0;
    while (n < plan->n_rivals && rules_out(runner, plan->rivals[n].inputs)) n++;
    runner->run->n_ruled_out = n;
}

static int64_t steps_left(const struct front *front)
{
    int64_t steps = front->request->eval.budget.steps;
    if (steps == 0) steps = STEPS;
    int64_t left = steps - front->result->n_exhausted_steps;
    return left > steps / LEAST_PART ? left : steps / LEAST_PART;
}

// What the interpreter is asked, with what this run decides and binds.
static struct eval_request request_of(const struct runner *runner, const char *const *own_argv)
{
    const struct run_plan *plan = runner->plan;
    struct eval_request request = runner->front->request->eval;
    request.nests = runner->front->nests;
    request.budget.steps = steps_left(runner->front);
    request.n_decisions = plan->n_decisions;
    request.decisions = plan->decisions;
    request.decision_nodes = plan->decision_nodes;
    request.bindings_used = runner->run->bindings_used;
    request.makes_up = plan->entry->kind == ENTRY_GRAPH;
    if (plan->symbolic_argv) {
        request.argc = 0;
    } else if (request.argc == 0) {
        request.argc = 1;
        request.argv = own_argv;
        request.lacks_arguments = true;
    }
    if (plan->watch != RUN_WATCHES_NOTHING) request.enough = saw_enough;
    return request;
}

// An empty program in which the plan's facts hold and given values stand for symbols.
static struct builder *open_program(const struct front *front, const struct run_plan *plan,
                                    struct run *run)
{
    const struct eval_request *asked = &front->request->eval;
    run->syms = syms_open(run->arena);
    run->bindings_used = arena_array(run->arena, bool, asked->n_bindings + 1);
    sym_give(run->syms, &(struct sym_given){asked->n_bindings, asked->binding_names,
                                            asked->binding_values, run->bindings_used});
    for (int i = 0; i < plan->n_facts; i++)
        requirement_assume(run->syms, &plan->facts[i].requirement);
    struct builder *builder = builder_open(run->arena, run->syms, plan->entry->function->name);
    run->program = builder_program(builder);
    run->program->library = "nn";
    return builder;
}

static void execute(struct runner *runner)
{
    eval_stand_at(runner->eval, runner->plan->entry->function);
    switch (runner->plan->entry->kind) {
    case ENTRY_MODULE: run_builder(runner); break;
    case ENTRY_TENSORS: run_with_tensors(runner); break;
    case ENTRY_MAIN:
    case ENTRY_RAW: run_main(runner); break;
    case ENTRY_GRAPH:
        run_main(runner);
        dialect_ggml_returned(runner->eval, &runner->run->outcome.result);
        break;
    }
}

// A network does not depend on how often a loop runs that only reads data or trains: no warning.
static void quiet_idle_loops(struct run *run)
{
    const struct program *program = run->program;
    const struct eval_outcome *outcome = &run->outcome;
    bool notes = program->kann || program->nnom; // where something is made
    for (struct diag *d = run->program->diags.first; d && notes; d = d->next)
        for (int i = 0; i < outcome->n_idle_loops && d->id == DIAG_UNKNOWN_LOOP_COUNT; i++)
            if (site_is_same(d->site, outcome->idle_loops[i]))
                diag_set_severity(&run->program->diags, d, SEVERITY_NOTE);
}

// What names the modules that the program itself calls.
enum root_names { NAMES_AS_CALLED, NAMES_OF_SEVERAL };

// Returns whether findings name a module otherwise than the report does.
static bool run_once(const struct front *front, const struct run_plan *plan, struct run *run,
                     enum root_names names)
{
    const char *own_argv[] = {plan->entry->name};
    *run = (struct run){.arena = arena_open_inside(front->arena)};
    struct runner runner = {front, plan, run, open_program(front, plan, run), NULL};
    struct eval_request request = request_of(&runner, own_argv);
    request.watcher = &runner;
    runner.eval =
        eval_open(run->arena, front->unit, runner.builder, &run->program->diags, &request);
    if (names == NAMES_OF_SEVERAL) dialect_nn_name_first(runner.eval);
    execute(&runner);
    dialect_ggml_finish(runner.eval);
    dialect_kann_finish(runner.eval);
    eval_finish(runner.eval);
    quiet_idle_loops(run);
    if (run->outcome.end == EVAL_BUDGET) front->result->n_exhausted_steps += run->outcome.steps;
    find_outputs(runner.eval, run);
    mark_outputs(run);
    run->unbatched = builder_n_unbatched(runner.builder) > 0;
    run->n_nodes = run->program->nodes.n;
    run->n_errors = run->program->diags.n_errors - run->n_errors_before;
    run->asks_for_more = reads_beyond(runner.eval, run);
    if (run->outcome.end == EVAL_ABANDONED) ask_rivals(&runner);
    bool misnames = dialect_nn_named_late(runner.eval);
    eval_close(runner.eval);
    return misnames;
}

void run_entry(const struct front *front, const struct run_plan *plan, struct run *run)
{
    bool misnames = run_once(front, plan, run, NAMES_AS_CALLED);
    if (!misnames || plan->watch != RUN_WATCHES_NOTHING || run->outcome.end == EVAL_BUDGET) return;
    run_throw_away(run);
    run_once(front, plan, run, NAMES_OF_SEVERAL);
}

void run_throw_away(struct run *run)
{
    arena_close(run->arena);
    run->arena = NULL;
}

int run_n_tensor_parameters(const struct entry *entry)
{
    int n = 0;
    for (int i = 0; i < entry->function->n_parameters; i++)
        n += entry_type_is_tensor(entry->function->parameters[i]->type);
    return n < MAX_RUN_INPUTS ? n : MAX_RUN_INPUTS;
}
