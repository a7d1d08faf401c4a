// Macros: pasting, strings, variable arguments, conditions, lines; literals and escapes.
#include <stdio.h>

#define PASTE(a, b) a##b
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define PRINT(format, ...) printf(format "\n", ##__VA_ARGS__)
#define LIST X(one, 1) X(two, 2) X(three, 3)
#define X(name, n) PASTE(NUMBER_, name) = n,
enum { LIST };
#undef X
#define X(name, n) #name,
static const char *const names[] = {LIST};

int main(void)
{
    PRINT("none");
    PRINT("%d %s", NUMBER_three, names[1]);
    PRINT("%s %s", TEXT(NUMBER_two), TEXT_("q\n"));
    PRINT("%s%d",
          "con"
          "cat"
          "\x41"
          "b\101\t|",
          (int)sizeof "a\0b");
    PRINT("%d %d %d", '\n', '\\', '\'');
#if defined(X) && (3 > 2 ? 1 : 0)
    PRINT("yes %d", __LINE__ > 20);
#else
    PRINT("no");
#endif
    PRINT("%s", u8"\u00e9");
    PRINT("%d %d", 010, 0b101);
    int if_ = 1;
    if (if_)
        ;
    else
        PRINT("never");
    return 0;
}
