// One attempt at an entry's inputs: runs that learn from each other, and how good the last one is.

#include "frontends/attempt.h"
#include "frontends/axes.h"
#include "frontends/unbound.h"
#include "ir/base/text.h"

#include <string.h>

#define MAX_ROUNDS 12

// ---- how good it is

// Calls before the run ended that were not refused.
static int count_good(const struct run *run)
{
    const struct program *program = run->program;
    int good = 0;
    for (int id = 1; id < run->n_nodes; id++) {
        const struct node *node = &program->nodes.at[id];
        good += !node->n_out || !(program_value(program, node->out)->flags & VALUE_POISONED);
    }
    return good;
}

// By id, whatever the text.
bool attempt_finds(const struct run *run, enum diag_id id)
{
    for (const struct diag *d = run->program->diags.first; d; d = d->next)
        if (d->id == id) return true;
    return false;
}

// --set H=100 says that there is an axis of this name, however wrong the size may be.
static bool misses_axis(const struct front *front, const struct run *run)
{
    const struct eval_request *request = &front->request->eval;
    for (int i = 0; i < request->n_bindings; i++) {
        if (axes_is_letter(request->binding_names[i]) && !run->bindings_used[i]) return true;
    }
    return false;
}

#define MAX_COUNTED_ERRORS 16

static int least(int a, int b)
{
    return a < b ? a : b;
}

int64_t attempt_score(const struct front *front, const struct attempt *attempt)
{
    // A guess at an input without a batch must not hide what is wrong with every batch behind
    // an equation that hardly any size solves.
    bool wrong = attempt->run.n_errors > 0 || attempt->learning.contradicted ||
                 (attempt->unbatched && attempt->learning.unsolved);
    // The same op refuses two inputs: the one whose rank it minds is further off.
    int good = count_good(&attempt->run);
    int64_t score = 2 * good + !attempt_finds(&attempt->run, DIAG_RANK);
    // As good otherwise, the one with less to say is nearer.
    score = score * MAX_COUNTED_ERRORS - least(attempt->run.n_errors, MAX_COUNTED_ERRORS - 1);
    // What is said to too few inputs is nothing about the model.
    if (!attempt->run.asks_for_more) score += INT64_C(1) << 31;
    // To be free, or to have a batch, is no merit where the first op refused it.
    bool told = !wrong || good > 0;
    if (!attempt->unbatched && told) score += INT64_C(1) << 32;
    if (!attempt->learning.pinned && told) score += INT64_C(1) << 33;
    if (!wrong && attempt->run.called) score += INT64_C(1) << 34;
    if (!misses_axis(front, &attempt->run)) score += INT64_C(1) << 35;
    return score;
}

// Only attempts that differ in ranks alone are compared by who refuses.
static bool has_same_dtypes(const struct run_plan *a, const struct run_plan *b)
{
    for (int i = 0; i < a->n_inputs && i < b->n_inputs; i++)
        if (a->inputs[i].dtype != b->inputs[i].dtype) return false;
    return a->n_inputs == b->n_inputs;
}

// Marks what has its type from a marked operand; false: nothing new.
static bool spread_type(const struct program *program, const struct node *node, bool *marked)
{
    bool changed = false;
    for (int i = 0; i < node->n_in; i++) {
        if (!marked[node->in[i]]) continue;
        enum dtype dtype = program_value(program, node->in[i])->dtype;
        for (value_id out = node->out; out < node->out + node->n_out; out++) {
            bool takes = !marked[out] && program_value(program, out)->dtype == dtype;
            marked[out] |= takes;
            changed |= takes;
        }
    }
    for (int i = 0; i < node->n_carried; i++) {
        const struct carried *carried = &node->carried[i];
        changed |= marked[carried->initial] && !marked[carried->inside];
        marked[carried->inside] |= marked[carried->initial];
    }
    return changed;
}

// The values whose types are those that inputs were guessed to have.
static const bool *mark_guessed(const struct attempt *attempt)
{
    const struct run *run = &attempt->run;
    const struct program *program = run->program;
    bool *marked = arena_array(run->arena, bool, program->values.n), changed = true;
    for (int i = 0; i < run->n_inputs; i++)
        marked[run->inputs[i]] = run->inputs[i] && attempt->learning.plan.inputs[i].is_guess;
    while (changed) {
        changed = false;
        for (int id = 1; id < program->nodes.n; id++)
            changed |= spread_type(program, &program->nodes.at[id], marked);
    }
    return marked;
}

static bool is_about_type(const struct diag *diag)
{
    return diag->id == DIAG_MIXED_DTYPE || diag->id == DIAG_KERNEL_DTYPE ||
           diag->id == DIAG_INDEX_DTYPE;
}

