"""What the actions share that go back to a day."""

from __future__ import annotations

from datetime import datetime, time

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.refusal import Refusal
from moderation.actions.contract import Order
from moderation.words import refusals


def ask_since() -> forms.DateField:
    """Returns the field for the day."""
    return forms.DateField(
        label=_("Since"),
        initial=timezone.localdate,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text=_("From midnight on, in your time zone."),
    )


def read_since(order: Order) -> datetime:
    """Reads when that day begins from what was filled in. Raises Refusal: not_begun."""
    since = timezone.make_aware(datetime.combine(order.answers["since"], time.min))
    if since > order.now:
        raise Refusal(refusals.NOT_BEGUN(), status=422)
    return since
