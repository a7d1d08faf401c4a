#include "analyzer/cli/request.h"

#include "analyzer/budget.h"
#include "analyzer/cli/answer.h"
#include "analyzer/cli/at_option.h"
#include "analyzer/cli/choice.h"
#include "analyzer/cli/complain.h"
#include "analyzer/cli/contracts_option.h"
#include "analyzer/cli/gguf_option.h"
#include "analyzer/cli/names.h"
#include "analyzer/cli/watch.h"
#include "analyzer/cli/words.h"
#include "analyzer/session_dirs.h"
#include "analyzer/settings/checks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define MAX_DEPTH 1000 // of the tree of modules; deeper ones are refused before

#define DEFAULT_SECONDS 60
#define MAX_SECONDS 86400

#define PIPED_WIDTH 120
// Below it nothing can be laid out any more.
#define LEAST_WIDTH 40

// What the setters below fill in, one option each; each complains of its own.
struct maker {
    struct arena *arena;
    const struct options *options;
    struct session_request *request;
    struct dialect_options *libraries;
};

// ---- files

// "a.c:wide" is a file and an entry, unless a file of that whole name is there.
static const char *split_entry(struct arena *arena, const char *argument, const char **file)
{
    const char *colon = strrchr(argument, ':');
    *file = argument;
    if (!colon || colon == argument || access(argument, F_OK) == 0) return NULL;
    *file = arena_string_n(arena, argument, (size_t)(colon - argument));
    return colon + 1;
}

// One analysis is of one entry, or of all.
static bool set_entry(struct maker *m)
{
    int n = m->options->given[OPTION_ENTRY].n;
    const char *const *asked = m->options->given[OPTION_ENTRY].at;
    for (int i = 1; i < n; i++) {
        if (strcmp(asked[i], asked[0]) == 0) continue;
        complain("two entries are asked for: `%s` and `%s`; ask for one at a time, or for all "
                 "without --entry",
                 asked[0], asked[i]);
        return false;
    }
    m->request->front.entry = options_last(m->options, OPTION_ENTRY);
    return true;
}

static bool set_files(struct maker *m, int n_files, const char *const *arguments)
{
    const char **files = arena_array(m->arena, const char *, n_files);
    if (!set_entry(m)) return false;
    for (int i = 0; i < n_files; i++) {
        const char *entry = split_entry(m->arena, arguments[i], &files[i]);
        if (!entry) continue;
        if (m->request->front.entry && strcmp(m->request->front.entry, entry) != 0) {
            complain("two entries are asked for: `%s` and `%s`", m->request->front.entry, entry);
            return false;
        }
        m->request->front.entry = entry;
    }
    m->request->front.unit.n_files = n_files;
    m->request->front.unit.files = files;
    return true;
}

// ---- values of options

static bool add_dtype(struct maker *m, const char *name)
{
    enum dtype dtype = dtype_find(name);
    struct session_request *request = m->request;
    if (!dtype_is_plain(dtype)) {
        complain("--dtype: no type is called `%s`%s", name,
                 nearest_string(m->arena, name, option_choices(m->arena, OPTION_DTYPE),
                                N_PLAIN_DTYPES - 1));
        return false;
    }
    for (int i = 0; i < request->n_dtypes; i++) {
        if (request->dtypes[i] == dtype) return true;
    }
    if (request->n_dtypes == MAX_ASKED_DTYPES) {
        complain("--dtype takes up to %d types", MAX_ASKED_DTYPES);
        return false;
    }
    request->dtypes[request->n_dtypes++] = dtype;
    return true;
}

// By default what a model is most often run in, and both halves; the order is that
// of the columns.
static bool set_dtypes(struct maker *m)
{
    const char *asked = options_last(m->options, OPTION_DTYPE);
    m->request->dtypes_given = asked != NULL;
    if (!asked) asked = "f32,f16,bf16,f64";
    for (const char *at = asked;; at++) {
        size_t length = strcspn(at, ",");
        if (!add_dtype(m, arena_string_n(m->arena, at, length))) return false;
        at += length;
        if (!*at) return true;
    }
}

static bool set_memory_model(struct maker *m)
{
    int model = choice_read(m->arena, m->options, OPTION_MEMORY_MODEL);
    if (model >= 0) m->request->memory_model = (enum model_kind)model;
    return model != CHOICE_REFUSED;
}

