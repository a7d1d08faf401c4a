// The port is looked through as text: a line that defines the macro and is no comment.

#include "frontends/dialects/nnom_macros.h"

#include "ir/base/site.h"

#include <stdio.h>
#include <string.h>

static bool line_defines(const char *line, const char *macro)
{
    size_t n = strlen(macro);
    line += strspn(line, " \t");
    if (*line != '#') return false;
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "define", 6) != 0) return false;
    line += 6 + strspn(line + 6, " \t");
    return strncmp(line, macro, n) == 0 && strspn(line + n, " \t\r\n/(") + n > n;
}

// Keeps track of /* */, which a port may use to switch a line off.
static bool file_defines(const char *path, const char *macro)
{
    FILE *file = fopen(path, "r");
    char line[512];
    bool found = false, comment = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        found = !comment && line_defines(line, macro);
        for (const char *at = line; (at = strpbrk(at, "/*")); at++) {
            if (!comment && at[0] == '/' && at[1] == '/') break;
            if (!comment && at[0] == '/' && at[1] == '*') comment = true;
            if (comment && at[0] == '*' && at[1] == '/') comment = false;
        }
    }
    if (file) fclose(file);
    return found;
}

bool nnom_macros_have(const struct unit *unit, const char *macro, const char *told_by)
{
    if (unit_type(unit, told_by) || unit_defines(unit, macro)) return true;
    for (int i = 0; i < unit_n_files(unit); i++) {
        const char *path = unit_file(unit, (uint32_t)i);
        bool port = strcmp(site_base_name(path), "nnom_port.h") == 0;
        if (port && file_defines(path, macro)) return true;
    }
    return false;
}
