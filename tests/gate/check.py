"""Counts what holds and what does not; what the tests of this folder share."""
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
passed = failed = 0


def check(condition, what):
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print("FAIL", what)
    return bool(condition)


def run(*arguments, cwd=ROOT, **more):
    """The program's answer as it is: bytes."""
    command = [PROGRAM, *arguments]
    return subprocess.run(command, capture_output=True, cwd=cwd, timeout=300, stdin=subprocess.DEVNULL, **more)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


def each(tests):
    """Runs each test in an empty folder of its own."""
    global failed
    for test in tests:
        folder = tempfile.mkdtemp(prefix="gate-")
        try:
            test(folder)
        except Exception:
            failed += 1
            print("FAIL", test.__name__)
            traceback.print_exc(file=sys.stdout)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def finish():
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)
