// The last result of each document stays, so that a question about one of its expressions needs no
// new analysis.

#include "analyzer/lsp/work.h"

#include "analyzer/cli/memory.h"
#include "analyzer/cli/names.h"
#include "analyzer/cli/options.h"
#include "analyzer/cli/request.h"
#include "analyzer/lsp/difference.h"
#include "analyzer/lsp/facts.h"
#include "analyzer/lsp/frame.h"
#include "analyzer/lsp/linked.h"
#include "analyzer/report/json_value.h"
#include "frontends/c/parse/keeper.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define MAX_RESULTS 8

// What was said of a document, by the number of the job. The server has what it took last, which
// need not be what was said last.
struct said {
    json_int_t number;
    json_t *facts; // without findings; NULL: nothing
};

struct work_result {
    struct arena *arena; // of this and what it points to; NULL: the slot is free
    const char *path;
    struct keeper *keeper; // of the document's text, parsed
    struct session_result result;
    struct said base, last;
    unsigned last_use;
};

struct work {
    const atomic_bool *cancelled;
    struct work_result results[MAX_RESULTS];
    unsigned clock;
};

// ---- results

static struct work_result *find(struct work *work, const char *path)
{
    for (int i = 0; i < MAX_RESULTS; i++)
        if (work->results[i].arena && !strcmp(work->results[i].path, path))
            return &work->results[i];
    return NULL;
}

static void forget(struct work_result *slot)
{
    arena_close(slot->arena);
    keeper_close(slot->keeper);
    json_decref(slot->base.facts);
    json_decref(slot->last.facts);
    *slot = (struct work_result){0};
}

// An empty slot: the document's own, a free one, or that of the one unused for the longest time.
static struct work_result *renew(struct work *work, const char *path)
{
    struct work_result *slot = find(work, path);
    for (int i = 0; !slot && i < MAX_RESULTS; i++)
        if (!work->results[i].arena) slot = &work->results[i];
    if (!slot) slot = &work->results[0];
    for (int i = 0; slot->arena && i < MAX_RESULTS; i++)
        if (strcmp(slot->path, path) != 0 && work->results[i].last_use < slot->last_use)
            slot = &work->results[i];
    if (slot->arena && strcmp(slot->path, path) != 0) forget(slot);
    // What was parsed may be needed until the result is gone.
    arena_close(slot->arena);
    slot->arena = arena_open();
    slot->path = arena_string(slot->arena, path);
    slot->result = (struct session_result){0};
    slot->last_use = ++work->clock;
    if (!slot->keeper) slot->keeper = keeper_open();
    return slot;
}

// ---- analyses

static const char *kind_of(const json_t *job)
{
    return json_string_value(json_object_get(job, "kind"));
}

static const char *const *strings_of(struct arena *arena, const json_t *list, int *n)
{
    const char **all = arena_array(arena, const char *, json_array_size(list) + 1);
    size_t i;
    json_t *one;
    *n = 0;
    json_array_foreach(list, i, one)
    {
        if (json_is_string(one)) all[(*n)++] = arena_string(arena, json_string_value(one));
    }
    return all;
}

// Buffers of the editor. What the document's own text is, is among them or on disk.
static void set_unsaved(struct arena *arena, const json_t *job, struct unit_request *unit)
{
    const json_t *all = json_object_get(job, "unsaved");
    size_t n = json_array_size(all), i;
    const char **paths = arena_array(arena, const char *, n);
    const char **texts = arena_array(arena, const char *, n);
    json_t *one;
    json_array_foreach(all, i, one)
    {
        paths[i] = arena_string(arena, json_string_value(json_object_get(one, "path")));
        texts[i] = arena_string(arena, json_string_value(json_object_get(one, "text")));
    }
    unit->n_unsaved = (int)n;
    unit->unsaved_paths = paths;
    unit->unsaved_texts = texts;
}

// What commands complain of on standard error belongs into the answer.
static const char *take_complaints(struct arena *arena)
{
    off_t n = lseek(STDERR_FILENO, 0, SEEK_END);
    if (n <= 0) return "";
    char *text = arena_alloc(arena, (size_t)n + 1);
    if (pread(STDERR_FILENO, text, (size_t)n, 0) < 0) *text = '\0';
    if (ftruncate(STDERR_FILENO, 0) == 0) lseek(STDERR_FILENO, 0, SEEK_SET);
    return text;
}

