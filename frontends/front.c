// Several programs are analysed at once, each in memory of its own; what they give is put together
// in their order, so that the result does not depend on how many there were at a time.

#include "frontends/front.h"
#include "frontends/c/crew.h"
#include "frontends/gather.h"
#include "frontends/programs.h"
#include "ir/base/text.h"

#include <stdlib.h>
#include <string.h>

struct analyses {
    struct arena *arena;
    const struct front_request *request;
    struct front_request *requests; // one a program
    struct programs programs;
    struct arena **arenas; // one a program
    struct front_result *results;
    int jobs_inside; // files of one program that are parsed at once
};

// ---- one of them

// Programs that ended an earlier beginning of the work are left out of this one (cli/watch.c).
static const char *why_refused(const struct analyses *all, const char *file)
{
    const struct front_watch *watch = all->request->watch;
    return watch && watch->refuses ? watch->refuses(watch->data, file) : NULL;
}

// A finding in the place of an answer, at the program's first file.
static void leave_out(struct analyses *all, int program, const char *why)
{
    struct front_result *result = &all->results[program];
    struct site *site = arena_new(all->arenas[program], struct site);
    site->file = all->programs.at[program].files[0];
    *result = (struct front_result){.unreadable = true};
    diags_open(&result->diags, all->arenas[program]);
    diag_add(&result->diags, DIAG_ANALYSIS_DIED, site, "the analysis of %s %s", site->file, why);
}

// The program's own name for itself is its first file.
static void name_program(struct front_request *request, struct arena *arena)
{
    if (request->eval.argc <= 0) return;
    const char **argv = arena_array(arena, const char *, request->eval.argc);
    memcpy(argv, request->eval.argv, (size_t)request->eval.argc * sizeof *argv);
    argv[0] = request->unit.files[0];
    request->eval.argv = argv;
}

static struct front_request request_for(struct analyses *all, int program)
{
    const struct program_files *files = &all->programs.at[program];
    struct front_request request = *all->request;
    request.unit.n_files = files->n;
    request.unit.files = files->files;
    request.unit.n_jobs = all->jobs_inside;
    // One that was kept ends where the next begins.
    if (all->programs.n > 1) request.unit.keeper = NULL;
    name_program(&request, all->arenas[program]);
    if (request.project) request.project->adjust(request.project->data, &request);
    return request;
}

static void analyse(void *data, int program)
{
    struct analyses *all = data;
    const struct program_files *files = &all->programs.at[program];
    const struct front_watch *watch = all->request->watch;
    const char *why = why_refused(all, files->files[0]);
    if (why) {
        leave_out(all, program, why);
        return;
    }
    const struct front_request *request = &all->requests[program];
    if (watch) watch->begins(watch->data, program, all->programs.n, files->files[0]);
    gather_program(all->arenas[program], request, &all->results[program]);
    if (watch) watch->ends(watch->data, program);
}

// ---- all of them

static void add_diags(struct diags *to, const struct diags *from)
{
    for (const struct diag *d = from->first; d; d = d->next) diag_copy(to, d);
}

// By the entry's name, which has its file in it.
static bool has_entry(int n, const struct front_model *models, const char *entry)
{
    for (int i = 0; i < n; i++)
        if (strcmp(models[i].entry, entry) == 0) return true;
    return false;
}

// A file that two programs share has its entries in the first that has them.
static void add_models(struct analyses *all, struct front_result *result)
{
    int n = 0;
    for (int i = 0; i < all->programs.n; i++) n += all->results[i].n_models;
    struct front_model *models = arena_array(all->arena, struct front_model, n);
    for (int i = 0; i < all->programs.n; i++) {
        int before = result->n_models;
        for (int k = 0; k < all->results[i].n_models; k++)
            if (!has_entry(before, models, all->results[i].models[k].entry))
                models[result->n_models++] = all->results[i].models[k];
    }
    result->models = models;
}

struct joined {
    struct arena *arena;
    struct map *seen;
    VEC(const char *) list;
};

// Each name once, in the order in which it was met.
static void join(struct joined *j, int n, const char *const *names)
{
    for (int i = 0; i < n; i++) {
        if (map_get_string(j->seen, names[i])) continue;
        map_put_string(j->seen, names[i], j);
        *vec_push(j->arena, &j->list) = names[i];
    }
}

