"""A refusal: a sentence for the person who is refused, a code, an HTTP status, and when it ends."""

from datetime import datetime
from math import ceil

from django.http import HttpResponse
from django.utils import timezone


class Refusal(Exception):
    """Something a player asked for cannot be done; `sentence` (also `str`) tells that player why."""

    def __init__(self, sentence: str, *, code: str, status: int = 409, again_at: datetime | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
        self.status = status
        self.again_at = again_at
        """When the same would no longer be refused, where that is known."""


def note_refusal(response: HttpResponse, refusal: Refusal | None) -> HttpResponse:
    """Gives the response the status of a refusal, if there was one, and Retry-After where the end is known."""
    if refusal is None:
        return response
    response.status_code = refusal.status
    if refusal.again_at is not None:
        response["Retry-After"] = str(max(1, ceil((refusal.again_at - timezone.now()).total_seconds())))
    return response
