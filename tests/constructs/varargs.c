// Variable arguments: promotions, copies, structs, passing the list on, vsnprintf.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct pair {
    int a;
    double b;
};

static double sum(const char *types, ...)
{
    va_list list;
    double s = 0;
    va_start(list, types);
    for (; *types; types++) switch (*types) {
        case 'i': s += va_arg(list, int); break;
        case 'd': s += va_arg(list, double); break;
        case 'l': s += (double)va_arg(list, long long); break;
        case 'p': s += va_arg(list, struct pair).b; break;
        case 's': s += (double)strlen(va_arg(list, const char *)); break;
        }
    va_end(list);
    return s;
}

static int twice_through(va_list list)
{
    va_list copy;
    va_copy(copy, list);
    int first = va_arg(list, int), again = va_arg(copy, int), second = va_arg(list, int);
    va_end(copy);
    return first * 100 + again * 10 + second;
}

static int passes_on(int n, ...)
{
    va_list list;
    va_start(list, n);
    int r = twice_through(list);
    va_end(list);
    return r + n;
}

static int format(char *to, size_t n, const char *format_, ...)
{
    va_list list;
    va_start(list, format_);
    int length = vsnprintf(to, n, format_, list);
    va_end(list);
    return length;
}

int main(void)
{
    short s = 3;
    float f = 1.5f;
    printf("%g\n", sum("idlps", s, f, 10000000000ll, (struct pair){1, 0.25}, "abc"));
    printf("%d\n", passes_on(1000, 1, 2));
    char text[10];
    int n = format(text, sizeof text, "%s-%d-%c", "word", 12345, 'z');
    printf("%d %s\n", n, text);
    n = format(text, sizeof text, "%*d|%-4s|%.2f", 4, 7, "a", 2.345);
    printf("%d %s\n", n, text);
    return 0;
}
