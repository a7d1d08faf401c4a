// Runs a target without libFuzzer, on the files that are named.

#include "tests/fuzz/target.h"

static int replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 1;
    }
    static uint8_t bytes[1 << 20];
    size_t n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    fprintf(stderr, "%s\n", path); // the last one named is the one that a crash is of
    // At its very size, so that a sanitizer sees what reads beyond.
    uint8_t *own = malloc(n ? n : 1);
    if (!own) return 1;
    for (size_t i = 0; i < n; i++) own[i] = bytes[i];
    LLVMFuzzerTestOneInput(own, n);
    free(own);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) failed += replay(argv[i]);
    printf("%d passed, %d failed\n", argc - 1 - failed, failed);
    return failed > 0;
}
