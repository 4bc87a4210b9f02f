"""An OpenAI-compatible server on loopback, over real HTTP, that can be told to go wrong."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "test-judge"
KEY = "sk-a-key-that-must-stay-secret"

Fault = Callable[["Handler", dict[str, Any]], None]


class Server:
    """Answers chat completions with `reply(request)`, or with the next fault of the script where it holds one.

    `requests` are the bodies received, in order, and `most` the largest number that were open at once.
    """

    def __init__(self, reply: Callable[[dict[str, Any]], str] | None = None, script: Iterable[Fault | None] = ()):
        self.reply = reply or all_met
        self.script = list(script)
        self.requests: list[dict[str, Any]] = []
        self.keys: set[str] = set()
        self.open = self.most = 0
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.owner = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet: two would wait for each other's acknowledgement

    def do_GET(self) -> None:
        self.send(
            200, {"object": "list", "data": [{"id": MODEL, "object": "model"}, {"id": "other", "object": "model"}]}
        )

    def do_POST(self) -> None:
        owner: Server = self.server.owner
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with owner.lock:
            owner.requests.append(body)
            owner.keys.add(self.headers.get("Authorization", ""))
            fault = owner.script.pop(0) if owner.script else None
            owner.open += 1
            owner.most = max(owner.most, owner.open)
        try:
            if fault is not None:
                fault(self, body)
            else:
                self.say(owner.reply(body))
        finally:
            with owner.lock:
                owner.open -= 1

    def say(self, text: str | None, **choice: Any) -> None:
        """A completion with this text."""
        message = {"role": "assistant", "content": text, **choice.pop("message", {})}
        choices = [{"index": 0, "message": message, "finish_reason": "stop", **choice}]
        self.send(200, {"id": "c", "object": "chat.completion", "created": 0, "model": MODEL, "choices": choices})

    def send(self, status: int, value: Any, **headers: str) -> None:
        content = value if isinstance(value, bytes) else json.dumps(value).encode()
        kind = "text/html" if isinstance(value, bytes) else "application/json"
        self.send_response(status)
        for name, text in {"Content-Type": kind, "Content-Length": str(len(content)), **headers}.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


def text_of(body: dict[str, Any]) -> str:
    """The text of the user's message of a request."""
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else content[-1]["text"]


def pictures_of(body: dict[str, Any]) -> list[str]:
    """The data URLs of a request."""
    content = body["messages"][-1]["content"]
    parts = [] if isinstance(content, str) else content
    return [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]


def asked(body: dict[str, Any]) -> dict[str, list[str]]:
    """By label, the names of the sub-questions of each item that a request asks for."""
    block = re.search(r"<requirements>(.*?)</requirements>", text_of(body), re.DOTALL)[1]
    parts = re.split(r"^\[(c\d+)\] ", block, flags=re.MULTILINE)[1:]
    return {
        label: re.findall(r"^(q\d+):", text, re.MULTILINE) for label, text in zip(parts[::2], parts[1::2], strict=True)
    }


def decided(body: dict[str, Any], met: bool) -> dict[str, Any]:
    """A reply to a judging request, the same for every item."""
    return {
        label: {"reason": "seen", **({"answers": dict.fromkeys(names, met)} if names else {"met": met})}
        for label, names in asked(body).items()
    }


def all_met(body: dict[str, Any]) -> str:
    """Every requirement is met."""
    return json.dumps(decided(body, True)) if "<requirements>" in text_of(body) else "ready"


def status(code: int, message: str = "no", **headers: str) -> Fault:
    """An error of the server's, in the form of the official one."""
    return lambda handler, body: handler.send(code, {"error": {"message": message, "type": "e"}}, **headers)


def saying(text: str | None, **choice: Any) -> Fault:
    """A completion with a text of its own."""
    return lambda handler, body: handler.say(text, **choice)


def hang(handler: Handler, body: dict[str, Any]) -> None:
    """No answer until the server closes."""
    handler.server.owner.closing.wait()
    handler.close_connection = True


def cut(handler: Handler, body: dict[str, Any]) -> None:
    """The connection breaks in the middle of the answer."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"id": "c", "choi')
    handler.wfile.flush()
    handler.close_connection = True
    handler.connection.close()


def page(handler: Handler, body: dict[str, Any]) -> None:
    """A web page, as a wrong address gives."""
    handler.send(200, b"<html>Welcome</html>")
