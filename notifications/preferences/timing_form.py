"""The form in which a player chooses when to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.form_errors import invalid
from core.versions import Versioned
from core.words import form_later
from notifications import reply_tokens, timing
from notifications.models import Mode, Preferences
from notifications.words import pages as words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MODES = [
    (
        Mode.EACH,
        _("Each turn: a minute after it becomes my turn, at most one email every half hour, listing every game"),
    ),
    (Mode.ONCE, _("Once, until I visit: one email, then no more about turns until I’ve opened a page here")),
    (Mode.DAILY, _("A digest once a day: every game waiting for me, at the time I choose")),
    (Mode.TWICE, _("A digest twice a day: the same, at two times")),
    (Mode.URGENT, _("Only urgent notifications: reminders before a deadline, and anything about to expire")),
    (
        Mode.OFF,
        _("Nothing: no emails or push messages, not even reminders; the inbox on the site still shows everything"),
    ),
]
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
THRESHOLDS = {
    timing.HALF: _("When half of it has passed, if it was 3 days or more"),
    "72h": _("3 days before the deadline"),
    "48h": _("2 days before"),
    "24h": _("24 hours before"),
    "12h": _("12 hours before"),
    "6h": _("6 hours before"),
    "3h": _("3 hours before"),
    "1h": _("1 hour before"),
}
FIELDS = ("mode", "digest_hour", "second_digest_hour", "quiet_from", "quiet_until", "reminders", "by_reply")
"""The fields of Preferences that the form asks for; the last one only if the site takes replies."""


class HourField(forms.TypedChoiceField):
    """An hour of the day; None if it may be left empty and is."""

    def __init__(self, *, label: StrOrPromise, required: bool = True) -> None:
        choices = HOURS if required else [("", _("none")), *HOURS]
        super().__init__(label=label, choices=choices, coerce=int, empty_value=None, required=required)


class TimingForm(Versioned, forms.Form):
    mode = forms.ChoiceField(label=_("Tell me about turns"), choices=MODES, widget=forms.RadioSelect)
    digest_hour = HourField(label=_("Digest at"))
    second_digest_hour = HourField(label=_("and at"))
    quiet_from = HourField(label=_("Quiet from"), required=False)
    quiet_until = HourField(label=_("until"), required=False)
    reminders = forms.MultipleChoiceField(
        label=_("Remind me of my deadlines"),
        choices=list(THRESHOLDS.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_(
            "Only those shorter than your time for the turn are sent. Whatever you choose here, we tell you of each "
            "turn 12 hours before its deadline or earlier, or soon after it starts, unless you chose “Nothing” above."
        ),
    )

    by_reply = forms.BooleanField(
        label=_("Let me play by replying to emails"),
        required=False,
        help_text=form_later(words.BY_REPLY(kept=reply_tokens.KEPT)),
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data, saved=read_timing(Preferences.of(user)))
        if not reply_tokens.is_on():
            del self.fields["by_reply"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self._clean_quiet(data)
            self._clean_digests(data)
        return data

    @property
    def chosen(self) -> dict[str, Any]:
        """Returns the fields of Preferences in the form that is stored."""
        chosen = {name: self.cleaned_data[name] for name in list_fields()}
        usual = tuple(chosen["reminders"]) == timing.USUAL
        return {**chosen, "reminders": None if usual else chosen["reminders"]}

    def _clean_quiet(self, data: dict[str, Any]) -> None:
        begins, ends = data["quiet_from"], data["quiet_until"]
        if (begins is None) != (ends is None):
            self.add_error("quiet_from" if begins is None else "quiet_until", invalid(words.BOTH_TIMES()))
        elif begins is not None and begins == ends:
            self.add_error("quiet_until", invalid(words.QUIET_ALL_DAY()))

    def _clean_digests(self, data: dict[str, Any]) -> None:
        """Checks the hours of digests. An hour that the mode does not use is kept without effect."""
        mode = data["mode"]
        wanted = {Mode.DAILY: ["digest_hour"], Mode.TWICE: ["digest_hour", "second_digest_hour"]}.get(mode, [])
        if mode == Mode.TWICE and data["digest_hour"] == data["second_digest_hour"]:
            self.add_error("second_digest_hour", invalid(words.SAME_HOUR()))
            wanted = ["digest_hour"]
        for name in wanted:
            quiet = is_quiet(data[name], begins=data.get("quiet_from"), ends=data.get("quiet_until"))
            if quiet and name not in self.errors:
                self.add_error(name, invalid(words.IN_QUIET_HOURS()))


def list_fields() -> tuple[str, ...]:
    return FIELDS if reply_tokens.is_on() else FIELDS[:-1]


def read_timing(stored: Preferences) -> dict[str, Any]:
    """Returns what TimingForm shows of a user's preferences."""
    reminders = list(timing.USUAL) if stored.reminders is None else stored.reminders
    return {**{name: getattr(stored, name) for name in list_fields()}, "reminders": reminders}


def is_quiet(hour: int, *, begins: int | None, ends: int | None) -> bool:
    if begins is None or ends is None:
        return False
    return begins <= hour < ends if begins <= ends else hour >= begins or hour < ends
