// What the interpreter costs, against the goals of its issue:
//
//     bench_interpreter
//
// bytes that an object takes in which nothing was stored (goal: 1,000 or less), steps a second on
// concrete code (20 million or more), and what a header of 540 KB of weights costs beyond its
// parse. Time is the processor's. Exits with 1 where one of the first two misses its goal.

#include "frontends/c/eval.h"
#include "frontends/c/heap.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define GOAL_BYTES 1000.0
#define GOAL_STEPS 20e6
#define N_OBJECTS 1000000
#define WEIGHTS_BYTES (540 << 10)

static const char loop_text[] = "static int table[64];\n"
                                "int main(void)\n"
                                "{\n"
                                "    unsigned sum = 0;\n"
                                "    for (int i = 0; i < 4000000; i++) {\n"
                                "        table[i & 63] += i;\n"
                                "        if (table[i * 7 & 63] & 1) sum += i * 3u;\n"
                                "    }\n"
                                "    return sum & 1;\n"
                                "}\n";

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool measure_objects(void)
{
    struct arena *arena = arena_open();
    int64_t fuel = 1;
    struct heap *heap = heap_open(arena, INT64_MAX, INT64_MAX, &fuel);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    for (int i = 0; i < N_OBJECTS; i++)
        heap_new(heap, OBJECT_HEAP, 1 << 20, FILL_UNSET, NULL, "object");
    double bytes = (double)(mallinfo2().uordblks + mallinfo2().hblkhd - before) / N_OBJECTS;
    printf("%-34s %10.1f bytes (goal: %.0f or less)\n", "an idle object", bytes, GOAL_BYTES);
    heap_close(heap);
    arena_close(arena);
    return bytes <= GOAL_BYTES;
}

struct timed {
    const char *text;
    double parse_seconds, run_seconds;
    int64_t steps;
};

static void run_program(void *data)
{
    static const char *const path = "bench.c";
    struct timed *timed = data;
    struct arena *arena = arena_open();
    struct diags diags;
    struct unit *unit;
    struct unit_request request = {.n_files = 1,
                                   .files = &path,
                                   .n_jobs = 1,
                                   .n_unsaved = 1,
                                   .unsaved_paths = &path,
                                   .unsaved_texts = &timed->text};
    diags_open(&diags, arena);
    double start = seconds_now();
    if (!unit_open(&unit, arena, &request, &diags)) exit(2);
    timed->parse_seconds = seconds_now() - start;
    struct eval_request how = {.concrete = true, .budget = {.steps = INT64_MAX / 2}};
    struct eval *e = eval_open(arena, unit, NULL, &diags, &how);
    start = seconds_now();
    struct eval_outcome outcome = eval_run(e, unit_find_function(unit, "main"), 0, NULL);
    timed->run_seconds = seconds_now() - start;
    timed->steps = outcome.steps;
    eval_close(e);
    unit_close(unit);
    arena_close(arena);
}

static bool measure_steps(void)
{
    struct timed loop = {.text = loop_text};
    unit_with_stack(run_program, &loop);
    double rate = (double)loop.steps / loop.run_seconds;
    printf("%-34s %10.1f million a second (goal: %.0f or more)\n", "steps on concrete code",
           rate / 1e6, GOAL_STEPS / 1e6);
    return rate >= GOAL_STEPS;
}

// A table such as converters write, and a program that uses its size.
static void measure_weights(void)
{
    char *text = malloc(WEIGHTS_BYTES + 256);
    if (!text) exit(2);
    size_t n = (size_t)sprintf(text, "static const signed char weights[] = {");
    for (int i = 0; n < WEIGHTS_BYTES; i++)
        n += (size_t)sprintf(text + n, "%d, ", (int)(i * 7919LL % 255) - 127);
    sprintf(text + n, "};\nint main(void) { return sizeof weights > 1000 ? 0 : 1; }\n");
    struct timed table = {.text = text};
    unit_with_stack(run_program, &table); // the first one loads libclang
    unit_with_stack(run_program, &table);
    printf("%-34s %10.1f ms to parse, %.1f ms beyond that\n", "a header of 540 KB of weights",
           table.parse_seconds * 1e3, table.run_seconds * 1e3);
    free(text);
}

int main(void)
{
    bool good = measure_objects();
    good = measure_steps() && good;
    measure_weights();
    return !good;
}
