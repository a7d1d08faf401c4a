"""The hooks with pre-commit itself, offline, and shapeprof_check of the CMake package."""
import os
import shutil
import subprocess
import time

import check as counts
from baseline import GIT, NET, commit, git
from check import ROOT, check, run, write

PLAIN = "#include <stdio.h>\nint main(void) { return puts(\"no model\") < 0; }\n"
BROKEN = NET.replace("nn_linear(64, 8)", "nn_linear(32, 8)")
CONFIG = """repos:
  - repo: {hooks}
    rev: {revision}
    hooks:
      - id: shapeprof
        args: [--budget, 'peak_leaf<=64KiB']
      - id: shapeprof-check
"""


def prepare(folder):
    hooks, repository = os.path.join(folder, "hooks"), os.path.join(folder, "work here")
    os.makedirs(hooks)
    os.makedirs(repository)
    shutil.copy(os.path.join(ROOT, ".pre-commit-hooks.yaml"), hooks)
    commit(hooks)
    revision = git(hooks, "rev-parse", "HEAD").decode().strip()
    write(repository, ".pre-commit-config.yaml", CONFIG.format(hooks=hooks, revision=revision))
    commit(repository)
    environment = dict(GIT, PRE_COMMIT_HOME=os.path.join(folder, "home"), SHAPEPROF_CACHE_DIR="",
                       PATH=os.path.dirname(counts.PROGRAM) + ":" + os.environ["PATH"])
    subprocess.run(["pre-commit", "install"], cwd=repository, env=environment, capture_output=True, check=True)
    return repository, environment


def try_commit(repository, environment):
    git(repository, "add", "-A")
    done = subprocess.run(["git", "commit", "-m", "a change"], cwd=repository, env=environment, capture_output=True,
                          text=True, timeout=300)
    return done.returncode == 0, done.stdout + done.stderr


def commits(folder):
    repository, environment = prepare(folder)
    text = open(os.path.join(ROOT, ".pre-commit-hooks.yaml")).read()
    manifest = write(folder, "manifest.yaml", text)
    done = subprocess.run(["pre-commit", "validate-manifest", manifest], env=environment, capture_output=True, text=True)
    check(done.returncode == 0, f"the manifest: {done.stdout}")
    small = NET.replace("*net(void)", "*small(void)")

    def passes(what):
        passed, said = try_commit(repository, environment)
        check(passed and "SP" not in said, f"{what}: {said}")

    def refuses(words, what):
        passed, said = try_commit(repository, environment)
        check(not passed and words in said, f"{what}: {said}")

    write(repository, "plain.c", PLAIN)
    passes("a file without a model")
    write(repository, "net.c", BROKEN)
    refuses("net.c:6:26: error:", "a shape error")
    # What is not in the commit is nobody's business now.
    write(repository, "net.c", PLAIN)
    git(repository, "add", "-A")
    write(repository, "other.c", PLAIN)
    passes("two files")
    write(repository, "net.c", NET.replace("nn_linear(8, 64)", "nn_linear(8, 64)"))
    refuses("SP501", "a budget that does not hold for every batch")
    configuration = os.path.join(repository, ".pre-commit-config.yaml")
    text = open(configuration).read()
    write(repository, ".pre-commit-config.yaml", text.replace("        args: [--budget, 'peak_leaf<=64KiB']\n", ""))
    passes("a model without a budget")
    subprocess.run([counts.PROGRAM, "lock", "net.c"], cwd=repository, capture_output=True, check=True)
    passes("a lock")
    write(repository, "net.c", NET.replace("64", "128"))
    refuses("grew from 256*N to 512*N bytes", "growth")
    subprocess.run([counts.PROGRAM, "lock"], cwd=repository, capture_output=True, check=True)
    passes("growth with its lock")
    # Two programs in one commit, each with a function of the same name: both are looked at.
    write(repository, "a.c", NET)
    write(repository, "b.c", BROKEN)
    refuses("b.c:6:26: error:", "the second of two files that define one function")
    write(repository, "b.c", small)
    passes("two models")
    # An error that is in the folder, but not in the commit.
    write(repository, "c.c", BROKEN)
    git(repository, "reset", "-q")
    write(repository, "a.c", "\n" + NET)
    git(repository, "add", "a.c")
    done = subprocess.run(["git", "commit", "-m", "one file"], cwd=repository, env=environment, capture_output=True, text=True)
    check(done.returncode == 0, f"only files of the commit: {done.stdout + done.stderr}")


def quick(folder):
    """The least of several times, as other work may hold the machine."""
    for name in ["examples/nn/resnet18.c", "examples/nn/unet.c", "examples/nn/bert_base.c"]:
        times = []
        for _ in range(5):
            start = time.monotonic()
            done = run("--skip-unrelated", "--format", "brief", "--no-cache", name)
            times.append(time.monotonic() - start)
        check(done.returncode == 0 and min(times) <= 0.3, f"{name} takes {min(times):.2f} s")


LISTS = """cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(shapeprof REQUIRED)
add_library(net OBJECT "net.c")
target_include_directories(net PRIVATE "inc lude" "${SHAPEPROF_INCLUDE}")
target_compile_definitions(net PRIVATE WIDTH=64)
shapeprof_check(net BUDGET peak_leaf<=2KiB OPTIONS --input "f32[8,8]")
"""


def cmake(folder):
    prefix = os.path.join(folder, "prefix")
    project = os.path.join(folder, "pro ject")
    build = os.path.join(project, "build")
    done = subprocess.run(["cmake", "--install", os.path.dirname(counts.PROGRAM), "--prefix", prefix], capture_output=True)
    check(done.returncode == 0, "install")
    include = os.path.join(prefix, "include")
    write(project, "CMakeLists.txt", LISTS.replace("${SHAPEPROF_INCLUDE}", include))
    write(project, "inc lude/deep.h", "#define DEEP 64\n")
    write(project, "net.c", NET.replace("#include", '#include "deep.h"\n#include', 1).replace("(8, 64)", "(8, WIDTH)"))
    configure = ["cmake", "-S", project, "-B", build, "-DCMAKE_PREFIX_PATH=" + prefix]
    done = subprocess.run(configure, capture_output=True, text=True)
    check(done.returncode == 0, f"configure: {done.stderr}")

    def built():
        return subprocess.run(["cmake", "--build", build], capture_output=True, text=True)

    done = built()
    check(done.returncode == 0, f"a model that keeps its budget: {done.stdout}{done.stderr}")
    source = open(os.path.join(project, "net.c")).read()
    write(project, "net.c", source.replace("WIDTH)", "96)").replace("(64, 8)", "(96, 8)"))
    done = built()
    check(done.returncode != 0 and "SP501" in done.stdout, f"a broken budget: {done.stdout}")
    write(project, "net.c", source.replace("(64, 8)", "(32, 8)"))
    done = built()
    check(done.returncode != 0 and "SP101" in done.stdout, f"a shape error: {done.stdout}")
    write(project, "net.c", source)
    check(built().returncode == 0, "mended")


TESTS = [commits, quick, cmake]

if __name__ == "__main__":
    counts.each(TESTS)
    counts.finish()
