#include "analyzer/cli/watch.h"

#include "frontends/c/crew.h"
#include "ir/base/clock.h"
#include "ir/base/text.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_PATH_BYTES 4096
#define MAX_BLAMED 8 // each is another beginning

// A slot is taken by `used` first, so that two threads never write into one.
struct running {
    atomic_bool used;
    int program;
    time_t since;
    char file[MAX_PATH_BYTES];
};

struct blamed {
    char file[MAX_PATH_BYTES];
    char why[256];
};

// Lies in memory that parent and child share: the child writes how far it is, the parent reads it
// when the child ends or hangs, and both survive the other's death.
struct watch {
    bool shows; // progress, on a terminal
    bool one_job;
    atomic_bool answers;
    atomic_int n_programs, n_ended;
    _Atomic time_t begun; // the work
    _Atomic time_t last;  // when something began or ended
    struct running running[MAX_CREW];
    int n_blamed;
    struct blamed blamed[MAX_BLAMED];
};

// A log of CI is read later, where it would only be in the way.
static bool is_watched(void)
{
    const char *ci = getenv("CI"), *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && !(ci && *ci) && terminal && strcmp(terminal, "dumb") != 0;
}

struct watch *watch_open(void)
{
    struct watch *watch =
        mmap(NULL, sizeof *watch, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (watch == MAP_FAILED) return NULL;
    watch->shows = is_watched();
    watch_restart(watch);
    return watch;
}

void watch_close(struct watch *watch)
{
    if (watch) munmap(watch, sizeof *watch);
}

// ---- the work

static void show(struct watch *watch, const char *file)
{
    int n = atomic_load(&watch->n_programs);
    if (!watch->shows || n < 2) return;
    struct arena *arena = arena_open();
    fprintf(stderr, "\r\033[K[%d/%d] %s", atomic_load(&watch->n_ended) + 1, n,
            text_printable(arena, file));
    arena_close(arena);
}

static void begins(void *data, int program, int n_programs, const char *file)
{
    struct watch *watch = data;
    atomic_store(&watch->n_programs, n_programs);
    atomic_store(&watch->last, (time_t)clock_seconds());
    for (int i = 0; i < MAX_CREW; i++) {
        struct running *slot = &watch->running[i];
        bool free = false;
        if (!atomic_compare_exchange_strong(&slot->used, &free, true)) continue;
        slot->program = program;
        slot->since = (time_t)clock_seconds();
        snprintf(slot->file, sizeof slot->file, "%s", file);
        break;
    }
    show(watch, file);
}

// By the program's number, as the thread that ends it need not be asked which slot it took.
static void ends(void *data, int program)
{
    struct watch *watch = data;
    atomic_fetch_add(&watch->n_ended, 1);
    atomic_store(&watch->last, (time_t)clock_seconds());
    for (int i = 0; i < MAX_CREW; i++) {
        struct running *slot = &watch->running[i];
        if (atomic_load(&slot->used) && slot->program == program) atomic_store(&slot->used, false);
    }
}

// Programs that ended an earlier beginning are left out of the next one, with the reason.
static const char *refuses(void *data, const char *file)
{
    const struct watch *watch = data;
    for (int i = 0; i < watch->n_blamed; i++)
        if (strcmp(watch->blamed[i].file, file) == 0) return watch->blamed[i].why;
    return NULL;
}

void watch_programs(struct watch *watch, struct front_watch *front)
{
    *front = (struct front_watch){watch, begins, ends, refuses};
}

void watch_hide(struct watch *watch)
{
    if (!watch || !watch->shows || atomic_load(&watch->n_programs) < 2) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

void watch_answer(struct watch *watch)
{
    if (watch) atomic_store(&watch->answers, true);
}

bool watch_wants_one_job(const struct watch *watch)
{
    return watch->one_job;
}

// ---- the guard

void watch_restart(struct watch *watch)
{
    for (int i = 0; i < MAX_CREW; i++) atomic_store(&watch->running[i].used, false);
    atomic_store(&watch->answers, false);
    atomic_store(&watch->n_programs, 0);
    atomic_store(&watch->n_ended, 0);
    atomic_store(&watch->begun, (time_t)clock_seconds());
    atomic_store(&watch->last, (time_t)clock_seconds());
}

// The program that has run for longest is the one to blame for time: what hangs never leaves its
// slot.
static const struct running *oldest_running(const struct watch *watch)
{
    const struct running *oldest = NULL;
    for (int i = 0; i < MAX_CREW; i++) {
        const struct running *slot = &watch->running[i];
        if (atomic_load(&slot->used) && (!oldest || slot->since < oldest->since)) oldest = slot;
    }
    return oldest;
}

static int n_running(const struct watch *watch)
{
    int n = 0;
    for (int i = 0; i < MAX_CREW; i++) n += atomic_load(&watch->running[i].used);
    return n;
}

bool watch_answers(const struct watch *watch)
{
    return atomic_load(&watch->answers);
}

time_t watch_oldest(const struct watch *watch)
{
    const struct running *oldest = oldest_running(watch);
    if (atomic_load(&watch->n_programs) < 2) return atomic_load(&watch->begun);
    return oldest ? oldest->since : atomic_load(&watch->last);
}

// A crash among several threads may be anybody's: the next beginning runs one program at a time,
// and then it is known.
bool watch_blame(struct watch *watch, enum watch_fault fault, const char *why)
{
    const struct running *oldest = oldest_running(watch);
    if (atomic_load(&watch->n_programs) < 2 || !oldest || watch->n_blamed == MAX_BLAMED)
        return false;
    if (fault == WATCH_CRASHED && n_running(watch) > 1) {
        watch->one_job = true;
        return true;
    }
    struct blamed *blamed = &watch->blamed[watch->n_blamed++];
    memcpy(blamed->file, oldest->file, sizeof blamed->file);
    snprintf(blamed->why, sizeof blamed->why, "%s", why);
    return true;
}
