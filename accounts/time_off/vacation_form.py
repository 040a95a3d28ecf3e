"""The form by which vacation is set: from one day to another, both included, in the zone of the player."""

from datetime import date, datetime, timedelta
from typing import Any

from django import forms

from accounts.models import User, Vacation
from accounts.profile.zones import begin_day
from accounts.time_off import vacation
from core.refusal import Refusal

DAY = timedelta(days=1)
AT_FIELD = {"past": "from_date", "overlap": "from_date"}
"""The fields at which refusals are shown, by code; all others are shown at the last day."""


def date_field(label: str, help_text: str) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, help_text=help_text, widget=widget)


class BookingForm(forms.Form):
    """Vacation by its first and last day. A refusal is shown at its field, and nothing typed is lost."""

    from_date = date_field("First day", "Choose today to start now.")
    until_date = date_field("Last day", "Your vacation ends at the end of this day, in your time zone.")
    refusal: Refusal | None = None

    def __init__(self, *args: Any, user: User, now: datetime, **kwargs: Any) -> None:
        self.user, self.now = user, now
        self.today = now.astimezone(user.zone).date()
        kwargs["initial"] = {"from_date": self.today, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs |= {"min": self.today.isoformat(), "max": self._furthest.isoformat()}

    @property
    def _furthest(self) -> date:
        return self.today + vacation.FURTHEST - DAY

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, last = data.get("from_date"), data.get("until_date")
        if first and first < self.today:
            self.add_error("from_date", "Vacation can’t start in the past.")
        elif first and last and last < first:
            self.add_error("until_date", "The last day is before the first.")
        elif last and last > self._furthest:
            self.add_error("until_date", "Vacation can be set up to a year ahead.")
        return data

    def book(self) -> Vacation | None:
        """Sets the vacation. Returns None if that is refused; the field then says why."""
        first, last = self.cleaned_data["from_date"], self.cleaned_data["until_date"]
        from_at = max(self.now, begin_day(first, zone=self.user.zone))
        until_at = begin_day(last + DAY, zone=self.user.zone)
        try:
            return vacation.book(self.user, from_at=from_at, until_at=until_at)
        except Refusal as refusal:
            self.add_error(AT_FIELD.get(refusal.code, "until_date"), refusal.sentence)
            self.refusal = refusal
            return None
