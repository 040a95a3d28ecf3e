"""A picture that a player uploaded as their face."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.faces import keeping
from accounts.models import Picture, User
from core.words import Sentence
from moderation.things.contract import Removable, RemovableKind, Thing
from moderation.things.times import tell_time

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

HEADING = Sentence("heading", "Report the picture of {name}")
COUNTED = Sentence("counted", "{n} picture", "{n} pictures", "n")
OF_THEMSELVES = Sentence("of_themselves", "picture beside your name")


class UploadedFace(RemovableKind):
    label = _("picture")
    counted = COUNTED
    reasons = ("words", "spam", "name", "other")

    def find(self, reporter: User, pk: int) -> Thing:
        """Only what others can see now."""
        picture = Picture.objects.select_related("user").filter(pk=pk).first()
        if picture is None or picture.user.picture != picture.mark or picture.user_id == reporter.pk:
            raise Http404
        return Thing(
            self.name,
            picture.pk,
            HEADING(name=picture.user.username),
            (picture.user,),
            keep=lambda: {"webp": picture.content, "made_at": picture.made_at.isoformat()},
            place=picture.user.get_absolute_url(),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        yield _("Picture"), format_html('<img alt="" src="data:image/webp;base64,{}">', kept["webp"])
        yield _("Uploaded"), tell_time(kept["made_at"])

    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        kept = Picture.objects.filter(user=person, removed_at=None)
        for number in (kept.filter(made_at__gte=since) if since else kept).values_list("pk", flat=True):
            yield Removable(number, OF_THEMSELVES(), "")

    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        return keeping.remove(numbers, now=now)

    def restore(self, numbers: Sequence[int]) -> None:
        keeping.restore(numbers, now=timezone.now())


kind = UploadedFace()
