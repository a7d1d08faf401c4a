// The search for inputs: ranks and dtypes from the smallest on, each tried in a run whose open
// conditions give the sizes. Every attempt is a run of the program, so the order matters for
// speed.

#include "frontends/solve.h"
#include "frontends/assumptions.h"
#include "frontends/attempt.h"
#include "frontends/axes.h"
#include "frontends/batch.h"
#include "frontends/unbound.h"

#include <stdlib.h>
#include <string.h>

#define LARGEST_RANK LARGEST_NAMED_RANK
#define MOST_FREE 4 // inputs whose types are chosen each for itself
#define MAX_ATTEMPTS 150
#define MAX_RIVALS 12

// One choice of a rank and dtype for each input.
struct choice {
    uint8_t rank[MAX_RUN_INPUTS], is_index[MAX_RUN_INPUTS];
};

// One search: what is fixed, and how many runs it took so far.
struct solver {
    const struct front *front;
    struct run_plan start;
    bool fixed[MAX_RUN_INPUTS]; // given by --input
    struct run_input given[MAX_RUN_INPUTS];
    int source[MAX_RUN_INPUTS]; // which of the request's inputs that is
    int n_attempts;
    bool lacks_inputs; // whatever their types
    int n_imperfect;   // attempts without an error, none of them perfect
};

// ---- what an input is called

static bool is_name_before(const struct run_plan *plan, int index, const char *name)
{
    for (int i = 0; i < index; i++)
        if (strcmp(plan->names[i], name) == 0) return true;
    return false;
}

// Where the program has no name, letters, and numbers where a letter is the name of another.
static void name_inputs(struct arena *arena, struct run_plan *plan, const char *const *names)
{
    static const char *const letters[MAX_RUN_INPUTS] = {"x", "y", "z", "w", "v", "u", "t", "s"};
    for (int i = 0; i < MAX_RUN_INPUTS; i++) {
        bool named = names[i] && *names[i];
        plan->names[i] = named ? arena_string(arena, names[i]) : letters[i];
        for (int n = 1; is_name_before(plan, i, plan->names[i]); n++)
            plan->names[i] = arena_printf(arena, "x%d", n);
    }
}

// A module's forward has other parameters than the entry that makes it; those are not known yet.
static void name_by_entry(struct arena *arena, struct run_plan *plan)
{
    const struct function *function = plan->entry->function;
    const char *names[MAX_RUN_INPUTS] = {NULL};
    int n = 0;
    for (int i = 0; plan->entry->kind == ENTRY_TENSORS && i < function->n_parameters; i++)
        if (n < MAX_RUN_INPUTS && entry_type_is_tensor(function->parameters[i]->type))
            names[n++] = function->parameters[i]->name;
    name_inputs(arena, plan, names);
}

// ---- inputs that are given

// A type that cannot be read was complained of when the request was made.
static void fix_input(struct solver *solver, int index, int source)
{
    struct arena *arena = solver->front->arena;
    struct tensor_type type;
    struct run_input *given = &solver->given[index];
    if (!tensor_parse(syms_open(arena), solver->front->request->inputs[source].type, &type, NULL))
        return;
    *given = (struct run_input){
        .name = solver->start.names[index], .dtype = type.dtype, .rank = type.shape.rank};
    for (int axis = 0; axis < given->rank; axis++)
        given->dim[axis] = sym_string(arena, type.shape.dim[axis]);
    solver->fixed[index] = true;
    solver->source[index] = source;
}

// Those with a name go where it stands, those without one to the places that are left, in order.
static void read_given(struct solver *solver)
{
    const struct front_request *request = solver->front->request;
    for (int i = 0; i < request->n_inputs; i++)
        for (int k = 0; request->inputs[i].name && k < MAX_RUN_INPUTS; k++)
            if (strcmp(solver->start.names[k], request->inputs[i].name) == 0)
                fix_input(solver, k, i);
    for (int i = 0, next = 0; i < request->n_inputs; i++) {
        if (request->inputs[i].name) continue;
        while (next < MAX_RUN_INPUTS && solver->fixed[next]) next++;
        if (next < MAX_RUN_INPUTS) fix_input(solver, next, i);
    }
}

