#ifndef TINYBLAS_H
#define TINYBLAS_H

// The header of a library that is there only as a binary. Nothing in it says how long the arrays
// are.

void tb_linear(float *out, const float *in, const float *weight, const float *bias, int rows,
               int n_in, int n_out);
void tb_softmax(float *x, int rows, int n);
void tb_embed(float *out, const int *ids, const float *table, int n_ids, int width);

#endif
