"""The form of the settings page, and the field by which a browser tells its time zone."""

from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy

from accounts import events
from accounts.conduct.restrictions import lock
from accounts.conduct.writing import refuse_text
from accounts.models import User
from accounts.profile.weekends import NONE, offer_weekends
from accounts.profile.zones import offer_zones, validate_time_zone
from accounts.words import done
from core.form_choices import set_choices
from core.versions import Versioned
from core.words import TIME, tell_moment

FOLLOW = "browser"  # in place of a time zone: whatever the browser tells
NO_ZONE = gettext_lazy("“%(value)s” isn’t a time zone we know. Please choose one from the list.")


class SettingsForm(Versioned, forms.Form):
    """What others read about a person, in which zone this person reads times, and which days are kept free."""

    about = forms.CharField(
        max_length=2000,
        required=False,
        label="About you",
        help_text="Anyone can read this on your profile. Up to 2,000 characters.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    time_zone = forms.ChoiceField(label="Time zone")
    weekend = forms.ChoiceField(
        label="My weekend",
        choices=offer_weekends,
        help_text="In games with weekends off, your clock is stopped on these days, from midnight to midnight where "
        "you are. If you change them, that applies to games that start from now on.",
    )
    named_in_files = forms.BooleanField(
        required=False,
        label="Put my name into the files of games",
        help_text="Anyone may download all finished public games, month by month. Without the tick it says “Anonymous” "
        "there, from tomorrow on in the files of earlier months, too. The pages of your games keep your name.",
    )

    def __init__(self, *args: Any, user: User, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, saved=read_settings(user), **kwargs)
        self.user, self.now = user, now
        if not settings.RECORDS_LICENCE:
            del self.fields["named_in_files"]
        field = self.fields["time_zone"]
        follow = done.AS_BROWSER(zone=user.zone.key, time=tell_moment(now, form=TIME, zone=user.zone))
        set_choices(field, [(FOLLOW, follow), *offer_zones(now, present=user.time_zone)])
        field.error_messages["invalid_choice"] = NO_ZONE
        if user.zone.key != user.time_zone:
            field.help_text = str(done.ZONE_LOST(name=user.time_zone[:64]))
        else:
            field.help_text = str(done.ZONE_SHOWN())

    @transaction.atomic
    def save(self) -> None:
        """Raises Outdated; Refusal: muted, suspended, for another text about oneself."""
        person = lock(self.user.pk)
        self.refuse_outdated(read_settings(person))
        if self.cleaned_data["about"] != person.about:
            refuse_text(person, self.cleaned_data["about"], now=self.now)
        zone = self.cleaned_data["time_zone"]
        self.user.about = self.cleaned_data["about"]
        self.user.time_zone_chosen = zone != FOLLOW
        weekend = self.cleaned_data["weekend"]
        self.user.weekend = "" if weekend == NONE else weekend
        named = self.cleaned_data.get("named_in_files", person.named_in_files)
        self.user.named_in_files = named
        self.user.save(update_fields=["about", "time_zone_chosen", "weekend", "named_in_files"])
        if named != person.named_in_files:
            events.naming_changed.send(sender=User, user_id=person.pk)
        if zone not in (FOLLOW, self.user.time_zone):
            self.user.move_to(zone)


def read_settings(user: User) -> dict[str, str | bool]:
    """What SettingsForm shows of somebody."""
    chosen = user.time_zone if user.time_zone_chosen else FOLLOW
    told: dict[str, str | bool] = {"about": user.about, "time_zone": chosen, "weekend": user.weekend or NONE}
    return told | ({"named_in_files": user.named_in_files} if settings.RECORDS_LICENCE else {})


class SeenZoneForm(forms.Form):
    """The zone a browser tells of its own accord."""

    time_zone = forms.CharField(max_length=64, validators=[validate_time_zone])
