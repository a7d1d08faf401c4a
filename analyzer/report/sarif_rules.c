// Rules of SARIF from diags.def: what `shapeprof explain` prints is their help.

#include "analyzer/report/sarif_rules.h"

#include "analyzer/report/json_value.h"
#include "ir/base/text.h"

#include <ctype.h>

void sarif_rules_open(struct sarif_rules *rules, struct arena *arena)
{
    *rules = (struct sarif_rules){.arena = arena, .list = json_array()};
}

// "matmul-inner" is MatmulInner, as names of rules are written there.
static const char *pascal_case(struct arena *arena, const char *name)
{
    struct text text = {.arena = arena};
    for (const char *at = name; *at; at++)
        if (*at != '-')
            text_add_char(&text, at == name || at[-1] == '-' ? (char)toupper(*at) : *at);
    return text_string(&text);
}

static void set_message(json_t *object, const char *key, const char *text)
{
    json_t *message = json_object();
    json_object_set_new(message, "text", json_text(text));
    json_object_set_new(object, key, message);
}

static const char *level_of(enum severity severity)
{
    return severity == SEVERITY_ERROR ? "error" : severity == SEVERITY_WARNING ? "warning" : "note";
}

static json_t *make_rule(struct arena *arena, const struct diag_info *info)
{
    json_t *rule = json_object(), *configuration = json_object(), *help = json_object();
    json_object_set_new(rule, "id", json_text(info->code));
    json_object_set_new(rule, "name", json_text(pascal_case(arena, info->name)));
    set_message(rule, "shortDescription",
                arena_printf(arena, "%s (%s)", info->summary, info->name));
    set_message(rule, "fullDescription", info->explanation);
    json_object_set_new(configuration, "level", json_text(level_of(info->severity)));
    json_object_set_new(rule, "defaultConfiguration", configuration);
    json_object_set_new(help, "text", json_text(info->explanation));
    json_object_set_new(help, "markdown",
                        json_text(arena_printf(arena,
                                               "**%s `%s`**: %s.\n\n%s\n\n"
                                               "`shapeprof explain %s` prints this page.",
                                               info->code, info->name, info->summary,
                                               info->explanation, info->code)));
    json_object_set_new(rule, "help", help);
    return rule;
}

int sarif_rules_index(struct sarif_rules *rules, enum diag_id id)
{
    if (!rules->index[id]) {
        json_array_append_new(rules->list, make_rule(rules->arena, diag_info(id)));
        rules->index[id] = (int)json_array_size(rules->list);
    }
    return rules->index[id] - 1;
}
