#include "analyzer/kann_checks.h"

#include "analyzer/demands.h"
#include "ir/kann_graph.h"

void kann_check_demands(struct arena *arena, struct program *program, struct shapes *shapes)
{
    const struct kann_state *state = program->kann;
    for (int i = 0; i < state->demands.n; i++)
        demand_settle(arena, program, shapes,
                      &(const struct demand){state->demands.at[i].function,
                                             state->demands.at[i].site,
                                             state->demands.at[i].obligation});
}
