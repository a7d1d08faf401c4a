"""Random model programs on nn.h. The writer knows each tensor's extents at the first of two sets of
values, so that a program is sound there; at the second anything may happen that the report foretells.

A program's integers are parameters of its entry: what the analyser does not know unless told."""
import random

HELPERS = """#include <shapeprof/nn.h>

struct plan {
    int width, heads, inner[3];
};

static int round_up(int n, int to) { return (n + to - 1) / to * to; }
static int larger(int a, int b) { return a > b ? a : b; }
static int half(int n) { return n >> 1; }
static struct plan plan_of(int width, int heads)
{
    struct plan plan = {.width = width, .heads = heads, .inner = {width * 2, width + 8, half(width)}};
    return plan;
}
static nn_tensor *activate(nn_tensor *x, int which)
{
    switch (which) {
    case 0: return nn_f_relu(x);
    case 1: return nn_f_tanh(x);
    case 2: return nn_mul(x, nn_f_sigmoid(x));
    default: return nn_f_gelu(x);
    }
}
"""


# Layers whose result has their input's shape whatever the sizes are.
KEEPS_SHAPE = {"same_linear", "layer_norm", "dropout", "gated", "residual", "stack", "array", "optional", "scaled", "rows",
               "attention", "encoder", "written_attention", "mixed", "norm", "grouped", "squeeze", "hourglass"}


class Size:
    """A whole number as C text over the entry's parameters, and its value."""

    def __init__(self, text, value):
        self.text, self.value = str(text), value


