// Tables of differences of labels, as interpreters keep them, in types that are too small for an
// address.
#include <stdio.h>

static int run(const unsigned char *code)
{
    static const short table[] = {&&halt - &&halt, &&increment - &&halt, &&twice - &&halt};
    void *base = &&halt;
    int value = 0;
#define NEXT goto *(base + table[*code++])
    NEXT;
increment:
    value++;
    NEXT;
twice:
    value *= 2;
    NEXT;
halt:
    return value;
}

int main(void)
{
    printf("%d\n", run((const unsigned char[]){1, 2, 1, 2, 2, 0}));
    return 0;
}
