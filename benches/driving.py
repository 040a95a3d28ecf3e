"""Drives a web server over some connections that stay open, each sending its next request when the last is answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from statistics import median, quantiles
from urllib.parse import urlencode

CSRF = "c" * 32


@dataclass(frozen=True, slots=True)
class Request:
    """A GET, or a POST where there is something to post; `session` is a cookie."""

    path: str
    session: str = ""
    data: dict[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Rate:
    """Requests answered per second, and the time in seconds within which 95 of 100 were."""

    per_second: float
    p95: float


def send(connection: HTTPConnection, request: Request, *, expect: int) -> None:
    """Raises RuntimeError for another status: a refusal is no work done."""
    headers = {"Cookie": f"csrftoken={CSRF}; sessionid={request.session}", "Host": f"localhost:{connection.port}"}
    body = None
    if request.data is not None:
        body = urlencode({"csrfmiddlewaretoken": CSRF, **request.data})
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request("GET" if body is None else "POST", request.path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != expect:
        raise RuntimeError(f"{request.path} answered {answer.status}, not {expect}: {text[:300]!r}")


def drive(port: int, sources: list[Iterator[Request]], *, seconds: float, expect: int = 200, warm: int = 3) -> Rate:
    """A connection for each source of requests, until the time is over or a source has no more."""

    def run(source: Iterator[Request]) -> list[float]:
        connection, took = HTTPConnection("127.0.0.1", port, timeout=60), []
        until = time.perf_counter() + seconds
        for request in source:
            began = time.perf_counter()
            if began >= until:
                break
            send(connection, request, expect=expect)
            took.append(time.perf_counter() - began)
        connection.close()
        return took[warm:]

    began = time.perf_counter()
    with ThreadPoolExecutor(len(sources)) as pool:
        took = [one for many in pool.map(run, sources) for one in many]
    passed = time.perf_counter() - began
    return Rate((len(took) + warm * len(sources)) / passed, quantiles(took, n=20)[-1])


def take_turns(measures: dict[str, Callable[[], Rate]], *, rounds: int) -> dict[str, list[Rate]]:
    """Each measure once a round, so that a busy machine slows all of them."""
    found: dict[str, list[Rate]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return found


def middle(rates: list[Rate]) -> Rate:
    """The median of each figure."""
    return Rate(median(rate.per_second for rate in rates), median(rate.p95 for rate in rates))


def compare(rates: list[Rate], reference: list[Rate]) -> float:
    """The median of the rounds' own ratios."""
    return median(rate.per_second / other.per_second for rate, other in zip(rates, reference, strict=True))
