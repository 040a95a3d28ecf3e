"""The group of moderators, which `migrate` makes. A user becomes a moderator by joining this group; no more is needed.

After each `migrate` the group has at least the permissions listed here. It keeps what administrators add to it.
"""

from typing import Any

from django.apps import apps as installed
from django.db.models import Q

MODERATORS = "Moderators"
THEY_SEE = {
    "accounts": ("user", "vacation"),
    "games": ("game", "seat", "turn", "message", "clockchange", "staffaction", "challenge", "outage"),
    "competition": ("standingchallenge", "standinggame", "laddermember", "laddergame"),
    "computers": ("computer", "thought", "review"),
    "records": ("puzzle",),
    "moderation": ("report",),
    "replies": ("reply", "unreadmail"),
    "notifications": ("notice", "blockedaddress", "channelstate", "chataddress", "device"),
}
THEY_DO = {
    "accounts": ("help_user",),
    "computers": ("run_computer",),
    "records": ("hide_puzzle",),
    "moderation": ("answer_report",),
}


def make_group(*, using: str, apps: Any = installed, **_: Any) -> None:
    """Makes the group after the site's own app has been migrated: by then the apps below it have their permissions."""
    try:
        groups, permissions = (
            apps.get_model("auth", name)._default_manager.using(using) for name in ("Group", "Permission")
        )
    except LookupError:  # migrated back to a state without groups
        return
    theirs = Q(pk__in=[])
    for app, models in THEY_SEE.items():
        names = [f"view_{model}" for model in models] + list(THEY_DO.get(app, ()))
        theirs |= Q(content_type__app_label=app, codename__in=names)
    group, _ = groups.get_or_create(name=MODERATORS)
    group.permissions.add(*permissions.filter(theirs))
