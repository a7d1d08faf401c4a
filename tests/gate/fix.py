"""--fix and --fix-dry-run: mechanical mends in sources, and what must not happen to these."""
import json
import os
import stat
import subprocess

from check import ROOT, check, run, write

HEAD = """#include <shapeprof/nn.h>

static void seen(nn_module *m, struct nn_tensors in, struct nn_tensors out, void *user)
{
    (void)m, (void)in, (void)out, (void)user;
}

"""
HOOK = """    nn_hook hook = nn_register_forward_hook(model, seen);
    if (!x) return 1;
"""
OLD = "    nn_register_backward_hook(model, seen);\n"
NET = HEAD + """int main(void)
{
    nn_module *model = nn_linear(8, 64);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
""" + HOOK + OLD + """    nn_call(model, x);
    nn_hook_remove(hook);
    return 0;
}
"""
MENDED = NET.replace("nn_hook hook", "NN_HOOK_SCOPE hook").replace("register_backward", "register_full_backward")


def read(folder, name):
    return open(os.path.join(folder, name), "rb").read()


def found(folder, *arguments):
    done = run("--format", "json", *arguments, cwd=folder)
    return [f for f in json.loads(done.stdout)["diagnostics"]]


def makes_them(folder):
    write(folder, "net.c", NET)
    os.chmod(os.path.join(folder, "net.c"), 0o640)
    check(sorted(f["code"] for f in found(folder, "net.c")) == ["SP803", "SP805"], found(folder, "net.c"))
    shown = run("net.c", "--fix-dry-run", cwd=folder)
    check(shown.returncode == 1 and read(folder, "net.c") == NET.encode(), "a dry run changes nothing")
    done = run("net.c", "--fix", cwd=folder)
    check(done.returncode == 0 and read(folder, "net.c") == MENDED.encode(), f"what --fix makes: {read(folder, 'net.c')}")
    check(b"2 findings were mended in 1 file" in done.stderr and b"net.c:12:20: mended: " in done.stderr, done.stderr)
    check(stat.S_IMODE(os.stat(os.path.join(folder, "net.c")).st_mode) == 0o640, "the mode stays")
    check(found(folder, "net.c") == [] and os.listdir(folder) == ["net.c"], "nothing is left")
    again = run("net.c", "--fix", cwd=folder)
    check(b"mended" not in again.stderr and read(folder, "net.c") == MENDED.encode(), "a second run changes nothing")
    nothing = run("net.c", "--fix-dry-run", cwd=folder)
    check(nothing.stdout == b"" and b"note: there is nothing to mend" in nothing.stderr, f"nor shows anything: {nothing}")
    write(folder, "net.c", NET)
    done = subprocess.run(["patch", "-p0"], input=shown.stdout, cwd=folder, capture_output=True)
    check(done.returncode == 0 and read(folder, "net.c") == MENDED.encode(), f"the diff is one: {done.stdout}")


def bytes_stay(folder):
    for change in [lambda t: t.replace("\n", "\r\n").encode(), lambda t: b"\xef\xbb\xbf" + t.encode(),
                   lambda t: t.replace("    return 0", "    /* \xe9t\xe9 */ return 0").encode("latin-1"),
                   lambda t: t.rstrip("\n").encode()]:
        write(folder, "net.c", change(NET))
        run("net.c", "--fix", cwd=folder)
        check(read(folder, "net.c") == change(MENDED), f"other bytes stay: {read(folder, 'net.c')[-60:]}")


def refused(folder):
    """What is ignored, not wanted or not to be written stays."""
    write(folder, "net.c", NET.replace(OLD, OLD.rstrip("\n") + " // shapeprof-ignore: backward-hook\n"))
    run("net.c", "--fix", "--checks=-hook-kept", cwd=folder)
    check(b"full_backward" not in read(folder, "net.c") and b"SCOPE" not in read(folder, "net.c"), "ignored ones stay")
    os.mkdir(os.path.join(folder, "away"))
    write(folder, "away/net.c", NET)
    os.symlink("away/net.c", os.path.join(folder, "link.c"))
    run("link.c", "--fix", cwd=folder)
    check(os.path.islink(os.path.join(folder, "link.c")) and read(folder, "away/net.c") == MENDED.encode(), "a link stays one")
    two = NET.replace("nn_hook hook =", "nn_hook other = {0}, hook =")
    write(folder, "two.c", two)
    run("two.c", "--fix", "--checks=-backward-hook", cwd=folder)
    check(read(folder, "two.c") == two.encode(), "a declaration of two is not touched")
    write(folder, "macro.c", NET.replace(HOOK, "    START\n").replace("int main", "#define START " + HOOK.replace("\n", " ") + "\nint main"))
    before = read(folder, "macro.c")
    run("macro.c", "--fix", "--checks=-backward-hook", cwd=folder)
    check(read(folder, "macro.c") == before, "a macro's text is not touched")