static bool set_budgets(struct maker *m)
{
    const char *error, *asked = options_last(m->options, OPTION_BUDGET);
    if (!asked ||
        (budget_parse(m->arena, asked, &m->request->n_budgets, &m->request->budgets, &error) &&
         budget_dtypes_listed(m->arena, m->request->n_budgets, m->request->budgets,
                              m->request->n_dtypes, m->request->dtypes, &error)))
        return true;
    complain("--budget %s: %s", asked, error);
    return false;
}

// Of a misspelt name nobody would see that it is without effect.
static bool set_checks(struct maker *m)
{
    int n = m->options->given[OPTION_CHECKS].n;
    for (int i = 0; i < n; i++) {
        const char *list = m->options->given[OPTION_CHECKS].at[i];
        const char *unknown = checks_unknown(m->arena, list);
        if (!unknown) continue;
        complain("--checks %s: %s; --list-checks lists them", list, unknown);
        return false;
    }
    m->request->n_checks = n;
    m->request->checks = m->options->given[OPTION_CHECKS].at;
    return true;
}

bool request_seconds(const struct options *options, int *seconds)
{
    const char *asked = options_last(options, OPTION_MAX_SECONDS);
    int64_t value = DEFAULT_SECONDS;
    if (asked && (!given_integer(asked, &value) || value < 1 || value > MAX_SECONDS)) {
        complain("--max-seconds %s: write a number from 1 to %d", asked, MAX_SECONDS);
        return false;
    }
    *seconds = (int)value;
    return true;
}

// One run of the program may take half of the time: its end tells more than ours.
static bool set_seconds(struct maker *m)
{
    int seconds;
    if (!request_seconds(m->options, &seconds)) return false;
    m->request->front.eval.budget.seconds = seconds / 2.0;
    m->request->front.eval.budget.seconds_are = arena_printf(
        m->arena, "half of --max-seconds %d, which one run of a program may take", seconds);
    return true;
}

// How far the program is followed; the project's settings may say it, too.
static bool set_steps(struct maker *m)
{
    const char *asked = options_last(m->options, OPTION_MAX_STEPS);
    int64_t value = 0;
    if (asked && (!given_integer(asked, &value) || value < 1)) {
        complain("--max-steps %s: write a number from 1", asked);
        return false;
    }
    m->request->front.eval.budget.steps = value;
    return true;
}

static bool set_jobs(struct maker *m)
{
    const char *asked = options_last(m->options, OPTION_JOBS);
    int64_t value = 0;
    if (asked && (!given_integer(asked, &value) || value < 1 || value > INT_MAX)) {
        complain("--jobs %s: write a number from 1", asked);
        return false;
    }
    m->request->front.unit.n_jobs = (int)value;
    return true;
}

static void set_watch(struct maker *m)
{
    struct watch *watch = m->options->watch;
    if (!watch) return;
    struct front_watch *front = arena_new(m->arena, struct front_watch);
    watch_programs(watch, front);
    m->request->front.watch = front;
    if (watch_wants_one_job(watch)) m->request->front.unit.n_jobs = 1;
}

static bool set_order(struct maker *m)
{
    int order = choice_read(m->arena, m->options, OPTION_EVAL_ORDER);
    m->request->front.eval.right_to_left = order <= 0; // gcc is the first of them
    return order != CHOICE_REFUSED;
}

static bool set_ggml_version(struct maker *m)
{
    int version = choice_read(m->arena, m->options, OPTION_GGML);
    if (version >= 0)
        m->libraries->ggml_version = atoi(option_choices(m->arena, OPTION_GGML)[version] + 2);
    return version != CHOICE_REFUSED;
}

// ---- the program's own arguments

static bool set_argv(struct maker *m)
{
    const char *asked = options_last(m->options, OPTION_ARGV);
    struct words words = {.arena = m->arena, .word = {.arena = m->arena}};
    if (!asked) return true;
    *vec_push(m->arena, &words.list) = m->request->front.unit.files[0];
    if (!words_split(&words, asked)) {
        complain("--argv %s: a quote is not closed", asked);
        return false;
    }
    m->request->front.eval.argc = words.list.n;
    m->request->front.eval.argv = words.list.at;
    return true;
}

