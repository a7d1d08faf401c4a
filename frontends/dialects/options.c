#include "frontends/dialects/options.h"

const struct dialect_options *dialect_options_of(const struct eval *e)
{
    static const struct dialect_options none;
    const struct dialect_options *given = eval_library_options(e);
    return given ? given : &none;
}
