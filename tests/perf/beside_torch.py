#!/usr/bin/python3
"""Time of five models beside Debian's PyTorch (python3-torch): a forward pass and a training step.

    python3 tests/perf/beside_torch.py PROGRAM [FACTOR]      run by beside_torch.sh, which builds PROGRAM

Both sides take turns, pass by pass, so that other load on the machine meets both; printed are the
medians with their ratio, and the ratio of the least times, which says more where the machine is busy.
"""
import os
import statistics
import subprocess
import sys
import time

THREADS = int(os.environ.get("THREADS", "2"))
import torch
from torch import nn

torch.set_num_threads(THREADS)


class Block(nn.Module):
    def __init__(self, size, out, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(size, out, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(out)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(out, out, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(out)
        self.down = None
        if stride != 1 or size != out:
            self.down = nn.Sequential(nn.Conv2d(size, out, 1, stride, bias=False), nn.BatchNorm2d(out))

    def forward(self, x):
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return self.relu(y + (x if self.down is None else self.down(x)))


def resnet18():
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1)]
    size = 64
    for out, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
        layers += [Block(size, out, stride), Block(out, out, 1)]
        size = out
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))


def lenet():
    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.Tanh(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5), nn.Tanh(), nn.AvgPool2d(2),
        nn.Flatten(), nn.Linear(400, 120), nn.Tanh(), nn.Linear(120, 84), nn.Tanh(), nn.Linear(84, 10))


MODELS = {
    "mlp": (lambda: nn.Sequential(nn.Linear(128, 256), nn.ReLU(), nn.Linear(256, 10)), (64, 128), 200),
    "lenet": (lenet, (32, 1, 28, 28), 60),
    "resnet18": (resnet18, (1, 3, 224, 224), 9),
    "gpt2-block": (lambda: nn.TransformerEncoderLayer(768, 12, 3072, 0.0, "gelu", batch_first=True, norm_first=True),
                   (1, 256, 768), 9),
    "lstm": (lambda: nn.LSTM(128, 256, batch_first=True), (8, 64, 128), 15),
}


class Theirs:
    def __init__(self, make, shape):
        self.net = make()
        self.x = torch.rand(shape)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=1e-4)

    def call(self):
        out = self.net(self.x)
        return out[0] if isinstance(out, tuple) else out

    def run(self, what):
        begin = time.perf_counter()
        if what == "train":
            out = self.call()
            self.optimizer.zero_grad()
            (out * out).mean().backward()
            self.optimizer.step()
        else:
            with torch.no_grad():
                self.call()
        return time.perf_counter() - begin


class Ours:
    def __init__(self, program):
        environment = dict(os.environ, OPENBLAS_NUM_THREADS=str(THREADS), OMP_NUM_THREADS=str(THREADS))
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)

    def run(self, name, what):
        print(name, what, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def main():
    ours = Ours(sys.argv[1])
    factor = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    print(f"PyTorch {torch.__version__}, {THREADS} threads, medians in milliseconds")
    print(f"{'model':12} {'pass':8} {'PyTorch':>9} {'shapeprof':>9} {'ratio':>6} {'of least':>9}")
    for name, (make, shape, rounds) in MODELS.items():
        theirs = Theirs(make, shape)
        for what in ("forward", "train"):
            times = ([], [])
            for _ in range(max(3, int(rounds * factor)) + 2):
                times[0].append(theirs.run(what))
                times[1].append(ours.run(name, what))
            a, b = (statistics.median(t[2:]) for t in times)
            least = min(times[1][2:]) / min(times[0][2:])
            print(f"{name:12} {what:8} {a * 1e3:9.3f} {b * 1e3:9.3f} {b / a:6.2f} {least:9.2f}", flush=True)


if __name__ == "__main__":
    main()