// As the compiler's flag, behind those of the user, so that it holds.
static void set_target(struct maker *m)
{
    const char *target = options_last(m->options, OPTION_TARGET);
    struct unit_request *unit = &m->request->front.unit;
    if (!target) return;
    const char **flags = arena_array(m->arena, const char *, unit->n_flags + 1);
    for (int i = 0; i < unit->n_flags; i++) flags[i] = unit->flags[i];
    flags[unit->n_flags++] = arena_printf(m->arena, "--target=%s", target);
    unit->flags = flags;
}

bool request_make(struct arena *arena, const struct options *options, int n_files,
                  const char *const *files, struct session_request *request)
{
    return request_make_side(arena, options, COMPARED_NOT, n_files, files, request);
}

bool request_make_side(struct arena *arena, const struct options *options, enum compared side,
                       int n_files, const char *const *files, struct session_request *request)
{
    struct maker m = {.arena = arena,
                      .options = options,
                      .request = request,
                      .libraries = arena_new(arena, struct dialect_options)};
    *request = (struct session_request){.front.eval.libraries = m.libraries};
    request->front.unit.n_flags = options->flags.n;
    request->front.unit.flags = options->flags.at;
    request->front.unit.build_dir = options_last(options, OPTION_BUILD_DIR);
    // A hook gives whatever was changed.
    request->front.unit.is_not_kept = !answer_may_be_kept(options);
    request->front.unit.files_are_apart = options_has(options, OPTION_SKIP_UNRELATED);
    request->front.unit.include_dir = session_dirs_include(arena);
    request->front.unit.fallback_dirs = session_dirs_fallback(arena);
    request->why = options_last(options, OPTION_WHY);
    bool read = set_files(&m, n_files, files) && given_read(arena, options, side, request) &&
                set_dtypes(&m) && set_memory_model(&m) && set_budgets(&m) && set_checks(&m) &&
                at_option_read(arena, options, request) && set_order(&m) && set_ggml_version(&m) &&
                set_seconds(&m) && set_steps(&m) && set_jobs(&m) && set_argv(&m) &&
                gguf_option_read(arena, options, m.libraries) &&
                contracts_option_read(arena, options, request);
    if (read) set_watch(&m);
    if (read) set_target(&m);
    return read;
}

// ---- running

// The largest status wins.
static void worsen(enum exit_status *status, enum exit_status other)
{
    if (other > *status) *status = other;
}

enum exit_status request_status(const struct options *options, const struct report *report)
{
    if (report->n_errors) return STATUS_FOUND;
    if (report->n_warnings && options_has(options, OPTION_WERROR)) return STATUS_FOUND;
    return STATUS_CLEAN;
}

static bool has_no_model(const struct session_result *result)
{
    return !result->front.n_models && !result->report.n_errors;
}

static bool is_partial(const struct session_result *result)
{
    return result->front.partial || result->report.unread.n_undeclared;
}

bool request_run(struct arena *arena, const struct options *options,
                 const struct session_request *request, struct session_result *result,
                 enum exit_status *status)
{
    session_analyse(arena, request, result);
    watch_hide(options->watch);
    *status = STATUS_CLEAN;
    if (result->front.unreadable) {
        *status = STATUS_FAILED;
        result->report.exit_status = (int)*status;
        return true;
    }
    const struct report *report = &result->report;
    // Of two that are compared the other side may have the symbol.
    bool alone = options->command != COMMAND_COMPARE;
    if (!names_check(arena, request, result) ||
        (alone && !at_option_check(arena, request, 1, &report))) {
        *status = STATUS_FAILED;
        return false;
    }
    worsen(status, request_status(options, &result->report));
    if (result->front.unread) worsen(status, STATUS_FAILED);
    if (options_has(options, OPTION_STRICT) && (result->front.lacks_model || is_partial(result)))
        worsen(status, STATUS_FAILED);
    result->report.exit_status = (int)*status;
    result->report.is_unrelated =
        !result->report.n_models && options_has(options, OPTION_SKIP_UNRELATED);
    return true;
}

bool request_analyse(struct arena *arena, const struct options *options, const char *command,
                     struct session_result *result, enum exit_status *status)
{
    struct session_request *request = arena_new(arena, struct session_request);
    if (!options->arguments.n) {
        complain("no file was named; see shapeprof %s --help", command);
        return false;
    }
    return request_make(arena, options, options->arguments.n, options->arguments.at, request) &&
           request_run(arena, options, request, result, status);
}

