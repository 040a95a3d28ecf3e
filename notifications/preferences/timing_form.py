"""The form in which a player chooses when to be told."""

from typing import Any

from django import forms

from accounts.models import User
from notifications import scheduling
from notifications.models import Mode
from notifications.scheduling import stored

MODES = [
    (Mode.EACH, "Each turn: a minute after it becomes mine, and at most one mail in half an hour, naming every game"),
    (Mode.ONCE, "Once, until I visit: one mail, then none of turns before I have opened a page here"),
    (Mode.DAILY, "A digest once a day: every game that waits for me, at my hour"),
    (Mode.TWICE, "A digest twice a day: the same, at two hours"),
    (Mode.URGENT, "Only what is urgent: reminders before a deadline, and what would lapse without me"),
    (Mode.OFF, "Nothing: neither mails nor push messages, not even reminders; the bell on the site still shows all"),
]
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
THRESHOLDS = {
    scheduling.HALF: "When half of it has passed, where it was 3 days or more",
    "72h": "3 days before its end",
    "48h": "2 days before",
    "24h": "24 hours before",
    "12h": "12 hours before",
    "6h": "6 hours before",
    "3h": "3 hours before",
    "1h": "1 hour before",
}


class HourField(forms.TypedChoiceField):
    """An hour of the day; None where it may be left out."""

    def __init__(self, *, label: str, required: bool = True) -> None:
        choices = HOURS if required else [("", "none"), *HOURS]
        super().__init__(label=label, choices=choices, coerce=int, empty_value=None, required=required)


class TimingForm(forms.Form):
    mode = forms.ChoiceField(label="Tell me of turns", choices=MODES, widget=forms.RadioSelect)
    digest_hour = HourField(label="Digest at")
    second_digest_hour = HourField(label="and at")
    quiet_from = HourField(label="Quiet from", required=False)
    quiet_until = HourField(label="until", required=False)
    reminders = forms.MultipleChoiceField(
        label="Remind me of my time for a turn",
        choices=list(THRESHOLDS.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text="Only those shorter than the time given are sent. Without any, nobody warns you.",
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        chosen = stored.preferences_of(user)
        names = ("mode", "digest_hour", "second_digest_hour", "quiet_from", "quiet_until", "reminders")
        initial = {name: getattr(chosen, name) for name in names}
        if initial["reminders"] is None:
            initial["reminders"] = list(scheduling.USUAL)
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self._clean_quiet(data)
            self._clean_digests(data)
            usual = tuple(data["reminders"]) == scheduling.USUAL
            data["reminders"] = None if usual else data["reminders"]
        return data

    def _clean_quiet(self, data: dict[str, Any]) -> None:
        begins, ends = data["quiet_from"], data["quiet_until"]
        if (begins is None) != (ends is None):
            self.add_error("quiet_from" if begins is None else "quiet_until", "When? Or choose “none” for both.")
        elif begins is not None and begins == ends:
            self.add_error("quiet_until", "Quiet hours cannot last all day: please choose another hour.")

    def _clean_digests(self, data: dict[str, Any]) -> None:
        """An hour that the mode has no use for is kept, and of no matter."""
        mode = data["mode"]
        wanted = {Mode.DAILY: ["digest_hour"], Mode.TWICE: ["digest_hour", "second_digest_hour"]}.get(mode, [])
        if mode == Mode.TWICE and data["digest_hour"] == data["second_digest_hour"]:
            self.add_error("second_digest_hour", "The second digest needs an hour of its own.")
            wanted = ["digest_hour"]
        for name in wanted:
            quiet = is_quiet(data[name], begins=data.get("quiet_from"), ends=data.get("quiet_until"))
            if quiet and name not in self.errors:
                self.add_error(name, "That lies in your quiet hours. Please choose another hour, here or there.")


def is_quiet(hour: int, *, begins: int | None, ends: int | None) -> bool:
    if begins is None or ends is None:
        return False
    return begins <= hour < ends if begins <= ends else hour >= begins or hour < ends
