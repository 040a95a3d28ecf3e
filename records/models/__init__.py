"""What records store."""

from records.models.animation import Animation

__all__ = ["Animation"]
