"""Copies for one person: asked for, built by a worker, kept for a week. Nothing else writes Export.

Here is the copy of one's own data; other kinds are defined by higher apps. Each app tells what it has of a person when
`account_exporting` asks. The copy contains no secrets of others: only the person's own address, no notes of staff, no
hashes and no tokens.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import FileResponse, HttpRequest
from django.utils import timezone

from accounts import events
from accounts.limiting.spending import spend
from accounts.models import AccountEvent, Block, Export, FormerName, Picture, Restriction, User
from accounts.own_data.copies import KINDS, TYPES, Kind, define
from accounts.own_data.outside import find_place
from accounts.people import activity
from accounts.words import refusals
from core.addresses import address_of
from core.each import do_each
from core.leases import Lease
from core.refusal import Refusal

KEPT = timedelta(days=7)
"""How long a copy can be downloaded."""
LEASE = Lease(timedelta(minutes=15), at="claimed_at")
"""After this another worker starts again."""
IN_MEMORY = 4 << 20
RESTRICTION = ("kind", "from_at", "until_at", "reason", "rule", "games", "closed_at", "close")

Section = Mapping[str, Any] | Iterable[Any]


def ask(
    user: User,
    *,
    kind: str = Export.ALL,
    wanted: Mapping[str, Any] | None = None,
    request: HttpRequest | None = None,
    now: datetime | None = None,
) -> Export:
    """Asks for a copy of this kind. Raises Refusal: waiting, too_often."""
    now = now or timezone.now()
    try:
        with transaction.atomic():
            spend(KINDS[kind].limit, now=now, sender=user.pk)
            if kind == Export.ALL:
                activity.note(user, AccountEvent.Kind.DATA_ASKED, request=request)
            return Export.objects.create(user=user, kind=kind, wanted=dict(wanted or {}), asked_at=now)
    except IntegrityError:
        raise Refusal(refusals.WAITING()) from None


def find_last(user: User, *, kind: str = Export.ALL, now: datetime) -> Export | None:
    """The newest copy that is being built or can still be downloaded."""
    there = Q(ready_at=None) | Q(ready_at__gt=now - KEPT)
    return Export.objects.filter(there, user=user, kind=kind).defer("content").order_by("-pk").first()


def open_content(export: Export) -> gzip.GzipFile:
    """The text of a finished copy, to be read piece by piece."""
    return gzip.GzipFile(fileobj=BytesIO(base64.b64decode(export.content)))


def respond(export: Export, *, name: str) -> FileResponse:
    """A finished copy as a file to be stored, named after whose it is."""
    assert export.ready_at is not None
    form = KINDS[export.kind].form(export)
    filename = f"{name}-{export.ready_at:%Y-%m-%d}.{form}"
    return FileResponse(open_content(export), as_attachment=True, filename=filename, content_type=TYPES[form])


def build_waiting(*, now: datetime | None = None) -> int:
    """Builds each copy that waits and that no other worker builds; returns how many."""
    at = now or timezone.now()
    free = Export.objects.filter(LEASE.free(at), ready_at=None)

    def build(pk: int) -> bool:
        if not LEASE.take(free.filter(pk=pk), now=at):
            return False  # another was faster
        _build(Export.objects.select_related("user").get(pk=pk), now=now or timezone.now())
        return True

    waiting = list(free.order_by("pk").values_list("pk", flat=True))
    return do_each(waiting, build, fault="The copy of somebody's data, number %s, could not be made").done


def _build(export: Export, *, now: datetime) -> None:
    kind = KINDS[export.kind]
    with SpooledTemporaryFile(IN_MEMORY) as packed:
        with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
            for piece in kind.write(export, now):
                file.write(piece.encode())
        packed.seek(0)
        content = base64.b64encode(packed.read()).decode()
    with transaction.atomic():
        if not Export.objects.filter(pk=export.pk, ready_at=None).update(ready_at=now, content=content):
            return
        told = {"person": export.user, "until": now + KEPT, **kind.tell(export, now)}
        get_adapter().send_mail(kind.mail, export.user.email, told)


def tell_place(export: Export, now: datetime) -> dict[str, Any]:
    """Where its owner downloads a copy of their data: somebody who cannot log in has another page."""
    place = find_place(export.user, now=now)
    return {"url": place or f"{settings.SITE_URL}{address_of('own_data')}", "is_outside": bool(place)}


def write(user: User, *, now: datetime) -> Iterator[str]:
    """The JSON, piece by piece: an object of sections, a row of a list on a line of its own."""
    yield json.dumps({"site": settings.SITE_NAME, "made_at": now}, cls=DjangoJSONEncoder)[:-1]
    for name, section in list_sections(user):
        yield f",\n{json.dumps(name)}: "
        if isinstance(section, Mapping):
            yield json.dumps(section, cls=DjangoJSONEncoder, ensure_ascii=False)
        else:
            yield from _write_rows(section)
    yield "}\n"


def _write_rows(rows: Iterable[Any]) -> Iterator[str]:
    yield "["
    for number, row in enumerate(rows):
        yield f"{',' if number else ''}\n  {json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)}"
    yield "\n]"


def list_sections(user: User) -> Iterator[tuple[str, Section]]:
    """What accounts have, then what each higher app answers."""
    yield from tell_account(user).items()
    answers: list[tuple[Any, Any]] = events.account_exporting.send(sender=User, user_id=user.pk)
    for _, sections in answers:
        yield from sections.items()


def tell_account(user: User) -> dict[str, Section]:
    keys = Authenticator.objects.filter(user=user).order_by("pk")
    acts = AccountEvent.objects.filter(user=user).order_by("pk")
    return {
        "account": {
            "name": user.username,
            "former_name": FormerName.objects.filter(user=user).values_list("name", flat=True).first() or "",
            "email": user.email,
            "about": user.about,
            "figure": user.figure,
            "time_zone": user.time_zone,
            "weekend": user.weekend,
            "joined_at": user.date_joined,
            "last_visit_at": user.last_visit_at,
            "vacation_balance": user.vacation_balance,
            "vacation_automatic": user.vacation_automatic,
            "named_in_files": user.named_in_files,
        },
        "picture": tell_picture(user),
        "email_addresses": EmailAddress.objects.filter(user=user).values("email", "verified", "primary"),
        "second_factors": ({"kind": key.get_type_display(), "made_at": key.created_at} for key in keys),
        "sessions": UserSession.objects.filter(user=user).values("ip", "user_agent", "created_at", "last_seen_at"),
        "activity": acts.values("kind", "detail", "happened_at", "last_at", "count", "browser"),
        "vacations": user.vacations.order_by("pk").values("from_at", "until_at", "automatic", "booked_at"),
        "restrictions": Restriction.objects.filter(user=user).order_by("pk").values(*RESTRICTION),
        "blocks": Block.objects.filter(user=user).order_by("pk").values("other__username", "is_mute", "made_at"),
    }


def tell_picture(user: User) -> dict[str, Any]:
    """The picture that they uploaded, as the site keeps it; nothing without one."""
    picture = Picture.objects.filter(user=user).first()
    if picture is None:
        return {}
    return {"made_at": picture.made_at, "removed_at": picture.removed_at, "webp": picture.content}


define(
    Export.ALL,
    Kind(
        limit="export",
        mail="accounts/mail/export_ready",
        write=lambda export, now: write(export.user, now=now),
        tell=tell_place,
        form=lambda export: "json",
    ),
)
