// Completion scripts, from the tables of commands and options.

#include "analyzer/cli/complain.h"
#include "analyzer/cli/help.h"
#include "ir/diag.h"

#include <stdio.h>
#include <string.h>

// Words that may follow, from the same place as --help has them.
static void print_choices(struct arena *arena, enum option_id id)
{
    const char *const *choices = option_choices(arena, id);
    for (int i = 0; choices && choices[i]; i++) printf("%s%s", i ? " " : "", choices[i]);
}

// Codes and names of findings, as `explain` takes them.
static void print_findings(void)
{
    for (int i = 1; i < N_DIAGS; i++) {
        const struct diag_info *info = diag_info((enum diag_id)i);
        printf("%s%s %s", i > 1 ? " " : "", info->code, info->name);
    }
}

// ---- bash

// What may follow an option: a case of its own for each that takes a value.
static void bash_option_values(struct arena *arena)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        const struct option_spec *spec = option_get((enum option_id)i);
        if (spec->values == VALUES_SWITCH) continue;
        printf("    --%s", spec->name);
        if (spec->letter) printf(" | -%c", spec->letter);
        printf(")\n");
        if (spec->values == VALUES_FOLDER)
            printf("        COMPREPLY=($(compgen -d -- \"$word\"))\n");
        if (spec->values == VALUES_FILE) printf("        COMPREPLY=($(compgen -f -- \"$word\"))\n");
        if (option_choices(arena, (enum option_id)i)) {
            printf("        COMPREPLY=($(compgen -W '");
            print_choices(arena, (enum option_id)i);
            printf("' -- \"$word\"))\n");
        }
        printf("        return\n        ;;\n");
    }
}

// Words that begin with a dash are options of the command, the first word may be a
// command, everything else is a C file or a folder on the way to one.
static void print_bash(struct arena *arena)
{
    printf("# bash completion for shapeprof\n_shapeprof()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options\n"
           "    COMPREPLY=()\n    case $before in\n");
    bash_option_values(arena);
    printf("    esac\n    case ${COMP_WORDS[1]} in\n");
    for (int c = 0; c < N_COMMANDS; c++) {
        printf("    %s) options='", command_get((enum command_id)c)->name);
        for (int i = 0; i < N_OPTIONS; i++) {
            const struct option_spec *spec = option_get((enum option_id)i);
            if (spec->commands & 1u << c) printf("--%s ", spec->name);
        }
        printf("' ;;\n");
    }
    printf("    *) options='");
    for (int i = 0; i < N_OPTIONS; i++) {
        const struct option_spec *spec = option_get((enum option_id)i);
        if (spec->commands & 1u << COMMAND_ANALYSE) printf("--%s ", spec->name);
    }
    printf("' ;;\n    esac\n    if [[ $word == -* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n        return\n    fi\n"
           "    if [[ ${COMP_WORDS[1]} == explain ]] && ((COMP_CWORD > 1)); then\n"
           "        COMPREPLY=($(compgen -W '");
    print_findings();
    printf("' -- \"$word\"))\n        return\n    fi\n"
           "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W '");
    for (int c = 0; c < N_COMMANDS; c++) printf("%s ", command_get((enum command_id)c)->name);
    printf("' -- \"$word\"))\n    fi\n    compopt -o filenames 2>/dev/null\n"
           "    COMPREPLY+=($(compgen -f -X '!*.c' -- \"$word\") $(compgen -d -- \"$word\"))\n}\n"
           "complete -F _shapeprof shapeprof\n");
}

// ---- zsh

// Text inside '...[...]': brackets and colons would end it.
static void print_zsh_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            printf("'\\''");
        else if (strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void print_zsh_option(struct arena *arena, enum option_id id)
{
    const struct option_spec *spec = option_get(id);
    printf("        '*--%s[", spec->name);
    print_zsh_text(spec->doc);
    printf("]");
    if (spec->values != VALUES_SWITCH) {
        printf(":");
        print_zsh_text(spec->placeholder);
        printf(":");
    }
    if (spec->values == VALUES_FOLDER) printf("_files -/");
    if (spec->values == VALUES_FILE) printf("_files");
    if (option_choices(arena, id)) {
        printf("(");
        print_choices(arena, id);
        printf(")");
    }
    printf("' \\\n");
}

// _arguments does the work; a repeated option is allowed, hence the stars.
static void print_zsh(struct arena *arena)
{
    printf("#compdef shapeprof\n# zsh completion for shapeprof\n\n_shapeprof() {\n"
           "    local -a commands=(\n");
    for (int c = 0; c < N_COMMANDS; c++) {
        printf("        '%s:", command_get((enum command_id)c)->name);
        print_zsh_text(command_get((enum command_id)c)->doc);
        printf("'\n");
    }
    printf("    )\n    (( CURRENT == 2 )) && _describe command commands\n"
           "    if (( CURRENT > 2 )) && [[ $words[2] == explain ]]; then\n        compadd ");
    print_findings();
    printf("\n        return\n    fi\n    _arguments \\\n");
    for (int i = 0; i < N_OPTIONS; i++) print_zsh_option(arena, (enum option_id)i);
    printf("        '*:file:_files -g \"*.c\"'\n}\n\n_shapeprof \"$@\"\n");
}

// ---- fish

// Single quotes keep everything but the quote and the backslash.
static void print_fish_text(const char *text)
{
    putchar('\'');
    for (; *text; text++) printf(*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('\'');
}

// -x: a value and no file names; -r: a value, and files are on offer.
static void print_fish(struct arena *arena)
{
    printf("# fish completion for shapeprof\n");
    for (int c = 0; c < N_COMMANDS; c++) {
        printf("complete -c shapeprof -n __fish_use_subcommand -a %s -d ",
               command_get((enum command_id)c)->name);
        print_fish_text(command_get((enum command_id)c)->doc);
        putchar('\n');
    }
    for (int i = 1; i < N_DIAGS; i++) {
        const struct diag_info *info = diag_info((enum diag_id)i);
        printf("complete -c shapeprof -n '__fish_seen_subcommand_from explain' -f -a '%s %s' -d ",
               info->code, info->name);
        print_fish_text(info->summary);
        putchar('\n');
    }
    for (int i = 0; i < N_OPTIONS; i++) {
        const struct option_spec *spec = option_get((enum option_id)i);
        printf("complete -c shapeprof -l %s", spec->name);
        if (spec->letter) printf(" -s %c", spec->letter);
        bool is_path = spec->values == VALUES_FOLDER || spec->values == VALUES_FILE;
        if (spec->values != VALUES_SWITCH) printf(is_path ? " -r" : " -x");
        if (option_choices(arena, (enum option_id)i)) {
            printf(" -a '");
            print_choices(arena, (enum option_id)i);
            putchar('\'');
        }
        printf(" -d ");
        print_fish_text(spec->doc);
        putchar('\n');
    }
}

enum exit_status command_completion(struct arena *arena, const struct options *options)
{
    static const struct {
        const char *name;
        void (*print)(struct arena *);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    const char *asked = options->arguments.n == 1 ? options->arguments.at[0] : "";
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, asked) != 0) continue;
        shells[i].print(arena);
        return STATUS_CLEAN;
    }
    complain("completion needs a shell: bash, zsh or fish");
    return STATUS_FAILED;
}
