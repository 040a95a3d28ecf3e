"""Places for dear work: few do it at once, so that the processor is left for pages; whoever waits too long is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from core.refusal import Refusal
from engine.words import Said


@contextmanager
def take(places: Semaphore, *, timeout: float, refused: Said) -> Iterator[None]:
    """Holds one of the places. Raises Refusal (503), which says `refused`, where none is free within so many
    seconds."""
    if not places.acquire(timeout=timeout):
        raise Refusal(refused, status=503)
    try:
        yield
    finally:
        places.release()
