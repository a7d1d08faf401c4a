// Breaks C sources at random and lowers what is left, each in a process of its
// own: whatever the source, the lowering must end, and not by a signal.
//
//     fuzz_lower RUNS SEED FILE.c...
//
// Prints the seed of each run that failed; `fuzz_lower 1 SEED FILE.c` repeats it.

#include "frontends/c/unit.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 20 };

static const char *const words[] = {
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "=",
    "*",
    "&",
    "->",
    ".",
    "...",
    "?",
    ":",
    "++",
    "<<=",
    "int",
    "struct s",
    "union u",
    "enum e",
    "float",
    "void",
    "const",
    "static",
    "for(",
    "if(",
    "while(",
    "do",
    "switch",
    "case",
    "default:",
    "goto",
    "return",
    "sizeof",
    "break;",
    "typedef",
    "0",
    "1u",
    "1.5f",
    "\"x\"",
    "'c'",
    "0x7fffffffffffffff",
    "#define",
    "#include \"x.h\"\n",
    "__builtin_va_arg",
    "__attribute__((packed))",
    "_Generic(",
    "({",
    "(int[]){",
    "[1 ... 9] =",
    ".a =",
    "undeclared",
    "int x[n]",
    "__builtin_offsetof(",
    "_Atomic",
    "__int128",
    "_Complex",
    "L\"w\"",
};

struct source {
    char *text;
    size_t n;
};

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static struct source read_file(const char *path)
{
    struct source source = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file) return source;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    source.text = calloc(1, (size_t)size + 1);
    if (source.text) source.n = fread(source.text, 1, (size_t)size, file);
    fclose(file);
    return source;
}

// Replaces `cut` bytes at `at` by a text.
static void splice(struct source *source, size_t at, size_t cut, const char *text, size_t n)
{
    char *made = calloc(1, source->n - cut + n + 1);
    if (!made) return;
    memcpy(made, source->text, at);
    memcpy(made + at, text, n);
    memcpy(made + at + n, source->text + at + cut, source->n - at - cut);
    free(source->text);
    source->text = made;
    source->n = source->n - cut + n;
}

static void mutate_once(struct source *source, uint64_t *state)
{
    if (source->n == 0) return;
    size_t at = next_random(state) % source->n, room = source->n - at;
    size_t length = next_random(state) % 24;
    if (length > room) length = room;
    const char *word = words[next_random(state) % (sizeof words / sizeof *words)];
    size_t from = next_random(state) % source->n;
    size_t copied = next_random(state) % 40;
    if (copied > source->n - from) copied = source->n - from;
    char piece[40];
    memcpy(piece, source->text + from, copied);
    switch (next_random(state) % 5) {
    case 0: splice(source, at, length, "", 0); break;
    case 1: splice(source, at, 0, word, strlen(word)); break;
    case 2: splice(source, at, length, word, strlen(word)); break;
    case 3: splice(source, at, 0, piece, copied); break;
    default: source->text[at] = (char)(' ' + next_random(state) % 95); break;
    }
}

static void lower_all(void *data)
{
    const struct source *source = data;
    static const char *const path = "fuzzed.c";
    const char *text = source->text;
    struct arena *arena = arena_open();
    struct diags diags;
    diags_open(&diags, arena);
    struct unit_request request = {.n_files = 1,
                                   .files = &path,
                                   .n_unsaved = 1,
                                   .unsaved_paths = &path,
                                   .unsaved_texts = &text};
    struct unit *unit;
    if (unit_open(&unit, arena, &request, &diags)) {
        for (int i = 0; i < unit_n_functions(unit); i++)
            ast_string(arena, unit_body(unit, unit_function(unit, i)));
        for (int i = 0; i < unit_n_globals(unit); i++) unit_global_init(unit, unit_global(unit, i));
        unit_type(unit, "struct s");
    }
    unit_close(unit);
    arena_close(arena);
}

// Whether a mutation of the file went through.
static bool run(const char *path, uint64_t seed)
{
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) return true;
    if (child == 0) {
        alarm(SECONDS);
        struct source source = read_file(path);
        uint64_t state = seed * 2654435761u + 1;
        uint32_t n = 1 + next_random(&state) % 12;
        for (uint32_t i = 0; i < n; i++) mutate_once(&source, &state);
        if (getenv("FUZZ_PRINT")) fwrite(source.text, 1, source.n, stderr);
        unit_with_stack(lower_all, &source);
        free(source.text);
        exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: fuzz_lower RUNS SEED FILE.c...\n");
        return 2;
    }
    long runs = strtol(argv[1], NULL, 10);
    uint64_t seed = strtoull(argv[2], NULL, 10);
    int failed = 0;
    for (long i = 0; i < runs; i++) {
        const char *path = argv[3 + (int)(i % (argc - 3))];
        if (run(path, seed + (uint64_t)i)) continue;
        printf("FAIL %s: seed %llu\n", path, (unsigned long long)(seed + (uint64_t)i));
        failed++;
    }
    printf("%ld passed, %d failed\n", runs - failed, failed);
    return failed > 0;
}
