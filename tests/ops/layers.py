#!/usr/bin/python3
"""Writes layers.txt: calls of torch.nn.functional on random shapes, dtypes and
arguments, right and wrong ones, with PyTorch's answers (result types, or "error").

Needs PyTorch 1.13 (Debian: python3-torch). Run: tests/ops/layers.py [SEED [FACTOR]] > tests/ops/layers.txt
A line: op | operands | attributes | answer, as tests/ops/op_case.h reads them.
Calls that fail only for want of a half precision kernel are left out.
"""
import os
import random
import sys
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
torch.set_grad_enabled(False)
torch.set_num_threads(1)
rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
FACTOR = int(sys.argv[2]) if len(sys.argv) > 2 else 1

DTYPES = {"f64": torch.float64, "f32": torch.float32, "bf16": torch.bfloat16, "i64": torch.int64,
          "i32": torch.int32, "i16": torch.int16, "i8": torch.int8, "u8": torch.uint8,
          "bool": torch.bool}
NAMES = {v: k for k, v in DTYPES.items()}


class T:
    """A tensor of the case: dtype, shape, contents 0 or 1 everywhere."""

    def __init__(self, shape, dtype="f32", fill=0):
        self.shape, self.dtype, self.fill = list(shape), dtype, fill

    def torch(self):
        return torch.full(self.shape, self.fill, dtype=DTYPES[self.dtype])

    def __str__(self):
        return self.dtype + "[" + ",".join(map(str, self.shape)) + "]"


def one_in(n):
    return rng.randrange(n) == 0


def some(*choices):
    return rng.choice(choices)


def size():
    return some(0, 1, 1, 2, 2, 3, 4, 5, 6, 7) if one_in(3) else rng.randint(1, 8)


def dtype():
    return some(*DTYPES) if one_in(4) else "f32"


def other(name):
    """Mostly the same dtype."""
    return some(*DTYPES) if one_in(8) else name


def spoil(shape):
    """Mostly the same shape."""
    shape = list(shape)
    if one_in(10):
        kind = rng.randrange(4)
        if kind == 0 and shape:
            shape[rng.randrange(len(shape))] += some(-1, 1)
        elif kind == 1 and shape:
            shape[rng.randrange(len(shape))] = some(0, 1)
        elif kind == 2 and shape:
            del shape[rng.randrange(len(shape))]
        else:
            shape.insert(rng.randrange(len(shape) + 1), some(1, 2))
    return [max(0, s) for s in shape]


def ints(n, low, high, wrong=None):
    """One number for all or a list of n."""
    if one_in(25) and wrong is not None:
        return wrong
    if one_in(2):
        return rng.randint(low, high)
    return [rng.randint(low, high) for _ in range(n)]


def given(**options):
    """Drops arguments at random; None means not given."""
    return {k: v for k, v in options.items() if v is not None and not one_in(3)}


# ---- each generator returns op, operands, attributes, and the torch call

def unary(name, function, **attrs):
    x = T([size() for _ in range(rng.randrange(5))], dtype())
    return name, [x], attrs, lambda t: function(t[0], **attrs)


def activations():
    name = some("relu", "relu6", "elu", "celu", "selu", "gelu", "silu", "mish", "hardtanh",
                "hardswish", "hardsigmoid", "hardshrink", "softshrink", "tanhshrink", "leaky_relu",
                "softplus", "softsign", "logsigmoid", "sigmoid", "tanh", "threshold")
    attrs = {"celu": given(alpha=some(1.0, 0.5, 0.0)), "softshrink": given(lambd=some(0.5, -0.5)),
             "hardtanh": given(min_val=some(-2.0, 0.0), max_val=some(3.0, 1.0)),
             "gelu": given(approximate=some("tanh", "none", "exact")),
             "threshold": {"threshold": 0.5, "value": 2.0}}.get(name, {})
    return unary(name, getattr(F, name, None) or getattr(torch, name), **attrs)


def prelu():
    x = T([size() for _ in range(rng.randrange(4))], dtype())
    channels = x.shape[1] if len(x.shape) > 1 else 1
    w = T(spoil([some(1, channels)]), other(x.dtype))
    return "prelu", [x, w], {}, lambda t: F.prelu(*t)


def rrelu():
    return unary("rrelu", F.rrelu, **given(lower=some(0.1, 0.5), upper=some(0.2, 0.6)))


