"""Sentences for the next page that a person sees; they wait as code and arguments, and are formed when shown."""

from django.contrib import messages
from django.http import HttpRequest

from engine.words import Said


def success(request: HttpRequest, said: Said) -> None:
    """Tells what was done."""
    add(request, messages.SUCCESS, said)


def warning(request: HttpRequest, said: Said) -> None:
    """Tells what to mind."""
    add(request, messages.WARNING, said)


def error(request: HttpRequest, said: Said) -> None:
    """Tells what could not be done."""
    add(request, messages.ERROR, said)


def add(request: HttpRequest, level: int, said: Said) -> None:
    """Tells something at a level of Django's messages, where there is a page to tell it on."""
    messages.add_message(request, level, said, fail_silently=True)  # type: ignore[arg-type]  # the storage keeps it