// What was given, or a guess with sizes by names.
static struct run_input make_input(const struct solver *solver, const struct choice *choice,
                                   int index)
{
    if (solver->fixed[index]) return solver->given[index];
    struct run_input input = {.name = solver->start.names[index],
                              .dtype = choice->is_index[index] ? DTYPE_I64 : DTYPE_F32,
                              .rank = choice->rank[index],
                              .is_guess = true};
    axes_name(solver->front->arena, &solver->start, index, &input);
    return input;
}

// ---- one attempt

// Is the first input a guess, so that its first axis may be taken for a batch?
static bool is_guessed(const struct solver *solver, int n_inputs)
{
    return n_inputs > 0 && !solver->fixed[0];
}

static void try_choice(const struct solver *solver, const struct choice *choice,
                       const struct run_plan *start, struct attempt *attempt)
{
    *attempt = (struct attempt){.learning = {.arena = solver->front->arena, .plan = *start}};
    struct learning *learning = &attempt->learning;
    int n_inputs = start->n_inputs;
    for (int i = 0; i < n_inputs; i++) learning->plan.inputs[i] = make_input(solver, choice, i);
    attempt_run(solver->front, attempt);
    learning->plan.watch = RUN_WATCHES_NOTHING;
    // A size that was asked for is no accident.
    bool guessed = is_guessed(solver, n_inputs);
    if (!guessed) learning->pinned = false;
    attempt->unbatched = guessed && attempt->run.unbatched;
    attempt->is_mistyped = attempt_is_mistyped(attempt);
    attempt->score = attempt_score(solver->front, attempt);
}

// ---- all attempts

// Inputs of one rank first, then of one dtype, floating point, small ranks.
static int total(const struct choice *choice)
{
    int sum = 0, ranks = 0, dtypes = 0;
    for (int i = 0; i < MAX_RUN_INPUTS; i++) {
        if (!choice->rank[i]) continue;
        sum += choice->rank[i] + 100 * choice->is_index[i];
        ranks += choice->rank[i] != choice->rank[0];
        dtypes += choice->is_index[i] != choice->is_index[0];
    }
    return sum + 10000 * ranks + 1000 * dtypes;
}

static int compare_choices(const void *a, const void *b)
{
    int difference = total(a) - total(b);
    return difference ? difference : memcmp(a, b, sizeof(struct choice));
}

// All ranks and dtypes of the inputs that were not given, the smallest first. Of many inputs those
// behind the first few are of the type of the last of these.
static int list_choices(const struct solver *solver, int n_inputs, struct choice **choices)
{
    int n = 1, n_free = 0;
    for (int i = 0; i < n_inputs; i++)
        if (!solver->fixed[i] && n_free++ < MOST_FREE) n *= 2 * LARGEST_RANK;
    *choices = arena_array(solver->front->arena, struct choice, n);
    for (int k = 0; k < n; k++) {
        int rest = k, type = 0;
        n_free = 0;
        for (int i = 0; i < n_inputs; i++) {
            if (solver->fixed[i]) continue;
            if (n_free++ < MOST_FREE) {
                type = rest % (2 * LARGEST_RANK);
                rest /= 2 * LARGEST_RANK;
            }
            (*choices)[k].rank[i] = (uint8_t)(1 + type % LARGEST_RANK);
            (*choices)[k].is_index[i] = (uint8_t)(type / LARGEST_RANK);
        }
    }
    qsort(*choices, (size_t)n, sizeof **choices, compare_choices);
    return n;
}

// Without a module to call, or with an error in making it, inputs change nothing.
static bool inputs_matter(const struct attempt *attempt)
{
    return attempt->run.called && attempt->run.outcome.end != EVAL_BUDGET;
}

