"""Checks whether the site can reach other servers by HTTP, in the way it usually does. Any answer will do."""

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from core import outgoing
from mastery_site.doctor.contract import Line

MOST = 8
"""The most servers that are asked: each may take five seconds."""


def ask_each(origins: Iterable[str], *, hosts: Sequence[str] | None = None) -> Iterator[Line]:
    """Yields a line for each server."""
    yield from (ask(origin, hosts=hosts) for origin in list(origins)[:MOST])


def ask(origin: str, *, hosts: Sequence[str] | None = None) -> Line:
    about = urlsplit(origin).netloc
    try:
        answer = outgoing.send("GET", f"{origin}/", hosts=hosts)
    except outgoing.Unreached as error:
        return Line(False, f"Not reached: {error.said}.", about=about)
    except outgoing.HostNotPublic as error:
        return Line(False, f"Not reached: {error.said}.", about=about)
    except outgoing.NotAllowed as error:
        return Line(False, str(error), about=about)
    return Line(True, f"It answers ({answer.status}).", about=about)
