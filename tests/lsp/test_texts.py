"""Texts: characters outside the basic plane, line breaks, byte-order marks, edits that are undone."""

import os
import random

from client import edit, label, shown
from harness import run, write
from models import MLP, MLP_HINTS

# Before the first call of the forward function, on its line: 2 units of UTF-16 and 4 bytes each.
SMILE = "\U0001F600"
STRANGE = MLP.replace("    nn_tensor *h = nn_call", f"    /* {SMILE}\u00e9\u4e2d{SMILE} */ nn_tensor *h = nn_call")


def positions(hints):
    return [(h["position"]["line"], h["position"]["character"]) for h in hints]


def units(text, encoding):
    return len(text.encode("utf-16-le")) // 2 if encoding == "utf-16" else len(text.encode())


def check_strange(client, folder, encoding):
    capabilities = {"general": {"positionEncodings": [encoding]}} if encoding else {}
    answer = client.start(folder, capabilities=capabilities)
    told = answer["result"]["capabilities"]["positionEncoding"]
    assert told == (encoding or "utf-16")
    uri, text = write(folder, "strange.c", STRANGE)
    client.open(uri, text)
    line = next(l for l in STRANGE.split("\n") if SMILE in l)
    wanted = units(line[:line.index(";")], told)
    hints = client.hints(uri)
    assert positions(hints)[0] == (10, wanted), positions(hints)
    # An edit behind the strange characters goes where the client means it.
    at = units(line[:line.index("h = nn_call")], told)
    number = STRANGE[:STRANGE.index(line)].count("\n")
    client.change(uri, 2, edit((number, at), (number, at + 1), "hidden"),
                  edit((number + 1, 4), (number + 1, 5), "hidden"),
                  edit((number + 1, 31), (number + 1, 32), "hidden"),
                  edit((number + 2, 29), (number + 2, 30), "hidden"))
    assert client.diagnostics(uri, 2) == []
    assert positions(client.hints(uri))[0][1] == wanted + 5


def test_utf16(client, folder):
    check_strange(client, folder, "utf-16")


def test_utf8(client, folder):
    check_strange(client, folder, "utf-8")


def test_utf16_is_what_all_know(client, folder):
    check_strange(client, folder, None)


def test_carriage_returns(client, folder):
    client.start(folder)
    uri, text = write(folder, "crlf.c", MLP.replace("\n", "\r\n"))
    client.open(uri, text)
    assert client.diagnostics(uri, 1) == []
    assert shown(client.hints(uri)) == MLP_HINTS
    client.change(uri, 2, edit((9, 0), (9, 0), "\r\n"))
    client.diagnostics(uri, 2)
    assert positions(client.hints(uri)) == [(11, 39), (12, 28), (13, 31)]


def test_lone_carriage_returns(client, folder):
    # A line for the protocol, a blank for the compiler.
    client.start(folder)
    uri, text = write(folder, "cr.c", MLP.replace("    h = nn_call(net->act, h);", "    h =\r nn_call(net->act, h);"))
    client.open(uri, text)
    assert client.diagnostics(uri, 1) == []
    assert positions(client.hints(uri)) == [(10, 39), (12, 21), (13, 31)]


def test_byte_order_mark(client, folder):
    client.start(folder)
    uri, text = write(folder, "bom.c", "\ufeff" + MLP)
    client.open(uri, text)
    assert client.diagnostics(uri, 1) == []
    assert shown(client.hints(uri)) == MLP_HINTS


def test_nul(client, folder):
    client.start(folder)
    uri, text = write(folder, "nul.c", MLP.replace("    h = nn", "   \0h = nn"))
    client.open(uri, text)
    client.diagnostics(uri, 1)
    assert shown(client.hints(uri)) == MLP_HINTS


def test_strange_names(client, folder):
    client.start(folder)
    for name in ("with space.c", "percent%20.c", "\u00e9\u4e2d\U0001F600.c", "plus+and&.c", "colon:x.c"):
        uri, text = write(folder, name, MLP)
        client.open(uri, text)
        assert client.diagnostics(uri, 1) == [], name
        assert shown(client.hints(uri)) == MLP_HINTS, name


def test_name_that_is_no_utf8(client, folder):
    client.start(folder)
    uri = folder.as_uri() + "/%ff%fe.c"
    client.open(uri, MLP)
    assert "UTF-8" in client.notification("window/showMessage")["params"]["message"]
    assert client.hints(uri) == []
    assert client.stop() == 0


def test_text_that_is_nowhere_on_disk(client, folder):
    client.start(folder)
    uri = (folder / "never_saved.c").as_uri()
    client.open(uri, MLP)
    assert client.diagnostics(uri, 1) == []
    assert shown(client.hints(uri)) == MLP_HINTS


def test_other_schemes(client, folder):
    client.start(folder)
    for uri in ("untitled:Untitled-1", "git:/a.c?x", "file://elsewhere/a.c", "", "file:///%00.c"):
        client.open(uri, MLP)
        assert client.hints(uri) == [], uri


def test_header_in_a_buffer(client, folder):
    client.start(folder)
    header, inside = write(folder, "sizes.h", "#define WIDTH 64\n")
    uri, text = write(folder, "mlp.c", '#include "sizes.h"\n' + MLP.replace("64", "WIDTH"))
    client.open(uri, text)
    client.diagnostics(uri, 1)
    assert label(client.hints(uri)[0]).startswith("[N, 64]")
    client.open(header, inside)
    client.change(header, 2, edit((0, 14), (0, 16), "32"))
    client.diagnostics(uri, 1)
    assert label(client.hints(uri)[0]).startswith("[N, 32]"), shown(client.hints(uri))


def replaced(text, start, end, new):
    return text[:start] + new + text[end:]


def place(text, index):
    """In units of UTF-16."""
    line = text.count("\n", 0, index)
    return line, units(text[text.rfind("\n", 0, index) + 1:index], "utf-16")


def test_random_edits_that_are_undone(client, folder):
    seed = int(os.environ.get("LSP_TEST_SEED", "1"))
    pieces = ["", "x", "\n", ";", "}", "{", "(", '"', "/*", "*/", SMILE, "    nn_call(", "\r\n", "#", "64", "\u00e9"]
    chance = random.Random(seed)
    client.start(folder)
    uri, text = write(folder, "edited.c", STRANGE)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    first, version = shown(client.hints(uri)), 1
    for _ in range(12):
        undo, current = [], text
        for _ in range(chance.randrange(1, 6)):
            start = chance.randrange(len(current) + 1)
            end = min(len(current), start + chance.choice([0, 0, 1, 3, 40]))
            # A line break is one thing, in the text as for the protocol.
            while 0 < start < len(current) and current[start - 1:start + 1] == "\r\n":
                start -= 1
            while end < len(current) and current[end - 1:end + 1] == "\r\n":
                end += 1
            new = chance.choice(pieces)
            after = replaced(current, start, end, new)
            version += 1
            client.change(uri, version, edit(place(current, start), place(current, end), new))
            undo.append((start, start + len(new), current[start:end], after))
            current = after
        client.diagnostics(uri, version)
        for start, end, old, after in reversed(undo):
            version += 1
            client.change(uri, version, edit(place(after, start), place(after, end), old))
        client.diagnostics(uri, version)
        assert shown(client.hints(uri)) == first, (seed, shown(client.hints(uri)))


if __name__ == "__main__":
    run(globals())