// A watched run is asked what its first call says to the next choices.
static void offer_rivals(const struct solver *solver, const struct choice *choices, int n,
                         int n_inputs, struct run_plan *plan)
{
    if (n > MAX_RIVALS) n = MAX_RIVALS;
    struct run_rival *rivals = arena_array(solver->front->arena, struct run_rival, n);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n_inputs; i++) rivals[k].inputs[i] = make_input(solver, &choices[k], i);
    plan->n_rivals = n;
    plan->rivals = rivals;
}

// Until one is perfect; the best is kept. False if some attempt showed that no other is needed.
static bool try_all(struct solver *solver, int n_inputs, enum run_watch watch, struct attempt *best)
{
    struct choice *choices;
    struct run_plan start = solver->start;
    int n = list_choices(solver, n_inputs, &choices);
    start.n_inputs = n_inputs;
    start.watch = watch;
    for (int i = 0; i < n && solver->n_attempts < MAX_ATTEMPTS; i++) {
        struct attempt attempt;
        solver->n_attempts++;
        if (watch != RUN_WATCHES_NOTHING)
            offer_rivals(solver, &choices[i + 1], n - i - 1, n_inputs, &start);
        try_choice(solver, &choices[i], &start, &attempt);
        solver->n_imperfect += attempt.run.n_errors == 0 || attempt.run.rules_out_unbatched;
        i += attempt.run.n_ruled_out;
        solver->lacks_inputs = attempt.run.always_asks;
        bool better = attempt_is_better(solver->front, &attempt, best);
        struct run *loser = better ? &best->run : &attempt.run;
        if (loser->arena) run_throw_away(loser);
        if (better) *best = attempt;
        if (attempt_is_perfect(best) || !inputs_matter(&attempt)) return false;
        if (solver->lacks_inputs) break;
    }
    return true;
}

// Only modules have inputs that their C does not list.
static bool wants_more_inputs(const struct solver *solver, const struct attempt *best, int n_inputs)
{
    bool asks = best->run.asks_for_more || solver->lacks_inputs;
    return solver->start.entry->kind == ENTRY_MODULE && n_inputs < MAX_RUN_INPUTS &&
           !attempt_is_perfect(best) && asks;
}

// A guess is asked for a batch as well: a run may end as soon as it is seen to take it for a single
// element.
static enum run_watch watch_for(const struct solver *solver, int n_inputs)
{
    return is_guessed(solver, n_inputs) ? RUN_WATCHES_ERRORS_AND_BATCH : RUN_WATCHES_ERRORS;
}

// The first n inputs of a plan.
static struct choice choice_of(const struct run_plan *like, int n)
{
    struct choice choice = {{0}, {0}};
    for (int i = 0; i < n; i++) {
        choice.rank[i] = (uint8_t)like->inputs[i].rank;
        choice.is_index[i] = like->inputs[i].dtype == DTYPE_I64;
    }
    return choice;
}

// Inputs of another plan's ranks and types.
static void try_plan(const struct solver *solver, const struct run_plan *like, enum run_watch watch,
                     struct attempt *attempt)
{
    struct run_plan start = solver->start;
    struct choice choice = choice_of(like, like->n_inputs);
    start.n_inputs = like->n_inputs;
    start.watch = watch;
    try_choice(solver, &choice, &start, attempt);
}

// Inputs of the ranks and types that nearly the same program accepts.
static bool try_like(struct solver *solver, int least, struct attempt *best)
{
    const struct run_plan *like = solver->start.like;
    if (!like || like->n_inputs < least) return false;
    try_plan(solver, like, watch_for(solver, like->n_inputs), best);
    if (attempt_is_perfect(best)) return true;
    run_throw_away(&best->run);
    *best = (struct attempt){0};
    return false;
}

// Inputs that hold indices only because another one does, as a cache beside the words: what takes
// numbers of either kind is given floating point ones.
static void prefer_floats(const struct solver *solver, struct attempt *best)
{
    for (int i = 1; i < best->learning.plan.n_inputs; i++) {
        struct run_plan like = best->learning.plan;
        if (solver->fixed[i] || like.inputs[i].dtype != DTYPE_I64) continue;
        like.inputs[i].dtype = DTYPE_F32;
        struct attempt attempt;
        try_plan(solver, &like, watch_for(solver, like.n_inputs), &attempt);
        bool perfect = attempt_is_perfect(&attempt);
        run_throw_away(perfect ? &best->run : &attempt.run);
        if (perfect) *best = attempt;
    }
}

