// Sets of characters and allocation in sscanf, wide strings in printf, searches in no bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char word[32], *made = NULL, *other = NULL;
    int n = sscanf("x ]y", "%[^] ]%n", word, (int[]){0});
    printf("%d %s\n", n, word);
    n = sscanf("]]-a b", "%[]-a]", word);
    printf("%d %s\n", n, word);
    n = sscanf("rdata7.h", "%20[0-1-9a-b-z]", word);
    printf("%d %s\n", n, word);
    n = sscanf("static int list[3] = 1", "static %ms %m[^ ]", &made, &other);
    printf("%d %s %s\n", n, made, other);
    free(made);
    free(other);
    printf("%ls|%6ls|%.2ls|\n", L"abc", L"x", L"hello");
    printf("%d\n", memchr("" + 1, 0, 0) == NULL);
    return 0;
}
