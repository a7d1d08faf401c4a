// Networks that the program itself calls are told apart by the variables that hold them, also through a function that is
// given them, and from the first finding on. A layer or a loss beside them has the name of its class.
// says: critics.0.1
// says: critics.1.0
// says: BCELoss2
// says: from_other.0
// says: Sequential.0
#include <shapeprof/nn.h>

struct game {
    nn_module *maker, *critics[2], *from;
};

static nn_tensor *through(nn_module *network, nn_tensor *x)
{
    return nn_call(network, x); // expect SP101: Linear `maker.2`: input is f32[4, 64]
}

static void judge(struct game *game, nn_tensor *made)
{
    for (int i = 0; i < 2; i++)
        nn_call(nn_bce_loss(), nn_call(game->critics[i], made), nn_ones(NN_F32, 4, 1));
}

static nn_module *critic(void)
{
    return nn_sequential(nn_linear(32, 1), nn_sigmoid());
}

int main(void)
{
    nn_module *from = nn_sequential(nn_linear(8, 4));
    nn_module *from_other = nn_sequential(nn_linear(8, 4));
    struct game game = {
        nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(60, 32)), {critic(), critic()}, from};
    nn_tensor *noise = nn_randn(NN_F32, 4, 8);
    judge(&game, through(game.maker, noise));
    nn_call(nn_sequential(nn_linear(8, 4)), noise);
    nn_call(game.from, noise);
    nn_call(from_other, noise);
    return 0;
}
