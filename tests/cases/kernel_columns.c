// Sizes that loops run to may be differences: the buffer for columns of an image was sized without the rows of the kernel.
#include <stdlib.h>

static void im2col(float *col, const float *im, int c, int h, int w, int k)
{
    int oh = h - k + 1, ow = w - k + 1;
    for (int ch = 0; ch < c; ch++)
        for (int ky = 0; ky < k; ky++)
            for (int kx = 0; kx < k; kx++)
                for (int y = 0; y < oh; y++)
                    for (int x = 0; x < ow; x++)
                        col[(((ch * k + ky) * k + kx) * oh + y) * ow + x] =
                            im[(ch * h + y + ky) * w + x + kx];
}

int main(void)
{
    int c = 3, h = 20, w = 24, k = 3;
    float *im = calloc(c * h * w, sizeof *im), *right = malloc(c * k * k * 18 * 22 * sizeof *right);
    float *wrong = malloc(c * k * (h - k + 1) * (w - k + 1) * sizeof *wrong);
    im2col(right, im, c, h, w, k);
    im2col(wrong, im, c, h, w, k); // expect SP770: writes c*k^2*oh*ow = 10692 floats of `wrong` (its `col`), which holds 3564
    free(im), free(right), free(wrong);
}
