// An assertion of the program's own that fails.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    const int n_embd = 64, n_head = 5;
    GGML_ASSERT(n_embd % n_head == 0); // expect SP413: `n_embd % n_head == 0` fails
    return 0;
}