// Most choices are refused by the first op, and most models accept some choice perfectly. So all
// that is asked at first is which one does, and each run ends where it can't be this one.
static bool find_perfect(struct solver *solver, int least, struct attempt *best)
{
    if (try_like(solver, least, best)) return true;
    for (int n = least;; n++) {
        bool ended = !try_all(solver, n, watch_for(solver, n), best);
        if (attempt_is_perfect(best)) return true;
        if (ended && solver->n_attempts == 1) return !wants_more_inputs(solver, best, n);
        if (ended || solver->n_imperfect || !wants_more_inputs(solver, best, n)) return false;
    }
}

// All choices of three inputs or more are too many to be tried. The best of one input less is kept,
// and every choice of the last one tried beside it.
static void try_one_more(struct solver *solver, int n_inputs, struct attempt *best)
{
    struct run_plan start = solver->start;
    struct choice choice = choice_of(&best->learning.plan, n_inputs - 1);
    start.n_inputs = n_inputs;
    start.watch = RUN_WATCHES_NOTHING;
    for (int k = 0; k < 2 * LARGEST_RANK && !attempt_is_perfect(best); k++) {
        struct attempt attempt;
        choice.rank[n_inputs - 1] = (uint8_t)(1 + k % LARGEST_RANK);
        choice.is_index[n_inputs - 1] = (uint8_t)(k / LARGEST_RANK);
        try_choice(solver, &choice, &start, &attempt);
        bool better = attempt_is_better(solver->front, &attempt, best);
        run_throw_away(better ? &best->run : &attempt.run);
        if (better) *best = attempt;
    }
}

// No choice is perfect: the best of them needs whole runs to be told.
static void find_best(struct solver *solver, int least, struct attempt *best)
{
    for (int n = least;; n++) {
        if (n >= 3 && best->run.arena && best->learning.plan.n_inputs == n - 1)
            try_one_more(solver, n, best);
        bool found = n >= 3 && best->run.arena && best->learning.plan.n_inputs == n;
        if (attempt_is_perfect(best)) return;
        if (!found) try_all(solver, n, RUN_WATCHES_NOTHING, best);
        if (!wants_more_inputs(solver, best, n)) return;
    }
}

static void find_anew(struct solver *solver, int least, struct attempt *best)
{
    if (best->run.arena) run_throw_away(&best->run);
    *best = (struct attempt){0};
    solver->n_attempts = 0;
    find_best(solver, least, best);
}

// ---- which inputs there are

// With --input for more inputs than the module takes, every call is refused: how
// many would not be?
static int n_accepted(struct solver *solver, const struct run *best, int n)
{
    if (solver->start.entry->kind != ENTRY_MODULE || !attempt_finds(best, DIAG_NN_INPUTS)) return n;
    for (int fewer = n - 1; fewer > 0; fewer--) {
        struct attempt attempt = {0};
        solver->n_attempts = 0;
        try_all(solver, fewer, RUN_WATCHES_NOTHING, &attempt);
        bool fits = attempt.run.arena && !attempt_finds(&attempt.run, DIAG_NN_INPUTS);
        if (attempt.run.arena) run_throw_away(&attempt.run);
        if (fits) return fewer;
    }
    return n;
}

// For the complaint about --input for a name that no entry has.
static void note_inputs(const struct solver *solver, int n)
{
    struct front_result *result = solver->front->result;
    for (int i = 0; i < n && i < MAX_RUN_INPUTS; i++) {
        const char *name = solver->start.names[i];
        bool known = false;
        for (int k = 0; k < result->input_names.n && !known; k++)
            known = strcmp(result->input_names.at[k], name) == 0;
        if (!known) *vec_push(solver->front->arena, &result->input_names) = name;
        if (solver->fixed[i]) result->inputs_used[solver->source[i]] = true;
    }
}

