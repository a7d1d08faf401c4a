// Values for which an object has no room: what is said of them, and what becomes of the object.

#include "frontends/c/lower/excess.h"
#include "frontends/c/parse/enclosing.h"
#include "frontends/c/parse/mistyped.h"

// Did the compiler find an error in the statement that stands there?
static bool has_error(struct lowering *l, CXSourceLocation location)
{
    uint32_t before, behind;
    if (l->n_errors == 0) return false;
    enclosing_semicolons(l->tu, location, &before, &behind);
    struct source_place place = cursor_place_of(l->tu, location);
    for (int i = l->first_error; i < l->first_error + l->n_errors; i++) {
        const struct source_place *error = &l->tu->errors.at[i].place;
        if (error->file == place.file && error->offset >= before && error->offset <= behind)
            return true;
    }
    return false;
}

// Outside of a call the list belongs to the object that the line declares.
const char *excess_call(struct lowering *l, CXCursor item)
{
    if (!cursor_in_macro(item)) return NULL;
    return enclosing_call(l->tu, l->scratch, cursor_start(item), BRACES_PASSED);
}

// C17 6.7.9p2 forbids it; compilers warn and drop the value. In a statement that does not compile
// the list may be none that its writer wrote: designators are gone from it.
void excess_report(struct lowering *l, CXCursor item, const char *what)
{
    if (!has_error(l, cursor_start(item))) mistyped_excess(l->tu, item, excess_call(l, item), what);
}

struct ast *excess_hole(struct lowering *l, CXCursor list, const struct ctype *type,
                        const char *what)
{
    struct ast *hole = lower_hole(l, list, type, "%s", what);
    hole->lost = true;
    return hole;
}
