// Objects without a byte are given to functions that nobody defines.
#include <shapeprof/nn.h>

struct nothing {
};
struct row {
    int *p;
};
void see(struct nothing *);
void see_rows(struct row *);

nn_module *net(void)
{
    struct nothing nothing;
    struct row rows[0];
    see(&nothing);  // expect SP412
    see_rows(rows); // expect SP412
    return nn_linear(8, 4);
}
