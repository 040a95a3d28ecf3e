"""Answers of 500 and above that are no fault of the site."""

from typing import TypeVar

from django.http import HttpResponse

Response = TypeVar("Response", bound=HttpResponse)


def leave_unreported(response: Response) -> Response:
    """Keeps Django from reporting the answer as a fault, by the mark that its own log looks for: the site only says
    that it is busy or not well, or what went wrong was reported already."""
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response
