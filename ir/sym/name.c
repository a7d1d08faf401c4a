// Names of symbols as C spells lvalues, so that a size can be told on the command line as it
// stands in the source.

#include "ir/sym/expression.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static size_t word_length(const char *text)
{
    size_t n = 0;
    if (!is_letter(text[0])) return 0;
    while (is_letter(text[n]) || (text[n] >= '0' && text[n] <= '9')) n++;
    return n;
}

// "[...]" with brackets in pairs.
static size_t bracket_length(const char *text)
{
    int depth = 0;
    for (size_t n = 0; text[n] && text[n] != '`'; n++) {
        depth += (text[n] == '[') - (text[n] == ']');
        if (depth == 0) return n + 1;
    }
    return 0;
}

static size_t suffix_length(const char *text)
{
    if (text[0] == '[') return bracket_length(text);
    size_t sign = text[0] == '.' ? 1 : strncmp(text, "->", 2) == 0 ? 2 : 0;
    size_t word = sign ? word_length(text + sign) : 0;
    return word ? sign + word : 0;
}

size_t name_length(const char *text)
{
    size_t n = word_length(text);
    for (size_t more = n; more; n += more) more = suffix_length(text + n);
    return n;
}
