#include "analyzer/cli/together.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum together { TOGETHER_NEEDS, TOGETHER_EXCLUDES, TOGETHER_FORMATS };

struct rule {
    enum option_id option;
    enum together kind;
    unsigned commands; // bit 1 << command
    uint64_t others;   // bit 1 << option
    const char *formats, *why;
};

static_assert(N_OPTIONS <= 64, "options are bits of a mask");

#define ON(id) (1u << COMMAND_##id)
#define ALSO(id) (UINT64_C(1) << OPTION_##id)
static const struct rule rules[] = {
#define NEEDS(id, commands, others, why) {OPTION_##id, TOGETHER_NEEDS, commands, others, NULL, why},
#define EXCLUDES(id, commands, others, why)                                                        \
    {OPTION_##id, TOGETHER_EXCLUDES, commands, others, NULL, why},
#define FORMATS(id, commands, formats, why)                                                        \
    {OPTION_##id, TOGETHER_FORMATS, commands, 0, formats, why},
#include "analyzer/cli/together.def"
#undef FORMATS
#undef EXCLUDES
#undef NEEDS
};

static bool has_any(const struct options *options, uint64_t others)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (others >> i & 1 && options_has(options, (enum option_id)i)) return true;
    return false;
}

static bool is_among(const char *word, const char *words)
{
    size_t n = strlen(word);
    for (const char *at = words; *at; at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == n && !strncmp(at, word, n)) return true;
    return false;
}

static bool means_nothing(const struct rule *rule, const struct options *options)
{
    if (!(rule->commands >> options->command & 1) || !options_has(options, rule->option))
        return false;
    const char *format = options_last(options, OPTION_FORMAT);
    switch (rule->kind) {
    case TOGETHER_NEEDS: return !has_any(options, rule->others);
    case TOGETHER_EXCLUDES: return has_any(options, rule->others);
    case TOGETHER_FORMATS: return format && !is_among(format, rule->formats);
    }
    return false;
}

bool together_check(struct arena *arena, const struct options *options, const char **error)
{
    if (options_has(options, OPTION_HELP)) return true;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (!means_nothing(&rules[i], options)) continue;
        const char *value = options_last(options, rules[i].option);
        *error = arena_printf(arena, "--%s%s%s: %s", option_get(rules[i].option)->name,
                              value && *value ? " " : "", value ? value : "", rules[i].why);
        return false;
    }
    return true;
}