def glu():
    x = T([some(0, 2, 4, 6, 3) for _ in range(rng.randrange(4))], dtype())
    attrs = given(dim=rng.randint(-3, 2))
    return "glu", [x], attrs, lambda t: F.glu(*t, **attrs)


def softmax():
    name = some("softmax", "log_softmax", "softmin")
    x = T([size() for _ in range(rng.randrange(5))], dtype())
    attrs = given(dim=rng.randint(-3, 3), dtype=some(None, None, "f64", "i64"))
    call = dict(attrs)
    if "dtype" in call:
        call["dtype"] = DTYPES[call["dtype"]]
    return name, [x], attrs, lambda t: getattr(F, name)(t[0], **call)


def dropouts():
    name = some("dropout", "dropout2d", "dropout3d", "alpha_dropout", "feature_alpha_dropout",
                "dropout1d")
    x = T([size() for _ in range(rng.randrange(6))], dtype())
    attrs = {"training": some(True, False), "p": some(0.0, 0.5, 1.0, 0.3, 1.5, -0.1)}
    return name, [x], attrs, lambda t: getattr(F, name)(t[0], **attrs)


def linear():
    k, o = size(), size()
    x = T([size() for _ in range(rng.randrange(5))] + [k], dtype())
    w = T(spoil([o, k]), other(x.dtype))
    b = None if one_in(2) else T(spoil([o]), other(x.dtype))
    return "linear", [x, w, b], {}, lambda t: F.linear(*t)


def bilinear():
    k, l, o = size() or 1, size() or 1, size() or 1
    lead = [size() for _ in range(rng.randrange(3))]
    x = T(lead + [k], dtype())
    y = T(spoil(lead + [l]), other(x.dtype))
    w = T(spoil([o, k, l]), other(x.dtype))
    b = None if one_in(2) else T([o + some(0, 0, 0, 1)], x.dtype)
    return "bilinear", [x, y, w, b], {}, lambda t: F.bilinear(*t)


def spatial(n):
    return [rng.randint(4, 10) if not one_in(6) else rng.randrange(4) for _ in range(n)]


def batch_and(channels, sizes):
    return ([] if one_in(4) else [some(0, 1, 2, 2, 3)]) + [channels] + sizes