// `keeper` NULL: of a file that will not change.
static bool analyse(struct work *work, const json_t *job, struct keeper *keeper,
                    struct arena *arena, struct session_result *result)
{
    struct options options;
    const char *error;
    int n;
    const char *const *words = strings_of(arena, json_object_get(job, "words"), &n);
    struct session_request *request = arena_new(arena, struct session_request);
    if (!options_parse(arena, n, words, &options, &error)) {
        fprintf(stderr, "shapeprof: error: %s\n", error);
        return false;
    }
    if (!request_make(arena, &options, options.arguments.n, options.arguments.at, request))
        return false;
    set_unsaved(arena, job, &request->front.unit);
    if (keeper) linked_find(arena, request->front.unit.files[0], &request->front.unit);
    request->front.unit.keeper = keeper;
    request->front.unit.n_jobs = 1;
    request->front.eval.budget.cancelled = work->cancelled;
    session_analyse(arena, request, result);
    // A name that the program does not have is told; the rest of the answer is worth having.
    if (!result->front.unreadable) names_check(arena, request, result);
    return true;
}

static json_int_t number_of(const json_t *job, const char *name)
{
    return json_integer_value(json_object_get(job, name));
}

// As they differ from those that the server has, if these are at hand.
static json_t *new_facts(struct work_result *slot, const json_t *job)
{
    json_t *facts = facts_of(slot->arena, &slot->result, slot->path);
    json_int_t base = number_of(job, "base");
    if (slot->last.facts && slot->last.number == base) {
        json_decref(slot->base.facts);
        slot->base = slot->last;
        slot->last.facts = NULL;
    }
    bool has_base = slot->base.facts && slot->base.number == base;
    // Which documents have to be looked at again when another one of them is edited.
    const struct report *report = &slot->result.report;
    json_object_set_new(facts, "sources", json_strings(report->n_files, report->files));
    json_t *difference = difference_of(has_base ? slot->base.facts : NULL, facts);
    json_object_del(facts, "findings");
    json_decref(slot->last.facts);
    slot->last = (struct said){number_of(job, "number"), facts};
    return difference;
}

static json_t *answer_analysis(struct work *work, const json_t *job)
{
    const char *path = json_string_value(json_object_get(job, "path"));
    struct work_result *slot = renew(work, path);
    json_t *answer = json_object();
    if (analyse(work, job, slot->keeper, slot->arena, &slot->result))
        json_object_set_new(answer, "facts", new_facts(slot, job));
    json_object_set_new(answer, "complaints", json_string(take_complaints(slot->arena)));
    if (!json_object_get(answer, "facts")) forget(slot);
    return answer;
}

// Of a file that nobody edits only the findings are of interest.
static json_t *answer_file(struct work *work, const json_t *job)
{
    const char *path = json_string_value(json_object_get(job, "path"));
    struct arena *arena = arena_open();
    struct session_result result;
    json_t *answer = json_object();
    if (analyse(work, job, NULL, arena, &result))
        json_object_set_new(answer, "facts",
                            json_pack("{s:o}", "findings", facts_findings(arena, &result.report)));
    json_object_set_new(answer, "complaints", json_string(take_complaints(arena)));
    json_object_set_new(answer, "path", json_string(path));
    arena_close(arena);
    return answer;
}

static json_t *answer_why(struct work *work, const json_t *job)
{
    struct work_result *slot = find(work, json_string_value(json_object_get(job, "path")));
    json_t *answer = json_object();
    if (!slot) return answer;
    struct arena *arena = arena_open_inside(slot->arena);
    const char *text = facts_why(arena, &slot->result.report, json_object_get(job, "rows"));
    json_object_set_new(answer, "text", json_string(text));
    arena_close(arena);
    return answer;
}

// A fault of the parser must not end the editor's session; neither may it fill a disk.
static void prepare(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    memory_prepare();
}

_Noreturn void work_serve(int in, int out, const atomic_bool *cancelled)
{
    struct work work = {.cancelled = cancelled};
    prepare();
    for (json_t *job; (job = frame_read(in)); json_decref(job)) {
        json_t *answer = !strcmp(kind_of(job), "why")    ? answer_why(&work, job)
                         : !strcmp(kind_of(job), "file") ? answer_file(&work, job)
                                                         : answer_analysis(&work, job);
        bool written = frame_write(out, answer);
        json_decref(answer);
        if (!written) break;
    }
    for (int i = 0; i < MAX_RESULTS; i++) forget(&work.results[i]);
    exit(0);
}
