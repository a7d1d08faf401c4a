// Sizes that a file has under their names: which name comes first makes no difference, so each size
// is a symbol, and the loop needs no count.
// says: Linear(8, s.width)
// says: Linear(s.width, 4)
// options: --entry net
#include <shapeprof/nn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    int width, depth;
    float rate;
    char unused[8];
};

static int read_settings(const char *path, struct settings *s)
{
    char key[32], value[32];
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    *s = (struct settings){.rate = 0.1f};
    while (fscanf(f, "%31s %31s", key, value) == 2) {
        if (!strcmp(key, "width")) {
            s->width = atoi(value);
        } else if (strcmp("depth", key) == 0)
            s->depth = (int)strtol(value, NULL, 10);
        else if (!strcmp(key, "rate"))
            s->rate = (float)atof(value);
        else {
            fprintf(stderr, "%s: no setting '%s'\n", path, key);
            fclose(f);
            return 0;
        }
    }
    fclose(f);
    return s->width > 0;
}

nn_module *net(void)
{
    struct settings s;
    if (!read_settings("net.txt", &s)) return NULL;
    return nn_sequential(nn_linear(8, s.width), nn_dropout(s.rate), nn_linear(s.width, 4));
}
