#ifndef ANALYZER_CLI_OPTIONS_H
#define ANALYZER_CLI_OPTIONS_H

// The command line, read by the tables of commands.def and options.def.

#include "ir/base/arena.h"
#include "ir/base/vec.h"
#include <stdbool.h>

enum command_id {
#define COMMAND(id, name, arguments, run, doc, explanation) COMMAND_##id,
#include "analyzer/cli/commands.def"
#undef COMMAND
    N_COMMANDS
};

enum option_id {
#define OPTION(id, name, letter, values, placeholder, commands, doc) OPTION_##id,
#include "analyzer/cli/options.def"
#undef OPTION
    N_OPTIONS
};

enum option_values {
    VALUES_SWITCH, // none: the option is given or not
    VALUES_TEXT,
    VALUES_FOLDER,
    VALUES_FILE,
    VALUES_FORMAT,
    VALUES_DTYPE,
    VALUES_ORDER,
    VALUES_GGML,
    VALUES_COMPILE,
    VALUES_MEMORY_MODEL
};

struct option_spec {
    const char *name; // without the dashes
    char letter;      // 0: no short form
    enum option_values values;
    const char *placeholder;
    unsigned commands; // bit 1 << command: the commands that know it
    const char *doc;
};

struct watch;

struct options {
    enum command_id command;
    // What each option was given, in order; switches have n only.
    VEC(const char *) given[N_OPTIONS];
    VEC(const char *) arguments;
    VEC(const char *) flags; // clang flags: all behind --
    struct watch *watch;     // who sees how far the work is; NULL: nobody
};

const struct option_spec *option_get(enum option_id);
// The words that may follow the option; NULL-terminated, or NULL where they are free.
const char *const *option_choices(struct arena *, enum option_id);

// False, with what is wrong, when the command line is not understood.
bool options_parse(struct arena *, int argc, const char *const *argv, struct options *,
                   const char **error);
bool options_has(const struct options *, enum option_id);
const char *options_last(const struct options *, enum option_id); // NULL: not given

#endif
