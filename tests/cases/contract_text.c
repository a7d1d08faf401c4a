// Contracts that cannot be read.
#include <shapeprof/contracts.h>
#include <stdlib.h>

SP_SHAPES("x: f32[n -> y: f32[n]") void first(float *y, const float *x, int n);
SP_SHAPES("x: f32[n] -> z: f32[n]") void second(float *y, const float *x, int n);
SP_SHAPES("x: f64[n] -> y: f32[n]") void third(float *y, const float *x, int n);
SP_SHAPES("x: q4_0[n] -> y: f32[n]") void blocks(float *y, const void *x, int n);
SP_SHAPES("x: f32[n] -> x: f32[m]") void sizes(float *x, int n, int m);
SP_SHAPES("x: u8[n] -> x: i8[n]") void types(void *x, int n);
SP_SHAPES("x: f32[n] -> x: f32[n]") void good(float *x, int n);

int main(void)
{
    float *x = calloc(8, sizeof *x), *y = calloc(8, sizeof *y);
    first(y, x, 8); // expect SP775: the contract of `first` cannot be read // expect SP412
    second(y, x, 8); // expect SP775: no parameter is called `z` // expect SP412
    third(y, x, 8); // expect SP775: `x` points to float, which f64 is not // expect SP412
    blocks(y, x, 8); // expect SP775: `x` has q4_0, a format of blocks // expect SP412
    sizes(x, 8, 4); // expect SP775: `x` has two element types or two lists of sizes // expect SP412
    types(x, 8); // expect SP775: `x` has two element types or two lists of sizes // expect SP412
    good(x, 8);
    x[0] = 0;
    free(x), free(y);
}
