"""`run --input file.npy`: the numbers of files are those that the model computes with, and a file
that is none is refused with the reason. The files are written here, as NumPy's format says."""
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

shapeprof = sys.argv[1]
here = Path(__file__).parent
passed = failed = 0


def write(folder, name, descr, shape, data, order="False"):
    header = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, order, shape)
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    path = folder / name
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
    return str(path)


def run(*arguments):
    done = subprocess.run([shapeprof, "run", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expect(name, right, said):
    global passed, failed
    passed, failed = passed + right, failed + (not right)
    if not right:
        print("FAIL", name)
        print(said[-600:])


def means(said):
    """Mean of each leaf, by name."""
    return {m[1]: float(m[2]) for m in re.finditer(r"^  (first|second) .* (\S+)  +\S+$", said, re.M)}


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    halves = write(folder, "halves.npy", "<f4", "(2, 3)", struct.pack("<6f", *[0.5] * 6))
    steps = write(folder, "steps.npy", "<f4", "(2, 3)", struct.pack("<6f", -3, -2, 1, 2, 3, 6))
    source = str(here / "given.c")
    for options, wanted in [
        (["--input", halves, "--input", steps], {"first": 0.5, "second": 2.0}),
        (["--input", f"y={halves}", "--input", steps], {"first": 2.0, "second": 0.5}),
        (["--input", f"y={steps}", "--input", f"x={steps}"], {"first": 2.0, "second": 2.0}),
    ]:
        status, said = run(source, *options, "--hooks")
        expect(options, status == 0 and means(said) == wanted, said)
    table = str(here.parent.parent / "examples/nn/lstm_tagger.c")
    for last, wanted in [(999, "are as predicted"), (1000, "index 1000 is outside of a table of 1000")]:
        words = write(folder, "words.npy", "<i8", "(1, 2)", struct.pack("<2q", 0, last))
        status, said = run(table, "--input", words)
        expect(last, (status == 0) == (last == 999) and wanted in said, said)
    broken = {
        "short.npy": (("<f4", "(2, 3)", b"\0" * 20), "it ends before its last element"),
        "columns.npy": (("<f4", "(2, 3)", b"\0" * 24, "True"), "Fortran's order"),
        "complex.npy": (("<c8", "(2, 3)", b"\0" * 48), "its type is '<c8', which no input has"),
        "deep.npy": (("<f4", "(1, 1, 1, 1, 1, 1, 1, 1, 1)", b"\0" * 4), "more than 8 axes"),
        "huge.npy": (("<f4", "(9223372036854775807, 9223372036854775807)", b"\0"), "it ends before"),
        "odd.npy": (("<f4", "(2, x)", b"\0" * 24), "its header cannot be read"),
    }
    for file, (parts, wanted) in broken.items():
        status, said = run(source, "--input", write(folder, file, *parts))
        expect(file, status == 2 and wanted in said, said)
    (folder / "text.npy").write_text("no such thing")
    for file, wanted in [("text.npy", "it is no NumPy file"), ("none.npy", "No such file"), (".", None)]:
        path = str(folder / file) if wanted else str(folder) + "/.npy"
        status, said = run(source, "--input", path)
        expect(file, status == 2 and (wanted or "No such file") in said, said)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
