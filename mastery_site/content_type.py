"""Leaves of what a request says of its body the kind alone, and what parts it: everything is read as UTF-8.

Django reads queries and forms by the charset that is declared, be it a codec that only fails, and refuses a form that
declares another at each look at it: every middleware looks once more, and one line fills 100 kB of a log.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
BOUNDARY = re.compile(r';\s*boundary=("[^"]*"|[^;\s]*)', re.IGNORECASE)
TOLD = "CONTENT_TYPE"


def read_as_utf8(application: Application) -> Application:
    """The application, to which no request declares a charset."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        return application({**environ, TOLD: simplify(environ.get(TOLD, ""))}, start_response)

    return answer


def simplify(told: str) -> str:
    """`multipart/form-data; boundary=x; charset=y` without its charset, and whatever else there is but the boundary."""
    boundary = BOUNDARY.search(told)
    return told.partition(";")[0].strip() + (f"; boundary={boundary[1]}" if boundary else "")
