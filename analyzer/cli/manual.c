// The manual page, from the tables of commands and options, in man(7) form.

#include "analyzer/budget.h"
#include "analyzer/cli/help.h"
#include "ir/base/text.h"
#include "analyzer/report/writer.h"

#include <stdio.h>

// A dash is a minus in man pages unless told otherwise, a leading dot a command.
static void print_text(const char *text)
{
    if (*text == '.' || *text == '\'') printf("\\&");
    for (; *text; text++) {
        if (*text == '-')
            printf("\\-");
        else if (*text == '\\')
            printf("\\e");
        else
            putchar(*text);
    }
}

// A tagged paragraph: the term, and what it means indented below.
static void print_item(const char *head, const char *body)
{
    printf(".TP\n.B ");
    print_text(head);
    putchar('\n');
    print_text(body);
    putchar('\n');
}

static void print_commands(struct arena *arena)
{
    printf(".SH COMMANDS\n");
    for (int i = 0; i < N_COMMANDS; i++) {
        const struct command *command = command_get((enum command_id)i);
        print_item(arena_printf(arena, "%s %s", command->name, command->arguments),
                   command->explanation);
    }
}

static void print_options(struct arena *arena)
{
    printf(".SH OPTIONS\nFlags for clang follow \\-\\-.\n");
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        const char *const *choices = option_choices(arena, id);
        struct text doc = {.arena = arena};
        text_add(&doc, option_get(id)->doc);
        for (int i = 0; choices && choices[i]; i++)
            text_printf(&doc, "%s%s", i ? ", " : "; one of ", choices[i]);
        print_item(help_option_form(arena, id), text_string(&doc));
    }
}

static void print_formats(void)
{
    printf(".SH FORMATS\n");
    for (int i = 0; i < writer_count(); i++) print_item(writer_at(i)->name, writer_at(i)->doc);
}

static void print_budgets(void)
{
    static const struct {
        const char *name, *doc;
    } budgets[] = {
#define BUDGET(id, name, doc) {name, doc},
#include "analyzer/report/budgets.def"
#undef BUDGET
    };
    printf(".SH BUDGETS\nFigures that \\-\\-budget can limit. Sizes take the units K, M, G, KiB, "
           "MiB, GiB (powers of 1024) and kB, MB, GB (powers of 1000).\n");
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++)
        print_item(budgets[i].name, budgets[i].doc);
}

static void print_environment(void)
{
    printf(".SH ENVIRONMENT\n");
#define ENVIRONMENT(name, doc) print_item(name, doc);
#include "analyzer/cli/environment.def"
#undef ENVIRONMENT
}

enum exit_status command_manual(struct arena *arena, const struct options *options)
{
    (void)options;
    printf(".TH SHAPEPROF 1 \"\" \"shapeprof %s\"\n.SH NAME\nshapeprof \\- shapes and activation "
           "memory of neural networks written in C\n.SH SYNOPSIS\n.B shapeprof\n[\\fICOMMAND\\fR] "
           "[\\fIOPTION\\fR...] \\fIFILE\\fR... [\\-\\- \\fICLANG\\-FLAG\\fR...]\n",
           SP_VERSION_STRING);
    printf(".SH DESCRIPTION\nReads a model that is written in C, never running it, and tells the "
           "shape and the bytes of every layer's output, for every element type; which layer is "
           "the bottleneck of activation memory; how much memory is live at the worst moment; and "
           "where a shape is wrong, on which line.\n");
    print_commands(arena);
    print_options(arena);
    print_formats();
    print_budgets();
    print_environment();
    printf(".SH EXIT STATUS\n");
    print_item("0", "nothing was found");
    print_item("1", "an error, or a broken budget; with --werror also a warning");
    print_item("2", "could not analyse: bad usage, no such file, unreadable source, an entry that "
                    "does not exist");
    return STATUS_CLEAN;
}
