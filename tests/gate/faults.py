"""Sources as editors of all kinds leave them, names as file systems allow them, and folders that nothing can be written to."""
import json
import os
import resource
import signal
import subprocess
import xml.etree.ElementTree

import check as counts
from baseline import NET, lock_of, locked
from check import check, run, write
from fix import MENDED
from fix import NET as HOOKS

SETTINGS = "// shapeprof: input x=f32[4,8]\n// shapeprof: budget peak_leaf<=1KiB\n"
BROKEN = SETTINGS + NET.replace("nn_linear(64, 8)", "nn_linear(32, 8)  ")
IGNORED = BROKEN.replace("nn_linear(32, 8)  ", "nn_linear(32, 8) // shapeprof-ignore: matmul-inner\n")
# What the bytes of a file may be, for the same text.
WRITTEN = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "a BOM": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "a BOM and CRLF": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "Latin-1 in comments": lambda text: text.replace("(8, 64)", "/* \xe9t\xe9 */(8, 64)").encode("latin-1"),
    "no end of the last line": lambda text: text.rstrip("\n").encode(),
}


def told(folder, *arguments):
    done = run("--format", "json", "--no-cache", *arguments, cwd=folder)
    report = json.loads(done.stdout.decode())
    places = [(f["code"], f["line"], f["column"], f["message"]) for f in report["diagnostics"]]
    return places, report["models"][0]["peak_leaf"], report["models"][0]["inputs"], done.returncode


def written_otherwise(folder):
    """The same findings in the same lines and columns, the same figures; settings and ignored findings in comments too."""
    for text in [BROKEN, IGNORED, SETTINGS + NET.replace("64", "128")]:
        write(folder, "net.c", text)
        expected = told(folder, "net.c")
        check(expected[2][0]["shape"] == [4, 8], f"settings are read: {expected}")
        for name, encode in WRITTEN.items():
            write(folder, "net.c", encode(text))
            check(told(folder, "net.c") == expected, f"{name}: {told(folder, 'net.c')} {expected}")
            for fmt in ["text", "sarif", "github", "junit", "markdown", "html"]:
                output = run("net.c", "--format", fmt, cwd=folder).stdout
                check(output.decode() and "\r" not in output.decode(), f"{fmt} of {name}")
    check(told(folder, "net.c")[0][0][0] == "SP501", "the last one breaks its budget")


def names_in_each_format(folder):
    """What reads a format reads it, whatever the name of the source."""
    readers = {"json": json.loads, "sarif": json.loads, "junit": xml.etree.ElementTree.fromstring,
               "svg": xml.etree.ElementTree.fromstring}
    for name in [b"two words.c", b"new\nline.c", b"caf\xe9.c", b"\xff\xfe.c", b"quo\"te'<&>.c", "\U0001f600.c".encode()]:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(BROKEN.encode())
        for fmt in ["text", "brief", "json", "csv", "sarif", "html", "markdown", "github", "junit", "dot", "svg"]:
            done = run(name, "--format", fmt, cwd=folder)
            check(done.returncode == 1 and done.stdout, f"{fmt} of {name}: {done.stderr}")
            if fmt in readers:
                check(readers[fmt](done.stdout.decode()) is not None, f"{fmt} of {name}")
            elif fmt in ("html", "markdown", "dot"):
                done.stdout.decode()
            elif fmt in ("csv", "github"):
                # Whoever reads these opens the file by its bytes.
                check(fmt != "csv" or name in done.stdout.replace(b'""', b'"'), f"{fmt} of {name}")


def other_user(folder):
    """For a process that may read here, and write nowhere: root may write whatever the mode is."""
    def change():
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
    os.chmod(folder, 0o555)
    return change


def runs_as(change):
    try:
        return subprocess.run([counts.PROGRAM, "--version"], preexec_fn=change, capture_output=True).returncode == 0
    except OSError:
        return False


