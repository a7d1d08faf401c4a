// Reading the command line. An option is a row of options.def: its name, whether it takes a value,
// and which commands know it. An unknown one is answered with the nearest.

#include "analyzer/cli/options.h"

#include "analyzer/cli/commands.h"
#include "analyzer/cli/complain.h"
#include "analyzer/report/writer.h"
#include "ir/base/text.h"
#include "ir/tensor.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#define ON(id) (1u << COMMAND_##id)
#define ON_MODELS                                                                                  \
    (ON(ANALYSE) | ON(COMPARE) | ON(IR) | ON(RUN) | ON(PLAN) | ON(LOCK) | ON(DIFF) | ON(FIT))
#define ON_RUNS (ON_MODELS | ON(CHECK))
#define ON_ALL (~0u)

static const struct option_spec specs[] = {
#define OPTION(id, name, letter, values, placeholder, commands, doc)                               \
    {name, letter, VALUES_##values, placeholder, commands, doc},
#include "analyzer/cli/options.def"
#undef OPTION
};

static const struct command commands[] = {
#define COMMAND(id, name, arguments, run, doc, explanation)                                        \
    {name, arguments, run, doc, explanation},
#include "analyzer/cli/commands.def"
#undef COMMAND
};

const struct option_spec *option_get(enum option_id id)
{
    return &specs[id];
}

const struct command *command_get(enum command_id id)
{
    return &commands[id];
}

bool options_has(const struct options *options, enum option_id id)
{
    return options->given[id].n > 0;
}

const char *options_last(const struct options *options, enum option_id id)
{
    int n = options->given[id].n;
    return n ? options->given[id].at[n - 1] : NULL;
}

// ---- words that may follow an option

// From the writers themselves: there is no second list of formats.
static const char *const *format_names(struct arena *arena)
{
    const char **names = arena_array(arena, const char *, writer_count() + 1);
    for (int i = 0; i < writer_count(); i++) names[i] = writer_at(i)->name;
    return names;
}

static const char *const *dtype_names(struct arena *arena)
{
    const char **names = arena_array(arena, const char *, N_PLAIN_DTYPES);
    for (int i = 1; i < N_PLAIN_DTYPES; i++) names[i - 1] = dtype_name((enum dtype)i);
    return names;
}

const char *const *option_choices(struct arena *arena, enum option_id id)
{
    static const char *const orders[] = {"gcc", "clang", NULL}, *const versions[] = {"0.15", "0.21",
                                                                                     "0.25", NULL};
    static const char *const compile_modes[] = {
#define COMPILE_MODE(id, name, doc) name,
#include "analyzer/exec/compile_modes.def"
#undef COMPILE_MODE
        NULL};
    static const char *const memory_models[] = {
#define MODEL(id, symbol, name, doc) name,
#include "analyzer/models/models.def"
#undef MODEL
        NULL};
    switch (specs[id].values) {
    case VALUES_FORMAT: return format_names(arena);
    case VALUES_DTYPE: return dtype_names(arena);
    case VALUES_ORDER: return orders;
    case VALUES_GGML: return versions;
    case VALUES_COMPILE: return compile_modes;
    case VALUES_MEMORY_MODEL: return memory_models;
    case VALUES_SWITCH:
    case VALUES_TEXT:
    case VALUES_FOLDER:
    case VALUES_FILE: break;
    }
    return NULL;
}

// ---- reading

// The walk over the words of the command line.
struct reader {
    struct arena *arena;
    int argc, at;
    const char *const *argv;
    struct options *options;
    const char *error;
};

// People who know compilers write -I before --; tell them instead of guessing a name.
static bool fail_unknown(struct reader *r, const char *word)
{
    const char *names[N_OPTIONS], *nearest[1];
    for (int i = 0; i < N_OPTIONS; i++) names[i] = specs[i].name;
    const char *name = word + strspn(word, "-");
    name = arena_string_n(r->arena, name, strcspn(name, "="));
    int n = text_nearest(name, names, N_OPTIONS, nearest, 1);
    bool clang_flag = strchr("IDUfWOm", word[1]) != NULL && word[1] != '-';
    if (clang_flag)
        r->error = arena_printf(r->arena, "unknown option %s; flags for clang go behind --", word);
    else
        r->error = arena_printf(r->arena, "unknown option %s%s%s%s", word,
                                n ? "; did you mean --" : "", n ? nearest[0] : "", n ? "?" : "");
    return false;
}

// The value is behind `=`, or is the next word.
static bool give(struct reader *r, enum option_id id, const char *word, const char *value)
{
    const struct option_spec *spec = &specs[id];
    if (spec->values == VALUES_SWITCH && value) {
        r->error = arena_printf(r->arena, "--%s takes no value", spec->name);
        return false;
    }
    if (spec->values != VALUES_SWITCH && !value) {
        if (r->at == r->argc) {
            r->error = arena_printf(r->arena, "%s needs a value: %s", word, spec->placeholder);
            return false;
        }
        value = r->argv[r->at++];
    }
    *vec_push(r->arena, &r->options->given[id]) = value ? value : "";
    return true;
}

// Names must be whole: an abbreviation that works today is ambiguous tomorrow.
static bool read_long(struct reader *r, const char *word)
{
    const char *name = word + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    for (int i = 0; i < N_OPTIONS; i++) {
        if (strlen(specs[i].name) == length && !strncmp(specs[i].name, name, length))
            return give(r, (enum option_id)i, word, equals ? equals + 1 : NULL);
    }
    return fail_unknown(r, word);
}

// The value may follow at once: -pbuild.
static bool read_short(struct reader *r, const char *word)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        if (specs[i].letter && specs[i].letter == word[1])
            return give(r, (enum option_id)i, word, word[2] ? word + 2 : NULL);
    }
    return fail_unknown(r, word);
}

