#include "frontends/c/crew.h"
#include "frontends/c/unit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)256 << 20)

struct crew {
    int n;
    void (*work)(void *, int);
    void *data;
    atomic_int next; // piece that nobody has begun with
};

static void *work_on(void *data)
{
    struct crew *crew = data;
    for (int i; (i = atomic_fetch_add(&crew->next, 1)) < crew->n;) crew->work(crew->data, i);
    return NULL;
}

static bool start_thread(pthread_t *thread, void *(*work)(void *), void *data)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    bool started = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                   pthread_create(thread, &attributes, work, data) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

int crew_jobs(int asked, int pieces)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int jobs = asked > 0 ? asked : cores > 0 ? (int)cores : 1;
    if (jobs > pieces) jobs = pieces;
    return jobs < MAX_CREW ? jobs : MAX_CREW;
}

void crew_run(int jobs, int n, void (*work)(void *data, int piece), void *data)
{
    struct crew crew = {.n = n, .work = work, .data = data};
    pthread_t threads[MAX_CREW];
    int started = 0;
    while (started < jobs - 1 && start_thread(&threads[started], work_on, &crew)) started++;
    work_on(&crew);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

struct errand {
    void (*work)(void *);
    void *data;
};

static void *run_errand(void *data)
{
    struct errand *errand = data;
    errand->work(errand->data);
    return NULL;
}

void unit_with_stack(void (*work)(void *), void *data)
{
    struct errand errand = {work, data};
    pthread_t thread;
    bool started = start_thread(&thread, run_errand, &errand);
    // Without such a thread the work is done on this one: shallow programs need no more.
    if (started)
        pthread_join(thread, NULL);
    else
        work(data);
}
