// Wide characters, and bytes made of them.
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const wchar_t *w = L"abc\u00e9";
    wchar_t d[16];
    wcscpy(d, w);
    wcscat(d, L"xy");
    printf("%zu %d %d %d\n", wcslen(d), wcscmp(d, w) > 0, (int)(wcschr(d, L'x') - d),
           wcsncmp(d, w, 3));
    wmemset(d, L'q', 3);
    printf("%d\n", (int)d[2]);
    wmemcpy(d, w, 2);
    printf("%d\n", wmemcmp(d, w, 2));
    printf("%ld\n", wcstol(L"123x", NULL, 10));
    printf("%d %d\n", iswalpha(L'a') != 0, (int)towupper(L'a'));
    printf("%d\n", (int)(wcsstr(w, L"c") - w));
    wcsncpy(d, L"zz", 5);
    printf("%d\n", (int)d[4]);
    char mb[16];
    printf("%zu", wcstombs(mb, L"hey", 16));
    printf(" %s\n", mb);
    wchar_t wb[8];
    printf("%zu", mbstowcs(wb, "yo", 8));
    printf(" %d\n", (int)wb[1]);
    swprintf(d, 16, L"%d", 42);
    printf("%zu %d\n", wcslen(d), (int)d[0]);
    printf("%ls\n", L"wide");
    printf("%lc\n", L'k');
    return 0;
}