static void add_names(struct analyses *all, struct front_result *result)
{
    struct joined files = {all->arena, map_open(all->arena), {0}}, symbols = files, entries = files,
                  inputs = files;
    symbols.seen = map_open(all->arena);
    entries.seen = map_open(all->arena);
    inputs.seen = map_open(all->arena);
    for (int i = 0; i < all->programs.n; i++) {
        const struct front_result *one = &all->results[i];
        join(&files, one->n_files, one->files);
        join(&symbols, one->n_symbols, one->symbols);
        join(&entries, one->n_entries, one->entries);
        join(&inputs, one->input_names.n, one->input_names.at);
    }
    if (symbols.list.n > 1)
        qsort(symbols.list.at, (size_t)symbols.list.n, sizeof *symbols.list.at, text_order);
    result->n_files = files.list.n;
    result->files = files.list.at;
    result->n_symbols = symbols.list.n;
    result->symbols = symbols.list.at;
    result->n_entries = entries.list.n;
    result->entries = entries.list.at;
    for (int i = 0; i < inputs.list.n; i++)
        *vec_push(all->arena, &result->input_names) = inputs.list.at[i];
}

// What one of several programs used was used: only what none did is complained of.
static void add_used(struct analyses *all, const struct front_result *one,
                     struct front_result *result, const struct site **globals)
{
    for (int i = 0; i < all->request->n_inputs; i++)
        result->inputs_used[i] |= one->inputs_used && one->inputs_used[i];
    for (int i = 0; one->binding_globals && i < all->request->eval.n_bindings; i++)
        if (!globals[i]) globals[i] = one->binding_globals[i];
}

// Of what the project says of one program: a name that it does not have would be without effect.
static void tell_unused(struct analyses *all, int program, struct diags *diags)
{
    const struct front_request *request = &all->requests[program];
    const struct front_result *one = &all->results[program];
    for (int i = all->request->n_inputs; i < request->n_inputs; i++) {
        const struct front_input *input = &request->inputs[i];
        if (!input->site || !one->n_models || (one->inputs_used && one->inputs_used[i])) continue;
        diag_add(diags, DIAG_SETTING, input->site, "no model of this program has an input `%s`",
                 input->name);
    }
}

// In the order of the programs, whichever of them ended first.
static void add_states(struct analyses *all, struct front_result *result)
{
    const struct site **globals =
        arena_array(all->arena, const struct site *, all->request->eval.n_bindings + 1);
    result->inputs_used = arena_array(all->arena, bool, all->request->n_inputs + 1);
    result->unreadable = true;
    for (int i = 0; i < all->programs.n; i++) {
        const struct front_result *one = &all->results[i];
        add_diags(&result->diags, &one->diags);
        if (one->dependencies.arena)
            dependencies_add_all(&result->dependencies, &one->dependencies);
        result->n_exhausted_steps += one->n_exhausted_steps;
        result->unreadable &= one->unreadable;
        result->unread |= one->unread || one->unreadable;
        result->partial |= one->partial;
        if (!result->lacks_model && !one->unreadable && !one->n_models && !one->diags.n_errors)
            result->lacks_model = all->programs.at[i].files[0];
        add_used(all, one, result, globals);
        tell_unused(all, i, &result->diags);
    }
    result->binding_globals = globals;
}

static void analyse_all(struct analyses *all)
{
    int n = all->programs.n, jobs = crew_jobs(all->request->unit.n_jobs, n);
    all->arenas = arena_array(all->arena, struct arena *, n);
    all->results = arena_array(all->arena, struct front_result, n);
    // Not from the threads: an arena is one thread's at a time.
    for (int i = 0; i < n; i++) all->arenas[i] = arena_open_inside(all->arena);
    all->jobs_inside = n > 1 ? 1 : all->request->unit.n_jobs;
    all->requests = arena_array(all->arena, struct front_request, n);
    for (int i = 0; i < n; i++) all->requests[i] = request_for(all, i);
    crew_run(jobs, n, analyse, all);
}

void front_analyse(struct arena *arena, const struct front_request *request,
                   struct front_result *result)
{
    struct analyses all = {.arena = arena, .request = request};
    struct sources sources;
    *result = (struct front_result){0};
    diags_open(&result->diags, arena);
    sources_find(arena, &request->unit, &result->diags, &sources);
    result->dependencies = sources.dependencies;
    result->n_sources = sources.files.n;
    result->sources = sources.files.at;
    bool empty_folder = result->diags.n_errors > 0;
    programs_find(arena, &request->unit, &sources, &all.programs);
    analyse_all(&all);
    add_models(&all, result);
    add_names(&all, result);
    add_states(&all, result);
    result->unread |= empty_folder;
}