def in_sarif(folder):
    write(folder, "net.c", NET.replace("    nn_hook hook", '    const char *s = "\U0001f600"; (void)s; nn_hook hook'))
    log = json.loads(run("net.c", "--format", "sarif", cwd=folder).stdout)
    fixes = [r["fixes"][0]["artifactChanges"][0] for r in log["runs"][0]["results"]]
    check(len(fixes) == 2 and all(f["artifactLocation"]["uri"] == "net.c" for f in fixes), fixes)
    regions = [(f["replacements"][0]["deletedRegion"], f["replacements"][0]["insertedContent"]["text"]) for f in fixes]
    # Units of UTF-16: the character before it has two.
    check(regions[0] == ({"startLine": 12, "startColumn": 36, "endLine": 12, "endColumn": 44}, "NN_HOOK_SCOPE "), regions[0])


GGML = """#include <ggml.h>
struct ggml_cgraph *layer(struct ggml_context *ctx)
{
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 32);
    struct ggml_tensor *x = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 64, 10, 4);
    struct ggml_tensor *cur = ggml_mul_mat(ctx, w, x);
    cur = ggml_permute(ctx, cur, 1, 0, 2, 3);
    cur = ggml_reshape_2d(ctx, ggml_cont(ctx, cur), 320, 4);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, ggml_sum(ctx, ggml_cont(ctx, ggml_transpose(ctx, cur))));
    return graph;
}
"""
FACTORS = """#include <ggml.h>
struct ggml_cgraph *layer(struct ggml_context *ctx)
{
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 96);
    struct ggml_tensor *bias = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 96);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    ggml_set_input(x);
    struct ggml_tensor *y = ggml_mul_mat(ctx, w, x);
    y = ggml_add(ctx, y, bias);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, y);
    return graph;
}
"""
SWAPPED = """#include <shapeprof/nn.h>
int main(void)
{
    nn_module *fc = nn_linear(8, 64);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_call(fc, nn_relu_(x));
    return 0;
}
"""


def calls(folder):
    """Each call is written wrong and mended; what a macro wrote, or a call of several lines, is left."""
    include = ["--", "-I", os.path.join(ROOT, "frontends/ggml/include")]
    for right, old, wrong, code in [
            (GGML, "ggml_reshape_2d(ctx, ggml_cont(ctx, cur), 320", "ggml_reshape_2d(ctx, cur, 320", "SP701"),
            (GGML, "ggml_cont(ctx, ggml_transpose(ctx, cur))", "ggml_transpose(ctx, cur)", "SP713"),
            (GGML, "(ctx, w, x)", "(ctx, x, w)", "SP701"),
            (FACTORS, "(ctx, w, x)", "(ctx, x, w)", "SP701"),
            (SWAPPED, "(fc, nn_relu_(x))", "(nn_relu_(x), fc)", "SP324")]:
        write(folder, "net.c", right)
        check(found(folder, "net.c", *include) == [], f"{old}: {found(folder, 'net.c', *include)}")
        write(folder, "net.c", right.replace(old, wrong))
        codes = [f["code"] for f in found(folder, "net.c", *include)]
        check(code in codes, f"{wrong}: {codes}")
        done = run("net.c", "--fix", *include, cwd=folder)
        check(done.returncode == 0 and read(folder, "net.c") == right.encode(), f"{wrong}: {read(folder, 'net.c')} {done.stderr}")
    several = GGML.replace("ggml_cont(ctx, cur)", "\n        cur")
    macro = "#define FLAT(t) ggml_reshape_2d(ctx, t, 320, 4)\n" + GGML.replace("ggml_reshape_2d(ctx, ggml_cont(ctx, cur), 320, 4)", "FLAT(cur)")
    mended = several.replace("        cur,", "        ggml_cont(ctx, cur),")
    for text, becomes in [(several, mended), (macro, macro)]:
        write(folder, "net.c", text)
        run("net.c", "--fix", *include, cwd=folder)
        check(read(folder, "net.c") == becomes.encode(), f"written otherwise: {read(folder, 'net.c')}")


TESTS = [calls, makes_them, bytes_stay, refused, in_sarif]
