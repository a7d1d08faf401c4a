// qsort, bsearch, sscanf, strtol and family, string.h, ctype.h, sprintf.
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct item {
    const char *name;
    int value;
};

static int by_value(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static void numbers(void)
{
    char *end;
    printf("%ld %ld %ld %lu\n", strtol("  -12x", &end, 10), strtol("0x1F", NULL, 0),
           strtol("077", NULL, 0), strtoul("z", NULL, 36));
    printf("[%s]", end);
    errno = 0;
    long large = strtol("99999999999999999999", &end, 10);
    printf(" %d %d\n", large == LONG_MAX, errno == ERANGE);
    printf("%g [%s] %d %g %lld\n", strtod("1.5e2rest", &end), end, atoi("42abc"), atof("-.5"),
           atoll("-9000000000"));
    div_t d = div(-7, 2);
    printf("%d %d %d %ld\n", d.quot, d.rem, abs(-3), labs(-5l));
}

static void scans(void)
{
    int a = 0, b = 0, n = 0;
    unsigned x = 0;
    char word[8] = "", rest[16] = "", c = 0;
    float f = 0;
    double g = 0;
    printf("%d ", sscanf("12 0x1f word 3.5", "%d %x %7s %f", &a, &x, word, &f));
    printf("%d %u %s %g\n", a, x, word, f);
    printf("%d ", sscanf("10,20;tail end", "%d,%d;%[a-z]%n%c", &a, &b, rest, &n, &c));
    printf("%d %d %s %d [%c]\n", a, b, rest, n, c);
    printf("%d %d ", sscanf("abc", "%d", &a), sscanf("", "%d", &a));
    printf("%d %g ", sscanf("7:8.25", "%*d:%lf", &g), g);
    printf("%d %s\n", sscanf("key=value", "%*[^=]=%15s", rest), rest);
}

static void strings(void)
{
    char text[32] = "one,two;;three";
    for (char *word = strtok(text, ",;"); word; word = strtok(NULL, ",;")) printf("<%s>", word);
    char other[16];
    const char *hello = "hello";
    strncpy(other, "abcdef", 4);
    other[4] = 0;
    strcat(other, "XY");
    strncat(other, "123456", 3);
    printf(" %s %zu %d %d\n", other, strlen(other), strcmp("a", "b") < 0, strncmp("abc", "abd", 2));
    printf("%s %s %td %zu %zu\n", strchr("hello", 'l'), strrchr("hello", 'l'),
           strstr(hello, "lo") - hello, strspn("aabc", "ab"), strcspn("abc", "c"));
    char moved[] = "0123456789";
    memmove(moved + 2, moved, 5);
    printf("%s %d %d %d\n", moved, memcmp("a", "b", 1) < 0, toupper('q'),
           isdigit('5') && !isalpha('5'));
    char *copy = strdup("dup");
    copy = realloc(copy, 100);
    printf("%s %s\n", copy, strpbrk("a-b", "-+"));
    free(copy);
}

int main(void)
{
    struct item items[] = {{"c", 3}, {"a", 1}, {"d", 4}, {"b", 2}};
    qsort(items, 4, sizeof *items, by_value);
    for (int i = 0; i < 4; i++) printf("%s%d ", items[i].name, items[i].value);
    struct item key = {NULL, 3}, *found = bsearch(&key, items, 4, sizeof *items, by_value);
    key.value = 9;
    printf("%s %d\n", found->name, bsearch(&key, items, 4, sizeof *items, by_value) == NULL);
    int values[7] = {5, 3, 9, 1, 9, 0, -4};
    qsort(values, 7, sizeof *values, descending);
    for (int i = 0; i < 7; i++) printf("%d ", values[i]);
    printf("\n");
    numbers();
    scans();
    strings();
    char out[64];
    int n = sprintf(out, "%05d|%-6s|%+.3e|%#x|%%|%c|%5.1f|%lld", 42, "ab", 12345.678, 255, 'q',
                    2.25, -5ll);
    printf("%d %s\n", n, out);
    fflush(stdout);
    write(1, "by its descriptor\n", 18);
    printf("%d %s\n", snprintf(out, 5, "%s", "longer"), out);
    return 0;
}
