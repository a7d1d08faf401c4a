// What may be written where nobody can look is unknown, not what it was.
// options: --dtype f32
// status: 0
// says: Linear(6, ?)
// says: Linear(8, width)
// says: Linear(8, rounds)
// says: Linear(8, 5)
// says: Linear(7, ?)
#include <pthread.h>
#include <setjmp.h>
#include <shapeprof/nn.h>

static int width = 3, rounds = 4;
static jmp_buf start;

static void *work(void *argument)
{
    (void)argument;
    width = 11;
    return NULL;
}

static void count(void)
{
    rounds++;
}

int each(void (*)(void));

nn_module *assembly(void)
{
    int y = 6, *p = &y;
    nn_module *before = nn_linear(8, y);
    __asm__ volatile("" ::: "memory"); // expect SP414: assembly
    nn_module *behind_barrier = nn_linear(6, y);
    __asm__ volatile("incl (%0)" : : "r"(p) : "memory"); // expect SP414: assembly
    return nn_sequential(before, behind_barrier, nn_linear(6, y));
}

nn_module *thread(void)
{
    pthread_t other;
    pthread_create(&other, NULL, work, NULL); // expect SP412
    return nn_linear(8, width);
}

nn_module *callback(void)
{
    each(count); // expect SP412: each
    return nn_linear(8, rounds);
}

nn_module *jump(void)
{
    volatile int k = 5;
    if (setjmp(start)) k = 9;
    return nn_linear(8, k);
}

nn_module *far(void)
{
    volatile int k = 1;
    if (setjmp(start) == 0) {
        k = 5;
        longjmp(start, 3);
    }
    return nn_linear(8, k);
}

extern jmp_buf elsewhere;

nn_module *farther(void)
{
    longjmp(elsewhere, 3); // expect SP414: a longjmp to a place that is not known
    return nn_linear(8, 1);
}

typedef int four __attribute__((vector_size(16)));

nn_module *vector(void)
{
    four a = {1, 2, 3, 4};     // expect SP414: a value of type
    a = a + a;                 // expect SP414: an operator
    return nn_linear(7, a[3]); // expect SP414: an element
}
