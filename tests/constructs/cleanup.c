// Variables with a cleanup function: however their block is left.
#include <stdio.h>

struct holder {
    int number;
};

static void end(struct holder *holder)
{
    printf("end %d\n", holder->number);
}
#define HOLD __attribute__((cleanup(end), unused)) struct holder

static int returns(int early)
{
    HOLD a = {1};
    if (early) return a.number * 10;
    HOLD b = {2};
    printf("in between\n");
    return b.number * 10;
}

static void jumps(int n)
{
    for (int i = 0; i < n; i++) {
        HOLD a = {i};
        if (i == 1) continue;
        {
            HOLD b = {100 + i};
            if (i == 3) goto out;
        }
        if (i == 2) puts("two");
    }
out:
    puts("out");
    int round = 0;
    HOLD c = {200 + round};
    if (round == 9) return;
    while (1) {
        HOLD d = {300};
        break;
    }
    for (HOLD e = {400}; e.number < 402; e.number++) printf("e %d\n", e.number);
    switch (round) {
    case 0: {
        HOLD f = {500};
        if (c.number) break;
        puts("never");
    }
    }
}

static int value(void)
{
    int before = ({
        HOLD g = {600};
        g.number + 1;
    });
    HOLD unset;
    unset.number = 700;
    return before;
}

static int run_cleanup(int number)
{
    return number + 1;
}

// Other attributes, next to what only looks like this one.
static int without(void)
{
    int number = 800;
    int called __attribute__((unused)) = run_cleanup(number);
    int inside __attribute__((unused)) = ({
        HOLD h = {900};
        h.number + 1;
    });
    struct holder last __attribute__((unused, __cleanup__(end))) = {1000};
    return called + inside;
}

int main(void)
{
    printf("%d\n", returns(1));
    printf("%d\n", returns(0));
    jumps(5);
    printf("%d\n", value());
    printf("%d\n", without());
    return 0;
}
