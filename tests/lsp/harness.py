"""Runs the tests of a module: functions whose names begin with test_, each with a server of its own."""

import sys
import tempfile
import traceback
from pathlib import Path

from client import Client

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = str(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else str(ROOT / "build/shapeprof")


def run(tests):
    passed = failed = 0
    chosen = sys.argv[2:]
    for name, test in list(tests.items()):
        if not name.startswith("test_") or (chosen and name not in chosen):
            continue
        with tempfile.TemporaryDirectory() as folder:
            client = Client(PROGRAM, cwd=folder)
            try:
                test(client, Path(folder))
                passed += 1
            except Exception:
                failed += 1
                print(f"FAIL {name}: {traceback.format_exc(limit=3).splitlines()[-1]}")
                traceback.print_exc()
            finally:
                client.process.kill()
                client.process.wait()
                client.process.stdin.close()
                client.process.stdout.close()
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


def write(folder, name, text):
    """A file, its URI and its text."""
    path = folder / name
    path.write_bytes(text.encode())
    return path.as_uri(), text
