#ifndef SHAPEPROF_CONTRACTS_H
#define SHAPEPROF_CONTRACTS_H

// What a function does with the memory behind its pointers, for shapeprof to hold each call
// against:
//
//     SP_SHAPES("inp: f32[B,T,C], weight: f32[OC,C], bias?: f32[OC] -> out: f32[B,T,OC]")
//     void layer(float *out, const float *inp, const float *weight, const float *bias,
//                int B, int T, int C, int OC);
//
// Left of the arrow stands what is read, right of it what is written; what is both is on both
// sides. Each name is that of a parameter, `?` says that it may be NULL. Types are f32, f64, f16,
// bf16, i8, u8, i16, i32, i64. A size is an expression of integer parameters (B*T, 3*C, C/NH) and
// numbers; a name that no parameter has is what the first buffer with it makes it. The compiler
// sees nothing of it.
#ifdef __SHAPEPROF__
#define SP_SHAPES(text) __attribute__((annotate("shapeprof.shapes:" text)))
#else
#define SP_SHAPES(text)
#endif

#endif
