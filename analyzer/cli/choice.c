#include "analyzer/cli/choice.h"

#include "analyzer/cli/complain.h"
#include "ir/base/text.h"

#include <string.h>

int choice_read(struct arena *arena, const struct options *options, enum option_id id)
{
    const char *asked = options_last(options, id);
    const char *const *choices = option_choices(arena, id);
    struct text all = {.arena = arena};
    if (!asked) return CHOICE_NOT_GIVEN;
    for (int i = 0; choices[i]; i++) {
        if (strcmp(asked, choices[i]) == 0) return i;
        text_printf(&all, "%s%s", !i ? "" : choices[i + 1] ? ", " : " or ", choices[i]);
    }
    complain("--%s is %s, not `%s`", option_get(id)->name, text_string(&all), asked);
    return CHOICE_REFUSED;
}
