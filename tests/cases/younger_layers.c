// Layers that PyTorch has since 1.13: nn.Transformer as a whole, RMSNorm, paddings that go on from
// the other end, pools of volumes and back.
#include <shapeprof/nn.h>

nn_tensor *translate(void)
{
    nn_module *model = nn_transformer(.d_model = 32, .nhead = 4, .num_encoder_layers = 2,
                                      .num_decoder_layers = 1, .batch_first = true);
    nn_tensor *source = nn_input(NN_F32, 2, 10, 32);
    return nn_call(model, source, nn_input(NN_F32, 2, 7, 32));
}

nn_tensor *translate_other_batch(void)
{
    nn_module *model = nn_transformer(.d_model = 32, .nhead = 4, .num_encoder_layers = 1,
                                      .num_decoder_layers = 1, .batch_first = true);
    nn_tensor *source = nn_input(NN_F32, 2, 10, 32);
    return nn_call(model, source, nn_input(NN_F32, 3, 7, 32)); // expect SP125: its dim 0 (2) must equal dim 0 (3) of query
}

nn_tensor *normed(void)
{
    return nn_call(nn_rms_norm(64), nn_input(NN_F32, 8, 32)); // expect SP120: (32) must equal normalized_shape (64)
}

nn_tensor *padded(void)
{
    nn_tensor *picture = nn_input(NN_F32, 3, 8, 8);
    picture = nn_call(nn_circular_pad2d(2), picture);
    return nn_call(nn_circular_pad2d(13), picture); // expect SP123: left padding (13)
}

nn_tensor *volumes(void)
{
    nn_tensor *x = nn_input(NN_F32, 2, 3, 8, 8, 8);
    struct nn_tensors pooled = nn_max_pool3d_with_indices(x, 2);
    nn_tensor *back = nn_f_max_unpool3d(pooled.at[0], pooled.at[1], 2);
    return nn_call(nn_fractional_max_pool3d(2, .output_size = 7), back); // expect SP114: (9)
}

nn_tensor *margins(void)
{
    nn_tensor *scores = nn_input(NN_F32, 8, 5);
    nn_tensor *classes = nn_input(NN_I64, 7);
    return nn_call(nn_multi_margin_loss(), scores, classes); // expect SP122: (7)
}

nn_tensor *spoken(void)
{
    nn_tensor *scores = nn_f_log_softmax(nn_input(NN_F32, 50, 4, 20), 2);
    nn_tensor *lengths = nn_constant(NN_I64, {4}, .fill = 50);
    nn_tensor *words = nn_constant(NN_I64, {4}, .values = {10, 31, 25, 16});
    return nn_call(nn_ctc_loss(), scores, nn_input(NN_I64, 4, 30), lengths, words); // expect SP122: 31
}
