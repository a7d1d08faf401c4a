// A configuration that is written and read back has the numbers that it had, also those that nobody knows.
// options: --input x=f32[4,8]
// says: Linear(8, width)
// says: 2     Linear
#include <shapeprof/nn.h>
#include <stdio.h>

struct config {
    int n_in, n_out;
};

nn_module *net(int width)
{
    struct config config = {8, width}, again = {0, 0};
    FILE *file = fopen("config.bin", "wb");
    fwrite(&config, sizeof config, 1, file);
    fprintf(file, "layers %d\n", 2);
    fclose(file);

    int layers = 0;
    file = fopen("config.bin", "rb");
    if (fread(&again, sizeof again, 1, file) != 1) return NULL;
    if (fscanf(file, "layers %d", &layers) != 1) return NULL;
    fclose(file);
    nn_module *net = nn_sequential();
    for (int i = 0; i < layers; i++) nn_append(net, nn_linear(again.n_in, again.n_in));
    nn_append(net, nn_linear(again.n_in, again.n_out));
    return net;
}
