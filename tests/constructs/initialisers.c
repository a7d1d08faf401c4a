// Designators, ranges, brace elision, zero-length and flexible arrays, compound literals and their
// lifetimes.
#include <stdio.h>
#include <stddef.h>
#include <string.h>

struct point {
    int x, y;
};
struct shape {
    struct point corner[2];
    union {
        struct point m;
        int numbers[3];
    } u;
    const char *name;
};
struct tail {
    int n;
    char text[];
};
struct zero {
    int n;
    int none[0];
    char end;
};

static int steps[] = {[2 ... 4] = 7, [1] = 3, [8] = 1, 2};
static struct shape shapes[] = {
    {1, 2, 3, 4, {5, 6}, "a"}, [2] = {.u.numbers = {[1] = 9}, .corner[1].y = 8, .name = "b"}};
static const char words[][6] = {"one", {'t', 'w', 'o'}, "three"};
static struct tail fixed = {3, "abc"};
static int matrix[2][3] = {1, 2, 3, 4};

static struct point *middle(int i)
{
    static struct point kept[3];
    kept[i] = (struct point){i, i * 2};
    return &kept[i];
}

static int sum(const int *p, int n)
{
    int s = 0;
    while (n--) s += *p++;
    return s;
}

int main(void)
{
    printf("%zu %d %d\n", sizeof steps / sizeof *steps, sum(steps, 10), steps[9]);
    printf("%zu %d %d %s %d %s\n", sizeof shapes / sizeof *shapes, shapes[0].corner[1].x,
           shapes[0].u.m.y, shapes[0].name, shapes[2].u.numbers[1] + shapes[2].corner[1].y,
           shapes[1].name ? "x" : "null");
    printf("%s %s %s %zu\n", words[0], words[1], words[2], sizeof words);
    printf("%s %zu %zu %zu\n", fixed.text, sizeof fixed, sizeof(struct zero),
           offsetof(struct zero, none));
    printf("%d %d\n", matrix[1][0], matrix[1][2]);
    int *literals[3];
    for (int i = 0; i < 3; i++) literals[i] = (int[]){i, i + 1};
    printf("%d\n", literals[2][1]);
    printf("%d %d\n", sum((int[]){1, 2, 3, [5] = 4}, 6), middle(2)->y);
    struct point p = {.y = 1, .x = 2, .y = 3}, q = p;
    q.x++;
    printf("%d %d %d\n", p.y, q.x, ((struct point){5, 6}).y);
    char text[8] = "hi", exact[2] = "hi";
    printf("%d %d %zu\n", text[7], exact[1], strlen(text));
    const struct shape *s = &(const struct shape){.u = {.numbers = {1, 2, 3}}};
    printf("%d %d\n", s->u.m.y, s->corner[0].x);
    int unsized[] = {[0] = 1, [3] = 4}, odd[5] = {[4] = 1, [0] = 2, 3};
    printf("%zu %d %d\n", sizeof unsized / sizeof(int), odd[1], odd[4]);
    return 0;
}