def conv():
    n = some(1, 2, 3)
    groups = some(1, 1, 2, 3)
    c, o = groups * rng.randint(1, 2), groups * rng.randint(1, 2)
    x = T(spoil(batch_and(c, spatial(n))), dtype() if one_in(2) else "f32")
    w = T(spoil([o, c // groups] + [rng.randint(1, 3) for _ in range(n)]), other(x.dtype))
    b = None if one_in(2) else T(spoil([o]), w.dtype)
    attrs = given(stride=ints(n, 1, 3, 0), padding=ints(n, 0, 3, -1), dilation=ints(n, 1, 2, 0))
    call = dict(attrs)
    if one_in(5):
        attrs.pop("padding", None)
        call["padding"] = attrs["padding_word"] = some("same", "valid", "full")
    if groups > 1 or one_in(10):
        call["groups"] = attrs["groups"] = groups if not one_in(20) else some(0, 2)
    f = getattr(F, "conv%dd" % n)
    return "conv%dd" % n, [x, w, b], attrs, lambda t: f(*t, **call)


def conv_transpose():
    n = some(1, 2, 3)
    groups = some(1, 1, 2)
    c, o = groups * rng.randint(1, 2), rng.randint(1, 2)
    x = T(spoil(batch_and(c, [rng.randint(1, 5) for _ in range(n)])),
          some("f32", "f64", "i64", "i32", "bool") if one_in(3) else "f32")
    w = T(spoil([c, o] + [rng.randint(1, 3) for _ in range(n)]), other(x.dtype))
    b = None if one_in(2) else T(spoil([o * groups]), other(x.dtype))
    attrs = given(stride=ints(n, 1, 3, 0), padding=ints(n, 0, 2, -1), dilation=ints(n, 1, 2),
                  output_padding=ints(n, 0, 1, -1), groups=groups)
    f = getattr(F, "conv_transpose%dd" % n)
    return "conv_transpose%dd" % n, [x, w, b], attrs, lambda t: f(*t, **attrs)


def pools():
    n, kind = some(1, 2, 3), some("max", "avg", "lp")
    if kind == "lp":
        n = some(1, 2)
    x = T(spoil(batch_and(some(1, 2, 3, 3, 0), spatial(n))), dtype() if kind != "lp" else "f32")
    attrs = {"kernel_size": ints(n, 1, 4, 0)}
    if kind == "lp" and n == 1:
        attrs["kernel_size"] = rng.randint(1, 4)
    attrs.update(given(stride=ints(n, 1, 4, 0), ceil_mode=some(True, False)))
    if kind != "lp":
        attrs.update(given(padding=ints(n, 0, 2, -1)))
    if kind == "max":
        attrs.update(given(dilation=ints(n, 1, 3, 0), return_indices=some(True, False)))
    if kind == "avg" and n > 1:
        attrs.update(given(count_include_pad=some(True, False), divisor_override=some(None, 2, 0)))
    f = getattr(F, "%s_pool%dd" % (kind, n))
    if kind == "lp":
        norm = {"norm_type": some(1.0, 2.0, 3.0, 0.0)}
        return "lp_pool%dd" % n, [x], {**norm, **attrs}, lambda t: f(t[0], norm["norm_type"], **attrs)
    return "%s_pool%dd" % (kind, n), [x], attrs, lambda t: f(t[0], **attrs)


def adaptive_pools():
    n, kind = some(1, 2, 3), some("max", "avg")
    x = T(spoil(batch_and(some(1, 2, 3, 0), spatial(n))), dtype())
    attrs = {"output_size": rng.randint(0, 5) if one_in(2) else [rng.randint(1, 6) for _ in range(n)]}
    if kind == "max":
        attrs.update(given(return_indices=some(True, False)))
    f = getattr(F, "adaptive_%s_pool%dd" % (kind, n))
    return "adaptive_%s_pool%dd" % (kind, n), [x], attrs, lambda t: f(t[0], **attrs)


def fractional():
    x = T(spoil(batch_and(some(1, 2), spatial(2))), dtype())
    attrs = {"kernel_size": rng.randint(1, 3)}
    call = dict(attrs)
    if one_in(2):
        call["output_size"] = attrs["output_size"] = [rng.randint(1, 6), rng.randint(1, 6)]
    else:
        h, w = some(0.3, 0.5, 0.7, 0.29, 0.57), some(0.3, 0.5, 0.7)
        call["output_ratio"] = [h, w]
        attrs.update(output_ratio_h=h, output_ratio_w=w)
    call.update(given(return_indices=True))
    attrs.update({k: v for k, v in call.items() if k == "return_indices"})
    return "fractional_max_pool2d", [x], attrs, lambda t: F.fractional_max_pool2d(t[0], **call)


def unpool():
    x = T(spoil(batch_and(some(1, 2), [rng.randint(1, 4), rng.randint(1, 4)])))
    i = T(spoil(x.shape), other("i64"))
    attrs = {"kernel_size": [rng.randint(1, 3), rng.randint(1, 3)]}
    attrs.update(given(stride=ints(2, 1, 3), padding=[some(0, 1), some(0, 1)]))
    if isinstance(attrs.get("stride"), int):
        attrs["stride"] = [attrs["stride"]] * 2
    attrs.update(given(output_size=some(None, [rng.randint(2, 9), rng.randint(2, 9)])))
    return "max_unpool2d", [x, i], attrs, lambda t: F.max_unpool2d(*t, **attrs)


def batch_norm():
    c = some(1, 2, 3, 0)
    x = T(spoil([size(), c] + [some(1, 1, 2, 3) for _ in range(rng.randrange(4))]), dtype())
    p = other("f32" if one_in(3) else x.dtype)
    stats = [None, None] if one_in(3) else [T(spoil([c]), p), T([c], p)]
    affine = [None, None] if one_in(3) else [T(spoil([c]), p), T([c], p)]
    attrs = {"training": some(True, False)}
    return "batch_norm", [x] + stats + affine, attrs, lambda t: F.batch_norm(*t, **attrs)


def instance_norm():
    c = some(1, 2, 3)
    x = T(spoil([size(), c] + [some(1, 2, 3) for _ in range(rng.randint(1, 3))]), dtype())
    p = other("f32" if one_in(3) else x.dtype)
    stats = [None, None] if one_in(2) else [T(spoil([c]), p), T([c], p)]
    affine = [None, None] if one_in(2) else [T(spoil([c]), p), T([c], p)]
    attrs = {"use_input_stats": some(True, True, False)}
    return "instance_norm", [x] + stats + affine, attrs, lambda t: F.instance_norm(*t, **attrs)


def group_norm():
    g = some(1, 2, 3)
    c = g * rng.randint(1, 2)
    x = T(spoil([size(), c] + [some(0, 1, 2, 3) for _ in range(rng.randrange(3))]), dtype())
    affine = [None, None] if one_in(2) else [T(spoil([c]), other(x.dtype)), T([c], x.dtype)]
    attrs = {"num_groups": g if not one_in(10) else some(2, 4, -1)}
    return "group_norm", [x] + affine, attrs, lambda t: F.group_norm(t[0], g_of(attrs), t[1], t[2])


def g_of(attrs):
    return attrs["num_groups"]


def layer_norm():
    tail = [size() for _ in range(rng.randint(1, 2))]
    x = T(spoil([size() for _ in range(rng.randrange(3))] + tail), dtype())
    affine = [None, None] if one_in(2) else [T(spoil(tail), other(x.dtype)), T(tail, x.dtype)]
    attrs = {"normalized_shape": tail}
    return "layer_norm", [x] + affine, attrs, lambda t: F.layer_norm(t[0], tail, t[1], t[2])


def local_response_norm():
    x = T([size() for _ in range(rng.randint(2, 5))], dtype())
    attrs = {"size": some(1, 2, 3, 5, 0)}
    return "local_response_norm", [x], attrs, lambda t: F.local_response_norm(t[0], **attrs)


def embedding():
    w = T(spoil([rng.randint(1, 6), size()]), dtype())
    i = T([size() for _ in range(rng.randrange(4))], other("i64"))
    attrs = given(padding_idx=rng.randint(-7, 6))
    return "embedding", [i, w], attrs, lambda t: F.embedding(*t, **attrs)


def embedding_bag():
    w = T([rng.randint(1, 6), size()], dtype())
    i = T([size() for _ in range(rng.randint(1, 2))] if not one_in(10) else [2, 2, 2], other("i64"))
    o = T([size()], other("i64")) if (len(i.shape) == 1) != one_in(8) else None
    mode = some("sum", "mean", "max")
    s = T(spoil(i.shape), other(w.dtype)) if one_in(4) else None
    attrs = given(mode=mode, include_last_offset=some(True, False, False))
    call = dict(attrs)
    return ("embedding_bag", [i, w, o, s], attrs,
            lambda t: F.embedding_bag(t[0], t[1], t[2], per_sample_weights=t[3], **call))


def cells():
    name, gates, states = some(("rnn_cell", 1, 1), ("gru_cell", 3, 1), ("lstm_cell", 4, 2))
    k, h = rng.randint(1, 4), rng.randint(1, 4)
    x = T(spoil(([] if one_in(3) else [size()]) + [k]), dtype())
    hidden = [T(spoil(x.shape[:-1] + [h]), other(x.dtype)) for _ in range(states)]
    w = [T([gates * h, k], other(x.dtype)), T([gates * h, h], x.dtype)]
    b = [None, None] if one_in(2) else [T([gates * h], x.dtype), T([gates * h], x.dtype)]
    module = {"rnn_cell": torch.nn.RNNCell, "gru_cell": torch.nn.GRUCell,
              "lstm_cell": torch.nn.LSTMCell}[name]

    def call(t):
        cell = module(k, h, bias=b[0] is not None)
        cell.weight_ih, cell.weight_hh = (torch.nn.Parameter(p, requires_grad=False)
                                          for p in t[1 + states:3 + states])
        if b[0] is not None:
            cell.bias_ih, cell.bias_hh = (torch.nn.Parameter(p, requires_grad=False)
                                          for p in t[3 + states:5 + states])
        return cell(t[0], t[1] if states == 1 else (t[1], t[2]))

    return name, [x] + hidden + w + b, {}, call


def layers():
    name = some("rnn", "gru", "lstm")
    k, h = rng.randint(1, 4), rng.randint(2, 4)
    attrs = {"input_size": k, "hidden_size": h}
    attrs.update(given(num_layers=some(1, 2, 3), bidirectional=some(True, False),
                       batch_first=some(True, False), bias=some(True, True, False)))
    if name == "lstm":
        attrs.update(given(proj_size=some(None, None, 1)))
    n = attrs.get("num_layers", 1) * (2 if attrs.get("bidirectional") else 1)
    lengths = [size(), size()] if not one_in(3) else [size()]
    x = T(spoil(lengths + [k]))
    batch = [lengths[0 if attrs.get("batch_first") else 1]] if len(lengths) > 1 else []
    h0 = T(spoil([n] + batch + [attrs.get("proj_size", h)])) if one_in(2) else None
    states = [h0]
    if name == "lstm":
        states.append(T(spoil([n] + batch + [h])) if h0 else None)
    module = {"rnn": torch.nn.RNN, "gru": torch.nn.GRU, "lstm": torch.nn.LSTM}[name]

    def call(t):
        layer = module(**attrs)
        if h0 is None:
            out = layer(t[0])
        else:
            out = layer(t[0], t[1] if len(states) == 1 else (t[1], t[2]))
        return [out[0]] + (list(out[1]) if name == "lstm" else [out[1]])

    return name, [x] + states, attrs, call


def attention():
    heads = some(1, 2)
    e = heads * rng.randint(1, 3)
    batch_first, bias_kv, zero = one_in(2), one_in(4), one_in(4)
    batched = not one_in(4)
    n, l, s = rng.randint(1, 3), rng.randint(1, 4), rng.randint(1, 4)
    kd, vd = (e, e) if one_in(2) else (rng.randint(1, 4), rng.randint(1, 4))

    def sequence(length, features):
        if not batched:
            return [length, features]
        return [n, length, features] if batch_first else [length, n, features]

    q, k, v = T(spoil(sequence(l, e))), T(spoil(sequence(s, kd))), T(spoil(sequence(s, vd)))
    attn = padding = None
    if one_in(3):
        attn = T(spoil([l, s] if one_in(2) else [(n if batched else 1) * heads, l, s]),
                 some("bool", "f32"))
    if one_in(3):
        padding = T(spoil([n, s] if batched else [s]), "bool")
    attrs = {"embed_dim": e, "num_heads": heads, "kdim": kd, "vdim": vd}
    attrs.update({k_: True for k_, on in (("batch_first", batch_first), ("add_zero_attn", zero)) if on})
    forward = given(need_weights=some(True, False), average_attn_weights=some(True, False))
    bias = [T([1, 1, e]), T([1, 1, e])] if bias_kv else [None, None]

    def call(t):
        m = torch.nn.MultiheadAttention(e, heads, add_bias_kv=bias_kv, add_zero_attn=zero, kdim=kd,
                                        vdim=vd, batch_first=batch_first)
        out = m(t[0], t[1], t[2], attn_mask=t[13], key_padding_mask=t[12], **forward)
        return [o for o in out if o is not None]

    operands = [q, k, v] + [None] * 5 + bias + [None, None, padding, attn]
    return "multihead_attention", operands, {**attrs, **forward}, call


def expand_of(shape):
    """A shape that broadcasts with the given one, mostly."""
    shape = list(shape)
    if one_in(4) and shape:
        shape[rng.randrange(len(shape))] = 1
    if one_in(6):
        shape = shape[rng.randrange(len(shape) + 1):]
    return spoil(shape)


def reduction(*more):
    return given(reduction=some("mean", "sum", "none", *more))


def losses():
    name = some("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div")
    x = T([size() for _ in range(rng.randrange(4))], dtype())
    y = T(expand_of(x.shape), other(x.dtype))
    attrs = reduction("foo") if name != "kl_div" else reduction("batchmean")
    if name == "smooth_l1_loss":
        attrs.update(given(beta=some(0.5, -1.0)))
    if name == "huber_loss":
        attrs.update(given(delta=some(0.5, 0.0)))
    return name, [x, y], attrs, lambda t: getattr(F, name)(*t, **attrs)


def bce():
    name = some("binary_cross_entropy", "binary_cross_entropy_with_logits")
    x = T([size() for _ in range(rng.randrange(4))], some("f32", "f64", dtype()))
    y = T(spoil(x.shape), other(x.dtype))
    w = T(expand_of(x.shape), some("f32", "f64")) if one_in(3) else None
    p = T(expand_of(x.shape)) if one_in(4) and name.endswith("logits") else None
    attrs = reduction()
    if name.endswith("logits"):
        return (name, [x, y, w, p], attrs,
                lambda t: F.binary_cross_entropy_with_logits(t[0], t[1], t[2], pos_weight=t[3], **attrs))
    return name, [x, y, w], attrs, lambda t: F.binary_cross_entropy(*t, **attrs)


def class_losses():
    name = some("cross_entropy", "nll_loss")
    c = rng.randint(1, 4)
    rank = rng.randint(1, 4)
    x = T(([] if rank == 1 else [size()]) + [c] + [size() for _ in range(rank - 2)], dtype())
    probabilities = name == "cross_entropy" and one_in(3)
    target = x.shape if probabilities else (x.shape[:1] if rank > 1 else []) + x.shape[2:]
    y = T(spoil(target), other(x.dtype if probabilities else "i64"))
    w = T(spoil([c]), other(x.dtype)) if one_in(3) else None
    attrs = reduction("foo")
    if name == "cross_entropy":
        attrs.update(given(label_smoothing=some(None, 0.1, 1.5, -0.1),
                           ignore_index=some(None, 0, -1)))
    return (name, [x, y, w], attrs,
            lambda t: getattr(F, name)(t[0], t[1], weight=t[2], **attrs))


def triple_losses():
    name = some("margin_ranking_loss", "triplet_margin_loss", "cosine_embedding_loss")
    x = T([size() for _ in range(rng.randint(0 if name != "cosine_embedding_loss" else 1, 2))], dtype())
    y = T([s + (s > 1 and one_in(8)) for s in x.shape], other(x.dtype))
    z = T(spoil(x.shape[:-1] if name[0] == "c" else x.shape), other(x.dtype))
    attrs = reduction("foo")
    return name, [x, y, z], attrs, lambda t: getattr(F, name)(*t, **attrs)


def pad():
    mode = some("constant", "reflect", "replicate", "circular")
    n = rng.randint(1, 3)
    x = T(spoil(batch_and(size(), [size() for _ in range(n)])), dtype())
    pads = [rng.randint(-2, 4) if not one_in(8) else rng.randint(-7, 8) for _ in range(2 * n)]
    if one_in(20):
        pads.append(1)
    attrs = {"pad": pads}
    attrs.update(given(mode=mode))
    return "pad", [x], attrs, lambda t: F.pad(t[0], **attrs)


def interpolate():
    mode = some("nearest", "nearest-exact", "linear", "bilinear", "bicubic", "trilinear", "area")
    n = {"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}.get(mode, rng.randint(1, 3))
    x = T(spoil([size(), size()] + [size() for _ in range(n)]), dtype())
    attrs, call = {"mode": mode}, {"mode": mode}
    if one_in(2):
        attrs["size"] = call["size"] = ints(n, 1, 9, 0)
    elif one_in(2):
        factors = [some(0.3, 0.5, 0.57, 0.29, 1.1, 1.5, 2.0, 2.7, 4.35) for _ in range(n)]
        call["scale_factor"] = factors
        attrs.update({"scale_factor_%d" % i: f for i, f in enumerate(factors)})
    else:
        attrs["scale_factor"] = call["scale_factor"] = some(0.1, 0.5, 0.7, 1.1, 2.0, 2.3, 1 / 3)
    more = given(align_corners=some(None, None, True, False), recompute_scale_factor=some(None, True))
    attrs.update(more)
    call.update(more)
    return "interpolate", [x], attrs, lambda t: F.interpolate(t[0], **call)


def shuffles():
    name, attr = some(("pixel_shuffle", "upscale_factor"), ("pixel_unshuffle", "downscale_factor"),
                      ("channel_shuffle", "groups"))
    r = some(1, 2, 3, 2, 2, 0)
    q = max(1, r)
    image = [q * rng.randint(0, 3), q * rng.randint(1, 3)]
    channels = q * q * rng.randint(0, 2)
    x = T(spoil([] if one_in(9) else ([size()] if not one_in(3) else []) + [channels] + image), dtype())
    if name == "channel_shuffle":
        return name, [x], {attr: r}, lambda t: torch.nn.ChannelShuffle(r)(t[0])
    return name, [x], {attr: r}, lambda t: getattr(F, name)(t[0], r)


def folds():
    kernel, dilation, stride = ints(2, 1, 3), ints(2, 1, 2), ints(2, 1, 3)
    options = given(dilation=dilation, stride=stride, padding=ints(2, 0, 2, -1))
    image = [rng.randint(1, 6), rng.randint(1, 6)]
    if one_in(2):
        x = T(spoil(batch_and(some(0, 1, 2), image)), dtype())
        attrs = {"kernel_size": kernel, **options}
        return "unfold", [x], attrs, lambda t: F.unfold(t[0], **attrs)
    pair = lambda v, d: [v, v] if isinstance(v, int) else (v or [d, d])
    k, d, s, p = (pair(v, w) for v, w in ((kernel, 1), (options.get("dilation"), 1),
                                          (options.get("stride"), 1), (options.get("padding"), 0)))
    blocks = [(image[i] + 2 * p[i] - d[i] * (k[i] - 1) - 1) // s[i] + 1 for i in range(2)]
    columns = max(0, blocks[0]) * max(0, blocks[1])
    x = T(spoil(([] if one_in(3) else [size()]) + [k[0] * k[1] * rng.randint(0, 2), columns]), dtype())
    attrs = {"output_size": image, "kernel_size": kernel, **options}
    return "fold", [x], attrs, lambda t: F.fold(t[0], **attrs)


def distances():
    name = some("cosine_similarity", "pairwise_distance", "cdist")
    if name == "cdist":
        m = size()
        x = T(spoil([size() for _ in range(rng.randrange(2))] + [size(), m]))
        y = T(spoil(x.shape[:-2] + [size(), m]), other("f32") if one_in(3) else "f32")
        attrs = given(p=some(1.0, 2.0, 0.0, -1.0))
        return name, [x, y], attrs, lambda t: torch.cdist(*t, **attrs)
    x = T([size() for _ in range(rng.randrange(4))], dtype())
    y = T(expand_of(x.shape), other(x.dtype))
    if name == "cosine_similarity":
        attrs = given(dim=rng.randint(-2, 2))
    else:
        attrs = given(p=some(1.0, 2.0), keepdim=some(True, False))
    return name, [x, y], attrs, lambda t: getattr(F, name)(*t, **attrs)


GENERATORS = [(activations, 120), (prelu, 40), (rrelu, 15), (glu, 40), (softmax, 80), (dropouts, 90),
              (linear, 90), (bilinear, 50), (conv, 220), (conv_transpose, 180), (pools, 260),
              (adaptive_pools, 120), (fractional, 50), (unpool, 50), (batch_norm, 90),
              (instance_norm, 70), (group_norm, 60), (layer_norm, 60), (local_response_norm, 30),
              (embedding, 40), (embedding_bag, 90), (cells, 90), (layers, 120), (attention, 120),
              (losses, 140), (bce, 80), (class_losses, 150), (triple_losses, 90), (pad, 180),
              (interpolate, 180), (shuffles, 90), (folds, 140), (distances, 90)]


def answer(results):
    results = [results] if torch.is_tensor(results) else results
    return " ".join(NAMES[r.dtype] + "[" + ",".join(map(str, r.shape)) + "]" for r in results)


def attr_text(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(str, value)) + "]"
    return repr(value) if isinstance(value, float) else str(value)


def run_apart(operands, call):
    """As run, in a process of its own: some wrong calls make PyTorch abort, which is no answer."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        result = run(operands, call)
        os.write(writing, (result or "none").encode())
        os._exit(0)
    os.close(writing)
    os.wait()
    result = os.read(reading, 65536).decode()
    os.close(reading)
    return None if result in ("none", "") else result


def run(operands, call):
    """The answer; None where only a half precision kernel is missing."""
    half = any(o is not None and o.dtype == "bf16" for o in operands)
    try:
        result = answer(call([o.torch() if o else None for o in operands]))
        # Not a size: a check that an empty batch slips past.
        return None if "-" in result else result
    except Exception as error:
        text = str(error)
        return None if half and ("BFloat16'" in text or "BFloat16T" in text) else "error"


def main():
    seen = set()
    for generator, count in GENERATORS:
        done = 0
        while done < count * FACTOR:
            op, operands, attrs, call = generator()
            words = [str(o) if o else "-" for o in operands]
            while words and words[-1] == "-":
                words.pop()
            line = "%s | %s | %s" % (op, " ".join(words),
                                     " ".join("%s=%s" % (k, attr_text(v)) for k, v in attrs.items()))
            if line in seen:
                done += 1
                continue
            seen.add(line)
            result = run_apart(operands, call)
            if result is not None:
                print(line, "|", result)
            done += 1


main()
