"""shapeprof.lock: what is written, what is held against it, and what may go wrong on the way."""
import json
import os
import resource
import signal
import subprocess

import check as counts
from check import check, run, write

NET = """#include <shapeprof/nn.h>
nn_module *net(void)
{
    return nn_sequential(nn_linear(8, 64),
                         nn_relu(),
                         nn_linear(64, 8));
}
"""
GIT = dict(os.environ, GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a", GIT_COMMITTER_EMAIL="a@b",
           GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null")


def git(folder, *words):
    return subprocess.run(["git", *words], cwd=folder, env=GIT, capture_output=True, check=True).stdout


def commit(folder):
    if not os.path.isdir(os.path.join(folder, ".git")):
        git(folder, "init", "-q", ".")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "a change", "--allow-empty")


def lock_of(folder):
    return open(os.path.join(folder, "shapeprof.lock")).read()


def locked(folder, source=NET, *options):
    write(folder, "net.c", source)
    done = run("lock", "net.c", *options, cwd=folder)
    check(done.returncode == 0, f"lock: {done.stderr}")
    return lock_of(folder)


def written(folder):
    text = locked(folder)
    lines = [line for line in text.split("\n") if '"model"' in line]
    check(len(lines) == 1 and '"peak_leaf": "256*N", "peak_live": "544*N"' in lines[0], "one line a model, formulas")
    models = json.loads(text)["runs"][0]["models"]
    check(models[0]["outputs"] == "256*N x2; 32*N", "outputs with counts")
    run("lock", "net.c", cwd=folder)
    check(lock_of(folder) == text, "the same lock again")
    write(folder, "a.c", NET)
    run("lock", "a.c", "--input", "f32[4,8]", cwd=folder)
    again = json.loads(lock_of(folder))
    check([r["arguments"] for r in again["runs"]] == [["a.c", "--input=f32[4,8]"], ["net.c"]], "sorted runs")
    check(again["runs"][0]["models"][0]["peak_leaf"] == "1024", "options of a run")
    run("lock", cwd=folder)
    check(json.loads(lock_of(folder)) == again, "refreshed with the options of each run")
    os.remove(os.path.join(folder, "a.c"))
    done = run("lock", cwd=folder)
    check(lock_of(folder) == text, "a file that went is forgotten")
    gone = b"note: a.c:net was locked and is no more: its file is gone"
    check(gone in done.stderr, f"and so its model is told: {done.stderr}")
    write(folder, "net.c", NET.replace("*net(", "*other("))
    done = run("lock", cwd=folder)
    gone = b"note: net.c:net was locked and is no more: no such model was found now"
    check(gone in done.stderr and '"net.c:other"' in lock_of(folder), f"another name: {done.stderr}")
    write(folder, "net.c", "int net(void) { return 1; }\n")
    done = run("lock", "net.c", cwd=folder)
    check(b"net.c:other was locked and is no more" in done.stderr, f"no model any more: {done.stderr}")
    check('"net.c' not in lock_of(folder), f"nor is it kept: {lock_of(folder)}")


def held(folder):
    locked(folder)
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"1 model held against shapeprof.lock: nothing grew" in done.stdout, "nothing grew")
    write(folder, "net.c", "\n" + NET.replace("64", "128"))
    done = run("check", cwd=folder)
    check(done.returncode == 1, "growth fails")
    check(b"net.c:5:26: error: peak leaf of net.c:net grew from 256*N to 512*N bytes" in done.stdout, "the line that grew")
    check(b"note: `0` (net.c:5) grew from 256*N to 512*N bytes" in done.stdout, "the layer that grew")
    check(run("check", "--tolerance", "99.9%", cwd=folder).returncode == 1, "a tolerance that is too small")
    check(run("check", "--tolerance", "100%", cwd=folder).returncode == 0, "a tolerance that is enough")
    check(run("check", "--tolerance", "1MiB", cwd=folder).returncode == 1, "bytes of growth of any N")
    check(run("check", "--tolerance", "x", cwd=folder).returncode == 2, "no tolerance")
    write(folder, "net.c", NET.replace("64", "32"))
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"shrank from 256*N to 128*N bytes [SP512]" in done.stdout, "shrank is told")
    write(folder, "net.c", NET.replace("nn_relu(),", "nn_relu(), nn_dropout(.p = 0.5),"))
    done = run("check", cwd=folder)
    check(b"is new, with 256*N bytes" in done.stdout, f"an output that came {done.stdout}")
    write(folder, "net.c", NET.replace("nn_relu()", "nn_tanh()"))
    check(run("check", cwd=folder).returncode == 0, "another layer without growth")
    for fmt, words in [("sarif", b"SP510"), ("github", b"::error file=net.c"), ("junit", b"<failure"),
                       ("markdown", b"**grew**"), ("json", b"SP510"), ("csv", b"net.c")]:
        write(folder, "net.c", NET.replace("64", "128"))
        done = run("check", "--format", fmt, cwd=folder)
        check(done.returncode == 1 and words in done.stdout, f"check in {fmt}")


