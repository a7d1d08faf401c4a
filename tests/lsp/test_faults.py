"""The worker dies or hangs: the server goes on, with the hints that it had."""

import os
import signal
import subprocess
import time

from client import edit, label, shown
from harness import run, write
from models import MLP, MLP_HINTS


def worker_of(client):
    """The process id of the server's worker."""
    pid = client.process.pid
    return int(open(f"/proc/{pid}/task/{pid}/children").read().split()[0])


def test_killed_between_jobs(client, folder):
    client.start(folder)
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    os.kill(worker_of(client), signal.SIGSEGV)
    time.sleep(0.2)
    client.change(uri, 2, edit((9, 0), (9, 0), "\n"))
    assert client.diagnostics(uri, 2) == []
    assert [h["position"]["line"] for h in client.hints(uri)] == [11, 12, 13]
    assert client.stop() == 0


def test_killed_at_work(client, folder):
    client.start(folder)
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    worker = worker_of(client)
    os.kill(worker, signal.SIGSTOP)
    client.change(uri, 2, edit((9, 0), (9, 0), "\n"))
    time.sleep(1)  # by now the worker has the job
    os.kill(worker, signal.SIGKILL)
    found = client.diagnostics(uri, 2)
    assert len(found) == 1 and "ended early" in found[0]["message"], found
    hints = client.hints(uri)
    assert len(hints) == 3 and all(label(h).endswith(" (old)") for h in hints), shown(hints)
    client.change(uri, 3, edit((9, 0), (10, 0), ""))
    assert client.diagnostics(uri, 3) == []
    assert shown(client.hints(uri)) == MLP_HINTS
    assert client.stop() == 0


def test_hangs(client, folder):
    client.start(folder, options={"maxSeconds": 1})
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    os.kill(worker_of(client), signal.SIGSTOP)
    client.change(uri, 2, edit((9, 0), (9, 0), "\n"))
    # Questions are answered meanwhile.
    assert len(client.hints(uri)) == 3
    found = client.diagnostics(uri, 2)
    assert len(found) == 1 and "did not end in time" in found[0]["message"], found
    client.change(uri, 3, edit((9, 0), (10, 0), ""))
    assert client.diagnostics(uri, 3) == []
    assert client.stop() == 0


def test_outdated_analysis_ends(client, folder):
    # Without an end of its own; the edit that mends it does not wait for the time limit.
    client.start(folder, options={"maxSeconds": 60})
    endless = MLP.replace("    nn_member(net, fc1", "    for (int i = 0; i >= 0; i *= 1) { }\n    nn_member(net, fc1")
    uri, text = write(folder, "a.c", endless)
    client.open(uri, text)
    time.sleep(0.5)
    begun = time.monotonic()
    client.change(uri, 2, {"text": MLP})
    client.diagnostics(uri, 2)
    assert shown(client.hints(uri)) == MLP_HINTS
    assert time.monotonic() - begun < 10, time.monotonic() - begun


def test_deep_nesting(client, folder):
    client.start(folder)
    deep = "int f(void)\n{\n    return " + "(" * 100000 + "1" + ")" * 100000 + ";\n}\n"
    uri, text = write(folder, "deep.c", deep)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    mlp, text = write(folder, "a.c", MLP)
    client.open(mlp, text)
    client.diagnostics(mlp, 1)
    assert shown(client.hints(mlp)) == MLP_HINTS
    assert client.stop() == 0


def test_no_process_stays(client, folder):
    client.start(folder)
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    worker = worker_of(client)
    client.process.kill()
    client.process.wait()
    for _ in range(100):
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(worker)], capture_output=True,
                               text=True).stdout.strip()
        if not state or state.startswith("Z"):
            return
        time.sleep(0.05)
    raise AssertionError(f"the worker still runs: {state}")


if __name__ == "__main__":
    run(globals())
