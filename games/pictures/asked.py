"""Pictures that anybody may ask for by an address: drawn one after another, counted by network, and kept for a while.

A large one takes a tenth of a second of the processor, and there are more sizes than anybody could draw beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from threading import BoundedSemaphore

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend
from core.bounded_cache import Store
from core.places import take
from core.refusal import Refusal, note_refusal
from games.words import pictures as words

WAITS = 3.0
"""Seconds to wait for the pictures of others."""
KEPT = 12 << 20
"""Bytes of pictures that a process keeps, of some 30 kB each."""

pictures: Store[bytes] = Store(most=KEPT)
_drawing = BoundedSemaphore(1)


def answer(
    request: HttpRequest, key: Hashable, draw: Callable[[], bytes], *, headers: Mapping[str, str]
) -> HttpResponse:
    """The PNG of this key, or why there is none now: 429 or 503, which nobody keeps."""
    try:
        content = pictures.find(key, lambda: _draw(request, key, draw))
    except Refusal as refusal:
        return refuse(refusal)
    return HttpResponse(content, content_type="image/png", headers=headers)


def _draw(request: HttpRequest, key: Hashable, draw: Callable[[], bytes]) -> bytes:
    """Several may ask for the same one at once; one of them draws it. Raises Refusal: too_often (429), busy (503)."""
    with transaction.atomic():
        spend("picture", now=timezone.now(), origin=hash_networks(request))
    with take(_drawing, timeout=WAITS, refused=words.BUSY()):
        return pictures.find(key, draw)


def refuse(refusal: Refusal) -> HttpResponse:
    """A sentence in place of a picture."""
    headers = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "no-store"}
    text = HttpResponse(f"{refusal}\n", content_type="text/plain; charset=utf-8", headers=headers)
    return note_refusal(text, refusal)
