#include "analyzer/lsp/methods.h"

#include <string.h>

#define AS_REQUEST(name, function) {name, METHOD_REQUEST, function, NULL},
#define AS_NOTIFICATION(name, function) {name, METHOD_NOTIFICATION, function, NULL},
#define AS_DOCUMENT(name, function) {name, METHOD_DOCUMENT, NULL, function},

static const struct method methods[] = {
#define METHOD(kind, name, function) AS_##kind(name, function)
#include "analyzer/lsp/methods.def"
#undef METHOD
};

const struct method *method_find(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name)) return &methods[i];
    return NULL;
}
