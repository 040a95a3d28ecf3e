"""Adds, changes and deletes the messages that are offered with actions, and logs who did it. No other module writes
MessageTemplate."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from core.refusal import Refusal
from core.words import Sentence
from moderation import log
from moderation.models import MessageTemplate
from moderation.models.log import TEMPLATE_CHANGED
from moderation.words import log as words
from moderation.words import refusals

Check = Callable[[dict[str, Any]], None]


def save(
    template: MessageTemplate, *, staff: User, check: Check = lambda stored: None, now: datetime | None = None
) -> None:
    """Stores a new template, or changes one if `check` accepts the stored one, which is locked. It logs nothing if
    nothing changed. Raises Refusal: deleted; what `check` raises."""
    with transaction.atomic():
        before = describe(lock(template.pk)) if template.pk else {}
        if describe(template) == before:
            return
        if before:
            check(before)
        template.save()
        _log(
            words.TEMPLATE_CHANGED if before else words.TEMPLATE_ADDED,
            template,
            before=before,
            after=describe(template),
            by=staff,
            now=now,
        )


def delete(pk: int, *, staff: User, now: datetime | None = None) -> None:
    """Deletes the template. Raises Refusal: deleted."""
    with transaction.atomic():
        template = lock(pk)
        before = describe(template)
        template.delete()
        _log(words.TEMPLATE_DELETED, template, before=before, by=staff, now=now)


def lock(pk: int) -> MessageTemplate:
    """Returns the template as it is stored, locked. Raises Refusal: deleted."""
    found = MessageTemplate.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if found is None:
        raise Refusal(refusals.MESSAGE_DELETED())
    return found


def describe(template: MessageTemplate) -> dict[str, Any]:
    """Returns the template as the log stores it in JSON."""
    told = ("action", "reason", "title", "text")
    return {"id": template.pk, **{name: getattr(template, name) for name in told}}


def _log(done: Sentence, template: MessageTemplate, **row: Any) -> None:
    log.write(TEMPLATE_CHANGED, what=done(title=template.title), told=template.text, **row)
