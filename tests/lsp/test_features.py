"""What a user sees in the editor: findings, hints, hover, lenses, symbols, definitions, actions."""

import json

from client import edit, label, shown
from harness import ROOT, run, write
from models import BROKEN, GGML, MLP, MLP_HINTS


def at(text, word, offset=0):
    """The position of the first `word`."""
    index = text.index(word) + offset
    line = text.count("\n", 0, index)
    return {"line": line, "character": index - (text.rfind("\n", 0, index) + 1)}


def test_hints(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    assert client.diagnostics(uri, 1) == []
    hints = client.hints(uri)
    assert shown(hints) == MLP_HINTS, shown(hints)
    assert all(h["paddingLeft"] and h["kind"] == 1 for h in hints)
    assert client.stop() == 0


def test_hints_of_a_range(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    some = {"start": {"line": 11, "character": 0}, "end": {"line": 12, "character": 0}}
    assert shown(client.about("inlayHint", uri, range=some)) == MLP_HINTS[1:2]


def test_size_leads_to_its_line(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    parts = client.hints(uri)[0]["label"]
    size = next(part for part in parts if part["value"] == "64")
    assert size["location"]["uri"] == uri
    assert size["location"]["range"]["start"] == at(MLP, "nn_linear(8, 64)"), size


def test_finding_with_related_places(client, folder):
    client.start(folder)
    uri, text = write(folder, "broken.c", BROKEN)
    client.open(uri, text)
    found = client.diagnostics(uri, 1)
    errors = [d for d in found if d["severity"] == 1]
    assert len(errors) == 1, found
    error = errors[0]
    assert error["source"] == "shapeprof" and error["code"].startswith("SP")
    assert "64" in error["message"] and "32" in error["message"], error["message"]
    assert error["range"]["start"] == at(BROKEN, "nn_call(net->fc2, h)"), error["range"]
    assert error["range"]["end"] == at(BROKEN, "nn_call(net->fc2, h)", 20)
    places = [r["location"]["range"]["start"]["line"] for r in error["relatedInformation"]]
    assert places, error


def test_finding_goes_with_its_cause(client, folder):
    client.start(folder)
    uri, text = write(folder, "broken.c", BROKEN)
    client.open(uri, text)
    assert client.diagnostics(uri, 1)
    place = at(BROKEN, "nn_linear(32", len("nn_linear("))
    spot = (place["line"], place["character"])
    client.change(uri, 2, edit(spot, (spot[0], spot[1] + 2), "64"))
    assert client.diagnostics(uri, 2) == []
    assert shown(client.hints(uri)) == MLP_HINTS


def test_hover_derives(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    hover = client.about("hover", uri, position=at(MLP, "nn_call(net->fc1"))
    value = hover["contents"]["value"]
    for expected in ("Linear(8, 64)", "axis 1: 64, axis 0 of weight", "256*N", "mlp.c:19"):
        assert expected in value, value
    assert client.about("hover", uri, position=at(MLP, "return &net")) is None


def test_hover_on_a_layer(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    hover = client.about("hover", uri, position=at(MLP, "nn_linear(8, 64)"))
    value = hover["contents"]["value"]
    assert value.startswith("`fc1: Linear(8, 64)`") and "256*N" in value, value


def test_lenses(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    lenses = client.about("codeLens", uri)
    titles = [lens["command"]["title"] for lens in lenses]
    assert titles[0] == "peak leaf `fc1` 256*N B", titles
    assert titles[1].startswith("peak live "), titles
    assert titles[2:] == ["analyse with other sizes", "run"], titles
    assert lenses[0]["range"]["start"] == at(MLP, "nn_module *mlp(void)")


def test_lens_of_a_peak_under_a_condition(client, folder):
    """What would be the largest at sizes that the model refuses is not named; where sizes decide, both are."""
    client.start(folder)
    limited = (ROOT / "tests/cases/peak_under_condition.c").read_text()
    uri, text = write(folder, "limited.c", limited)
    client.open(uri, text)
    titles = [lens["command"]["title"] for lens in client.about("codeLens", uri)]
    assert titles[:2] == ["peak leaf `up` 256*N*T B", "peak live 328*N*T B while `up` runs"], titles
    hints = shown(client.hints(uri))
    assert [h for h in hints if "peak leaf" in h] == hints[-1:], hints
    # With 512 places the scores are the largest from 64 tokens on.
    at_places = at(limited, "nn_embedding(32", len("nn_embedding("))
    spot = (at_places["line"], at_places["character"])
    client.change(uri, 2, edit(spot, (spot[0], spot[1] + 2), "512"))
    client.diagnostics(uri, 2)
    titles = [lens["command"]["title"] for lens in client.about("codeLens", uri)]
    assert titles[0] == "peak leaf `softmax` 4*N*T^2 B if T > 63; `up` 256*N*T B if T <= 63", titles


def test_symbols(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    model, = client.about("documentSymbol", uri)
    assert model["name"] == "mlp"
    assert [c["name"] for c in model["children"]] == ["fc1", "act", "fc2"]
    assert model["children"][0]["detail"] == "Linear(8, 64)"


def test_flat_symbols(client, folder):
    client.start(folder, capabilities={})
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    symbols = client.about("documentSymbol", uri)
    assert [(s["name"], s.get("containerName")) for s in symbols] == [
        ("mlp", None), ("fc1", "mlp"), ("act", "mlp"), ("fc2", "mlp")]


def test_definition_of_sizes(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    places = client.about("definition", uri, position=at(MLP, "nn_call(net->fc2"))
    starts = [p["range"]["start"] for p in places]
    assert at(MLP, "nn_linear(64, 8)") in starts, starts


def test_action_ignores(client, folder):
    client.start(folder)
    uri, text = write(folder, "broken.c", BROKEN)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    place = at(BROKEN, "nn_call(net->fc2")
    actions = client.about("codeAction", uri, range={"start": place, "end": place},
                           context={"diagnostics": []})
    ignore = [a for a in actions if a["title"].startswith("ignore ")]
    assert ignore, actions
    change, = ignore[0]["edit"]["changes"][uri]
    assert "shapeprof-ignore: " in change["newText"]
    assert change["range"]["start"] == change["range"]["end"]
    assert change["range"]["start"]["line"] == place["line"]


def test_half_typed_keeps_hints(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    # A line above the hints that does not compile yet: they move down, marked.
    client.change(uri, 2, edit((9, 0), (9, 0), "    struct mlp *other = undeclared(;\n"))
    assert client.diagnostics(uri, 2)
    hints = client.hints(uri)
    assert len(hints) == len(MLP_HINTS), shown(hints)
    assert all(label(h).endswith(" (old)") for h in hints), shown(hints)
    assert [h["position"]["line"] for h in hints] == [11, 12, 13]
    client.change(uri, 3, edit((9, 0), (10, 0), ""))
    assert client.diagnostics(uri, 3) == []
    assert shown(client.hints(uri)) == MLP_HINTS


def test_settings(client, folder):
    client.start(folder, options={"dtype": "f16", "inputs": ["x=f32[4,8]"],
                                  "budgets": ["peak_leaf<=100"]})
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    found = client.diagnostics(uri, 1)
    assert any("peak_leaf" in d["message"] for d in found), found
    assert shown(client.hints(uri))[0].startswith("10:39 [4, 64] f32 512 B"), shown(client.hints(uri))


def test_settings_of_nothing(client, folder):
    # What VS Code makes of settings that nobody gave.
    client.start(folder, options={"dtype": "", "inputs": [], "set": {}, "maxSeconds": 0,
                                  "debounce": 0, "flags": [], "budgets": None, "path": "x"})
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    assert client.diagnostics(uri, 1) == []
    assert shown(client.hints(uri)) == MLP_HINTS


def test_settings_change(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    client.notify("workspace/didChangeConfiguration",
                  {"settings": {"shapeprof": {"inputs": ["x=f32[4,8]"]}}})
    client.diagnostics(uri, 1)
    assert shown(client.hints(uri))[0].startswith("10:39 [4, 64] f32 1024 B")


def test_wrong_setting_is_told(client, folder):
    client.start(folder, options={"inputs": "x=f32[4,8]"})
    told = client.notification("window/showMessage")["params"]["message"]
    assert "shapeprof.inputs" in told, told
    client.notify("workspace/didChangeConfiguration",
                  {"settings": {"shapeprof": {"inputs": ["x=f99[4]"]}}})
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    told = client.notification("window/showMessage")["params"]["message"]
    assert "f99" in told, told


def test_sizes_of_a_lens(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    # Those of the text as it was, so that the next ones are of the sizes that are asked for.
    client.diagnostics(uri, 1)
    argument = client.about("codeLens", uri)[2]["command"]["arguments"][0]
    assert argument["symbols"] == ["N"]
    client.request("workspace/executeCommand", {
        "command": "shapeprof.sizes", "arguments": [{**argument, "sizes": {"inputs": ["x=f32[2,8]"]}}]})
    client.diagnostics(uri, 1)
    assert shown(client.hints(uri))[0].startswith("10:39 [2, 64] f32 512 B")


def test_sizes_are_offered(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    argument = client.about("codeLens", uri)[2]["command"]["arguments"][0]
    client.request("workspace/executeCommand",
                   {"command": "shapeprof.sizes", "arguments": [argument]})
    question = client.notification("window/showMessageRequest")
    titles = [a["title"] for a in question["params"]["actions"]]
    assert "N = 8" in titles, titles
    client.send({"id": question["id"], "result": {"title": "N = 8"}})
    client.diagnostics(uri, 1)
    assert shown(client.hints(uri))[0].startswith("10:39 [8, 64] f32 2048 B")


def test_show_prints_the_report(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    argument = client.about("codeLens", uri)[0]["command"]["arguments"][0]
    result = client.request("workspace/executeCommand",
                            {"command": "shapeprof.show", "arguments": [argument]})["result"]
    assert result["status"] == 0 and "Linear" in result["text"], result


def test_ignored_where_the_action_says_so(client, folder):
    client.start(folder)
    uri, text = write(folder, "broken.c", BROKEN)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    place = at(BROKEN, "nn_call(net->fc2")
    action, = [a for a in client.about("codeAction", uri, range={"start": place, "end": place},
                                       context={"diagnostics": []}) if a["title"].startswith("ignore ")]
    change, = action["edit"]["changes"][uri]
    client.change(uri, 2, {"range": change["range"], "text": change["newText"]})
    assert client.diagnostics(uri, 2) == []


KEPT = """#include <shapeprof/nn.h>
static void seen(nn_module *m, struct nn_tensors in, struct nn_tensors out, void *user)
{
    (void)m, (void)in, (void)out, (void)user;
}
int main(void)
{
    nn_module *model = nn_linear(8, 64);
    nn_hook hook = nn_register_forward_hook(model, seen);
    nn_call(model, nn_input(NN_F32, 4, 8));
    return 0;
}
"""


def test_mend_of_a_finding(client, folder):
    """The mend is offered where the text is that it replaces, and mends the finding."""
    client.start(folder)
    uri, text = write(folder, "kept.c", KEPT)
    client.open(uri, text)
    found, = client.diagnostics(uri, 1)
    assert found["code"] == "SP803", found
    client.change(uri, 2, edit((5, 0), (5, 0), "// one more line\n"))
    client.diagnostics(uri, 2)
    place = at(KEPT, "nn_register")
    place = {"line": place["line"] + 1, "character": place["character"]}
    mend, = [a for a in client.about("codeAction", uri, range={"start": place, "end": place},
                                     context={"diagnostics": []}) if not a["title"].startswith("ignore ")]
    change, = mend["edit"]["changes"][uri]
    assert mend["isPreferred"] and change["newText"] == "NN_HOOK_SCOPE ", mend
    client.change(uri, 3, {"range": change["range"], "text": change["newText"]})
    assert client.diagnostics(uri, 3) == []


def test_settings_of_the_source(client, folder):
    client.start(folder)
    uri, text = write(folder, "mlp.c", "// shapeprof: input x=f32[4,8]\n// shapeprof: budget peak_leaf<=100\n" + MLP)
    client.open(uri, text)
    assert any("peak_leaf" in d["message"] for d in client.diagnostics(uri, 1))
    assert shown(client.hints(uri))[0].startswith("12:39 [4, 64] f32 1024 B"), shown(client.hints(uri))
    client.change(uri, 2, edit((0, 26), (0, 27), "2"), edit((1, 0), (2, 0), "\n"))
    assert client.diagnostics(uri, 2) == []
    assert shown(client.hints(uri))[0].startswith("12:39 [2, 64] f32 512 B"), shown(client.hints(uri))


def test_settings_of_the_project(client, folder):
    client.start(folder)
    write(folder, ".shapeprof.json", json.dumps({"inputs": {"x": "f32[4,8]"}}))
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    assert shown(client.hints(uri))[0].startswith("10:39 [4, 64] f32 1024 B"), shown(client.hints(uri))


def test_workspace(client, folder):
    client.start(folder, capabilities={"window": {"workDoneProgress": True}})
    write(folder, "mlp.c", MLP)
    broken, _ = write(folder, "broken.c", BROKEN)
    number = client.request("workspace/executeCommand",
                            {"command": "shapeprof.workspace", "arguments": []}, answer=False)
    created = client.notification("window/workDoneProgress/create")
    client.send({"id": created["id"], "result": None})
    kinds = [client.notification("$/progress")["params"]["value"]["kind"] for _ in range(4)]
    assert kinds == ["begin", "report", "report", "end"], kinds
    assert client.answer(number)["result"] == {"files": 2, "errors": 1, "failed": 0}
    assert [d for d in client.diagnostics(broken) if d["severity"] == 1]


def test_workspace_of_a_database(client, folder):
    client.start(folder)
    (folder / "build").mkdir()
    (folder / "sub").mkdir()
    write(folder, "unlisted.c", BROKEN)
    flagged, _ = write(folder, "sub/flagged.c", MLP.replace("(64, 8)", "(WIDTH, 8)"))
    write(folder, "build/compile_commands.json", json.dumps([
        {"directory": str(folder), "file": "sub/flagged.c", "arguments": ["cc", "-DWIDTH=16", "-c", "sub/flagged.c"]},
        {"directory": str(folder), "file": "gone.c", "arguments": ["cc", "-c", "gone.c"]}]))
    client.notify("workspace/didChangeConfiguration", {"settings": {"shapeprof": {"buildDir": "build"}}})
    result = client.request("workspace/executeCommand", {"command": "shapeprof.workspace", "arguments": []})
    assert result["result"] == {"files": 1, "errors": 1, "failed": 0}, result
    error, = client.diagnostics(flagged)
    assert "64" in error["message"] and "16" in error["message"], error


def test_workspace_can_be_cancelled(client, folder):
    client.start(folder, capabilities={"window": {"workDoneProgress": True}})
    for i in range(20):
        write(folder, f"mlp{i}.c", MLP)
    number = client.request("workspace/executeCommand", {"command": "shapeprof.workspace", "arguments": []},
                            answer=False)
    token = client.notification("$/progress")["params"]["token"]
    client.notify("window/workDoneProgress/cancel", {"token": token})
    answer = client.answer(number)
    assert answer.get("error", {}).get("code") == -32800 or answer["result"]["files"] == 20, answer
    assert client.stop() == 0


def test_settings_are_asked_for(client, folder):
    client.start(folder, capabilities={"workspace": {"configuration": True}})
    asked = client.notification("workspace/configuration")
    assert asked["params"] == {"items": [{"section": "shapeprof"}]}
    client.send({"id": asked["id"], "result": [{"inputs": ["x=f32[4,8]"]}]})
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    assert shown(client.hints(uri))[0].startswith("10:39 [4, 64] f32 1024 B")


def test_refreshes_are_asked_for(client, folder):
    client.start(folder, capabilities={"workspace": {"inlayHint": {"refreshSupport": True},
                                                     "codeLens": {"refreshSupport": True}}})
    uri, text = write(folder, "mlp.c", MLP)
    client.open(uri, text)
    client.notification("workspace/inlayHint/refresh")
    client.notification("workspace/codeLens/refresh")


def test_ggml(client, folder):
    client.start(folder)
    uri, text = write(folder, "layer.c", GGML)
    client.open(uri, text)
    errors = [d for d in client.diagnostics(uri, 1) if d["severity"] == 1]
    assert errors == [], errors
    hints = shown(client.hints(uri))
    # In ggml's own order of axes, and with its declarations found.
    assert any(h.startswith("6:51 {32, 4} f32 512 B") for h in hints), hints
    client.change(uri, 2, edit((4, 71), (4, 73), "16"))
    client.diagnostics(uri, 2)
    hints = shown(client.hints(uri))
    assert any(h.startswith("6:51 {16, 4} f32 256 B") for h in hints), hints


def test_expression_over_lines(client, folder):
    client.start(folder)
    over = MLP.replace("nn_call(net->fc1, x)", "nn_call(net->fc1, // a ) in a comment\n            x /* ) */)")
    uri, text = write(folder, "mlp.c", over)
    client.open(uri, text)
    assert shown(client.hints(uri))[0] == "11:22 [N, 64] f32 256*N B  \u25c0 peak leaf", shown(client.hints(uri))


def test_extension_declares_the_settings(client, folder):
    names = [line.split('"')[1] for line in (ROOT / "analyzer/lsp/settings.def").read_text().split("\n")
             if line.startswith("SETTING(")]
    package = json.loads((ROOT / "examples/editors/vscode/package.json").read_text())
    declared = package["contributes"]["configuration"]["properties"]
    assert {f"shapeprof.{name}" for name in names} | {"shapeprof.path"} == set(declared)
    told = (ROOT / "examples/editors/README.md").read_text()
    assert all(f"`{name}`" in told for name in names)


if __name__ == "__main__":
    run(globals())
