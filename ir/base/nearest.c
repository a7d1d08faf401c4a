// "Did you mean": names by edit distance, and only those near enough to be a slip.

#include "ir/base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Names longer than this are compared by their beginnings: the table of the
// edit distance then fits on the stack.
#define LONGEST 64

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

// Edit distance with swaps of neighbours (optimal string alignment); upper and
// lower case count as the same letter.
static int distance(const char *a, const char *b)
{
    int n = (int)strnlen(a, LONGEST), m = (int)strnlen(b, LONGEST);
    int rows[3][LONGEST + 1];
    for (int j = 0; j <= m; j++) rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            row[j] = smaller(smaller(above[j], row[j - 1]) + 1,
                             above[j - 1] + !same_letter(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                row[j] = smaller(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

// Farther than this a name is not a slip of the pen but another name.
static int farthest(const char *name)
{
    int third = (int)strnlen(name, LONGEST) / 3;
    return third < 2 ? 2 : third;
}

int text_nearest(const char *name, const char *const *names, int n_names, const char **nearest,
                 int limit)
{
    int count = 0;
    int distances[16];
    limit = smaller(limit, (int)(sizeof distances / sizeof *distances));
    for (int i = 0; i < n_names; i++) {
        int d = distance(name, names[i]);
        if (d > farthest(name) || d >= (int)strnlen(names[i], LONGEST)) continue;
        // Insertion before the first that is farther: equals keep their order.
        int place = count;
        while (place > 0 && distances[place - 1] > d) place--;
        if (place >= limit) continue;
        count = smaller(count + 1, limit);
        for (int k = count - 1; k > place; k--) {
            distances[k] = distances[k - 1];
            nearest[k] = nearest[k - 1];
        }
        distances[place] = d;
        nearest[place] = names[i];
    }
    return count;
}
