"""The steps of examples/pre-commit/shapeprof.yml, run one after another in a shell as a runner would, on a pull request to a
repository of its own: shapeprof is built from a copy of its sources and installed; apt-get, gh and actions are played, and what they are given is looked at."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/gate"))
sys.argv[1:] = [os.path.join(sys.argv[1], "shapeprof")]
from baseline import GIT, NET, commit, git  # noqa: E402
from check import PROGRAM, check, finish, write  # noqa: E402

WORKFLOW = os.path.join(ROOT, "examples/pre-commit/shapeprof.yml")
# What is not to be done here, and how often it was called with what.
PLAYED = {
    "apt-get": "#!/bin/sh\necho \"$*\" >>\"$PLAYED/apt-get.log\"\n",
    "gh": "#!/bin/sh\necho \"$*\" >>\"$PLAYED/gh.log\"\n"
          "while [ $# -gt 0 ]; do [ \"$1\" = --body-file ] && cp \"$2\" \"$PLAYED/comment.md\"; shift; done\n",
}


class Runner:
    """A job of the workflow: the folder it works in, and what its steps said."""

    def __init__(self, folder, pull_request):
        self.folder, self.work = folder, os.path.join(folder, "work")
        self.played = os.path.join(folder, "played")
        self.failed, self.said, self.ended = False, {}, {}
        os.makedirs(self.played)
        for name, text in PLAYED.items():
            os.chmod(write(self.played, name, text), 0o755)
        prefix = os.path.join(folder, "root")
        self.environment = dict(GIT, PLAYED=self.played, DESTDIR=prefix, GITHUB_BASE_REF="main" if pull_request else "",
                                HOME=folder, SHAPEPROF_CACHE_DIR="", GIT_CONFIG_GLOBAL=os.path.join(folder, "gitconfig"),
                                PATH=":".join([self.played, os.path.join(prefix, "usr/local/bin"), os.environ["PATH"]]))
        self.pull_request = pull_request

    def holds(self, condition):
        known = {None: not self.failed, "always()": True,
                 "always() && github.event_name == 'pull_request'": self.pull_request}
        return known[condition]

    def use(self, step):
        action, given = step["uses"], step.get("with", {})
        if action.startswith("actions/checkout@") and "repository" in given:
            shutil.copytree(ROOT, os.path.join(self.work, given["path"]), symlinks=True, ignore=shutil.ignore_patterns("build", "build-*", ".git"))
        elif action.startswith("actions/checkout@"):
            check(given == {"fetch-depth": 0}, f"the whole history is there: {given}")
        else:
            check(action.startswith("github/codeql-action/upload-sarif@"), f"an action that is not known here: {action}")
            path = os.path.join(self.work, given["sarif_file"])
            if check(os.path.exists(path), f"{path} is not there: {self.ended} {self.said}"):
                with open(path, encoding="utf-8") as file:
                    self.said["sarif"] = json.load(file)

    def do(self, step):
        if not self.holds(step.get("if")):
            return
        if "uses" in step:
            self.use(step)
            return
        words = step["run"].replace("${{ github.event.number }}", "7")
        environment = dict(self.environment, **{k: v.replace("${{ github.token }}", "token") for k, v in step.get("env", {}).items()})
        done = subprocess.run(["bash", "-e", "-c", words], cwd=self.work, env=environment, capture_output=True, text=True, timeout=3000)
        self.said[step["name"]], self.ended[step["name"]] = (done.stdout + done.stderr)[-2000:], done.returncode
        self.failed = self.failed or done.returncode != 0


def repository(folder, changed):
    """A clone with a branch in which `changed` stands in the place of what main has."""
    origin = os.path.join(folder, "origin")
    write(origin, "src/net.c", NET)
    subprocess.run([PROGRAM, "lock", "src"], cwd=origin, capture_output=True, check=True)
    commit(origin)
    git(origin, "branch", "-M", "main")
    git(folder, "clone", "-q", "origin", "work")
    work = os.path.join(folder, "work")
    git(work, "checkout", "-q", "-b", "branch")
    write(work, "src/net.c", changed)
    commit(work)


def job(changed, built, pull_request=True):
    """The runner when all steps are done; what was built is taken over from another one."""
    folder = tempfile.mkdtemp(prefix="workflow-")
    repository(folder, changed)
    runner = Runner(folder, pull_request)
    if built:
        shutil.copytree(os.path.join(built.folder, "root"), os.path.join(folder, "root"))
    for step in yaml.safe_load(open(WORKFLOW, encoding="utf-8"))["jobs"]["models"]["steps"]:
        if not built or step.get("name") != "Build shapeprof":
            runner.do(step)
    return runner


def text_of(runner, name):
    path = os.path.join(runner.played, name)
    return open(path, encoding="utf-8").read() if os.path.exists(path) else ""


annotations, baseline, comment = "Annotations, and the findings for code scanning", "Against the baseline", "A comment with what changed"
first = job("\n" + NET, None)
if not check(not first.failed, f"nothing changed: {first.ended} {first.said}"):
    finish()
installed = text_of(first, "apt-get.log").split()
packages = [word for word in installed[installed.index("--no-install-recommends") + 1:]]
check(packages and all(subprocess.run(["apt-cache", "show", name], capture_output=True).returncode == 0 for name in packages),
      f"packages of Debian: {packages}")
check(first.said["sarif"]["version"] == "2.1.0" and not first.said["sarif"]["runs"][0]["results"], "no findings for code scanning")
check(first.ended[baseline] == 0 and "::" not in first.said[baseline], f"no annotation of the baseline: {first.said[baseline]}")
check(text_of(first, "gh.log").startswith("pr comment 7 --edit-last --create-if-none --body-file "), text_of(first, "gh.log"))
check("nothing grew" in text_of(first, "comment.md"), text_of(first, "comment.md"))

grown = job(NET.replace("64", "128"), first)
check(grown.failed and grown.ended[annotations] == 0 and grown.ended[baseline] == 1, f"growth: {grown.ended}")
check("::error file=src/net.c" in grown.said[baseline], f"its annotation: {grown.said[baseline]}")
check("**grew**" in text_of(grown, "comment.md") and grown.ended[comment] == 0, text_of(grown, "comment.md"))

broken = job(NET.replace("nn_linear(64, 8)", "nn_linear(32, 8)"), first)
check(broken.ended[annotations] == 1 and "::error file=src/net.c,line=6" in broken.said[annotations], f"{broken.said[annotations]}")
check([r["ruleId"] for r in broken.said["sarif"]["runs"][0]["results"]] == ["SP101"], "a finding for code scanning")
check(baseline not in broken.ended and comment in broken.ended, "what comes behind a failed step")

pushed = job("\n" + NET, first, pull_request=False)
check(not pushed.failed and text_of(pushed, "gh.log") == "", "no comment without a pull request")
for runner in [first, grown, broken, pushed]:
    shutil.rmtree(runner.folder, ignore_errors=True)
finish()
