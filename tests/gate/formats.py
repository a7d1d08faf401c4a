"""Formats of findings: what a reader of each takes from them is what the JSON report says."""
import glob
import json
import os
import re
import shlex
import urllib.parse
import xml.etree.ElementTree

from check import ROOT, check, run, write

BROKEN = """#include <shapeprof/nn.h>
nn_module *net(void)
{
    return nn_sequential(nn_linear(8, 64), nn_linear(32, 8));
}
"""


def cases():
    """Sources with the options that they want, but for those that only some formats take."""
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/cases/*.c"))):
        text = open(path, errors="replace").read()
        options = [w for line in re.findall(r"^// options: (.*)$", text, re.M) for w in shlex.split(line)]
        for only_some in ("--why", "--depth"):
            if only_some in options:
                at = options.index(only_some)
                del options[at:at + 2]
        options = [option for option in options if option != "--unfold"]
        if "--format" not in options:
            yield os.path.basename(path), options


def report(fmt, name, options=(), cwd=os.path.join(ROOT, "tests/cases")):
    return run("--format", fmt, name, *options, cwd=cwd).stdout.decode()


# Line 0 is the file as a whole, which SARIF says without a region.
def severities(findings):
    return sorted(((f["code"], f["severity"], f["line"] or None) for f in findings), key=str)


def sarif_severities(log):
    found = []
    for result in log["runs"][0]["results"]:
        lines = [place["physicalLocation"].get("region", {}).get("startLine") for place in result["locations"]]
        found.append((result["ruleId"], result["level"], lines[0] if lines else None))
    return sorted(found, key=str)


def annotations(text):
    found = []
    for line in text.split("\n"):
        match = re.match(r"::(error|warning|notice)(?: ([^:]*))?::(.*)$", line)
        if match:
            entries = dict(part.split("=", 1) for part in (match[2] or "").split(",") if part)
            found.append((match[1], {k: urllib.parse.unquote(v) for k, v in entries.items()},
                          urllib.parse.unquote(match[3])))
    return found


def agree_on_findings(folder):
    """Every case, in each format: the same findings in the same places."""
    for name, options in list(cases())[::3]:
        told = json.loads(report("json", name, options) or "null")
        if not told:
            continue
        found = told["diagnostics"]
        log = json.loads(report("sarif", name, options))
        check(sarif_severities(log) == sorted(severities(found), key=str), f"sarif of {name}")
        rules = log["runs"][0]["tool"]["driver"]["rules"]
        check(all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in log["runs"][0]["results"]), f"rules of {name}")
        prints = [r["partialFingerprints"]["shapeprof/v1"] for r in log["runs"][0]["results"]]
        check(len(set(prints)) == len(prints), f"fingerprints of {name}")
        told = [a for a in annotations(report("github", name, options)) if a[1].get("title") != "shapeprof"]
        words = {"error": "error", "warning": "warning", "note": "notice"}
        expected = sorted((words[f["severity"]], f["message"]) for f in found)
        check(sorted((a[0], a[2].split("\n")[0]) for a in told) == expected, f"github of {name}")
        tree = xml.etree.ElementTree.fromstring(report("junit", name, options))
        errors = sum(f["severity"] == "error" for f in found)
        check(len(tree.findall(".//failure")) == errors, f"junit of {name}")
        check(int(tree.get("failures")) == errors and int(tree.get("tests")) == len(tree.findall(".//testcase")),
              f"counts of junit of {name}")


def fingerprints_survive(folder):
    """Lines above, another indentation and another number in the message leave a finding what it was."""
    def prints():
        log = json.loads(report("sarif", "net.c", cwd=folder))
        return [(r["ruleId"], r["partialFingerprints"]) for r in log["runs"][0]["results"]]
    write(folder, "net.c", BROKEN)
    before = prints()
    check(before, "a finding to begin with")
    write(folder, "net.c", "// a line\n\n" + BROKEN.replace("    return", "\treturn"))
    check(prints() == before, "fingerprints after lines moved")
    write(folder, "net.c", BROKEN.replace("(8, 64)", "(8, 65)"))
    check(prints() != before, "another line is another finding")


def odd_paths(folder):
    """Spaces, signs and bytes that are no UTF-8 in a path."""
    for name in [b"two words.c", b"50%,a:b.c", b"caf\xe9.c", b"new\nline.c"]:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(BROKEN.encode())
        log = json.loads(run(name, "--format", "sarif", cwd=folder).stdout)
        uri = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        check(urllib.parse.unquote_to_bytes(uri) == name and uri.isascii(), f"uri of {name}")
        line = run(name, "--format", "github", cwd=folder).stdout.split(b"\n")[0]
        value = re.search(rb"file=([^,]*),", line).group(1)
        check(urllib.parse.unquote_to_bytes(value) == name, f"annotation of {name}")
        tree = xml.etree.ElementTree.fromstring(run(name, "--format", "junit", cwd=folder).stdout)
        check(len(tree.findall(".//failure")) == 1, f"junit of {name}")
        lines = run(name, "--format", "markdown", cwd=folder).stdout.decode().split("\n")
        check(sum(line.startswith("|") for line in lines) == 3, f"markdown of {name}")


def columns_in_utf16(folder):
    """Bytes of the compiler become units of UTF-16."""
    write(folder, "net.c", BROKEN.replace("nn_linear(8, 64), ", "/* \U0001f600 \u00e9 */ nn_linear(8, 64), "))
    told = json.loads(report("json", "net.c", cwd=folder))["diagnostics"][0]
    log = json.loads(report("sarif", "net.c", cwd=folder))
    region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    line = open(os.path.join(folder, "net.c"), "rb").read().split(b"\n")[told["line"] - 1]
    before = line[:told["column"] - 1].decode()
    check(region["startColumn"] == len(before.encode("utf-16-le")) // 2 + 1, "column in UTF-16")


def what_failed(folder):
    """A file that is not there, and a run that is not as asked, are documents of the format as well."""
    for fmt, read in [("sarif", json.loads), ("junit", xml.etree.ElementTree.fromstring)]:
        done = run("absent.c", "--format", fmt, cwd=folder)
        check(done.returncode == 2 and read(done.stdout) is not None, f"{fmt} of a file that is not there")
    log = json.loads(run("absent.c", "--format", "sarif", cwd=folder).stdout)
    check(log["runs"][0]["invocations"][0] == {"executionSuccessful": False, "exitCode": 2}, "invocation")
    check(annotations(run("absent.c", "--format", "github", cwd=folder).stdout.decode())[0][0] == "error",
          "github of a file that is not there")
    for fmt in ["sarif", "github", "junit", "markdown"]:
        for words in [["compare", "examples/nn/wide.c", "examples/nn/narrow.c"], ["run", "examples/nn/wide.c"]]:
            done = run(*words, "--format", fmt)
            check(done.returncode == 0 and done.stdout, f"{fmt} of {words[0]}")
    tree = xml.etree.ElementTree.fromstring(run("run", "examples/nn/wide.c", "--format", "junit").stdout)
    check(tree.get("failures") == "0" and tree.get("tests") == "2", "junit of a run")


def brief_is_findings_alone(folder):
    write(folder, "net.c", BROKEN)
    text = run("net.c", cwd=folder).stdout
    brief = run("net.c", "--format", "brief", cwd=folder).stdout
    check(brief and text.startswith(brief) and b"peak leaf" not in brief, "brief")
    write(folder, "other.c", BROKEN.replace("64", "32"))
    write(folder, "plain.c", "int main(void) { return 0; }\n")
    done = run("other.c", "net.c", "plain.c", "--skip-unrelated", "--format", "brief", cwd=folder)
    check(b"net.c:4" in done.stdout and b"SP610" not in done.stdout and done.returncode == 1, "files of a hook are apart")
    done = run("plain.c", "--skip-unrelated", "--format", "brief", cwd=folder)
    check(not done.stdout + done.stderr and done.returncode == 0, "silent")


TESTS = [brief_is_findings_alone, agree_on_findings, fingerprints_survive, odd_paths, columns_in_utf16, what_failed]
