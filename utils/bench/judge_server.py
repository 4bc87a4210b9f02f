"""A judge's server on loopback, in a process of its own, that takes next to no processor time: it stands for one that
is far away, and must not take from the client what the benchmark measures.

    with judge_server.started(0.2) as server: ...  # server.url; afterwards server.calls and server.most
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

MODEL = "bench-judge"

TAIL = 16_384
"""Bytes at the end of a request in which its requirements stand, behind the frames."""

_LENGTH = re.compile(rb"^content-length: *(\d+)", re.IGNORECASE | re.MULTILINE)
_LABEL = re.compile(rb"\[(c\d+)\] ")


@dataclass
class Served:
    """Where a server is, and, once it has ended, how many calls it answered and how many were open at once."""

    url: str
    calls: int = 0
    most: int = 0


@contextmanager
def started(seconds: float) -> Iterator[Served]:
    """A server that finds every requirement met, `seconds` after it was asked, for any number of calls at a time."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_run, args=(there, seconds), daemon=True)
    process.start()
    served = Served(f"http://127.0.0.1:{here.recv()}/v1")
    try:
        yield served
    finally:
        here.send("end")
        served.calls, served.most = here.recv()
        process.join()


def _run(parent: Connection, seconds: float) -> None:
    asyncio.run(_serve(parent, seconds))


async def _serve(parent: Connection, seconds: float) -> None:
    calls = most = open_ = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal calls, most, open_
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                body = await reader.readexactly(int(_LENGTH.search(head)[1]))
                calls, open_ = calls + 1, open_ + 1
                most = max(most, open_)
                await asyncio.sleep(seconds)
                open_ -= 1
                writer.write(_reply(body))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, limit=1 << 22, backlog=1024)
    parent.send(server.sockets[0].getsockname()[1])
    await asyncio.get_running_loop().run_in_executor(None, parent.recv)
    parent.send((calls, most))


def _reply(body: bytes) -> bytes:
    """A chat completion in which all that a request asks for is met."""
    labels = sorted({label.decode() for label in _LABEL.findall(body[-TAIL:])})
    text = json.dumps({label: {"reason": "seen", "met": True} for label in labels}) if labels else "ready"
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    completion = {"id": "c", "object": "chat.completion", "created": 0, "model": MODEL, "choices": [choice]}
    content = json.dumps(completion).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content
