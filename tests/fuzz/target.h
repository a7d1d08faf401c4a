#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

// A target of libFuzzer: any bytes may come, and nothing may come of them but
// an answer. What is wrong beyond that ends the program by `require`. Without
// libFuzzer, replay.c calls it with the files of a corpus.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

#define require(condition, ...)                                                                    \
    do {                                                                                           \
        if (condition) break;                                                                      \
        fprintf(stderr, "%s: ", #condition);                                                       \
        fprintf(stderr, __VA_ARGS__);                                                              \
        fputc('\n', stderr);                                                                       \
        abort();                                                                                   \
    } while (0)

// The input, read from its beginning; zeros behind its end.
struct bytes {
    const uint8_t *at;
    size_t n;
};

static inline uint8_t next_byte(struct bytes *bytes)
{
    if (bytes->n == 0) return 0;
    bytes->n--;
    return *bytes->at++;
}

#endif
