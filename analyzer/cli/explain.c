// The page of a finding, and the list of all.

#include "analyzer/cli/complain.h"
#include "analyzer/cli/help.h"
#include "analyzer/report/findings.h"
#include "ir/diag.h"

#include <stdio.h>

// Codes and names are both asked for, so both are suggested.
static const char *const *all_codes(struct arena *arena)
{
    const char **codes = arena_array(arena, const char *, 2 * N_DIAGS);
    int n = 0;
    for (int i = 1; i < N_DIAGS; i++) {
        codes[n++] = diag_info((enum diag_id)i)->code;
        codes[n++] = diag_info((enum diag_id)i)->name;
    }
    return codes;
}

enum exit_status command_explain(struct arena *arena, const struct options *options)
{
    if (options->arguments.n != 1) {
        complain("explain needs one code, as in shapeprof explain SP101");
        return STATUS_FAILED;
    }
    const char *asked = options->arguments.at[0];
    enum diag_id id = diag_find(asked);
    if (id == DIAG_NONE) {
        complain("no finding is called `%s`%s", asked,
                 nearest_string(arena, asked, all_codes(arena), 2 * (N_DIAGS - 1)));
        return STATUS_FAILED;
    }
    const struct diag_info *info = diag_info(id);
    printf("%s %s (%s): %s\n\n", info->code, info->name, severity_name(info->severity),
           info->summary);
    help_paragraph(info->explanation, "");
    return STATUS_CLEAN;
}

enum exit_status list_checks(void)
{
    for (int i = 1; i < N_DIAGS; i++) {
        const struct diag_info *info = diag_info((enum diag_id)i);
        printf("%s  %-7s  %-24s  %s\n", info->code, severity_name(info->severity), info->name,
               info->summary);
    }
    return STATUS_CLEAN;
}