void solve_name_sizes(const struct front *front, struct run_plan *plan)
{
    struct run run;
    for (int i = 0; i < plan->n_inputs; i++) {
        if (plan->inputs[i].rank > LARGEST_RANK) continue;
        plan->inputs[i].is_guess = true;
        axes_name(front->arena, plan, i, &plan->inputs[i]);
    }
    struct run_plan free = *plan;
    free.n_facts = 0;
    run_entry(unbound_front(front), &free, &run);
    axes_follow_ops(front->arena, plan, &run);
    run_throw_away(&run);
}

void solve_any_size(const struct front *front, const struct run_plan *plan,
                    struct learning *learning)
{
    struct attempt attempt = {.learning = {.arena = front->arena, .plan = *plan}};
    attempt.learning.plan.n_facts = 0;
    attempt_run(unbound_front(front), &attempt);
    run_throw_away(&attempt.run);
    *learning = attempt.learning;
}

// What the model accepts under another request is what it is asked with; false: nothing.
static bool try_as_under(struct solver *solver, const struct front *front, int least,
                         struct attempt *best)
{
    struct solver any = *solver;
    struct attempt accepted = {0};
    any.front = front;
    any.n_attempts = any.n_imperfect = 0;
    any.lacks_inputs = false;
    if (!find_perfect(&any, least, &accepted)) find_anew(&any, least, &accepted);
    if (attempt_is_perfect(&accepted)) prefer_floats(&any, &accepted);
    bool found = accepted.run.arena && !accepted.run.n_errors && !accepted.learning.contradicted;
    if (accepted.run.arena) run_throw_away(&accepted.run);
    if (!found) return false;
    if (best->run.arena) run_throw_away(&best->run);
    try_plan(solver, &accepted.learning.plan, RUN_WATCHES_NOTHING, best);
    return true;
}

// A size that no input can have, or a number that the model refuses, must not lead to inputs of
// other ranks: what it accepts without them is what it is asked with.
static bool try_with_any_size(struct solver *solver, int least, struct attempt *best)
{
    const struct front *free = unbound_axes(solver->front);
    if (free && try_as_under(solver, free, least, best)) return true;
    return solver->front->request->eval.n_bindings > 0 &&
           try_as_under(solver, unbound_front(solver->front), least, best);
}

// Of one way to call the inputs.
static void search(struct solver *solver, struct attempt *best)
{
    enum entry_kind kind = solver->start.entry->kind;
    int least = 0;
    *best = (struct attempt){0};
    if (kind == ENTRY_MODULE) least = 1;
    if (kind == ENTRY_TENSORS) least = run_n_tensor_parameters(solver->start.entry);
    if (least) read_given(solver);
    for (int i = 0; i < MAX_RUN_INPUTS; i++)
        if (kind == ENTRY_MODULE && solver->fixed[i] && i >= least) least = i + 1;
    if (least == 0 || !find_perfect(solver, least, best)) {
        if (least && try_with_any_size(solver, least, best)) return;
        find_anew(solver, least, best);
    }
    if (attempt_is_perfect(best)) prefer_floats(solver, best);
}

void solve_entry(const struct front *front, const struct run_plan *start, struct solution *solution)
{
    struct solver solver = {.front = front, .start = *start};
    struct attempt best;
    if (start->like)
        memcpy(solver.start.names, start->like->names, sizeof solver.start.names);
    else
        name_by_entry(front->arena, &solver.start);
    search(&solver, &best);
    if (best.run.misnamed) {
        struct run_plan named = solver.start;
        name_inputs(front->arena, &named, best.run.names);
        run_throw_away(&best.run);
        solver = (struct solver){.front = front, .start = named};
        search(&solver, &best);
    }
    solution->run = best.run;
    solution->learning = best.learning;
    solution->choices = best.choices;
    solution->accepted = best.run.n_errors == 0 && !best.learning.contradicted;
    note_inputs(&solver, n_accepted(&solver, &best.run, best.learning.plan.n_inputs));
    solution->no_batch = batch_refused(front, solution, solver.fixed);
    assumptions_say(solution, solver.fixed);
}
