// Runs a C program in the interpreter: prints what it prints, exits with its
// status. 125: something is not supported, 126: a budget ran out, 124: the
// program does something that is undefined; the reason goes to standard error.
//
//     c_run FILE.c... [clang flags] [-- program arguments]
//
// C_RUN_STATISTICS=1 in the environment prints steps and steps a second of processor time;
// C_RUN_FINDINGS=1 what else was found wrong;
// with C_RUN_UNKNOWNS=1 what is not known ends nothing: it is printed by its name.

#include "frontends/c/eval.h"
#include "ir/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct job {
    struct unit_request unit;
    struct eval_request eval;
    int status;
};

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void complain(struct arena *arena, const struct site *site, const char *message)
{
    fprintf(stderr, "c_run: %s: %s\n", site ? site_string(arena, site) : "", message);
}

static bool print_diags(struct arena *arena, const struct diags *diags)
{
    for (const struct diag *d = diags->first; d; d = d->next)
        if (d->severity == SEVERITY_ERROR) complain(arena, d->site, d->message);
    return diags->n_errors > 0;
}

static int exit_status(struct arena *arena, const struct eval_outcome *o)
{
    int64_t status = 0;
    switch (o->end) {
    case EVAL_RETURNED: cvalue_as_int(&o->result, &status); return (int)(status & 255);
    case EVAL_EXITED: return o->status & 255;
    case EVAL_ABORTED: complain(arena, o->site, o->reason); return 134;
    case EVAL_BUDGET: complain(arena, o->site, o->reason); return 126;
    case EVAL_UNSUPPORTED: complain(arena, o->site, o->reason); return 125;
    default: complain(arena, o->site, o->reason); return 124;
    }
}

static int run_main(struct arena *arena, struct unit *unit, struct diags *diags,
                    struct eval_request *request)
{
    struct text output = {.arena = arena};
    struct function *entry = unit_find_function(unit, "main");
    if (!entry || !entry->has_body) {
        complain(arena, NULL, "there is no main");
        return 125;
    }
    request->output = &output;
    // For programs that call a library which models are built with.
    struct builder *builder = builder_open(arena, syms_open(arena), "main");
    struct eval *e = eval_open(arena, unit, builder, diags, request);
    double start = seconds_now();
    struct eval_outcome outcome = eval_run(e, entry, 0, NULL);
    double seconds = seconds_now() - start;
    if (output.n) fwrite(output.at, 1, output.n, stdout);
    fflush(stdout);
    if (getenv("C_RUN_STATISTICS"))
        fprintf(stderr, "c_run: %lld steps, %.3f s, %.1f million steps a second\n",
                (long long)outcome.steps, seconds, (double)outcome.steps / seconds * 1e-6);
    if (!request->concrete)
        fprintf(stderr, "c_run: %d branches, %d loops on unknowns\n", outcome.n_decisions,
                outcome.n_loops);
    int status = exit_status(arena, &outcome);
    if (getenv("C_RUN_FINDINGS")) print_diags(arena, diags);
    if (print_diags(arena, &builder_program(builder)->diags) && !status) status = 124;
    eval_close(e);
    return status;
}

static void work(void *data)
{
    struct job *job = data;
    struct arena *arena = arena_open();
    struct diags diags;
    struct unit *unit = NULL;
    diags_open(&diags, arena);
    bool opened = unit_open(&unit, arena, &job->unit, &diags);
    bool wrong = print_diags(arena, &diags);
    job->status = opened && !wrong ? run_main(arena, unit, &diags, &job->eval) : 125;
    if (opened) unit_close(unit);
    arena_close(arena);
}

int main(int argc, char **argv)
{
    const char **files = calloc((size_t)argc, sizeof *files),
               **flags = calloc((size_t)argc, sizeof *flags),
               **arguments = calloc((size_t)argc + 1, sizeof *arguments);
    int n_files = 0, n_flags = 0, n_arguments = 1, i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t n = strlen(argv[i]);
        bool is_file = argv[i][0] != '-' && n > 2 && strcmp(argv[i] + n - 2, ".c") == 0;
        if (is_file)
            files[n_files++] = argv[i];
        else
            flags[n_flags++] = argv[i];
    }
    for (i++; i < argc; i++) arguments[n_arguments++] = argv[i];
    if (n_files == 0) {
        fprintf(stderr, "usage: c_run FILE.c... [clang flags] [-- program arguments]\n");
        return 2;
    }
    arguments[0] = files[0];
    struct job job = {
        .unit = {.n_files = n_files, .files = files, .n_flags = n_flags, .flags = flags},
        .eval = {.argc = n_arguments,
                 .argv = arguments,
                 .concrete = true,
                 .bodies_first = true,
                 .right_to_left = true}};
    job.unit.opaque_elements = 1 << 24;
    job.eval.budget.steps = (int64_t)1 << 40;
    job.eval.budget.seconds = 300;
    if (getenv("C_RUN_UNKNOWNS")) job.eval.concrete = false;
    const char *seconds = getenv("C_RUN_SECONDS");
    if (seconds) job.eval.budget.seconds = atof(seconds);
    setenv("LIBCLANG_NOTHREADS", "1", 0); // else libclang parses on a stack of 8 MiB
    unit_with_stack(work, &job);
    free(files);
    free(flags);
    free(arguments);
    return job.status;
}
