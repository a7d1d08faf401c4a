// An encoder over T steps, and a decoder over U that attends to all of its states.
// options: --input src=f32[2,T,8] --input tgt=f32[2,U,8]
// counts: T U
#include <shapeprof/nn.h>

#define MAX_STEPS 512

struct net {
    nn_module base;
    nn_module *encoder, *decoder, *query, *head;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *src, nn_tensor *tgt)
{
    struct net *net = (struct net *)self;
    nn_tensor *state = NULL, *states[MAX_STEPS], *out[MAX_STEPS];
    int n_src = nn_size(src, 1), n_tgt = nn_size(tgt, 1);
    for (int t = 0; t < n_src; t++)
        states[t] = state = nn_call(net->encoder, nn_select(src, 1, t), state);
    nn_tensor *memory = nn_stack(.list = states, .n_list = n_src, .dim = 1);
    for (int t = 0; t < n_tgt; t++) {
        state = nn_call(net->decoder, nn_select(tgt, 1, t), state);
        nn_tensor *q = nn_unsqueeze(nn_call(net->query, state), 1);
        nn_tensor *weights = nn_f_softmax(nn_bmm(q, nn_transpose(memory, 1, 2)), .dim = -1);
        nn_tensor *context = nn_squeeze(nn_bmm(weights, memory), .dim = 1);
        out[t] = nn_call(net->head, nn_add(state, context));
    }
    return nn_stack(.list = out, .n_list = n_tgt, .dim = 1);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, .forward2 = net_forward);
    nn_member(net, encoder, nn_gru_cell(8, 16));
    nn_member(net, decoder, nn_gru_cell(8, 16));
    nn_member(net, query, nn_linear(16, 16));
    nn_member(net, head, nn_linear(16, 4));
    return &net->base;
}
