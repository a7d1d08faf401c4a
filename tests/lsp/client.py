"""A client of the Language Server Protocol for the tests: the standard library only."""

import itertools
import json
import os
import queue
import subprocess
import threading
import time
from pathlib import Path

TIMEOUT = float(os.environ.get("LSP_TEST_TIMEOUT", "30"))

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    },
}


class Client:
    """A server process; messages that nobody waits for are kept by method."""

    def __init__(self, program, cwd=None, environment=None):
        self.process = subprocess.Popen(
            [program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd, bufsize=0,
            env=environment)
        self.ids = itertools.count(1)
        self.incoming = queue.Queue()
        self.kept = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = self.process.stdout
        buffered = os.fdopen(os.dup(stream.fileno()), "rb", 1 << 20)
        with buffered:
            while True:
                length = None
                while True:
                    line = buffered.readline()
                    if not line:
                        self.incoming.put(None)
                        return
                    if line == b"\r\n":
                        break
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                self.incoming.put(json.loads(buffered.read(length)))

    # ---- raw

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def wait(self, wanted, timeout=TIMEOUT):
        """The first message that is wanted; others are kept."""
        for i, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(i)
        end = time.monotonic() + timeout
        while True:
            message = self.incoming.get(timeout=max(0.001, end - time.monotonic()))
            if message is None:
                raise EOFError("the server closed its output")
            if wanted(message):
                return message
            self.kept.append(message)

    # ---- messages

    def request(self, method, params=None, answer=True):
        number = next(self.ids)
        message = {"id": number, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return self.answer(number) if answer else number

    def answer(self, number, timeout=TIMEOUT):
        return self.wait(lambda m: m.get("id") == number and "method" not in m, timeout)

    def notify(self, method, params=None):
        self.send({"method": method, "params": params or {}})

    def notification(self, method, timeout=TIMEOUT, where=lambda params: True):
        return self.wait(lambda m: m.get("method") == method and where(m.get("params")), timeout)

    # ---- a session

    def start(self, root=None, capabilities=None, options=None):
        answer = self.request("initialize", {
            "processId": os.getpid(), "rootUri": Path(root).as_uri() if root else None,
            "capabilities": CAPABILITIES if capabilities is None else capabilities,
            "initializationOptions": options})
        self.notify("initialized")
        return answer

    def stop(self):
        """The exit status after an orderly end."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(TIMEOUT)

    def open(self, uri, text, version=1):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "c", "version": version, "text": text}})

    def change(self, uri, version, *changes):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)})

    def diagnostics(self, uri, version=None):
        return self.notification(
            "textDocument/publishDiagnostics",
            where=lambda p: p["uri"] == uri and (version is None or p.get("version") == version)
        )["params"]["diagnostics"]

    def about(self, method, uri, **more):
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})["result"]

    def hints(self, uri):
        everything = {"start": {"line": 0, "character": 0},
                      "end": {"line": 1000000, "character": 0}}
        return self.about("inlayHint", uri, range=everything)


def edit(start, end, text):
    """A change of contentChanges; places are (line, character)."""
    return {"range": {"start": {"line": start[0], "character": start[1]},
                      "end": {"line": end[0], "character": end[1]}}, "text": text}


def label(hint):
    return "".join(part["value"] for part in hint["label"])


def shown(hints):
    """Hints as lines of text, for comparisons."""
    return [f'{h["position"]["line"]}:{h["position"]["character"]} {label(h)}' for h in hints]
