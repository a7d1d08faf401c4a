// Contracts that cannot be read.
#include <shapeprof/contracts.h>
#include <stdlib.h>

SP_SHAPES("x: f32[n -> y: f32[n]") void first(float *y, const float *x, int n);
SP_SHAPES("x: f32[n] -> z: f32[n]") void second(float *y, const float *x, int n);
SP_SHAPES("x: f64[n] -> y: f32[n]") void third(float *y, const float *x, int n);
SP_SHAPES("x: q4_0[n] -> y: f32[n]") void blocks(float *y, const void *x, int n);
SP_SHAPES("x: f32[n] -> x: f32[m]") void sizes(float *x, int n, int m);
SP_SHAPES("x: u8[n] -> x: i8[n]") void types(void *x, int n);
SP_SHAPES("x: f32[]") void empty(float *x, int n);
SP_SHAPES("x: f32[-1]") void negative(float *x, int n);
SP_SHAPES("x: f32[2 n]") void no_comma(float *x, int n);
SP_SHAPES("x: f32[2,]") void no_size(float *x, int n);
SP_SHAPES("x: f32") void no_sizes(float *x, int n);
SP_SHAPES("x f32[n]") void no_colon(float *x, int n);
SP_SHAPES("x: float[n]") void of_c(float *x, int n);
SP_SHAPES("x: [n]") void no_type(float *x, int n);
SP_SHAPES("x: f32[n] y: f32[n]") void together(float *x, float *y, int n);
SP_SHAPES("x: f32[n] -> y: f32[n] -> x: f32[n]") void arrows(float *x, float *y, int n);
SP_SHAPES("x: f32[n],") void no_end(float *x, int n);
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
    empty(x, 8); // expect SP775: the brackets of `x` are empty: a single number is [1] // expect SP412
    negative(x, 8); // expect SP775: `-1` is no size: it is below 1 // expect SP412
    no_comma(x, 8); // expect SP775: `2 n` is no size: it takes an expression, and a comma // expect SP412
    no_size(x, 8); // expect SP775: a size is missing before `]` // expect SP412
    no_sizes(x, 8); // expect SP775: the sizes of `x` in brackets are missing // expect SP412
    no_colon(x, 8); // expect SP775: a colon is missing behind `x` // expect SP412
    of_c(x, 8); // expect SP775: `float` is no element type, as f32, f64, i8 and i32 are // expect SP412
    no_type(x, 8); // expect SP775: the element type of `x` is missing // expect SP412
    together(x, y, 8); // expect SP775: a comma or an arrow is missing before `y: f32[n]` // expect SP412
    arrows(x, y, 8); // expect SP775: there is a second arrow // expect SP412
    no_end(x, 8); // expect SP775: the name of a parameter is missing at its end // expect SP412
    good(x, 8);
    x[0] = 0;
    free(x), free(y);
}
