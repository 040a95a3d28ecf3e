"""A refusal: what the person who is refused is told, as code and arguments, an HTTP status, and when it ends."""

from datetime import datetime
from math import ceil

from django.http import HttpResponse
from django.utils import timezone

from core.unreported import leave_unreported
from core.words import form
from engine.words import Said


class Refusal(Exception):
    """Something a player asked for cannot be done; `sentence` (also `str`) tells that player why, when it is shown."""

    def __init__(self, said: Said, *, status: int = 409, again_at: datetime | None = None) -> None:
        super().__init__(said)
        self.said = said
        self.status = status
        self.again_at = again_at
        """When the same would no longer be refused, where that is known."""

    @property
    def code(self) -> str:
        return self.said.code

    @property
    def sentence(self) -> str:
        return form(self.said)

    def __str__(self) -> str:
        return self.sentence


def note_refusal(response: HttpResponse, refusal: Refusal | None) -> HttpResponse:
    """Gives the response the status of a refusal, if there was one, and Retry-After where the end is known."""
    if refusal is None:
        return response
    response.status_code = refusal.status
    if refusal.status >= 500:  # the site is busy
        leave_unreported(response)
    if refusal.again_at is not None:
        response["Retry-After"] = str(max(1, ceil((refusal.again_at - timezone.now()).total_seconds())))
    return response
