// Every construct that the lowering knows, in little space, for fuzz_lower.
typedef __builtin_va_list va_list;
struct s { int a; union { struct { char c, d[3]; }; int w; } u; unsigned b : 3, : 0, e : 7; };
union u { struct { int a, b; } s; long l; char c[16]; };
enum e { A, B = 4, C };
struct s table[2] = { { [0 ... 0] = 1 }, [1] = { 2, { .w = 3 }, .e = 1 } };
union u over = { .s.a = 1, .s.b = 2, .c[3] = 'x' };
int m[][3] = { 1, 2, 3, 4, { 5 }, [3] = { [1 ... 2] = 8 } };
static const float weights[4] = { 1, 2.5f, 0x1p3f, -1e3 };
char text[] = "a\0\377\"" "b", *names[] = { "x", 0, [4] = "y" };
int printf(const char *, ...), g();
typedef int (*hook)(int);
static int helper(hook h, int n) { return n <= 1 ? 1 : n * helper(h, n - 1) + (*h)(n); }
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
int f(int n, float x[n][3], ...) {
    va_list ap;
    __builtin_va_start(ap, x);
    void *q = __builtin_va_arg(ap, void *);
    int z = n ?: 4, y[n][2], *p = (int[]){ 1, n, [5] = 2 };
    typedef char row[n];
    z = ({ int k = n; k + (int)sizeof(row); });
    z += _Generic(n, int: 1, long: 2, default: 3) + __builtin_offsetof(struct s, u.d[n]);
    struct s v = { .a = n }, *r = &(struct s){ 1 };
    static int count = 5;
    extern int elsewhere;
    EACH(i, n) { if (i == 3) continue; y[i][0] = i << 1; SWAP(z, n); }
    for (;;) { if (count-- < 0) break; }
    for (; n < 9;) n++;
    for (int i = 0, j = 8; i < j; i++, j--) r->u.c ^= 1;
    switch (n) { case 1: case 3 ... 5: z = 3; break; default: goto out; case B: { while (0) case C: z++; } }
    do { z -= r->e >>= 1; } while (--z > 0 && !q);
out:
    __builtin_va_end(ap);
    __asm__("nop" : "=r"(z) : "r"(n));
    v = *r;
    p[1] = (unsigned char)~z % 7 | (x[1][2] > 1.5 ? A : elsewhere);
    return helper(&helper == 0 ? 0 : (hook)g, z) + __builtin_choose_expr(1, 2, "x") + v.a, p[0];
}
