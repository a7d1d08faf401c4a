// Files that --argv names are read: settings, a header of numbers, and words.
// options: --argv 'files/settings.txt --header=files/header.bin files/none.txt'
// status: 0
// says: f32[4, 24]
// says: f32[4, 17]
// says: in 4 leaf calls
#include <shapeprof/nn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header {
    int width, depth;
};

static int setting(const char *path, const char *wanted)
{
    char line[64], key[32];
    int value, found = 0;
    FILE *file = fopen(path, "r");
    if (!file) exit(1);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        if (sscanf(line, "%31[^=]=%d", key, &value) == 2 && strcmp(key, wanted) == 0) found = value;
    }
    if (!feof(file)) exit(1);
    rewind(file);
    if (fgetc(file) != '#') exit(1);
    fclose(file);
    return found;
}

static int sum_of_words(const char *path)
{
    int number, sum = 0;
    FILE *file = fopen(path, "r");
    fseek(file, -6, SEEK_END);
    while (fscanf(file, "%d", &number) != EOF) sum += number;
    if (ftell(file) < 6) exit(1);
    fclose(file);
    return sum;
}

int main(int argc, char **argv)
{
    struct header header;
    FILE *file = fopen(argv[2] + strlen("--header="), "rb");
    if (argc != 4 || fopen(argv[3], "r")) return 1; // expect SP426: files/none.txt
    if (!file || fread(&header, sizeof header, 1, file) != 1) return 1;
    if (fread(&header, sizeof header, 1, file) != 0) return 1;
    fclose(file);
    int in = setting(argv[1], "in");
    nn_module *net = nn_sequential(nn_linear(in, header.width));
    for (int i = 0; i < header.depth; i++) nn_append(net, nn_linear(header.width, header.width));
    nn_append(net, nn_linear(header.width, sum_of_words(argv[1])));
    nn_call(net, nn_input(NN_F32, 4, 8));
    return 0;
}
