"""Runs shapeprof on every *.c beside this file; run.sh tells the form of the cases."""
import glob
import re
import shlex
import subprocess
import sys

FINDING = re.compile(r"^(.*?):(\d+):\d+: (note|warning|error): (.*) \[(SP\d+)\]$")
NOWHERE = re.compile(r"^(?:warning|error): .* \[SP\d+\]$")
EXPECT = re.compile(r"(SP\d+)(?::\s*(.*?))?\s*$")


def head(text, word):
    return re.findall(rf"^// {word}: (.*)$", text, re.M)


def expectations(text):
    wanted = []
    for number, line in enumerate(text.split("\n"), 1):
        for part in line.split("// expect ")[1:]:
            found = EXPECT.match(part)
            if not found:
                raise ValueError(f"line {number}: an expectation that is not understood: {part}")
            wanted.append((number, found.group(1), found.group(2) or ""))
    return wanted


def complaints(path, text, done):
    findings = [FINDING.match(line) for line in done.stdout.split("\n")]
    found = [(f.group(1), int(f.group(2)), f.group(3), f.group(4), f.group(5)) for f in findings if f]
    unexpected = list(found)
    for number, code, words in expectations(text):
        match = [f for f in unexpected if f[0] == path and f[1] == number and f[4] == code and words in f[3]]
        if match:
            unexpected.remove(match[0])
        else:
            yield f"line {number}: expected {code}: {words}"
    for file, number, severity, message, code in unexpected:
        yield f"{file}:{number}: not expected: {severity}: {message} [{code}]"
    for line in done.stdout.split("\n"):
        if NOWHERE.match(line):
            yield f"has no place: {line}"
    # Where a line of the report is too long, it goes on in the next one.
    said = " ".join((done.stdout + done.stderr).split())
    for words in head(text, "says"):
        if " ".join(words.split()) not in said:
            yield f"does not say: {words}"
    errors = any(f[2] == "error" for f in found)
    status = int((head(text, "status") or [str(int(errors))])[0])
    if done.returncode != status:
        yield f"exit status {done.returncode}, expected {status}: {done.stderr[-300:]}"


def main():
    passed = failed = 0
    for path in sorted(glob.glob("*.c")):
        text = open(path, errors="replace").read()
        options = [word for line in head(text, "options") for word in shlex.split(line)]
        try:
            done = subprocess.run([sys.argv[1], path] + options, capture_output=True, text=True,
                                  errors="replace", timeout=180)
            wrong = list(complaints(path, text, done))
        except subprocess.TimeoutExpired:
            wrong = ["does not end"]
        except ValueError as error:
            wrong = [str(error)]
        passed, failed = passed + (not wrong), failed + bool(wrong)
        for line in wrong:
            print(f"FAIL {path}: {line}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)


main()
