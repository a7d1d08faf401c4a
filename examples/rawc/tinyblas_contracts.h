// What tinyblas does with memory, told to shapeprof once: --contracts
// examples/rawc/tinyblas_contracts.h
#include "tinyblas.h"
#include <shapeprof/contracts.h>

SP_SHAPES("in: f32[rows,n_in], weight: f32[n_out,n_in], bias?: f32[n_out] -> out: f32[rows,n_out]")
void tb_linear(float *out, const float *in, const float *weight, const float *bias, int rows,
               int n_in, int n_out);

SP_SHAPES("x: f32[rows,n] -> x: f32[rows,n]")
void tb_softmax(float *x, int rows, int n);

// vocab is no parameter: it is as large as the table that is given.
SP_SHAPES("ids: i32[n_ids], table: f32[vocab,width] -> out: f32[n_ids,width]")
void tb_embed(float *out, const int *ids, const float *table, int n_ids, int width);
