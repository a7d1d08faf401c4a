#ifndef IR_BASE_WIDE_H
#define IR_BASE_WIDE_H

// A function of loops over numbers, compiled for several widths of vectors, of which the one that
// the machine has is taken when the program starts. Elsewhere it is compiled once. Results differ
// by the roundings that a fused multiply-add leaves out.
#if defined __x86_64__ && defined __gnu_linux__ && defined __GNUC__ && !defined __clang__ &&       \
    defined __OPTIMIZE__
#define WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDE
#endif

// Before a loop whose rounds may be done in any order: what it writes is what it reads in the same
// round, or nothing that it reads.
#if defined __GNUC__ && !defined __clang__
#define ANY_ORDER _Pragma("GCC ivdep")
#else
#define ANY_ORDER
#endif

#endif
