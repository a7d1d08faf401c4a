"""The protocol itself: the order of its messages, its errors, and input that breaks it."""

import json

from client import edit, shown
from harness import run, write
from models import MLP, MLP_HINTS

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED, CANCELLED = -32002, -32800


def code(answer):
    return answer["error"]["code"]


def still_works(client, folder):
    uri, text = write(folder, "still.c", MLP)
    client.open(uri, text)
    assert shown(client.hints(uri)) == MLP_HINTS
    assert client.stop() == 0


def test_exit_codes(client, folder):
    client.start(folder)
    client.notify("exit")
    assert client.process.wait(10) == 1


def test_orderly_end(client, folder):
    client.start(folder)
    assert client.request("shutdown")["result"] is None
    assert code(client.request("textDocument/hover", {})) == INVALID_REQUEST
    client.notify("exit")
    assert client.process.wait(10) == 0


def test_closed_input_ends_it(client, folder):
    client.start(folder)
    client.process.stdin.close()
    assert client.process.wait(10) == 1


def test_before_initialize(client, folder):
    assert code(client.request("textDocument/hover", {})) == NOT_INITIALIZED
    assert code(client.request("shutdown")) == NOT_INITIALIZED
    client.open("file:///x.c", MLP)  # dropped
    client.start(folder)
    assert code(client.request("initialize", {"capabilities": {}})) == INVALID_REQUEST
    still_works(client, folder)


def test_exit_before_initialize(client, folder):
    client.notify("exit")
    assert client.process.wait(10) == 1


def test_initialize_without_capabilities(client, folder):
    assert code(client.request("initialize", {})) == INVALID_PARAMS
    assert code(client.request("initialize", [1])) == INVALID_PARAMS
    client.start(folder)
    still_works(client, folder)


def test_unknown_methods(client, folder):
    client.start(folder)
    assert code(client.request("textDocument/nothing", {})) == METHOD_NOT_FOUND
    assert code(client.request("$/nothing", {})) == METHOD_NOT_FOUND
    client.notify("$/nothing")
    client.notify("textDocument/nothing")
    assert code(client.request("textDocument/didOpen", {})) == METHOD_NOT_FOUND
    still_works(client, folder)


def test_wrong_params(client, folder):
    client.start(folder)
    assert code(client.request("textDocument/hover", [1])) == INVALID_PARAMS
    assert code(client.request("textDocument/hover", {})) == INVALID_PARAMS
    assert code(client.request("textDocument/hover", {"textDocument": {"uri": 5}})) == INVALID_PARAMS
    assert code(client.request("textDocument/hover",
                               {"textDocument": {"uri": "file:///nowhere.c"}})) == INVALID_PARAMS
    assert code(client.request("workspace/executeCommand", {"command": "rm"})) == INVALID_PARAMS
    client.notify("textDocument/didOpen", {"textDocument": {"uri": 1}})
    client.notify("textDocument/didChange", {"textDocument": None, "contentChanges": 5})
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    assert client.about("hover", uri, position={"line": -1, "character": "x"}) is None
    assert client.about("hover", uri, position={"line": 10**9, "character": 10**9}) is None
    client.change(uri, 2, {"range": {"start": 1}, "text": "x"}, {"text": 5}, 7)
    still_works(client, folder)


def test_broken_json(client, folder):
    client.start(folder)
    for body in (b"{", b"", b"nonsense", b"\xff\xfe", b'{"jsonrpc": "2.0", "id": 1,', b"[" * 100000):
        client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        answer = client.wait(lambda m: "error" in m)
        assert answer["id"] is None and code(answer) == PARSE_ERROR, (body[:20], answer)
    still_works(client, folder)


def test_no_request(client, folder):
    client.start(folder)
    for message in (5, [], "x", None, True, {}, {"id": 1}, {"method": 7}, {"id": [1], "method": "shutdown"}):
        body = json.dumps(message).encode()
        client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        answer = client.wait(lambda m: "error" in m)
        assert code(answer) == INVALID_REQUEST, (message, answer)
    still_works(client, folder)


def test_answers_nobody_asked_for(client, folder):
    client.start(folder)
    client.send({"id": 99, "result": None})
    client.send({"id": "x", "result": {"title": "N = 8"}})
    client.send({"id": None, "error": {"code": 1, "message": ""}})
    still_works(client, folder)


