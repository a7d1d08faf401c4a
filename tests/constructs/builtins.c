// Builtins of the compiler that ask about types and objects, count bits and check arithmetic.
#include <stdio.h>
#include <string.h>
struct s {
    int a;
    char b[10];
};
int main(void)
{
    char buf[16];
    struct s v;
    int x = 3;
    double d = 1;
    char *p = buf;
    printf("%d %d %d %d\n", __builtin_classify_type(x), __builtin_classify_type(d),
           __builtin_classify_type(p), __builtin_classify_type(v));
    printf("%zu %zu %zu\n", __builtin_object_size(buf, 0), __builtin_object_size(buf + 4, 0),
           __builtin_object_size(v.b, 1));
    __builtin_memcpy(buf, "hi", 3);
    printf("%s\n", buf);
    printf("%d %d %d\n", __builtin_constant_p(4), __builtin_popcountll(255ull),
           __builtin_parity(7));
    printf("%d %d %d %d\n", __builtin_clz(1), __builtin_ctz(8), __builtin_ffs(8),
           __builtin_clrsb(1));
    int r;
    printf("%d\n", __builtin_add_overflow(2147483647, 1, &r));
    printf("%d\n", r);
    printf("%d\n", __builtin_mul_overflow_p(1 << 20, 1 << 20, 0));
    unsigned long ul;
    printf("%d\n", __builtin_umull_overflow(1ul << 40, 1ul << 40, &ul));
    printf("%x %lx %x\n", __builtin_bswap32(0x12345678), __builtin_bswap64(0x1234),
           __builtin_bswap16(0x1234));
    printf("%d %d %d\n", __builtin_isnan(0.0 / 0.0), __builtin_isinf_sign(-1.0 / 0.0),
           __builtin_signbit(-0.0) != 0);
    printf("%f %f\n", __builtin_huge_val(), __builtin_inf());
    printf("%d\n", __builtin_types_compatible_p(int, typeof(x)));
    printf("%d\n", (int)__builtin_choose_expr(1, 5, "x"));
    int *al = __builtin_alloca(40);
    al[9] = 5;
    printf("%d\n", al[9]);
    printf("%d\n", __builtin_strlen("abc") == 3 ? 1 : 0);
    printf("%d\n", (int)__builtin_offsetof(struct s, b[2]));
    printf("%s\n", __builtin_strchr("abcdef", 'd'));
    printf("%d\n", __builtin_abs(-4));
    __builtin_prefetch(buf);
    if (__builtin_expect_with_probability(x == 3, 1, .9)) puts("yes");
    int *q = __builtin_assume_aligned(al, 16);
    printf("%d\n", q == al);
    printf("%d\n", __builtin_fpclassify(0, 1, 2, 3, 4, 1.0));
    printf("%d %d\n", __builtin_isgreater(2.0, 1.0), __builtin_isunordered(1.0, 0.0 / 0.0));
    return 0;
}
