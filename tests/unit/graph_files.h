#ifndef TESTS_UNIT_GRAPH_FILES_H
#define TESTS_UNIT_GRAPH_FILES_H

// The programs of tests/cases/graphs in text form. Lines at the head of a file
// that begin with `#` say what it shows; they are not part of the text.

#include "ir/base/arena.h"

#include <stdio.h>
#include <string.h>

static const char *const graph_files[] = {"kv_cache", "in_place_chain", "raw_buffer", "lstm",
                                          "repeat_backward"};
#define N_GRAPH_FILES (sizeof graph_files / sizeof *graph_files)

static inline const char *graph_file(struct arena *arena, const char *name)
{
    FILE *file = fopen(arena_printf(arena, "tests/cases/graphs/%s.txt", name), "rb");
    if (!file) return NULL;
    char *text = arena_alloc(arena, 1 << 20);
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    text[length] = '\0';
    while (*text == '#') text = strchr(text, '\n') + 1;
    return text;
}

#endif
