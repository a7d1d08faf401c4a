// What the program writes to files is what it reads from them.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int scan(FILE *f, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vfscanf(f, format, list);
    va_end(list);
    return n;
}

static const char name[] = "files.bin";
static int h[3] = {8, 64, 3}, g[3];

static int write_all(void)
{
    FILE *f = fopen(name, "wb");
    if (!f) return 1;
    fwrite(h, sizeof(int), 3, f);
    fprintf(f, "hello %d\n", 42);
    fputs("line two\n", f);
    fputc('z', f);
    printf("%ld\n", ftell(f));
    fclose(f);
    return 0;
}

static void read_back(void)
{
    FILE *f = fopen(name, "rb");
    size_t n = fread(g, sizeof(int), 3, f);
    char line[64];
    char *r = fgets(line, sizeof line, f);
    printf("%zu %d %d %d %s", n, g[0], g[1], g[2], r ? line : "null\n");
    fgets(line, sizeof line, f);
    printf("%s", line);
    int c = fgetc(f);
    printf("%d %d\n", c, fgetc(f));
    printf("%d\n", feof(f) != 0);
    fseek(f, 0, SEEK_END);
    printf("%ld\n", ftell(f));
    rewind(f);
    fseek(f, 4, SEEK_SET);
    fread(g, 4, 1, f);
    printf("%d\n", g[0]);
    fclose(f);
}

static void append_and_change(void)
{
    FILE *f = fopen(name, "a");
    fputs("more", f);
    fclose(f);
    f = fopen(name, "r+b");
    fseek(f, 0, SEEK_END);
    printf("%ld\n", ftell(f));
    fseek(f, 0, SEEK_SET);
    h[0] = 77;
    fwrite(h, 4, 1, f);
    fseek(f, 0, SEEK_SET);
    fread(g, 4, 1, f);
    printf("%d\n", g[0]);
    fclose(f);
    remove(name);
    printf("%d\n", fopen(name, "rb") == NULL);
}

static void scan_and_put_back(void)
{
    FILE *t = tmpfile();
    fputs("12 34 abc", t);
    rewind(t);
    int a, b;
    char s[8];
    printf("%d", fscanf(t, "%d %d %7s", &a, &b, s));
    printf(" %d %d %s\n", a, b, s);
    rewind(t);
    int q = getc(t);
    ungetc(q, t);
    printf("%c\n", getc(t));
    fclose(t);
}

// What lies between the end and a place behind it is zeros.
static void leave_a_gap(void)
{
    FILE *w = tmpfile();
    fprintf(w, "7 8");
    fputc(32, w);
    fputs("nine", w);
    rewind(w);
    char word[8];
    int one, two;
    printf("%d", scan(w, "%d %d %7s", &one, &two, word));
    printf(" %d %d %s\n", one, two, word);
    fseek(w, 20, SEEK_SET);
    fputc(65, w);
    printf("%ld\n", ftell(w));
    fseek(w, 15, SEEK_SET);
    printf("%d\n", fgetc(w));
    fclose(w);
}

int main(void)
{
    if (write_all()) return 1;
    read_back();
    append_and_change();
    scan_and_put_back();
    leave_a_gap();
    return 0;
}
