// The question that an answer is kept under: this very program, the folder it runs in, the
// variables that clang reads, the command with all options but those that only say how to work, and
// how wide and colourful the answer may be.

#include "analyzer/cli/answer.h"

#include "analyzer/cache/cache.h"
#include "analyzer/cli/request.h"
#include "analyzer/cli/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void answer_open(struct answer *answer, struct arena *arena)
{
    *answer = (struct answer){
        .findings = {.arena = arena}, .text = {.arena = arena}, .remarks = {.arena = arena}};
    dependencies_open(&answer->dependencies, arena);
}

// ---- the question

// With its length: "ab", "c" and "a", "bc" are two questions.
static void add_word(struct text *question, const char *word)
{
    text_printf(question, "%zu:", word ? strlen(word) : 0);
    if (word) text_add(question, word);
    text_add_char(question, word ? ';' : '-');
}

static void add_words(struct text *question, int n, const char *const *words)
{
    text_printf(question, "%d ", n);
    for (int i = 0; i < n; i++) add_word(question, words[i]);
}

// Two builds of one version differ as two versions do.
static bool add_program(struct text *question)
{
    struct fingerprint program;
    char folder[4096];
    if (!dependency_measure(DEPENDENCY_STATUS, "/proc/self/exe", &program) ||
        !getcwd(folder, sizeof folder))
        return false;
    text_printf(question, "%s %llx %llx ", SP_VERSION_STRING, (unsigned long long)program.low,
                (unsigned long long)program.high);
    add_word(question, folder);
    return true;
}

static bool make_question(struct arena *arena, const struct options *options,
                          struct fingerprint *result)
{
    static const char *const variables[] = {"CPATH", "C_INCLUDE_PATH", "LD_LIBRARY_PATH",
                                            "SHAPEPROF_LIBCLANG"};
    struct text question = {.arena = arena};
    struct view view = request_terminal();
    if (!add_program(&question)) return false;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        add_word(&question, getenv(variables[i]));
    text_printf(&question, "%d %d %d ", view.width, (int)view.colour, (int)options->command);
    for (int i = 0; i < N_OPTIONS; i++)
        if (i != OPTION_JOBS) add_words(&question, options->given[i].n, options->given[i].at);
    add_words(&question, options->arguments.n, options->arguments.at);
    add_words(&question, options->flags.n, options->flags.at);
    *result = fingerprint_of(question.at, question.n);
    return true;
}

bool answer_may_be_kept(const struct options *options)
{
    // Whoever executes a model wants to see it run.
    bool may_be_kept = options->command == COMMAND_ANALYSE || options->command == COMMAND_COMPARE ||
                       options->command == COMMAND_IR;
    may_be_kept = may_be_kept && !options_has(options, OPTION_RUN);
    // Whoever has sources changed is told once what was changed.
    may_be_kept = may_be_kept && !options_has(options, OPTION_FIX);
    // Of a model file only the header is looked at, and it may be too large to be hashed.
    may_be_kept = may_be_kept && !options_has(options, OPTION_GGUF);
    return may_be_kept && options->arguments.n && !options_has(options, OPTION_NO_CACHE);
}

static bool open_cache(struct arena *arena, const struct options *options, struct store *store)
{
    return answer_may_be_kept(options) && cache_open(store, arena);
}

// ---- giving it

static void print(const struct cached_answer *answer)
{
    fwrite(answer->part[0], 1, answer->n[0], stderr);
    fwrite(answer->part[1], 1, answer->n[1], stdout);
    fflush(stdout);
    fwrite(answer->part[2], 1, answer->n[2], stderr);
}

// "a.c:wide" is an entry of a.c until there is a file of that name.
static void keep(struct arena *arena, const struct options *options, const struct answer *answer,
                 const struct cached_answer *cached)
{
    struct store store;
    struct fingerprint question;
    struct dependencies all;
    if (!open_cache(arena, options, &store) || !make_question(arena, options, &question)) return;
    dependencies_open(&all, arena);
    dependencies_add_all(&all, &answer->dependencies);
    for (int i = 0; i < options->arguments.n; i++)
        dependencies_add(&all, DEPENDENCY_CONTENTS, options->arguments.at[i]);
    cache_keep(&store, question, &all, cached);
}

enum exit_status answer_give(struct arena *arena, const struct options *options,
                             const struct answer *answer, enum exit_status status)
{
    struct cached_answer cached = {
        .status = (int)status,
        .part = {text_string(&answer->findings), text_string(&answer->text),
                 text_string(&answer->remarks)},
        .n = {answer->findings.n, answer->text.n, answer->remarks.n},
    };
    watch_answer(options->watch);
    print(&cached);
    // Whoever sees that nothing was written says why, by errno.
    if (ferror(stdout)) return STATUS_FAILED;
    // What could not be analysed is looked at again each time.
    if (status != STATUS_FAILED) keep(arena, options, answer, &cached);
    return status;
}

bool answer_again(struct arena *arena, const struct options *options, enum exit_status *status)
{
    struct store store;
    struct fingerprint question;
    struct cached_answer cached;
    if (!open_cache(arena, options, &store) || !make_question(arena, options, &question) ||
        !cache_find(&store, question, &cached))
        return false;
    print(&cached);
    *status = (enum exit_status)cached.status;
    return true;
}
