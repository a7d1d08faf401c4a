// Complaints, each a line that begins with the program's name.

#include "analyzer/cli/complain.h"

#include "ir/base/text.h"

#include <stdarg.h>
#include <stdio.h>

void complain_line(struct text *text, const char *kind, const char *message)
{
    text_printf(text, "shapeprof: %s: %s\n", kind, text_printable(text->arena, message));
}

// Names of files and what else the user gave may hold what steers a terminal.
static void say(const char *kind, const char *format, va_list arguments)
{
    struct arena *arena = arena_open();
    struct text line = {.arena = arena};
    complain_line(&line, kind, arena_vprintf(arena, format, arguments));
    fputs(text_string(&line), stderr);
    arena_close(arena);
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("error", format, arguments);
    va_end(arguments);
}

const char *nearest_string(struct arena *arena, const char *name, const char *const *names,
                           int n_names)
{
    const char *nearest[3];
    struct text text = {.arena = arena};
    int n = text_nearest(name, names, n_names, nearest, 3);
    for (int i = 0; i < n; i++)
        text_printf(&text, "%s`%s`",
                    i       ? ", "
                    : n > 1 ? "; the nearest are "
                            : "; did you mean ",
                    nearest[i]);
    if (n == 1) text_add_char(&text, '?');
    return text_string(&text);
}
