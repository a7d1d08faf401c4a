// Arrays whose length is known at run time: sizes, parameters, pointers to them, in loops and out
// of scope.
#include <stdio.h>
#include <string.h>

static int total(int n, int m, int a[n][m])
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) sum += a[i][k];
    return sum + (int)sizeof a[0];
}

static int last(int n, const int a[static n])
{
    return a[n - 1];
}

static size_t grows(int n)
{
    size_t bytes = 0;
    for (int i = 1; i <= n; i++) {
        char text[i * 2];
        memset(text, 'x', sizeof text);
        bytes += sizeof text;
    }
    return bytes;
}

static int side_effects(int n)
{
    int i = n;
    int a[i++];
    return (int)(sizeof a / sizeof *a) * 10 + i;
}

int main(void)
{
    int n = 3, m = 4;
    int a[n][m];
    for (int i = 0; i < n * m; i++) a[i / m][i % m] = i;
    printf("%zu %d %d\n", sizeof a, total(n, m, a), last(m, a[2]));
    int(*row)[m] = a + 1;
    n = 100;
    printf("%d %zu %zu\n", (*row)[2], sizeof *row, sizeof a);
    row++;
    printf("%d %td\n", row[0][0], (char *)row - (char *)a);
    typedef int line[m];
    m = 9;
    line one;
    printf("%zu %zu %d\n", sizeof(line), sizeof one, side_effects(5));
    printf("%zu\n", grows(6));
    for (int k = 1; k < 4; k++) {
        short b[k][k + 1];
        printf("%zu ", sizeof b);
        if (k == 2) continue;
        b[k - 1][k] = (short)k;
        printf("%d ", b[k - 1][k]);
    }
    printf("\n");
    int side = 3, at = 1, square[side][side];
    printf("%zu", sizeof(square[at++]));
    printf(" %zu", sizeof(int[at++]));
    printf(" %d\n", at);
    return 0;
}
