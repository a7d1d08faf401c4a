// What a function without a body may write is unknown, however it gets there; of globals it is said
// that they are taken to stay as they are.
// options: --dtype f32
// status: 0
// says: `configure` leaves `width` as it is
// says: Linear(8, 16)
// says: Linear(8, w)
// says: Linear(8, f.b + 1)
// says: Linear(8, a[3] + 1)
// says: Linear(8, b[0].width)
// says: 65536*k fits in 32 bits
#include <shapeprof/nn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct config {
    int *width;
};
struct flags {
    unsigned a : 4, b : 4;
};
struct entry {
    int key, width;
};

int width = 16;
int get(void);
void configure(void);
void configure_by(struct config *);

nn_module *global(void)
{
    configure(); // expect SP412: configure
    return nn_linear(8, width);
}

nn_module *nested(void)
{
    int w = 32;
    struct config config = {&w};
    configure_by(&config); // expect SP412: configure_by
    return nn_linear(8, w);
}

nn_module *neighbour(void)
{
    struct flags f;
    f.b = get(); // expect SP412: get
    f.a = 3;
    return nn_linear(8, f.b + 1);
}

nn_module *length(void)
{
    int a[4] = {5, 5, 5, 5}, n = get(); // expect SP412: get
    memset(a, 0, (size_t)n * sizeof *a);
    return nn_linear(8, a[3] + 1);
}

static int by_key(const void *a, const void *b)
{
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

nn_module *order(void)
{
    struct entry b[2] = {{0, 16}, {0, 32}};
    b[0].key = get(); // expect SP412: get
    qsort(b, 2, sizeof *b, by_key);
    return nn_linear(8, b[0].width);
}

nn_module *wrapped(void)
{
    uint32_t k = (uint32_t)get(); // expect SP412: get
    return nn_linear(8, k * 65536);
}
