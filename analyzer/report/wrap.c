#include "analyzer/report/wrap.h"

#include <string.h>

#define FURTHER_INDENT 2
// A blank at which no line ends; it is written as a common one.
#define HARD_BLANK '\037'

static void write_word(struct text *text, const char *word, int length)
{
    for (int i = 0; i < length; i++) text_add_char(text, word[i] == HARD_BLANK ? ' ' : word[i]);
}

void wrap_add(struct text *text, const char *words, int indent, int width)
{
    size_t blanks = strspn(words, " ");
    int used = 0;
    indent += (int)blanks;
    text_printf(text, "%*s", (int)blanks, "");
    for (const char *word = words + blanks; *word;) {
        int gap = (int)strspn(word, " "), length = (int)strcspn(word + gap, " ");
        if (!length) break;
        if (width && used && indent + used + gap + length > width) {
            text_printf(text, "\n%*s", indent + FURTHER_INDENT, "");
            used = FURTHER_INDENT;
        } else {
            text_printf(text, "%*s", gap, "");
            used += gap;
        }
        write_word(text, word + gap, length);
        used += length;
        word += gap + length;
    }
}

void wrap_write(struct text *text, const char *words, int indent, int width)
{
    wrap_add(text, words, indent, width);
    text_add_char(text, '\n');
}

const char *wrap_unbroken(struct arena *arena, const char *words)
{
    char *copy = arena_copy(arena, words, strlen(words) + 1);
    for (char *at = copy; *at; at++)
        if (*at == ' ') *at = HARD_BLANK;
    return copy;
}