// Behind the findings, which say why. The hooks pass --skip-unrelated: files that
// are no models are none of their business.
void request_remark(const struct options *options, const struct session_result *result,
                    struct answer *answer)
{
    const char *kind = options_has(options, OPTION_STRICT) ? "error" : "note";
    if (result->front.unreadable || options_has(options, OPTION_SKIP_UNRELATED)) return;
    if (is_partial(result))
        complain_line(&answer->remarks, kind, "a file could be read in part only");
    if (has_no_model(result))
        complain_line(&answer->remarks, kind, "no model was found");
    else if (options_has(options, OPTION_STRICT) && result->front.lacks_model)
        complain_line(&answer->remarks, kind,
                      arena_printf(answer->remarks.arena, "no model was found in %s",
                                   result->front.lacks_model));
}

// ---- the answer

const struct writer *request_writer(struct arena *arena, const struct options *options)
{
    const char *name = options_last(options, OPTION_FORMAT);
    const struct writer *writer = writer_find(name ? name : "text");
    if (writer) return writer;
    const char *const *choices = option_choices(arena, OPTION_FORMAT);
    struct text all = {.arena = arena};
    for (int i = 0; i < writer_count(); i++) text_printf(&all, "%s%s", i ? ", " : "", choices[i]);
    complain("--format: no format is called `%s`; there are %s", name, text_string(&all));
    return NULL;
}

// The terminal's own width, and one for files and pipes that does not depend on who looks.
static int width_of_output(void)
{
    struct winsize size = {0};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
        return PIPED_WIDTH;
    return size.ws_col < LEAST_WIDTH ? LEAST_WIDTH : size.ws_col;
}

// NO_COLOR is the convention of no-color.org: set and not empty means none.
struct view request_terminal(void)
{
    const char *no_colour = getenv("NO_COLOR");
    bool coloured = isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
    return (struct view){.depth = ANY_DEPTH,
                         .width = width_of_output(),
                         .colour = coloured ? COLOUR_ALWAYS : COLOUR_NEVER};
}

bool request_view(const struct options *options, struct view *view)
{
    const char *depth = options_last(options, OPTION_DEPTH);
    int64_t value = ANY_DEPTH;
    if (depth && (!given_integer(depth, &value) || value < 0 || value > MAX_DEPTH)) {
        complain("--depth %s: write a number from 0 to %d", depth, MAX_DEPTH);
        return false;
    }
    *view = request_terminal();
    view->depth = (int)value;
    if (options_has(options, OPTION_UNFOLD)) view->repeats = REPEATS_SHOWN;
    return true;
}

void request_findings(const struct writer *writer, const struct report *report,
                      struct answer *answer)
{
    if (writer && writer->findings == FINDINGS_INSIDE) return;
    for (int i = 0; i < report->n_diags; i++)
        findings_write(&answer->findings, report->diags[i], COLOUR_NEVER);
}

void request_print_failure(struct arena *arena, const struct options *options,
                           const struct writer *writer, const struct report *found,
                           const struct view *view)
{
    struct answer answer;
    struct report report = {.n_files = options->arguments.n,
                            .files = options->arguments.at,
                            .n_diags = found->n_diags,
                            .diags = found->diags,
                            .n_errors = found->n_errors,
                            .n_warnings = found->n_warnings,
                            .exit_status = STATUS_FAILED,
                            // Nothing was measured; the schema asks for one.
                            .n_dtypes = 1,
                            .dtypes = {DTYPE_F32}};
    answer_open(&answer, arena);
    writer->report(&answer.text, &report, view);
    request_findings(writer, &report, &answer);
    answer_give(arena, options, &answer, STATUS_FAILED);
}

void request_print_death(struct arena *arena, const struct options *options, const char *message)
{
    struct view view = request_terminal();
    struct report found = {0};
    struct diags diags;
    const struct diags *lists[] = {&diags};
    const struct writer *writer =
        options_has(options, OPTION_FORMAT) ? request_writer(arena, options) : NULL;
    if (!writer) return;
    diags_open(&diags, arena);
    // Formats without a place for findings would say it on standard error again.
    if (writer->findings == FINDINGS_INSIDE) {
        diag_add(&diags, DIAG_ANALYSIS_DIED, NULL, "%s", message);
        findings_gather(arena, 1, lists, &found);
    }
    request_print_failure(arena, options, writer, &found, &view);
}
