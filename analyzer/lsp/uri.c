#include "analyzer/lsp/uri.h"

#include "ir/base/text.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

static int digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    return isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

// A %00 would end the path where the client does not see it.
const char *uri_path(struct arena *arena, const char *uri)
{
    struct text path = {.arena = arena};
    if (strncmp(uri, "file://", 7) != 0) return NULL;
    uri += 7;
    // Of hosts only this one has files that can be read.
    if (!strncmp(uri, "localhost/", 10)) uri += 9;
    if (*uri != '/') return NULL;
    for (; *uri && *uri != '?' && *uri != '#'; uri++) {
        char c = *uri;
        if (c == '%' && digit(uri[1]) >= 0 && digit(uri[2]) >= 0) {
            c = (char)(digit(uri[1]) * 16 + digit(uri[2]));
            uri += 2;
        }
        if (!c) return NULL;
        text_add_char(&path, c);
    }
    return text_string(&path);
}

// What RFC 3986 lets stand in a path as it is.
static int is_plain(unsigned char c)
{
    return c < 128 && (isalnum(c) || (c && strchr("-._~/!$&'()*+,;=@", c)));
}

const char *uri_of(struct arena *arena, const char *path)
{
    struct text uri = {.arena = arena};
    char folder[4096];
    text_add(&uri, "file://");
    if (*path != '/' && getcwd(folder, sizeof folder))
        path = arena_printf(arena, "%s/%s", folder, path);
    for (; *path; path++) {
        if (is_plain((unsigned char)*path))
            text_add_char(&uri, *path);
        else
            text_printf(&uri, "%%%02X", (unsigned char)*path);
    }
    return text_string(&uri);
}