MAXIMA = """#include <shapeprof/nn.h>
extern int h, w, k;
nn_module *net(void)
{
    return nn_sequential(nn_linear(64, h + w), nn_linear(h + w, 2 * w + 8),
                         nn_linear(2 * w + 8, h * k), nn_linear(h * k, 40));
}
"""


# Which of several outputs is the largest depends on the symbols, before and now.
def maxima(folder):
    locked(folder, MAXIMA)
    check(b"max(160*N" in open(os.path.join(folder, "shapeprof.lock"), "rb").read(), "a peak with regimes")
    smaller = MAXIMA.replace("h * k", "h * k - 1").replace("w + 8", "w + 7").replace("40", "39")
    write(folder, "net.c", smaller)
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"4 figures shrank" in done.stdout, f"all shrank {done.stdout}")
    write(folder, "net.c", smaller.replace("39", "48"))
    done = run("check", cwd=folder)
    check(done.returncode == 1 and b"peak leaf of net.c:net grew" in done.stdout, f"one grew {done.stdout}")
    check(run("check", "--tolerance", "20%", cwd=folder).returncode == 0, "each within the tolerance")


SCORES = """#include <shapeprof/nn.h>
struct net { nn_module base; nn_module *places, *softmax, *up; };
static nn_tensor *forward(nn_module *self, nn_tensor *ids)
{
    struct net *net = (struct net *)self;
    nn_tensor *x = nn_call(net->places, ids);
    nn_tensor *scores = nn_matmul(x, nn_transpose(x, 1, 2));
    return nn_call(net->up, nn_matmul(nn_call(net->softmax, scores), x));
}
nn_module *net(void)
{
    struct net *net = nn_new(struct net, forward);
    nn_member(net, places, nn_embedding(100, 16));
    nn_member(net, softmax, nn_softmax(-1));
    nn_member(net, up, nn_linear(16, 64));
    return &net->base;
}
"""


LIMITED = SCORES.replace("nn_embedding(100, 16)", "nn_embedding(100, 16));\n    nn_member(net, rows, nn_embedding(32, 16)") \
    .replace("*places, ", "*places, *rows, ") \
    .replace("nn_call(net->places, ids);", "nn_add(nn_call(net->places, ids),\n"
             "        nn_call(net->rows, nn_arange(0, nn_size(ids, 1))));")


# Formulas that differ may be one size for all that the model accepts; what is not less has not shrunk.
def equal_under_conditions(folder):
    text = locked(folder, LIMITED)
    check('"peak_leaf": "256*N*T"' in text, f"the peak under T <= 32 {text}")
    write(folder, "shapeprof.lock", text.replace('"256*N*T"', '"max(256*N*T, 4*N*T^2)"'))
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"SP51" not in done.stdout, f"equal sizes {done.stdout}")
    write(folder, "shapeprof.lock", text.replace('"256*N*T"', '"max(260*N*T, 4*N*T^2)"'))
    done = run("check", cwd=folder)
    check(b"shrank from max(260*N*T, 4*N*T^2) to 256*N*T bytes [SP512]" in done.stdout, f"less {done.stdout}")
    locked(folder, SCORES)
    write(folder, "net.c", SCORES.replace("nn_linear(16, 64)", "nn_linear(16, 72)"))
    done = run("check", "--tolerance", "50%", cwd=folder)
    check(b"grew within the tolerance, from max(256*N*T, 4*N*T^2) to max(288*N*T, 4*N*T^2)" in done.stdout,
          f"more of some sizes {done.stdout}")
    check(b"shrank" not in done.stdout, "nothing shrank")
    write(folder, "net.c", SCORES.replace("nn_call(net->places, ids);", "nn_repeat(nn_call(net->places, ids), 1, 2, 1);"))
    done = run("check", cwd=folder)
    check(done.returncode == 1 and b"peak leaf of net.c:net grew from max(256*N*T, 4*N*T^2)" in done.stdout,
          f"larger scores {done.stdout}")


