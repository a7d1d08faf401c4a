// __attribute__((constructor)) and destructor: functions that run before main, and when the program
// has ended. The lowest priorities are the outermost; those of one priority run as they stand, and
// behind main the other way round.

#include "frontends/c/interp.h"

typedef VEC(struct function *) functions;

static int priority_of(const struct function *f, enum run_around around)
{
    if (!f->has_body) return 0;
    return around == RUN_BEFORE ? f->constructor : f->destructor;
}

static void insert(struct eval *e, functions *list, struct function *f, enum run_around around)
{
    int i = list->n;
    *vec_push(e->arena, list) = f;
    for (; i > 0 && priority_of(list->at[i - 1], around) > priority_of(f, around); i--)
        list->at[i] = list->at[i - 1];
    list->at[i] = f;
}

static functions find(struct eval *e, enum run_around around)
{
    functions list = {0};
    for (int i = 0; i < unit_n_functions(e->unit); i++) {
        struct function *f = unit_function(e->unit, i);
        if (priority_of(f, around)) insert(e, &list, f, around);
    }
    return list;
}

void constructors_run(struct eval *e)
{
    functions before = find(e, RUN_BEFORE), behind = find(e, RUN_BEHIND);
    for (int i = 0; i < behind.n; i++) *vec_push(e->arena, &e->ending.at_exit) = behind.at[i];
    for (int i = 0; i < before.n && e->flow == FLOW_NORMAL; i++)
        eval_invoke(e, NULL, before.at[i], 0, NULL);
}