def read_only(folder):
    """A folder of answers, a lock and a source that cannot be written."""
    os.chmod(folder, 0o755)
    text = locked(folder)
    write(folder, "hooks.c", HOOKS)
    os.mkdir(os.path.join(folder, "cache"), 0o555)
    expected = run("net.c", "--no-cache", cwd=folder)
    change = other_user(folder)
    if not runs_as(change):
        print("the program is not to be run by other users: nothing is known of folders that are read-only")
        return
    for place in ["cache", "cache/deeper", "net.c", "absent"]:
        environment = dict(os.environ, SHAPEPROF_CACHE_DIR=os.path.join(folder, place))
        for _ in range(2):
            done = run("net.c", cwd=folder, env=environment, preexec_fn=change)
            check(done.returncode == 0 and done.stdout == expected.stdout and not done.stderr, f"answers in {place}: {done}")
    check(os.listdir(os.path.join(folder, "cache")) == [], "nothing was kept")
    os.chmod(os.path.join(folder, "net.c"), 0o444)
    done = run("lock", "hooks.c", cwd=folder, preexec_fn=change)
    check(done.returncode == 2 and b"shapeprof.lock" in done.stderr and b"Permission denied" in done.stderr, f"a lock: {done}")
    done = run("hooks.c", "--fix", cwd=folder, preexec_fn=change)
    check(done.returncode == 2 and b"hooks.c" in done.stderr and b"Permission denied" in done.stderr, f"a mend: {done}")
    os.chmod(os.path.join(folder, "shapeprof.lock"), 0o000)
    for words in [["check"], ["lock"]]:
        done = run(*words, cwd=folder, preexec_fn=change)
        check(done.returncode == 2 and b"shapeprof.lock" in done.stderr and b"Permission denied" in done.stderr, f"{words}: {done}")
    os.chmod(folder, 0o755)
    os.chmod(os.path.join(folder, "shapeprof.lock"), 0o644)
    check(lock_of(folder) == text and open(os.path.join(folder, "hooks.c")).read() == HOOKS, "nothing changed")


def no_room(folder):
    """A full disk: answers that cannot be kept are given, a source that cannot be mended stays."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    write(folder, "net.c", NET)
    write(folder, "hooks.c", HOOKS)
    expected = run("net.c", "--no-cache", cwd=folder)
    store = os.path.join(folder, "cache")
    done = run("net.c", cwd=folder, env=dict(os.environ, SHAPEPROF_CACHE_DIR=store), preexec_fn=limit)
    check(done.returncode == 0 and done.stdout == expected.stdout, f"an answer: {done}")
    left = [name for _, _, names in os.walk(store) for name in names]
    check(left == [], f"no half of it is left: {left}")
    done = run("hooks.c", "--fix", cwd=folder, preexec_fn=limit)
    check(done.returncode == 2 and b"hooks.c" in done.stderr, f"a mend: {done}")
    check(open(os.path.join(folder, "hooks.c")).read() == HOOKS, "the source is as it was")
    check(sorted(os.listdir(folder)) in (["cache", "hooks.c", "net.c"], ["hooks.c", "net.c"]), f"{os.listdir(folder)}")
    run("hooks.c", "--fix", cwd=folder)
    check(open(os.path.join(folder, "hooks.c")).read() == MENDED, "and with room it is mended")


def no_files(folder):
    """What stands in the place of a lock, and never ends or is none."""
    write(folder, "net.c", NET)
    lock = os.path.join(folder, "shapeprof.lock")
    for make in [lambda: os.mkfifo(lock), lambda: os.symlink("/dev/zero", lock), lambda: os.symlink("shapeprof.lock", lock),
                 lambda: write(folder, "shapeprof.lock", b"\xff\xfe{}")]:
        make()
        for words in [["check"], ["lock", "net.c"]]:
            done = subprocess.run([counts.PROGRAM, *words], cwd=folder, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
            check(done.returncode == 2 and b"shapeprof.lock" in done.stderr, f"{words}: {done}")
        os.remove(lock)


TESTS = [written_otherwise, names_in_each_format, read_only, no_room, no_files]
