"""Writes what PyTorch's optimizers make of a small network, for test_optim.c: python3 optimizers.py >optimizers.txt
(PyTorch 1.13, on a CPU, in f64). Rows: the loss before the last of six steps and
after it, the sum and the L2 norm of all parameters, the maker and its options as C."""
import torch

torch.set_default_dtype(torch.float64)


def lcg(shape, seed, a):
    s, out = seed, []
    for _ in range(torch.Size(shape).numel()):
        s = (1664525 * s + 1013904223) % 2**32
        out.append(((s >> 8) * 2.0**-23 - 1.0) * a)
    return torch.tensor(out, dtype=torch.float32).double().reshape(shape)


def row(c, make, **options):
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2))
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(lcg(p.shape, 500 + i, 0.5))
    x, y = lcg([5, 3], 11, 1.0), lcg([5, 2], 12, 1.0)
    optimizer = make(net.parameters(), **options)
    for _ in range(6):
        optimizer.zero_grad(set_to_none=True)
        loss = torch.nn.functional.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
    last = torch.nn.functional.mse_loss(net(x), y)
    with torch.no_grad():
        all = torch.cat([p.flatten() for p in net.parameters()])
    print('ROW(%.12g, %.12g, %.12g, %.12g, %s)' % (loss, last, all.sum(), all.norm(), c))


O = torch.optim
row('nn_optim_sgd(net, 0.1)', O.SGD, lr=0.1)
row('nn_optim_sgd(net, .lr = 0.1, .momentum = 0.9)', O.SGD, lr=0.1, momentum=0.9)
row('nn_optim_sgd(net, 0.1, 0.9, 0.3)', O.SGD, lr=0.1, momentum=0.9, dampening=0.3)
row('nn_optim_sgd(net, 0.1, 0.9, .nesterov = true)', O.SGD, lr=0.1, momentum=0.9, nesterov=True)
row('nn_optim_sgd(net, 0.1, .weight_decay = 0.2)', O.SGD, lr=0.1, weight_decay=0.2)
row('nn_optim_sgd(net, 0.1, 0.5, .weight_decay = 0.2, .maximize = true)', O.SGD, lr=0.1, momentum=0.5, weight_decay=0.2,
    maximize=True)
row('nn_optim_adam(net)', O.Adam)
row('nn_optim_adam(net, 0.05, {0.8, 0.95}, 1e-3, 0.1)', O.Adam, lr=0.05, betas=(0.8, 0.95), eps=1e-3, weight_decay=0.1)
row('nn_optim_adam(net, 0.3, .amsgrad = true)', O.Adam, lr=0.3, amsgrad=True)
row('nn_optim_adam(net, 0.05, .maximize = true)', O.Adam, lr=0.05, maximize=True)
row('nn_optim_adamw(net)', O.AdamW)
row('nn_optim_adamw(net, 0.05, .weight_decay = 0.3)', O.AdamW, lr=0.05, weight_decay=0.3)
row('nn_optim_adamw(net, 0.3, {nn_at_float(0.0), 0.9}, .weight_decay = nn_at_float(0.0), .amsgrad = true)', O.AdamW, lr=0.3,
    betas=(0.0, 0.9), weight_decay=0.0, amsgrad=True)
