// 20,000 blocks, each with a pointer of its own and a kernel that writes it: no figure of one of
// them looks through all others.
// options: --max-seconds 10
// says: 20007 x float, malloc
#include <stdlib.h>
struct node { struct node *next; float *data; };
static void scale(float *out, const float *in, int n) { for (int i = 0; i < n; i++) out[i] = 2 * in[i]; }
int main(void) {
    struct node *first = NULL;
    float *in = calloc(8, sizeof(float));
    for (int i = 0; i < 20000; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = first;
        n->data = malloc((8 + i) * sizeof(float));
        scale(n->data, in, 8);
        first = n;
    }
    return 0;
}
