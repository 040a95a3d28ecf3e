"""The browsers that receive push messages for a user: how they are registered, renewed, named and removed."""

import re
from collections.abc import Mapping
from datetime import datetime
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.limiting.limits import MOST_DEVICES
from accounts.limiting.spending import spend
from accounts.models import User
from core.browsers import describe_browser
from notifications.channels.push.sealing import decode
from notifications.models import Device
from notifications.routing import channel_health
from notifications.wording.clean import clean_line
from notifications.words import pages as words

LONGEST_ENDPOINT = 1000


class BadSubscription(ValueError):
    """A browser sent no usable subscription; `str(error)` is the sentence for its user."""


def register(user: User, told: Mapping[str, Any], *, browser: str, mark: str, now: datetime) -> Device:
    """Stores the subscription that a browser sends. If it is already known, it belongs to this user from now on. The
    mark ends it when the user logs out in that browser. Raises BadSubscription, and Refusal: too_often."""
    fields = {**read_subscription(told), "mark": mark}
    name = name_of(browser)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Device.objects.filter(user=user).exclude(endpoint=fields["endpoint"]).count() >= MOST_DEVICES:
            raise BadSubscription(words.MANY_DEVICES(most=MOST_DEVICES))
        if not Device.objects.filter(user=user, endpoint=fields["endpoint"]).exists():
            spend("device", now=now, sender=user.pk)
        device, _ = Device.objects.update_or_create(
            endpoint=fields["endpoint"],
            defaults={**fields, "user": user, "failures": 0, "last_error": ""},
            create_defaults={**fields, "user": user, "name": name, "added_at": now},
        )
        channel_health.mend(user.pk, channel="push")
    return device


def end_here(user_id: int, *, mark: str, browser: str) -> None:
    """Stops sending to a browser in which the user has logged out.

    Devices that were registered before marks were stored are only known by the browser's name. So all of them with this
    name end.
    """
    here = Q(mark="", name=name_of(browser)) | (Q(mark=mark) if mark else Q())
    Device.objects.filter(here, user=user_id).delete()


def end_elsewhere(user_id: int, *, mark: str = "") -> None:
    """Stops sending to the user's browsers, except the one with this mark."""
    theirs = Device.objects.filter(user=user_id)
    (theirs.exclude(mark=mark) if mark else theirs).delete()


def name_of(browser: str) -> str:
    return clean_line(describe_browser(browser), longest=80)


def renew(old_endpoint: str, told: Mapping[str, Any]) -> bool:
    """Replaces a subscription by a new one. Only the browser and the site know the old address, so it serves as proof.
    Returns False if there is no such device. Raises BadSubscription."""
    fields = read_subscription(told)
    with transaction.atomic():
        device = Device.objects.select_for_update(no_key=True).filter(endpoint=old_endpoint).first()
        if device is None:
            return False
        Device.objects.filter(endpoint=fields["endpoint"]).exclude(pk=device.pk).delete()
        Device.objects.filter(pk=device.pk).update(**fields, failures=0, last_error="")
    return True


def read_subscription(told: Mapping[str, Any]) -> dict[str, str]:
    """Returns the fields of a device from the result of PushSubscription.toJSON(). Raises BadSubscription."""
    keys = told.get("keys")
    endpoint = told.get("endpoint")
    if not isinstance(keys, dict) or not isinstance(endpoint, str) or not is_allowed(endpoint):
        raise BadSubscription(words.UNKNOWN_SERVICE())
    key, secret = keys.get("p256dh"), keys.get("auth")
    if not (isinstance(key, str) and isinstance(secret, str) and is_public_key(key) and is_secret(secret)):
        raise BadSubscription(words.UNREADABLE_KEYS())
    return {"endpoint": endpoint, "key": key, "secret": secret}


def is_allowed(endpoint: str) -> bool:
    """Whether the site may send to this address. It must be a browser's push service, over TLS, at the usual port.

    Anybody can name an address. Without this list, they could make the site contact machines that only the site can
    reach.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    named = re.fullmatch(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?", host)
    plain = len(endpoint) <= LONGEST_ENDPOINT and re.fullmatch(r"[!-~]+", endpoint) and "\\" not in endpoint
    whole = parts.scheme == "https" and port in (None, 443) and parts.username is None and parts.password is None
    return bool(named and plain and whole) and any(
        fnmatchcase(host, pattern.lower()) for pattern in settings.PUSH_HOSTS
    )


def is_public_key(text: str) -> bool:
    """Whether the text is a point on the curve P-256, uncompressed: 65 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(text))
    except ValueError:
        return False
    return len(text) <= 100


def is_secret(text: str) -> bool:
    try:
        return len(decode(text)) == 16
    except ValueError:
        return False