# Sizes that were refused before are none at which anything grew; an older lock says nothing of them.
def accepts_more(folder):
    text = locked(folder, LIMITED)
    check('"conditions": "T <= 32"' in text, f"the condition {text}")
    write(folder, "net.c", LIMITED.replace("nn_embedding(32, 16)", "nn_embedding(512, 16)"))
    done = run("check", cwd=folder)
    check(b"peak leaf of" not in done.stdout and b"parameters of net.c:net grew" in done.stdout,
          f"only the parameters {done.stdout}")
    write(folder, "net.c", LIMITED.replace("nn_embedding(32, 16)", "nn_embedding(512, 16)").replace("64)", "72)"))
    done = run("check", cwd=folder)
    check(b"peak leaf of net.c:net grew from 256*N*T to max(" in done.stdout, f"grew at sizes of both {done.stdout}")
    check(b"at N=1, T=1 they are 288, allowed are 256" in done.stdout, f"shown at a size of both {done.stdout}")
    write(folder, "net.c", LIMITED.replace("nn_embedding(32, 16)", "nn_embedding(8, 16)"))
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"peak leaf" not in done.stdout, f"accepts less {done.stdout}")
    write(folder, "net.c", LIMITED)
    write(folder, "shapeprof.lock", text.replace("T <= 32", "T >= 40"))
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"SP51" not in done.stdout, f"the same formula {done.stdout}")
    write(folder, "net.c", LIMITED.replace("64)", "72)"))
    done = run("check", cwd=folder)
    check(b"no sizes are accepted now that were accepted before [SP511]" in done.stdout, f"no size of both {done.stdout}")
    write(folder, "shapeprof.lock", text.replace('"conditions": "T <= 32", ', ""))
    write(folder, "net.c", LIMITED.replace("nn_embedding(32, 16)", "nn_embedding(512, 16)"))
    check(b"peak leaf of net.c:net grew" in run("check", cwd=folder).stdout, "an older lock")


def names_do_not_matter(folder):
    example = open(os.path.join(counts.ROOT, "examples/nn/lenet5.c")).read()
    before = locked(folder, example)
    write(folder, "net.c", example.replace("conv1", "stem").replace("fc3", "head"))
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"nothing grew" in done.stdout and b"SP51" not in done.stdout, "renamed layers")
    check(run("lock", cwd=folder).returncode == 0, "lock again")
    old, new = json.loads(before)["runs"][0]["models"][0], json.loads(lock_of(folder))["runs"][0]["models"][0]
    check(new.pop("leaf") == "stem" and old.pop("leaf") == "conv1" and old == new, "only the leaf's name differs")
    locked(folder, example, "--input", "f32[B,1,28,28]")
    text = lock_of(folder).replace("*B", "*batch")
    write(folder, "shapeprof.lock", text)
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"SP51" not in done.stdout, "a renamed symbol")


def came_and_went(folder):
    locked(folder)
    write(folder, "net.c", NET.replace("*net(", "*other("))
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"[SP513]" in done.stdout and b"[SP514]" in done.stdout, "a model came, one went")
    write(folder, "net.c", NET.replace("nn_linear(64, 8)", "nn_linear(32, 8)"))
    done = run("check", cwd=folder)
    check(done.returncode == 1 and b"[SP101]" in done.stdout and b"[SP511]" in done.stdout, "sizes are hidden by an error")


def selected(folder):
    write(folder, "sub/deep.c", NET)
    write(folder, "sub/net.h", "")
    run("lock", "sub", cwd=folder)
    locked(folder)
    write(folder, "net.c", NET.replace("64", "128"))
    check(run("check", "sub/deep.c", cwd=folder).returncode == 0, "only what was named")
    check(run("check", "./net.c", cwd=folder).returncode == 1, "what was named")
    check(run("check", "sub/net.h", cwd=folder).returncode == 1, "a header may be anyone's")
    done = run("check", "none.c", "--skip-unrelated", cwd=folder)
    check(done.returncode == 0 and not done.stdout + done.stderr, "others are silent")


def broken_locks(folder):
    text = locked(folder)
    broken = {"half": text[:150], "empty": "", "merge": "<<<<<<< HEAD\n" + text, "list": "[]", "other": "{}",
              "version": text.replace('.lock": 1', '.lock": 9'), "rows": text.replace("x2", "x99999999999"),
              "types": text.replace('"256*N"', "7"), "twice": text.replace('"leaf": "0"', '"leaf": "0", "leaf": "1"'),
              "zero": text.replace("256", "\0")}
    for name, content in broken.items():
        write(folder, "shapeprof.lock", content)
        for command in [["check"], ["lock"], ["lock", "net.c"]]:
            done = run(*command, cwd=folder)
            check(done.returncode == 2 and done.stderr.startswith(b"shapeprof: error: shapeprof.lock: "),
                  f"{name}: {command}: {done}")
        check(lock_of(folder) == content, f"{name}: nothing is lost")
    write(folder, "shapeprof.lock", text.replace('"256*N"', '"256*("'))
    check(run("check", cwd=folder).returncode in (0, 1), "a figure that is no formula")
    os.remove(os.path.join(folder, "shapeprof.lock"))
    done = run("check", cwd=folder)
    check(done.returncode == 2 and b"there is no shapeprof.lock" in done.stderr, "no lock")
    os.mkdir(os.path.join(folder, "shapeprof.lock"))
    check(run("check", cwd=folder).returncode == 2 and run("lock", "net.c", cwd=folder).returncode == 2, "a folder")