bool attempt_is_mistyped(const struct attempt *attempt)
{
    const struct program *program = attempt->run.program;
    const bool *marked = NULL;
    for (const struct diag *d = program->diags.first; d; d = d->next) {
        if (!is_about_type(d) || d->step <= 0 || d->step >= program->nodes.n) continue;
        if (!marked) marked = mark_guessed(attempt);
        const struct node *node = &program->nodes.at[d->step];
        for (int i = 0; i < node->n_in; i++)
            if (marked[node->in[i]]) return true;
    }
    return false;
}

static bool guesses_integers(const struct attempt *attempt)
{
    const struct run_plan *plan = &attempt->learning.plan;
    for (int i = 0; i < plan->n_inputs; i++)
        if (plan->inputs[i].is_guess && plan->inputs[i].dtype == DTYPE_I64) return true;
    return false;
}

// Integers are what the program does with an input, never a way round its mistakes: where no op
// minds floating point, it is no merit that a layer refuses integers sooner and less is found then.
static bool is_evasion(const struct attempt *attempt, const struct attempt *other)
{
    return attempt->is_mistyped && !other->is_mistyped && guesses_integers(attempt) &&
           !guesses_integers(other);
}

// An op that is wrong for every batch may be right for one element of it, if that has some odd
// size: a Linear for too few features, given as many elements. The fault is what is told.
static bool is_excused(const struct front *front, const struct attempt *attempt,
                       const struct attempt *other)
{
    if (!attempt->unbatched || other->unbatched ||
        !has_same_dtypes(&attempt->learning.plan, &other->learning.plan))
        return false;
    // Without a size to blame, it is the batch that the op does not take.
    if (attempt_finds(&other->run, DIAG_RANK) || attempt_finds(&other->run, DIAG_RANK_NEEDED))
        return false;
    struct culprit culprit = learn_refusing(front->arena, &other->run);
    if (!culprit.who) culprit = other->learning.contradicting;
    return learn_demanded_by(&attempt->learning, &culprit);
}

bool attempt_is_better(const struct front *front, const struct attempt *attempt,
                       const struct attempt *best)
{
    if (!best->run.arena || is_excused(front, best, attempt)) return true;
    if (is_evasion(best, attempt)) return true;
    if (is_evasion(attempt, best)) return false;
    return attempt->score > best->score && !is_excused(front, attempt, best);
}

bool attempt_is_perfect(const struct attempt *attempt)
{
    return attempt->score >= INT64_C(15) << 32;
}

// ---- runs

// All that the names depend on.
static const char *key_of_names(const struct front *front, const struct run_plan *plan,
                                const struct eval_request *eval)
{
    struct text key = {.arena = front->arena};
    text_printf(&key, "%p %d %d %d %d\n", (const void *)plan->entry, plan->watch,
                plan->symbolic_argv, plan->n_decisions, plan->n_facts);
    for (int i = 0; i < plan->n_decisions; i++) text_add(&key, plan->decisions[i] ? "1" : "0");
    for (int i = 0; i < plan->n_inputs; i++) {
        const struct run_input *input = &plan->inputs[i];
        text_printf(&key, "\n%s %d %d", input->name, input->dtype, input->is_guess);
        for (int axis = 0; axis < input->rank; axis++) text_printf(&key, ", %s", input->dim[axis]);
    }
    for (int i = 0; i < eval->n_bindings; i++)
        text_printf(&key, "\n%s = %lld", eval->binding_names[i],
                    (long long)eval->binding_values[i]);
    return text_string(&key);
}

// What ops call the axes, from a run in which nothing is bound.
static void run_for_names(const struct front *front, struct run_plan *plan)
{
    struct run run;
    run_entry(front, plan, &run);
    if (run.outcome.end != EVAL_ABANDONED) axes_follow_ops(front->arena, plan, &run);
    run_throw_away(&run);
}

// A run in which --set binds no size of an input, to see what those are called: a name that was
// only guessed must not be taken for the user's. Models of a loop ask the same again for each
// number of its rounds.
static void name_without_bindings(const struct front *front, struct run_plan *plan)
{
    const struct front *free = unbound_inputs(front, plan);
    if (!free) return;
    const char *key = plan->n_facts ? NULL : key_of_names(front, plan, &free->request->eval);
    const struct run_input *told = key ? map_get_string(front->names_without_bindings, key) : NULL;
    if (told)
        memcpy(plan->inputs, told, sizeof plan->inputs);
    else
        run_for_names(free, plan);
    if (key && !told)
        map_put_string(front->names_without_bindings, key,
                       arena_copy(front->arena, plan->inputs, sizeof plan->inputs));
}