def test_length_too_short(client, folder):
    client.start(folder)
    body = b'{"jsonrpc":"2.0","id":7,"method":"shutdown"}'
    client.send_bytes(b"Content-Length: %d\r\n\r\n" % (len(body) - 10) + body)
    assert code(client.wait(lambda m: "error" in m)) == PARSE_ERROR
    still_works(client, folder)


def test_length_too_long(client, folder):
    client.start(folder)
    body = b'{"jsonrpc":"2.0","id":7,"method":"shutdown"}'
    for length in (len(body) + 20, 1 << 20, 100 << 20, 10**15):
        client.send_bytes(b"Content-Length: %d\r\n\r\n" % length + body)
        client.send({"id": "next", "method": "$/unknown"})
        errors = [client.wait(lambda m: "error" in m) for _ in range(2)]
        assert {code(e) for e in errors} <= {PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND}
        assert errors[1]["id"] == "next", errors
    still_works(client, folder)


def test_no_header(client, folder):
    client.start(folder)
    for junk in (b"GET / HTTP/1.1\r\n\r\n", b"\r\n\r\n", b"Content-Length: x\r\n\r\n", b"\x00" * 5000,
                 b"Content-Length: -5\r\n\r\n", b"Content-Type: x\r\n\r\n", b"{}\n"):
        client.send_bytes(junk)
        answer = client.wait(lambda m: "error" in m)
        assert answer["id"] is None and code(answer) == PARSE_ERROR, (junk[:20], answer)
        assert code(client.request("$/unknown")) == METHOD_NOT_FOUND
    still_works(client, folder)


def test_other_headers(client, folder):
    body = json.dumps({"jsonrpc": "2.0", "id": "h", "method": "initialize",
                       "params": {"capabilities": {}}}).encode()
    client.send_bytes(b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"
                      b"content-length: %d\r\n\r\n" % len(body) + body)
    assert "capabilities" in client.answer("h")["result"]
    still_works(client, folder)


def test_byte_by_byte(client, folder):
    client.start(folder)
    body = b'{"jsonrpc":"2.0","id":"slow","method":"$/unknown"}'
    for byte in b"Content-Length: %d\r\n\r\n" % len(body) + body:
        client.send_bytes(bytes([byte]))
    assert code(client.answer("slow")) == METHOD_NOT_FOUND
    still_works(client, folder)


def test_100_megabytes(client, folder):
    client.start(folder)
    text = "a" * (100 << 20)
    client.notify("textDocument/didOpen", {"textDocument": {
        "uri": "file:///large.c", "languageId": "c", "version": 1, "text": text}})
    assert code(client.wait(lambda m: "error" in m)) == INVALID_REQUEST
    still_works(client, folder)


def test_cancel(client, folder):
    client.start(folder, options={"debounce": 3000})
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    client.change(uri, 2, edit((0, 0), (0, 0), "\n"))
    number = client.request("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": {
        "start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}}, answer=False)
    client.notify("$/cancelRequest", {"id": number})
    client.notify("$/cancelRequest", {"id": 12345})
    assert code(client.answer(number)) == CANCELLED


def test_shutdown_answers_what_waits(client, folder):
    client.start(folder, options={"debounce": 3000})
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    client.change(uri, 2, edit((0, 0), (0, 0), "\n"))
    number = client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {
        "line": 1, "character": 1}}, answer=False)
    assert client.stop() == 0
    assert code(client.answer(number)) == CANCELLED


def test_closed_document(client, folder):
    client.start(folder, options={"debounce": 3000})
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    client.diagnostics(uri, 1)
    client.change(uri, 2, edit((0, 0), (0, 0), "\n"))
    number = client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {
        "line": 1, "character": 1}}, answer=False)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert code(client.answer(number)) == CANCELLED
    assert client.diagnostics(uri) == []
    assert code(client.request("textDocument/hover", {"textDocument": {"uri": uri}})) == INVALID_PARAMS


def test_many_edits_at_once(client, folder):
    client.start(folder)
    uri, text = write(folder, "a.c", MLP)
    client.open(uri, text)
    for version in range(2, 102):
        client.change(uri, version, edit((0, 0), (0, 0), "\n"))
    client.diagnostics(uri, 101)
    moved = [f"{int(h.split(':', 1)[0]) + 100}:{h.split(':', 1)[1]}" for h in MLP_HINTS]
    assert shown(client.hints(uri)) == moved


if __name__ == "__main__":
    run(globals())
