// Fractions that are converted before a condition looks at them.
#include <stdbool.h>
#include <stdio.h>

struct step {
    float size;
    double scale;
};

static float half(void)
{
    return .5f;
}

static int branches(float x, double d)
{
    int bits = 0;
    if ((int)-x) bits |= 1;
    if ((int)(float)d) bits |= 2;
    if (!(int)(float)d) bits |= 4;
    if ((long)(double)(float)x) bits |= 8;
    if ((_Bool)(int)(float)x) bits |= 16;
    if ((int)-x || 0) bits |= 32;
    if ((bool)-x && 1) bits |= 64;
    if ((_Bool)(float)d) bits |= 128;
    if ((unsigned)(int)+x) bits |= 256;
    if (!!(int)-x) bits |= 512;
    if ((long)(int)(float)d) bits |= 1024;
    if ((int)(float)(int)x) bits |= 2048;
    if (!(_Bool)-x) bits |= 4096;
    if ((short)(float)d || (signed char)-d) bits |= 8192;
    return bits;
}

static int loops(float x)
{
    int rounds = 0;
    while ((int)(float)x) {
        x -= 1;
        rounds++;
    }
    for (; (int)-x < 0 || (int)(float)x; x = x / 2) rounds += 10;
    do rounds += 100;
    while ((int)(double)half());
    return rounds;
}

int main(void)
{
    struct step step = {.5f, .25};
    const float f[] = {0, -0.f, .5f, -.5f, .999f, 1, -1, 1.5f, -2.75f, 1e-30f};
    const double d[] = {0, .5, -.5, 1 - 1e-12, 1e-300, 1, -1.5, 255.75, -0., 2};
    for (int i = 0; i < 10; i++) printf("%d %d\n", branches(f[i], d[i]), branches(f[9 - i], d[i]));
    for (int i = 0; i < 8; i++) printf("%d\n", f[i] < 0 ? 0 : loops(f[i] * 3));
    printf("%d %d\n", (int)-step.size ? 1 : 2, (int)(float)step.scale ? 1 : 2);
    printf("%d %d\n", (int)(float)half() ?: 7, (int)(float)(half() * 3) ?: 7);
    printf("%d\n", (int)(float)half() == 0 && !(long)-half());
    switch ((int)(float)d[1]) {
    case 0: return (int)-half() ? 3 : 4;
    default: return (int)half();
    }
}