class Program:
    """One entry with its modules: what stands before it, in it and in its forward function."""

    def __init__(self, rnd, index, family, extents):
        self.rnd, self.index, self.family = rnd, index, family
        self.parameters = []  # (name, value, other value)
        self.before, self.build, self.forward, self.members = [], [], [], []
        self.n_names = self.n_blocks = 0
        self.rank = len(extents)
        self.shape = list(extents)
        self.features = None
        self.loops = False

    # ---- names and sizes

    def name(self, word):
        self.n_names += 1
        return f"{word}{self.n_names}"

    def parameter(self, word, value, other):
        name = f"{word}_{self.index}_{len(self.parameters)}"
        self.parameters.append((name, value, other))
        return Size(name, value)

    def width(self):
        """A new parameter now and then, else one that exists or a number."""
        known = [p for p in self.parameters if p[0].startswith("w")]
        if not known or self.rnd.random() < 0.25:
            return self.parameter("w", 8 * self.rnd.randint(1, 6), 8 * self.rnd.randint(1, 9))
        if self.rnd.random() < 0.3:
            return Size(8 * self.rnd.randint(1, 5), 0).fixed()
        name, value, _ = self.rnd.choice(known)
        return Size(name, value)

    def derived(self):
        """A width that was computed; multiples of 8 unless it says so."""
        w = self.width()
        form = self.rnd.randint(0, 9)
        made = [(f"{w.text} * 2", w.value * 2), (f"round_up({w.text} * 3, 16)", (w.value * 3 + 15) // 16 * 16),
                (f"{w.text} + 8", w.value + 8), (f"larger({w.text}, 24)", max(w.value, 24)),
                (f"({w.text} > 24 ? 16 : 8)", 16 if w.value > 24 else 8), (f"{w.text} << 1", w.value << 1),
                (f"8 * ({w.text} % 3 + 1)", 8 * (w.value % 3 + 1)), (f"round_up(half({w.text}), 8)", (w.value // 2 + 7) // 8 * 8),
                (f"plan_of({w.text}, 2).inner[{form % 2}]", w.value * 2 if form % 2 == 0 else w.value + 8),
                (w.text, w.value)][form]
        if not w.text.isidentifier() and form == 9:
            return w
        name = self.name("size")
        self.build.append(f"    int {name} = {made[0]};")
        return Size(name, made[1])

    def choice(self, *ways):
        return self.rnd.choice(ways)

    # ---- modules

    def member(self, text, word="m"):
        name = self.name(word)
        self.members.append(f"    nn_module *{name};")
        self.build.append(f"    nn_member(net, {name}, {text});")
        return f"net->{name}"

    def call(self, module):
        self.forward.append(f"    x = nn_call({module}, x);")

    def struct_block(self, body_members, body_build, body_forward, parameters):
        """A module type of its own; gives the name of the function that makes one."""
        name = f"block_{self.index}_{self.n_blocks}"
        self.n_blocks += 1
        self.before.append(
            f"struct {name} {{\n    nn_module base;\n    int n;\n    nn_module {', '.join('*' + m for m in body_members)};\n}};\n"
            f"static nn_tensor *{name}_forward(nn_module *self, nn_tensor *x)\n{{\n"
            f"    struct {name} *b = (struct {name} *)self;\n{body_forward}\n}}\n"
            f"static nn_module *{name}_new({', '.join('int ' + p for p in parameters)})\n{{\n"
            f"    struct {name} *b = nn_new(struct {name}, {name}_forward);\n{body_build}\n    return &b->base;\n}}\n")
        return f"{name}_new"

    # ---- what every family has

    def act(self):
        form = self.rnd.randint(0, 4)
        if form == 0:
            self.call(self.member(self.choice("nn_relu()", "nn_gelu()", "nn_relu(.inplace = true)", "nn_silu()")))
        elif form == 1:
            self.forward.append("    x = nn_f_relu(x);")
        else:
            self.forward.append(f"    x = activate(x, {self.rnd.randint(0, 4)});")

    def skip(self, layer):
        kept = self.name("kept")
        self.forward.append(f"    nn_tensor *{kept} = x;")
        before = list(self.shape)
        layer()
        if before == self.shape and layer.__name__ in KEEPS_SHAPE:
            self.forward.append(f"    x = {self.choice('nn_add', 'nn_mul', 'nn_maximum')}(x, {kept});")

    def rows(self):
        """Something that depends on the number of rows."""
        limit = self.rnd.randint(1, 6)
        self.forward.append(f"    if (nn_size(x, 0) > {limit}) x = nn_f_relu(x);")

    def scaled(self):
        self.forward.append(self.choice("    x = nn_mul(x, nn_number(0.5));", "    x = nn_add(x, nn_mean(x, -1, .keepdim = true));",
                                        "    x = nn_sub(x, nn_amax(x, .dim = -1, .keepdim = true));"))

    # ---- features in the last axis

    def linear(self, to=None):
        to = to or self.derived()
        self.call(self.member(f"nn_linear({self.features.text}, {to.text}{self.choice('', '', ', .bias = NN_OFF')})", "fc"))
        self.features = to
        self.shape[-1] = to.value

    def same_linear(self):
        self.linear(self.features)

    def layer_norm(self):
        self.call(self.member(f"nn_layer_norm({self.features.text})", "norm"))

    def dropout(self):
        self.call(self.member("nn_dropout(0.1)", "drop"))

    def gated(self):
        a, b = (self.member(f"nn_linear({self.features.text}, {self.features.text})", "gate") for _ in range(2))
        self.forward.append(f"    x = nn_mul(nn_call({a}, x), nn_f_sigmoid(nn_call({b}, x)));")

    def glu(self):
        to = self.derived()
        self.call(self.member(f"nn_linear({self.features.text}, 2 * ({to.text}))"))
        self.forward.append("    x = nn_f_glu(x, -1);")
        self.features, self.shape[-1] = to, to.value

    def two_ways(self):
        """Two branches side by side, joined on the last axis."""
        first, second = self.derived(), self.derived()
        a, b = (self.member(f"nn_linear({self.features.text}, {s.text})", "way") for s in (first, second))
        self.forward.append(f"    x = nn_cat({{nn_call({a}, x), nn_call({b}, x)}}, .dim = -1);")
        self.joined(first, second)

    def joined(self, first, second):
        name = self.name("size")
        self.build.append(f"    int {name} = {first.text} + {second.text};")
        self.features = Size(name, first.value + second.value)
        self.shape[-1] = self.features.value

    def chunks(self):
        """The features in two halves of which one is kept, or both are added."""
        if self.features.value % 2:
            return
        pair = self.name("pair")
        self.forward.append(f"    struct nn_tensors {pair} = nn_chunk(x, 2, -1);")
        self.forward.append(f"    x = {self.choice(f'nn_add({pair}.at[0], {pair}.at[1])', f'{pair}.at[0]', f'{pair}.at[1]')};")
        name = self.name("size")
        self.build.append(f"    int {name} = ({self.features.text} + 1) / 2;")
        self.features = Size(name, self.features.value // 2)
        self.shape[-1] = self.features.value

    def residual_block(self):
        norm = self.choice("nn_layer_norm(width)", "NULL")
        new = self.struct_block(
            ["up", "down", "norm"],
            f"    int hidden = {self.choice('width * factor', 'round_up(width * factor, 16)', 'larger(width, 16) + factor')};\n"
            "    b->n = hidden;\n    nn_member(b, up, nn_linear(width, hidden));\n    nn_member(b, down, nn_linear(hidden, width));\n"
            f"    nn_member(b, norm, {norm});",
            "    nn_tensor *y = nn_call(b->down, activate(nn_call(b->up, x), b->n & 0));\n"
            "    y = nn_add(x, y);\n    return b->norm ? nn_call(b->norm, y) : y;", ["width", "factor"])
        return f"{new}({self.features.text}, {self.rnd.randint(1, 4)})"

    def residual(self):
        self.call(self.member(self.residual_block(), "block"))

    def count(self):
        """How often a loop runs: a number mostly, else a parameter."""
        if self.rnd.random() < 0.6:
            return Size(self.rnd.randint(2, 4), 0)
        self.loops = True
        return self.parameter("n", self.rnd.randint(1, 5), self.rnd.randint(1, 7))

    def stack(self):
        """Equal blocks in a Sequential that a loop fills."""
        list_, n = self.name("list"), self.count()
        made = self.choice(self.residual_block, lambda: f"nn_linear({self.features.text}, {self.features.text})")()
        self.build.append(f"    nn_module *{list_} = nn_sequential();")
        self.build.append(f"    for (int i = 0; i < {n.text}; i++) nn_append({list_}, {made});")
        self.call(self.member(list_, "layers"))

    def array(self):
        """Equal blocks in an array; the forward function loops over them."""
        n, name = self.count(), self.name("items")
        self.members.append(f"    nn_module *{name}[16];\n    int n_{name};")
        self.build.append(f"    net->n_{name} = {n.text};")
        self.build.append(f"    for (int i = 0; i < {n.text}; i++) nn_item(net, {name}, i, {self.residual_block()});")
        self.forward.append(f"    for (int i = 0; i < net->n_{name}; i++) x = nn_call(net->{name}[i], x);")

    def optional(self):
        """A module that is there only for some widths."""
        w, name = self.width(), self.name("maybe")
        self.members.append(f"    nn_module *{name};")
        self.build.append(f"    if ({w.text} {self.choice('>', '<=', '==')} {self.choice(16, 24, 32)})\n"
                          f"        nn_member(net, {name}, nn_linear({self.features.text}, {self.features.text}));")
        self.forward.append(f"    if (net->{name}) x = nn_call(net->{name}, x);")

    # ---- sequences [N, T, features]

    def heads(self):
        return Size(self.choice(1, 2, 4), 0)

    def attention(self):
        self.call3(self.member(f"nn_multihead_attention({self.features.text}, {self.heads().text}, .batch_first = true)", "attn"))

    def call3(self, module):
        self.forward.append(f"    x = nn_call({module}, x, x, x);")

    def encoder(self):
        norm = self.choice("", ", .norm_first = true")
        self.call(self.member(f"nn_transformer_encoder_layer({self.features.text}, {self.heads().text}, "
                              f".dim_feedforward = 2 * ({self.features.text}), .batch_first = true{norm})", "encoder"))

    def written_attention(self):
        new = self.struct_block(
            ["qkv", "out"],
            "    b->n = heads;\n    nn_member(b, qkv, nn_linear(width, 3 * width));\n    nn_member(b, out, nn_linear(width, width));",
            "    int64_t n = nn_size(x, 0), t = nn_size(x, 1), c = nn_size(x, 2);\n"
            "    struct nn_tensors p = nn_split(nn_call(b->qkv, x), c, 2);\n    nn_tensor *h[3];\n"
            "    for (int i = 0; i < 3; i++) h[i] = nn_transpose(nn_view(p.at[i], n, t, b->n, c / b->n), 1, 2);\n"
            "    nn_tensor *a = nn_f_softmax(nn_matmul(h[0], nn_transpose(h[1], -2, -1)), .dim = -1);\n"
            "    nn_tensor *y = nn_reshape(nn_transpose(nn_matmul(a, h[2]), 1, 2), n, t, c);\n"
            "    return nn_call(b->out, y);", ["width", "heads"])
        self.call(self.member(f"{new}({self.features.text}, {self.heads().text})", "attn"))

    def recurrent(self):
        kind, to, both = self.choice("nn_lstm", "nn_gru", "nn_rnn"), self.derived(), self.choice(False, False, True)
        self.call(self.member(f"{kind}({self.features.text}, {to.text}, .num_layers = {self.rnd.randint(1, 2)}, "
                              f".batch_first = true{', .bidirectional = true' if both else ''})", "rnn"))
        self.features, self.shape[-1] = to, to.value
        if both:
            self.joined(to, to)

    def mixed(self):
        """A convolution along the sequence."""
        k = self.choice(1, 3, 5)
        c = self.member(f"nn_conv1d({self.features.text}, {self.features.text}, {k}, .padding = {k // 2})", "conv")
        self.forward.append(f"    x = nn_transpose(nn_call({c}, nn_transpose(x, 1, 2)), 1, 2);")

    def shorten(self):
        """Every second step, or all but the last."""
        if self.shape[1] < 4:
            return
        if self.rnd.random() < 0.5:
            self.forward.append("    x = nn_slice(x, 1, 0, nn_size(x, 1), 2);")
            self.shape[1] = (self.shape[1] + 1) // 2
        else:
            self.forward.append("    x = nn_narrow(x, 1, 0, nn_size(x, 1) - 1);")
            self.shape[1] -= 1

    def even_steps(self):
        self.forward.append("    if (nn_size(x, 1) % 2) x = nn_pad(x, {0, 0, 0, 1});")
        self.shape[1] += self.shape[1] % 2

    def pairs(self):
        """Two steps become one of twice the features."""
        self.even_steps()
        self.forward.append("    x = nn_reshape(x, nn_size(x, 0), nn_size(x, 1) / 2, 2 * nn_size(x, 2));")
        name = self.name("size")
        self.build.append(f"    int {name} = 2 * {self.features.text};")
        self.features = Size(name, 2 * self.features.value)
        self.shape = [self.shape[0], self.shape[1] // 2, self.features.value]

    def pooled(self):
        self.forward.append(self.choice("    x = nn_mean(x, 1);", "    x = nn_amax(x, .dim = 1);", "    x = nn_select(x, 1, -1);",
                                        "    x = nn_sum(x, .dim = 1);"))
        self.shape = [self.shape[0], self.shape[2]]

    # ---- images [N, features, H, W] and signals [N, features, L]

    @property
    def spatial(self):
        return self.rank - 2

    def conv(self, to=None):
        k, stride, dilation = self.choice((1, 1, 1), (3, 1, 1), (3, 2, 1), (5, 2, 1), (3, 1, 2), (7, 3, 1), (2, 2, 1))
        padding = self.choice(0, k // 2, (dilation * (k - 1)) // 2)
        sizes = [(s + 2 * padding - dilation * (k - 1) - 1) // stride + 1 for s in self.shape[2:]]
        if min(sizes) < 2:
            k, stride, dilation, padding, sizes = 1, 1, 1, 0, self.shape[2:]
        to = to or self.derived()
        options = self.choice("", "", ", .bias = NN_OFF")
        self.call(self.member(f"nn_conv{self.spatial}d({self.features.text}, {to.text}, {k}, .stride = {stride}, "
                              f".padding = {padding}, .dilation = {dilation}{options})", "conv"))
        self.features = to
        self.shape = [self.shape[0], to.value] + list(sizes)

    def norm(self):
        form = self.rnd.randint(0, 2)
        made = [f"nn_batch_norm{self.spatial}d({self.features.text})", f"nn_group_norm({self.choice(1, 2, 4)}, {self.features.text})",
                f"nn_instance_norm{self.spatial}d({self.features.text})"][form]
        if form and self.features.value % 4:
            made = f"nn_batch_norm{self.spatial}d({self.features.text})"
        self.call(self.member(made, "norm"))

    def pool(self):
        k, stride = self.choice((2, 2), (3, 2), (3, 1))
        ceil = self.choice(False, False, True)
        sizes = [(s - k + (stride - 1 if ceil else 0)) // stride + 1 for s in self.shape[2:]]
        if min(sizes) < 2:
            return
        kind = self.choice("max", "avg")
        self.call(self.member(f"nn_{kind}_pool{self.spatial}d({k}, .stride = {stride}{', .ceil_mode = true' if ceil else ''})", "pool"))
        self.shape[2:] = sizes

    def upsample(self):
        if max(self.shape[2:]) > 60:
            return
        self.call(self.member("nn_upsample(.scale_factor = 2)", "up"))
        self.shape[2:] = [2 * s for s in self.shape[2:]]

    def grouped(self):
        groups = self.choice(2, 4)
        name = f"nn_conv{self.spatial}d({self.features.text}, {self.features.text}, 3, .padding = 1, .groups = "
        each = self.choice(f"{groups}", self.features.text)
        self.call(self.member(name + each + ")", "dw"))

    def inception(self):
        first, second = self.derived(), self.derived()
        a = self.member(f"nn_conv{self.spatial}d({self.features.text}, {first.text}, 1)", "way")
        b = self.member(f"nn_conv{self.spatial}d({self.features.text}, {second.text}, 3, .padding = 1)", "way")
        self.forward.append(f"    x = nn_cat({{nn_call({a}, x), nn_call({b}, x)}}, .dim = 1);")
        shape = self.shape
        self.shape = [0]
        self.joined(first, second)
        self.shape = [shape[0], self.features.value] + shape[2:]

    def conv_block(self):
        new = self.struct_block(
            ["c1", "c2", "down"],
            f"    nn_member(b, c1, nn_conv{self.spatial}d(in, out, 3, .stride = stride, .padding = 1));\n"
            f"    nn_member(b, c2, nn_conv{self.spatial}d(out, out, 3, .padding = 1));\n"
            f"    if (stride != 1 || in != out) nn_member(b, down, nn_conv{self.spatial}d(in, out, 1, .stride = stride));",
            "    nn_tensor *y = nn_call(b->c2, nn_f_relu(nn_call(b->c1, x)));\n"
            "    return nn_f_relu(nn_add(y, b->down ? nn_call(b->down, x) : x));", ["in", "out", "stride"])
        to, stride = self.choice(self.features, self.derived()), self.choice(1, 1, 2)
        self.call(self.member(f"{new}({self.features.text}, {to.text}, {stride})", "block"))
        self.features = to
        self.shape = [self.shape[0], to.value] + [(s - 1) // stride + 1 for s in self.shape[2:]]

    def squeeze(self):
        """Squeeze and excitation: features weigh features."""
        a = self.member(f"nn_linear({self.features.text}, larger({self.features.text} / 4, 1))", "fc")
        b = self.member(f"nn_linear(larger({self.features.text} / 4, 1), {self.features.text})", "fc")
        axes = ", ".join(str(i) for i in range(2, self.rank))
        ones = ", ".join(["1"] * self.spatial)
        s = self.name("s")
        self.forward.append(f"    nn_tensor *{s} = nn_mean(x, .dims = {{{axes}}});")
        self.forward.append(f"    {s} = nn_f_sigmoid(nn_call({b}, nn_f_relu(nn_call({a}, {s}))));")
        self.forward.append(f"    x = nn_mul(x, nn_view({s}, nn_size({s}, 0), nn_size({s}, 1), {ones}));")

    def even_sizes(self):
        """An odd last extent is padded, as hand-written down- and upsampling does."""
        self.forward.append("    if (nn_size(x, -1) % 2) x = nn_pad(x, {0, 1});")
        self.shape[-1] += self.shape[-1] % 2

    def hourglass(self):
        if min(self.shape[2:]) < 6:
            return
        self.forward.append("    {\n        nn_tensor *wide = x;\n"
                            f"        x = nn_f_max_pool{self.spatial}d(x, 2);\n"
                            f"        x = nn_interpolate(x, .sizes = {{{', '.join(f'nn_size(wide, {i})' for i in range(2, self.rank))}}});\n"
                            "        x = nn_add(x, wide);\n    }")

    def flat(self):
        """To [N, features], through an adaptive pool or the mean of all places."""
        if self.rnd.random() < 0.5:
            k = self.choice(1, 2)
            self.call(self.member(f"nn_adaptive_avg_pool{self.spatial}d({k})", "pool"))
            self.forward.append("    x = nn_f_flatten(x, .start_dim = 1);")
            name = self.name("size")
            factor = k ** self.spatial
            self.build.append(f"    int {name} = {self.features.text} * {factor};")
            self.features = Size(name, self.features.value * factor)
        else:
            self.forward.append(f"    x = nn_mean(x, .dims = {{{', '.join(str(i) for i in range(2, self.rank))}}});")
        self.shape = [self.shape[0], self.features.value]
        self.rank = 2

    def to_sequence(self):
        """[N, C, H, W] to [N, H*W, C]."""
        self.forward.append("    x = nn_transpose(nn_f_flatten(x, .start_dim = 2), 1, 2);" if self.spatial == 2
                            else "    x = nn_permute(x, 0, 2, 1);")
        length = 1
        for s in self.shape[2:]:
            length *= s
        self.shape = [self.shape[0], length, self.features.value]
        self.rank = 3

    # ---- whole programs

    def several(self, layers, least, most):
        for _ in range(self.rnd.randint(least, most)):
            layer = self.rnd.choice(layers)
            if self.rnd.random() < 0.15:
                self.skip(layer)
            else:
                layer()
            if self.rnd.random() < 0.3:
                self.act()

    def on_vectors(self):
        self.several([self.linear, self.linear, self.layer_norm, self.dropout, self.gated, self.glu, self.two_ways, self.chunks,
                      self.residual, self.stack, self.array, self.optional, self.scaled, self.rows, self.same_linear], 2, 6)

    def on_sequences(self):
        self.several([self.linear, self.layer_norm, self.attention, self.encoder, self.written_attention, self.recurrent,
                      self.mixed, self.shorten, self.even_steps, self.pairs, self.residual, self.stack, self.array,
                      self.optional, self.two_ways, self.glu, self.chunks, self.rows], 2, 6)

    def wide_enough(self):
        """Heads divide the features behind a layer that makes them so."""
        self.linear(self.width())

    def on_places(self):
        self.several([self.conv, self.conv, self.norm, self.pool, self.upsample, self.grouped, self.inception, self.conv_block,
                      self.squeeze, self.even_sizes, self.hourglass, self.rows], 2, 6)

    def body(self):
        if self.family == "vector":
            self.on_vectors()
        elif self.family in ("sequence", "tokens"):
            if self.family == "tokens":
                to = self.derived()
                self.call(self.member(f"nn_embedding(100, {to.text})", "emb"))
                self.features, self.shape = to, self.shape + [to.value]
                self.rank = 3
            else:
                self.wide_enough()
            self.on_sequences()
            if self.rnd.random() < 0.5:
                self.pooled()
                self.on_vectors()
        else:
            self.conv(self.width())
            self.on_places()
            ending = self.rnd.random()
            if ending < 0.4:
                self.flat()
                self.on_vectors()
            elif ending < 0.7:
                self.to_sequence()
                self.on_sequences()
        if self.family not in ("image", "signal") or self.rank == 2:
            self.linear(Size(self.rnd.randint(2, 12), 0))

    def text(self):
        parameters = ", ".join(f"int {name}" for name, _, _ in self.parameters) or "void"
        members = "\n".join(self.members)
        return ("\n".join(self.before) + f"struct net_{self.index} {{\n    nn_module base;\n{members}\n}};\n"
                f"static nn_tensor *net_{self.index}_forward(nn_module *self, nn_tensor *x)\n{{\n"
                f"    struct net_{self.index} *net = (struct net_{self.index} *)self;\n" + "\n".join(self.forward) +
                f"\n    return x;\n}}\nnn_module *model_{self.index}({parameters})\n{{\n"
                f"    struct net_{self.index} *net = nn_new(struct net_{self.index}, net_{self.index}_forward);\n" +
                "\n".join(self.build) + "\n    return &net->base;\n}\n")


def fixed(self):
    """A written number stands for itself."""
    self.value = int(self.text)
    return self


Size.fixed = fixed

# family: symbolic input, the extents' names (or numbers)
INPUTS = {"vector": ("f32", ["N", 20]), "sequence": ("f32", ["N", "T", 24]), "tokens": ("i64", ["N", "T"]),
          "image": ("f32", ["N", 3, "H", "W"]), "signal": ("f32", ["N", 4, "L"])}
EXTENTS = {"N": (1, 8), "T": (2, 20), "H": (17, 48), "W": (17, 48), "L": (24, 80)}


class File:
    """Some programs of one kind of input: text, input as symbols, two sets of values."""

    def __init__(self, seed, n):
        rnd = random.Random(seed)
        self.family = rnd.choice(list(INPUTS))
        dtype, names = INPUTS[self.family]
        self.values = [{e: rnd.randint(*EXTENTS[e]) for e in names if isinstance(e, str)} for _ in range(2)]
        self.input = f"x={dtype}[{','.join(map(str, names))}]"
        self.inputs = [f"x={dtype}[{','.join(str(v.get(e, e)) for e in names)}]" for v in self.values]
        extents = [self.values[0].get(e, e) for e in names]
        self.programs = []
        for i in range(n):
            p = Program(rnd, i, self.family, extents)
            p.features = Size(extents[1 if self.family in ("image", "signal") else -1], extents[-1]).fixed() \
                if self.family != "tokens" else None
            p.body()
            self.programs.append(p)
            for name, value, other in p.parameters:
                self.values[0][name], self.values[1][name] = value, other
        self.text = HELPERS + "\n".join(p.text() for p in self.programs)
