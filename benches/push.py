"""Measures what a push message costs by the guarded client, with its connection kept, beside `requests.Session`.

    python -m benches.push [--messages 500] [--rounds 5]

The service is an HTTPS server in a process of its own on this machine; a message is as long as a real one is sealed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

import requests
from django.conf import settings

from tests.core.https_server import Authority, Server

BODY = os.urandom(600)
HEADERS = {"Content-Encoding": "aes128gcm", "TTL": "86400", "Urgency": "normal", "Topic": "game-1"}


def serve(certificate: Path, ready: Connection) -> None:
    """Until the other side says something."""
    with Server(certificate) as server:
        ready.send(server.port)
        ready.recv()


def send_guarded(url: str, *, messages: int) -> None:
    from core.outgoing import Client

    with Client() as client:
        for _ in range(messages):
            assert client.send("POST", url, data=BODY, headers=HEADERS).status == 200


def send_by_requests(url: str, *, messages: int) -> None:
    with requests.Session() as session:
        for _ in range(messages):
            answer = session.post(
                url, data=BODY, headers=HEADERS, timeout=5, allow_redirects=False, verify=os.environ["SSL_CERT_FILE"]
            )
            assert answer.status_code == 200


def measure(send: Callable[..., None], url: str, *, messages: int, rounds: int) -> tuple[float, float]:
    """Milliseconds of a message: by the clock, and of this process alone."""
    spent = []
    for _ in range(rounds):
        began, worked = time.perf_counter(), time.process_time()
        send(url, messages=messages)
        spent.append((time.perf_counter() - began, time.process_time() - worked))
    clock, worked = (median(each) * 1000 / messages for each in zip(*spent, strict=True))
    return clock, worked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        authority = Authority(Path(folder))
        os.environ["SSL_CERT_FILE"] = str(authority.file)
        here, there = multiprocessing.Pipe()
        service = multiprocessing.Process(target=serve, args=[authority.certify("localhost"), there], daemon=True)
        service.start()
        origin = f"https://localhost:{here.recv()}"
        settings.configure(OUTGOING_HOSTS=[origin])
        for name, send in (("guarded client", send_guarded), ("requests.Session", send_by_requests)):
            clock, worked = measure(send, f"{origin}/1", messages=given.messages, rounds=given.rounds)
            print(f"{name}: {clock:.2f} ms a message, {worked:.2f} ms of the processor")
        here.send("over")
        service.join(timeout=5)


if __name__ == "__main__":
    main()
