// A node that was never made.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *t = NULL;
    t = kad_tanh(t); // expect SP721: `t` is NULL
    return t == NULL;
}
