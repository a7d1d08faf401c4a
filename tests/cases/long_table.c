// Tables of thousands of numbers: whole numbers are read, weights only said not to be.
// options: --dtype f32
// status: 0
// says: Linear(8, 3)
// says: Linear(8, 4999)
// says: Linear(8, 12)
#include <shapeprof/nn.h>

#define TEN(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9
#define HUNDRED(n)                                                                                 \
    TEN(n), TEN(n + 10), TEN(n + 20), TEN(n + 30), TEN(n + 40), TEN(n + 50), TEN(n + 60),          \
        TEN(n + 70), TEN(n + 80), TEN(n + 90)
#define THOUSAND(n)                                                                                \
    HUNDRED(n), HUNDRED(n + 100), HUNDRED(n + 200), HUNDRED(n + 300), HUNDRED(n + 400),            \
        HUNDRED(n + 500), HUNDRED(n + 600), HUNDRED(n + 700), HUNDRED(n + 800), HUNDRED(n + 900)
#define ALL THOUSAND(0), THOUSAND(1000), THOUSAND(2000), THOUSAND(3000), THOUSAND(4000)

static const int sizes[] = {ALL};
static const struct {
    int kind;
    short sizes[5000];
} record = {12, {ALL}};
static const float weights[] = {ALL};

nn_module *small(void)
{
    return nn_linear(8, sizes[3]);
}

nn_module *large(void)
{
    return nn_linear(8, record.sizes[4999]);
}

nn_module *of_record(void)
{
    return nn_linear(8, record.kind);
}

nn_module *of_weights(void)
{
    int width = (int)weights[16]; // expect SP414: which is not read
    return nn_linear(8, width);
}