// A dash alone is a file name by custom.
static bool read_word(struct reader *r, const char *word)
{
    if (!strncmp(word, "--", 2)) return read_long(r, word);
    if (word[0] == '-' && word[1]) return read_short(r, word);
    *vec_push(r->arena, &r->options->arguments) = word;
    return true;
}

// Letters and dashes only: a source file has a dot, a folder most often a slash.
static bool is_bare_word(const char *word)
{
    for (const char *at = word; *at; at++)
        if (!isalpha((unsigned char)*at) && *at != '-') return false;
    return *word;
}

// A word that names neither a command nor a file is most likely a mistyped command.
static bool refuse_unknown_command(struct reader *r, const char *word)
{
    if (!is_bare_word(word) || access(word, F_OK) == 0) return true;
    const char *names[N_COMMANDS];
    struct text all = {.arena = r->arena};
    for (int i = 0; i < N_COMMANDS; i++) {
        names[i] = commands[i].name;
        text_printf(&all, "%s%s", i ? ", " : "; commands are ", names[i]);
    }
    const char *nearest = nearest_string(r->arena, word, names, N_COMMANDS);
    r->error = arena_printf(r->arena, "no command and no file is called `%s`%s", word,
                            *nearest ? nearest : text_string(&all));
    return false;
}

// The first argument is the command if it is the name of one.
static bool take_command(struct reader *r)
{
    struct options *options = r->options;
    options->command = COMMAND_ANALYSE;
    for (int i = 0; i < N_COMMANDS && options->arguments.n; i++) {
        if (strcmp(options->arguments.at[0], commands[i].name) != 0) continue;
        options->command = (enum command_id)i;
        options->arguments.at++;
        options->arguments.n--;
        options->arguments.capacity--;
        return true;
    }
    return !options->arguments.n || refuse_unknown_command(r, options->arguments.at[0]);
}

// An option that would be silently without effect is an error.
static bool check_known_to_command(struct reader *r)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        if (!r->options->given[i].n || specs[i].commands & 1u << r->options->command) continue;
        r->error = arena_printf(r->arena, "%s does not take --%s",
                                commands[r->options->command].name, specs[i].name);
        return false;
    }
    return true;
}

bool options_parse(struct arena *arena, int argc, const char *const *argv, struct options *options,
                   const char **error)
{
    struct reader r = {.arena = arena, .argc = argc, .at = 1, .argv = argv, .options = options};
    *options = (struct options){0};
    bool understood = true;
    while (understood && r.at < argc) {
        const char *word = argv[r.at++];
        if (!strcmp(word, "--")) break;
        understood = read_word(&r, word);
    }
    for (; understood && r.at < argc; r.at++) *vec_push(arena, &options->flags) = argv[r.at];
    understood = understood && take_command(&r) && check_known_to_command(&r);
    *error = r.error;
    return understood;
}
