"""Log lines that say which request or task they belong to, and leave out what is private.

Each request and each task gets a line. It names the view and the numbers in the address. It never contains the address
itself, the reader or what they sent. All other log messages pass through `privacy.redact`.
"""

import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from celery.signals import setup_logging, task_postrun, task_prerun
from django.http import HttpRequest, HttpResponse

from mastery_site.health import metrics
from mastery_site.logs.privacy import redact

logger = logging.getLogger("mastery_site.logs")  # so the settings name it, and programs that read the lines

GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
"""The names of requests that are accepted from a reverse proxy."""

work: ContextVar[Mapping[str, str]] = ContextVar("work", default=MappingProxyType({}))
"""The request or task that this thread works for, as a log line shows it."""
_begun: dict[str, float] = {}


class Refusals(logging.Filter):
    """Turns what Django logs about an answer that refuses something into a warning of one line, whichever logger wrote
    it.

    Anybody can cause such an answer, so it is no fault. Its tracebacks would bury those of real faults.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if is_refusal(record):
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return True


def is_refusal(record: logging.LogRecord) -> bool:
    """Whether Django logs an answer below 500."""
    return record.name.startswith("django.") and getattr(record, "status_code", 500) < 500


class Lines(logging.Formatter):
    """Formats log lines for a terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        facts = {**getattr(record, "facts", {}), **work.get()}
        tail = "".join(f" {name}={value}" for name, value in facts.items())
        head, _, rest = redact(super().format(record)).partition("\n")
        return head + tail + (f"\n{rest}" if rest else "")


class JsonLines(logging.Formatter):
    """Formats each log line as a JSON object, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(record.getMessage()),
            **work.get(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["fault"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


class RequestMiddleware:
    """Gives each request a name, logs a line for it and counts it. Only ForwardedMiddleware comes before it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-Id", "")
        name = given if GIVEN_ID.fullmatch(given) else secrets.token_hex(8)
        token, began = work.set({"request": name}), time.perf_counter()
        try:
            response = self.get_response(request)
            note_request(request, response, seconds=time.perf_counter() - began)
        finally:
            work.reset(token)
        response.headers["X-Request-Id"] = name
        return response


def note_request(request: HttpRequest, response: HttpResponse, *, seconds: float) -> None:
    match = request.resolver_match
    view = match.view_name or "unnamed" if match else "none"
    metrics.count_request(view=view, method=request.method or "", status=response.status_code, seconds=seconds)
    numbers = {name: value for name, value in (match.kwargs if match else {}).items() if isinstance(value, int)}
    facts = {"view": view, **numbers, "method": request.method, "status": response.status_code}
    logger.info("request", extra={"facts": {**facts, "ms": round(seconds * 1000)}})


def connect() -> None:
    """Makes Celery name and time its tasks, and leave logging as Django's settings define it."""
    setup_logging.connect(keep_settings)
    task_prerun.connect(on_task_prerun)
    task_postrun.connect(on_task_postrun)


def keep_settings(**_: object) -> None:
    """Does nothing. Celery does not set up logging itself if this signal has a receiver."""


def on_task_prerun(task_id: str, **_: object) -> None:
    work.set({"task": task_id})
    _begun[task_id] = time.perf_counter()


def on_task_postrun(task_id: str, task: Any, state: str | None = None, **_: object) -> None:
    seconds = time.perf_counter() - _begun.pop(task_id, time.perf_counter())
    logger.info("task", extra={"facts": {"name": task.name, "state": state, "ms": round(seconds * 1000)}})
    work.set({})
