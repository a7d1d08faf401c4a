// _Generic with qualifiers, arrays, functions and defaults; _Static_assert, _Alignas, _Noreturn;
// enumerations.
#include <stdio.h>
#include <stddef.h>

#define NAME(x)                                                                                    \
    _Generic((x), int: "int", unsigned: "unsigned", long: "long", double: "double", float: "float", \
    char *: "char *", const char *: "const char *", int (*)(int): "function", int *: "int *", default: "other")
#define WIDEN(x) _Generic((x), float : (double)(x), default : (x))

static int twice(int n)
{
    return 2 * n;
}

enum big { SMALL = -1, LARGE = 0x7fffffff };
_Static_assert(sizeof(int) == 4, "int");
_Alignas(32) static char aligned[5];

int main(void)
{
    const int c = 3;
    char text[4];
    int numbers[2];
    unsigned short s = 1;
    printf("%s %s %s %s %s\n", NAME(c), NAME(text), NAME("a"), NAME(twice), NAME(numbers));
    printf("%s %s %s %s %s\n", NAME(s + 1), NAME(1u + 1), NAME(1.f * 2), NAME(1.f * 2.0),
           NAME('a'));
    printf("%s %s %s\n", NAME(SMALL), NAME((enum big)0), NAME((long long)1));
    printf("%s %s %s\n", NAME(1 ? 1 : 2u), NAME((char)1), NAME(&numbers[0]));
    printf("%zu %g %d\n", sizeof(WIDEN(1.f)), WIDEN(2.5f),
           _Generic(1, int
                    : twice, default : 0)(4));
    printf("%d %zu\n", (int)((size_t)aligned % 32), _Alignof(max_align_t));
    return 0;
}
