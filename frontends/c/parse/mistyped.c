// The compiler's messages, made plain: types by their names alone, and the operator that they are
// about.

#include "frontends/c/parse/mistyped.h"
#include "frontends/c/dialect.h"
#include "frontends/c/parse/enclosing.h"
#include "frontends/c/parse/link.h"

#include <string.h>

// Words that say nothing of which type it is.
static const char *const noise[] = {"struct ", "const "};

static const char *skip_noise(const char *at)
{
    if (strncmp(at, " (aka '", 7) == 0) {
        const char *end = strstr(at, "')");
        return end ? end + 2 : at;
    }
    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
        if (strncmp(at, noise[i], strlen(noise[i])) == 0) return at + strlen(noise[i]);
    return at;
}

// "initializing 'nn_tensor *' with an expression of incompatible type 'double'".
static const char *plain(struct arena *arena, const char *message)
{
    struct text text = {.arena = arena};
    while (*message) {
        const char *behind = skip_noise(message);
        if (behind == message) text_printf(&text, "%c", *behind++);
        message = behind;
    }
    return text_string(&text);
}

// ---- conversions

static const struct {
    const char *before, *between;
    bool wanted_first;
} conversions[] = {
    {"initializing '", "' with an expression of incompatible type '", true},
    {"assigning to '", "' from incompatible type '", true},
    {"passing '", "' to parameter of incompatible type '", false},
    {"returning '", "' from a function with incompatible result type '", false},
    // An error of newer compilers only.
    {"incompatible integer to pointer conversion initializing '", "' with an expression of type '",
     true},
};

static void find_types(struct arena *arena, struct dialect_error *error)
{
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++) {
        size_t n = strlen(conversions[i].before);
        const char *between = strstr(error->message, conversions[i].between);
        if (!between || strncmp(error->message, conversions[i].before, n) != 0) continue;
        const char *first = error->message + n, *second = between + strlen(conversions[i].between);
        const char *end = strchr(second, '\'');
        if (!end) continue;
        const char *one = arena_string_n(arena, first, (size_t)(between - first));
        const char *other = arena_string_n(arena, second, (size_t)(end - second));
        error->wanted = conversions[i].wanted_first ? one : other;
        error->given = conversions[i].wanted_first ? other : one;
    }
}

// ---- operators

#define LONGEST_OPERATOR 2

static const char *operator_at(struct tu *tu, CXSourceLocation location)
{
    CXFile file;
    unsigned offset;
    size_t size = 0, n = 0;
    clang.getSpellingLocation(location, &file, NULL, NULL, &offset);
    const char *text = file ? clang.getFileContents(tu->handle, file, &size) : NULL;
    if (!text) return "";
    while (n < LONGEST_OPERATOR && offset + n < size && text[offset + n] &&
           strchr("+-*/%<>=!&|^~", text[offset + n]))
        n++;
    return arena_string_n(tu->scratch, text + offset, n);
}

bool mistyped_report(struct tu *tu, CXSourceLocation location, const struct site *site,
                     const char *message, struct diags *diags)
{
    struct dialect_error error = {.message = plain(tu->scratch, message),
                                  .operator_ = operator_at(tu, location),
                                  .call = enclosing_call(tu, tu->scratch, location, BRACES_END)};
    find_types(tu->scratch, &error);
    return dialect_explain(&error, site, diags);
}

void mistyped_excess(struct tu *tu, CXCursor item, const char *call, const char *message)
{
    const struct site *site = tu_site(tu, cursor_place_of(tu, cursor_start(item)));
    CXString spelling = clang.getTypeSpelling(clang.getCursorType(item));
    struct dialect_error error = {.message = "",
                                  .given = plain(tu->scratch, clang.getCString(spelling)),
                                  .wanted = "",
                                  .operator_ = "",
                                  .call = call};
    clang.disposeString(spelling);
    if (call && dialect_explain(&error, site, tu->unit->diags)) return;
    diag_add(tu->unit->diags, DIAG_EXCESS_INITIALIZER, site, "%s%s%s", call ? call : "",
             call ? ": " : "", message);
}
