"""Removes everything from a request's Content-Type except the kind and the boundary, so that all of it is read as
UTF-8.

Django reads queries and forms by the charset that the request declares, even if that codec always fails. It refuses a
form that declares another charset each time anything looks at the form. Every middleware looks again, so a single
request can write 100 kB into a log.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
BOUNDARY = re.compile(r';\s*boundary=("[^"]*"|[^;\s]*)', re.IGNORECASE)
TOLD = "CONTENT_TYPE"


def read_as_utf8(application: Application) -> Application:
    """Wraps the application so that no request declares a charset to it."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        return application({**environ, TOLD: simplify(environ.get(TOLD, ""))}, start_response)

    return answer


def simplify(told: str) -> str:
    """Reduces `multipart/form-data; boundary=x; charset=y` to its kind and its boundary."""
    boundary = BOUNDARY.search(told)
    return told.partition(";")[0].strip() + (f"; boundary={boundary[1]}" if boundary else "")
