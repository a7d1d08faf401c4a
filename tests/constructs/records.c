// Records of one name that are not one type: in another file of the program, and in blocks that the
// same lines were included into.
// with: parts/records_other.c

#ifndef FIELDS

#include <stdio.h>

struct state {
    int count;
    float scale;
    struct state *next;
};

int other_file(void);

int main(void)
{
    struct state first = {3, 1.5f, NULL}, second = {4, 2.5f, &first};
    printf("%d %g %d %g\n", second.count, second.scale, second.next->count, second.next->scale);
    printf("%d\n", other_file());
#define FIELDS                                                                                     \
    unsigned x : 12;                                                                               \
    unsigned y : 9;
#include __FILE__
#undef FIELDS
#define FIELDS                                                                                     \
    unsigned char y;                                                                               \
    unsigned short x;
#include __FILE__
#undef FIELDS
#define FIELDS                                                                                     \
    double x;                                                                                      \
    float y;
#include __FILE__
    return 0;
}

#else

{
    struct local {
        FIELDS
    } l = {0};
    l.x = 7;
    l.y = 5;
    unsigned char bytes[sizeof l];
    for (unsigned i = 0; i < sizeof l; i++) bytes[i] = ((unsigned char *)&l)[i];
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof l; i++) sum = sum * 3 + bytes[i];
    printf("%zu %u %d %d\n", sizeof l, sum, (int)l.x, (int)l.y);
}

#endif
