// A small reader of type names; see the header for why it is needed. What it does not know for
// sure it refuses.

#include "frontends/c/parse/type_text.h"
#include <ctype.h>
#include <string.h>

enum { MAX_NAME = 128 };

// The words of a basic type, in whatever order they were written.
struct words {
    int n_long, n_basic;
    bool is_unsigned, is_signed, is_short, has_int, has_char, has_double, has_wide, is_const;
    bool is_complex;
    const char *tag;     // "struct ", "union ", "enum "
    char name[MAX_NAME]; // any other word, with its tag
};

// C17 6.7.2: type specifiers come in any order, "long unsigned int long" too.
static bool take_keyword(struct words *w, const char *word)
{
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {
        {"unsigned", &w->is_unsigned}, {"signed", &w->is_signed}, {"short", &w->is_short},
        {"int", &w->has_int},          {"char", &w->has_char},    {"double", &w->has_double},
        {"__int128", &w->has_wide},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].word) == 0) {
            *flags[i].flag = true;
            w->n_basic++;
            return true;
        }
    if (strcmp(word, "long") != 0) return false;
    w->n_long++;
    w->n_basic++;
    return true;
}

static bool take_word(struct words *w, const char *word)
{
    if (strcmp(word, "const") == 0) {
        w->is_const = true;
        return true;
    }
    if (strcmp(word, "volatile") == 0) return true;
    if (strcmp(word, "struct") == 0 || strcmp(word, "union") == 0 || strcmp(word, "enum") == 0) {
        w->tag = word[0] == 's' ? "struct " : word[0] == 'u' ? "union " : "enum ";
        return true;
    }
    if (take_keyword(w, word)) return true;
    // <complex.h> calls it complex, which may be a type's name, too.
    bool named = w->n_basic || *w->name;
    if (strcmp(word, "_Complex") == 0 || (named && strcmp(word, "complex") == 0)) {
        w->is_complex = true;
        return true;
    }
    if (*w->name) return false;
    size_t tag = w->tag ? strlen(w->tag) : 0, n = strlen(word);
    if (tag + n >= sizeof w->name) return false;
    if (tag) memcpy(w->name, w->tag, tag);
    memcpy(w->name + tag, word, n + 1);
    return true;
}

// As libclang spells them.
static const char *basic_name(const struct words *w)
{
    bool u = w->is_unsigned;
    if (w->has_wide) return u ? "unsigned __int128" : "__int128";
    if (w->has_char) return u ? "unsigned char" : w->is_signed ? "signed char" : "char";
    if (w->has_double) return w->n_long ? "long double" : "double";
    if (w->is_short) return u ? "unsigned short" : "short";
    if (w->n_long > 1) return u ? "unsigned long long" : "long long";
    if (w->n_long) return u ? "unsigned long" : "long";
    return u ? "unsigned int" : "int";
}

// A basic type has no other name beside it; all else is a typedef or a tag.
static const struct ctype *base_type(struct unit *unit, const struct words *w)
{
    if (w->n_basic && *w->name) return NULL;
    if (w->n_basic) return types_basic(unit, basic_name(w));
    if (strcmp(w->name, "_Bool") == 0 || strcmp(w->name, "bool") == 0) return unit->basic.bool_;
    const struct ctype *basic = types_basic(unit, w->name);
    return basic ? basic : types_named(unit, w->name);
}

// The next identifier of the text; false at its end or at a star.
static bool next_word(const char **at, const char *end, char *word)
{
    while (*at < end && isspace((unsigned char)**at)) (*at)++;
    size_t n = 0;
    while (*at < end && n < MAX_NAME - 1 && (isalnum((unsigned char)**at) || **at == '_'))
        word[n++] = *(*at)++;
    word[n] = 0;
    return n > 0;
}

const struct ctype *type_text_parse(struct unit *unit, const char *text, size_t n)
{
    const char *at = text, *end = text + n;
    char word[MAX_NAME];
    struct words w = {0};
    while (next_word(&at, end, word))
        if (!take_word(&w, word)) return NULL;
    const struct ctype *type = base_type(unit, &w);
    if (type && w.is_complex) {
        if (type->kind != CTYPE_FLOAT && type->kind != CTYPE_INT) return NULL;
        type = types_complex(unit, type);
    }
    bool is_const = w.is_const;
    while (type && at < end) {
        if (*at++ != '*') return NULL;
        type = types_pointer_to(unit, type, is_const ? POINTEE_CONST : POINTEE_PLAIN);
        is_const = false;
        while (next_word(&at, end, word)) is_const |= strcmp(word, "const") == 0;
    }
    return type;
}