def at_once(folder):
    """Writers that start together: no line of any of them is lost."""
    names = [f"net{i}.c" for i in range(12)]
    for name in names:
        write(folder, name, NET)
    command = [counts.PROGRAM, "lock"]
    running = [subprocess.Popen([*command, name], cwd=folder, stdout=subprocess.DEVNULL) for name in names]
    for process in running:
        check(process.wait(timeout=120) == 0, "one of several")
    check(sorted(r["arguments"][0] for r in json.loads(lock_of(folder))["runs"]) == sorted(names), "all of them are there")
    check(sorted(os.listdir(folder)) == sorted(names + ["shapeprof.lock"]), "nothing is left over")


def full_disk(folder):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    text = locked(folder)
    write(folder, "other.c", NET)
    done = run("lock", "other.c", cwd=folder, preexec_fn=limit)
    check(done.returncode == 2 and b"it is as it was" in done.stderr, f"a full disk is told: {done}")
    check(lock_of(folder) == text and sorted(os.listdir(folder)) == ["net.c", "other.c", "shapeprof.lock"], "the old lock stays")


def odd_names(folder):
    for name in [b"two words.c", b"new\nline.c", b"caf\xe9.c"]:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(NET.encode())
        check(run("lock", name, cwd=folder).returncode == 0, f"lock of {name}")
    done = run("check", cwd=folder)
    check(done.returncode == 0 and b"3 models held" in done.stdout, f"odd names are found again: {done}")
    commit(folder)
    done = run("diff", "HEAD", cwd=folder)
    check(done.returncode == 0 and b"3 models held against HEAD: nothing grew" in done.stdout, f"in git too: {done}")


def revisions(folder):
    write(folder, "sub dir/net.c", NET)
    commit(folder)
    inside = os.path.join(folder, "sub dir")
    check(b"nothing grew" in run("diff", "HEAD", "net.c", cwd=inside).stdout, "no change")
    write(folder, "sub dir/net.c", NET.replace("64", "128"))
    write(folder, "sub dir/more.c", NET)
    status = git(folder, "status", "--porcelain")
    temporary = os.path.join(folder, ".git", "tmp")
    os.mkdir(temporary)
    environment = dict(os.environ, TMPDIR=temporary)
    done = run("diff", "HEAD", cwd=inside, env=environment)
    check(done.returncode == 1 and b"grew from 256*N to 512*N" in done.stdout and b"[SP513]" in done.stdout, f"{done}")
    check(b"shapeprof lock" not in done.stdout and b"--tolerance" in done.stdout, f"no file is held against: {done}")
    check(os.listdir(temporary) == [] and git(folder, "status", "--porcelain") == status, "nothing is left over")
    done = run("diff", "HEAD", "net.c", "--format", "markdown", cwd=inside)
    check(b"| `net.c:net` | peak leaf | 256\\*N | 512\\*N | **grew** | `0` (net.c:4) |" in done.stdout, "markdown")
    done = run("diff", "HEAD", "more.c", cwd=inside)
    check(done.returncode == 0 and b"is not in HEAD" in done.stdout, "a file that is new")
    for words in [["HEAD~7"], ["--", "x"], ["-x"], ["HEAD:net.c"]]:
        check(run("diff", *words, cwd=inside).returncode == 2, f"no revision: {words}")
    # What a commit hook sets.
    index = os.path.join(folder, ".git", "index")
    done = run("diff", "HEAD", "net.c", cwd=inside, env=dict(environment, GIT_INDEX_FILE=index))
    check(done.returncode == 1 and git(folder, "status", "--porcelain") == status, "in a hook of git")


def without_git(folder):
    write(folder, "net.c", NET)
    done = run("diff", "HEAD", "net.c", cwd=folder, env=dict(os.environ, GIT_CEILING_DIRECTORIES=os.path.dirname(folder)))
    check(done.returncode == 2 and b"in none" in done.stderr, "no repository")
    done = run("diff", "HEAD", "net.c", cwd=folder, env=dict(os.environ, PATH="/nowhere"))
    check(done.returncode == 2 and b"git, which could not be run" in done.stderr, "no git")
    check(run("lock", "net.c", cwd=folder).returncode == 0 and run("check", cwd=folder).returncode == 0, "no git needed")


TESTS = [written, held, maxima, equal_under_conditions, accepts_more, names_do_not_matter, came_and_went, selected, broken_locks, at_once, full_disk, odd_names,
         revisions, without_git]