// ---- sizes of further inputs

static bool same_size(const struct run_input *a, const struct run_input *b, int axis)
{
    return strcmp(a->dim[axis], b->dim[axis]) == 0;
}

// Is one of the sizes of guessed inputs but the first still what it was called at first?
static bool has_untied(const struct run_plan *start, const struct run_plan *plan)
{
    for (int i = 1; i < plan->n_inputs; i++)
        for (int axis = 0; axis < plan->inputs[i].rank; axis++)
            if (plan->inputs[i].is_guess && same_size(&start->inputs[i], &plan->inputs[i], axis))
                return true;
    return false;
}

static bool binds_one(const struct front *front, const struct run_plan *plan)
{
    const struct eval_request *given = &front->request->eval;
    for (int i = 0; i < given->n_bindings; i++)
        if (given->binding_values[i] == 1 && run_has_axis(plan, given->binding_names[i]))
            return true;
    return false;
}

// What was said of the axis where its size was learned.
static void tell_tie(struct learning *learning, const struct learning *any, int input, int axis)
{
    const char *before =
        arena_printf(learning->arena, "%s: dim %d is ", learning->plan.inputs[input].name, axis);
    for (int i = 0; i < any->told.n; i++)
        if (!strcmp(any->told.at[i].before, before))
            *vec_push(learning->arena, &learning->assumptions) =
                any->assumptions.at[any->told.at[i].assumption];
}

// A size of 1 broadcasts, so with --set N=1 nothing says of a second input what says for every
// larger N that it has N rows too. True if the plan is another one now.
static bool tie_sizes(const struct front *front, const struct run_plan *start,
                      struct learning *learning)
{
    struct attempt any = {.learning = {.arena = front->arena, .plan = *start}};
    bool tied = false;
    if (!binds_one(front, start) || !has_untied(start, &learning->plan)) return false;
    const struct front *free = unbound_inputs(front, start);
    if (!free) return false;
    any.learning.plan.watch = RUN_WATCHES_NOTHING;
    attempt_run(free, &any);
    bool accepted = !any.run.n_errors && !any.learning.contradicted;
    run_throw_away(&any.run);
    for (int i = 1; accepted && i < start->n_inputs; i++)
        for (int axis = 0; axis < start->inputs[i].rank; axis++) {
            struct run_input *input = &learning->plan.inputs[i];
            const struct run_input *found = &any.learning.plan.inputs[i];
            if (!input->is_guess || !same_size(&start->inputs[i], input, axis) ||
                same_size(input, found, axis))
                continue;
            input->dim[axis] = found->dim[axis];
            tell_tie(learning, &any.learning, i, axis);
            tied = true;
        }
    return tied;
}

// The facts of a run without an end are bounds that its loop needs, more of them in each run: they
// are learnt once.
static bool teaches(const struct run *run, int round)
{
    if (!run->called || round == MAX_ROUNDS - 1) return false;
    return round == 0 || run->outcome.end != EVAL_BUDGET;
}

// Until there is no more to learn; `name`: the axes are called as the first run's ops call them.
static void run_and_learn(const struct front *front, struct attempt *attempt,
                          bool (*name)(struct arena *, struct run_plan *, const struct run *))
{
    struct learning *learning = &attempt->learning;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        run_entry(front, &learning->plan, &attempt->run);
        learning->contradicted = false;
        if (attempt->run.outcome.end == EVAL_ABANDONED) break;
        if (round == 0 && name && name(front->arena, &learning->plan, &attempt->run)) {
            run_throw_away(&attempt->run);
            run_entry(front, &learning->plan, &attempt->run);
        }
        choices_add(&attempt->choices, front->arena, &learning->plan, &attempt->run);
        // After an error the sizes before it are still worth knowing.
        if (!teaches(&attempt->run, round) || !learn_from(learning, &attempt->run)) break;
        choices_prescribe(&attempt->choices, front->arena, &learning->plan);
        run_throw_away(&attempt->run);
    }
}

void attempt_run(const struct front *front, struct attempt *attempt)
{
    struct learning *learning = &attempt->learning;
    name_without_bindings(front, &learning->plan);
    struct run_plan start = learning->plan;
    run_and_learn(front, attempt, axes_follow_ops);
    if (attempt->run.outcome.end == EVAL_ABANDONED || !tie_sizes(front, &start, learning)) return;
    run_throw_away(&attempt->run);
    run_and_learn(front, attempt, NULL);
}
