// The graph's text: whatever the text, it is refused with a reason or gives a program
// that holds to its invariants, is printed as text that reads back to itself, and can be
// given to the passes.

#include "analyzer/memory.h"
#include "analyzer/shapes.h"
#include "ir/graph_text.h"
#include "ir/verify.h"
#include "tests/fuzz/target.h"

#include <string.h>

static void read_again(struct arena *arena, struct program *program)
{
    const char *error = NULL, *printed = program_print(arena, program);
    struct program *again = program_parse(arena, syms_open(arena), printed, &error);
    require(again, "%s in what was printed:\n%s", error ? error : "no reason", printed);
    const char *second = program_print(arena, again);
    require(!strcmp(printed, second), "printed first:\n%s\nthen:\n%s", printed, second);
}

static void measure(struct arena *arena, const struct program *program)
{
    static const enum dtype asked[] = {DTYPE_F32, DTYPE_F16};
    static const enum memory_mode modes[] = {MEMORY_INFERENCE, MEMORY_TRAINING};
    for (int i = 0; i < 2; i++) {
        struct memory memories[2];
        struct memory_request request = {.program = program,
                                         .model = MODEL_IDEAL,
                                         .mode = modes[i],
                                         .n_asked = 2,
                                         .asked = asked};
        memory_measure(arena, &request, memories);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct arena *arena = arena_open();
    const char *error = NULL, *text = arena_string_n(arena, (const char *)bytes, n);
    struct program *program = program_parse(arena, syms_open(arena), text, &error);
    if (program) {
        const char *wrong = program_verify(arena, program);
        require(!wrong, "%s", wrong);
        read_again(arena, program);
        struct shapes shapes;
        shapes_settle(arena, program, &shapes);
        wrong = program_verify(arena, program);
        require(!wrong, "behind shapes: %s", wrong);
        measure(arena, program);
    } else {
        require(error && *error, "refused without a reason");
    }
    arena_close(arena);
    return 0;
}
