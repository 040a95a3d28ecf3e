"""When a user wants to be told, read from the database in the form that the pure functions of this package take."""

from typing import Any
from zoneinfo import ZoneInfo

from accounts.models import User
from notifications import scheduling
from notifications.models import Mode, Preferences


def preferences_of(user: User) -> Preferences:
    """The user's row, or the defaults. No query where `notice_preferences` was selected with the user."""
    try:
        return user.notice_preferences
    except Preferences.DoesNotExist:
        return Preferences(user=user)


def timing_preferences_of(user: User) -> scheduling.TimingPreferences:
    return make_timing_preferences(preferences_of(user), zone=user.zone)


def make_timing_preferences(chosen: Preferences, *, zone: ZoneInfo) -> scheduling.TimingPreferences:
    return scheduling.TimingPreferences(
        mode=chosen.mode,
        quiet=find_quiet_hours(chosen, zone=zone),
        reminders=scheduling.USUAL if chosen.reminders is None else keep_known(chosen.reminders),
    )


def keep_known(thresholds: Any) -> tuple[str, ...]:
    """Those of the stored thresholds that this version of the site knows, so that others never fail a turn."""
    return (
        tuple(name for name in scheduling.ALL if name in thresholds)
        if isinstance(thresholds, list)
        else scheduling.USUAL
    )


def find_quiet_hours(chosen: Preferences, *, zone: ZoneInfo) -> scheduling.QuietHours | None:
    if chosen.quiet_from is None or chosen.quiet_until is None or chosen.quiet_from == chosen.quiet_until:
        return None
    return scheduling.QuietHours(chosen.quiet_from, chosen.quiet_until, zone)


def list_digest_hours(chosen: Preferences) -> tuple[int, ...]:
    """The hour of each digest of a day; none where the mode has no digest."""
    hours = (chosen.digest_hour, chosen.second_digest_hour)
    return hours[: {Mode.DAILY.value: 1, Mode.TWICE.value: 2}.get(chosen.mode, 0)]
