"""Documents of programs that have several sources."""

import json

from client import edit, shown
from harness import run, write

HEADER = "#include <shapeprof/nn.h>\nnn_module *block(int width);\n"
BLOCK = """#include "block.h"
nn_module *block(int width)
{
    return nn_sequential(nn_linear(width, 32), nn_relu(), nn_linear(32, width));
}
"""
MODEL = """#include "block.h"
nn_module *model(void)
{
    return nn_sequential(block(64), nn_linear(64, 8));
}
"""


def codes(diagnostics):
    return [(d["code"], d["range"]["start"]["line"]) for d in diagnostics]


def project(folder, where=""):
    (folder / where).mkdir(parents=True, exist_ok=True)
    write(folder / where, "block.h", HEADER)
    return write(folder / where, "block.c", BLOCK), write(folder / where, "model.c", MODEL)


def test_a_folder(client, folder):
    (block, _), (model, text) = project(folder)
    client.start(folder)
    client.open(model, text)
    assert client.diagnostics(model, 1) == []
    assert shown(client.hints(model))[-1].startswith("3:52 [N, 8] f32 32*N B"), client.hints(model)


def test_unsaved_text_of_the_other_source(client, folder):
    (block, inside), (model, text) = project(folder)
    client.start(folder)
    client.open(model, text)
    client.open(block, inside)
    assert client.diagnostics(model, 1) == []
    assert client.diagnostics(block, 1) == []
    # Hints of the block are of the model that it is in.
    assert any("[N, 32]" in h for h in shown(client.hints(block))), shown(client.hints(block))
    at = inside.split("\n")[3].index("32, width)")
    client.change(block, 2, edit((3, at), (3, at + 9), "32, 60"))
    found = client.notification("textDocument/publishDiagnostics",
                                where=lambda p: p["uri"] == model and p["diagnostics"])
    finding = found["params"]["diagnostics"][0]
    assert (finding["code"], finding["range"]["start"]["line"]) == ("SP101", 3), finding
    assert {r["location"]["uri"] for r in finding["relatedInformation"]} == {model, block}
    client.change(block, 3, edit((3, at), (3, at + 6), "32, width"))
    client.notification("textDocument/publishDiagnostics",
                        where=lambda p: p["uri"] == model and not p["diagnostics"])


def test_findings_are_where_they_are(client, folder):
    (block, inside), (model, text) = project(folder)
    (folder / "block.c").write_text(inside.replace("nn_linear(32, width)", "nn_linear(31, width)"))
    client.start(folder)
    client.open(model, text)
    found = client.notification("textDocument/publishDiagnostics",
                                where=lambda p: p["uri"] == block and p["diagnostics"])
    assert codes(found["params"]["diagnostics"]) == [("SP101", 3)], found
    client.notify("textDocument/didClose", {"textDocument": {"uri": model}})
    client.notification("textDocument/publishDiagnostics",
                        where=lambda p: p["uri"] == block and not p["diagnostics"])


def test_text_that_is_closed_unsaved(client, folder):
    (block, inside), (model, text) = project(folder)
    client.start(folder)
    client.open(model, text)
    client.open(block, inside)
    client.diagnostics(model, 1)
    client.change(block, 2, edit((3, 0), (3, 0), "    width = 60;\n"))
    client.notification("textDocument/publishDiagnostics",
                        where=lambda p: p["uri"] == model and p["diagnostics"])
    client.notify("textDocument/didClose", {"textDocument": {"uri": block}})
    client.notification("textDocument/publishDiagnostics",
                        where=lambda p: p["uri"] == model and not p["diagnostics"])


def test_a_database(client, folder):
    # The block is in another folder, which only the database tells.
    write(folder, "block.h", HEADER)
    (folder / "parts").mkdir()
    (folder / "parts/block.c").write_text(BLOCK.replace('"block.h"', '"../block.h"'))
    model, text = write(folder, "model.c", MODEL)
    (folder / "out").mkdir()
    (folder / "out/compile_commands.json").write_text(json.dumps([
        {"directory": str(folder), "file": name, "arguments": ["cc", "-c", name]}
        for name in ("model.c", "parts/block.c")]))
    client.start(folder, options={"buildDir": str(folder / "out")})
    client.open(model, text)
    assert client.diagnostics(model, 1) == []
    assert len(client.hints(model)) == 1 and "[N, 8]" in shown(client.hints(model))[0]


def test_a_header_that_is_edited(client, folder):
    (block, inside), (model, text) = project(folder)
    client.start(folder)
    client.open(model, text)
    assert client.diagnostics(model, 1) == []
    header = (folder / "block.h").as_uri()
    client.open(header, HEADER)
    client.change(header, 2, edit((1, 0), (1, 0), "#define nn_relu nn_relux\n"))
    client.notification("textDocument/publishDiagnostics", where=lambda p: p["diagnostics"])
    client.change(header, 3, edit((1, 0), (2, 0), ""))
    client.notification("textDocument/publishDiagnostics",
                        where=lambda p: p["uri"] == block and not p["diagnostics"])


if __name__ == "__main__":
    run(globals())
