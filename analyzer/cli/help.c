// --help and the pages of commands, wrapped at 78 columns.

#include "analyzer/cli/help.h"

#include <stdio.h>
#include <string.h>

#define LINE_WIDTH 78

void help_paragraph(const char *text, const char *indent)
{
    size_t column = 0;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column && column + 1 + word > LINE_WIDTH) {
            putchar('\n');
            column = 0;
        }
        int printed = column ? printf(" ") : printf("%s", indent);
        printf("%.*s", (int)word, text);
        column += (size_t)printed + word;
        text += word;
        text += strspn(text, " ");
    }
    putchar('\n');
}

const char *help_option_form(struct arena *arena, enum option_id id)
{
    const struct option_spec *spec = option_get(id);
    const char *blank = *spec->placeholder ? " " : "";
    if (!spec->letter) return arena_printf(arena, "--%s%s%s", spec->name, blank, spec->placeholder);
    return arena_printf(arena, "-%c, --%s%s%s", spec->letter, spec->name, blank, spec->placeholder);
}

// The form on a line of its own: placeholders are too long for two columns.
static void write_option(struct arena *arena, enum option_id id)
{
    printf("  %s\n", help_option_form(arena, id));
    help_paragraph(option_get(id)->doc, "      ");
    const char *const *choices = option_choices(arena, id);
    if (!choices) return;
    printf("      one of:");
    for (; *choices; choices++) printf(" %s", *choices);
    putchar('\n');
}

static void write_options(struct arena *arena, enum command_id command)
{
    printf("\nOptions:\n");
    for (int i = 0; i < N_OPTIONS; i++) {
        if (option_get((enum option_id)i)->commands & 1u << command)
            write_option(arena, (enum option_id)i);
    }
}

void help_command(struct arena *arena, enum command_id id)
{
    const struct command *command = command_get(id);
    printf("Usage: shapeprof %s [OPTION...] %s%s\n\n", command->name, command->arguments,
           id <= COMMAND_IR ? " [-- CLANG-FLAG...]" : "");
    help_paragraph(command->explanation, "");
    write_options(arena, id);
}

// One line a command; the options are a command's own.
void help_program(void)
{
    printf("Usage: shapeprof [COMMAND] [OPTION...] FILE... [-- CLANG-FLAG...]\n\n");
    help_paragraph("Shapes and activation memory of neural networks that are written in C, from "
                   "the source alone.",
                   "");
    printf("\nCommands:\n");
    for (int i = 0; i < N_COMMANDS; i++) {
        const struct command *command = command_get((enum command_id)i);
        printf("  %-10s  %s%s\n", command->name, command->doc,
               i == COMMAND_ANALYSE ? " (default)" : "");
    }
    printf("\nExamples:\n"
           "  shapeprof model.c                              what is not known stays a symbol\n"
           "  shapeprof model.c --input 'f32[8,3,224,224]'   for one input\n"
           "  shapeprof compare a.c:wide b.c:narrow --input 'f32[4,8]' --format json\n"
           "  shapeprof model.c --budget 'peak_leaf<=512K' -- -I include -DSMALL\n");
    printf("\nshapeprof COMMAND --help tells more of each, shapeprof analyse --help the options.\n"
           "Exit status: 0 nothing found; 1 an error or a broken budget; 2 could not analyse.\n");
}
