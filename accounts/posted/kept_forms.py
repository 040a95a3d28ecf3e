"""Keeps a form that was sent when its writer was no longer logged in, until they are: for two hours, in that browser.

Each form carries a mark, signed, of the account that its page was made for; what is kept under it is given back to that
account alone, and a form without one is kept for nobody. A visitor's page is marked as nobody's: who logs in next
in that browser goes on with what was written there. Forms have a table of their own instead of a session, so that
posting something leaves nothing that stays.
"""

from __future__ import annotations

import json
import re
import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import Resolver404, resolve
from django.utils import timezone

from accounts.limiting.limits import MOST_KEPT_FORMS, MOST_KEPT_OF_ONE
from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend
from accounts.models import KeptForm, User
from core.addresses import address_of
from core.posting import (
    CHOSEN,
    LONGEST_FORM,
    UNTHOUGHT,
    WORDS,
    has_own_page,
    list_written,
    page_of,
    refuse_too_often,
    refuse_unkept,
)
from core.refusal import Refusal

LONGEST_PAGE = 500
LONGEST_LINE = 60
"""Characters of what is shown in a field of one line."""
KEPT_FOR = timedelta(hours=2)
"""As long as a log-in may take, with its second step or a confirmation email (ACCOUNT_LOGIN_TIMEOUT)."""
COOKIE = f"{settings.COOKIE_PREFIX}kept_form"
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
WRITER = "writer"
"""The hidden field that holds the mark: `templatetags/marked.py` writes it beside the token against forgery."""
HEADER = "X-Writer"
"""The header in which scripts send the mark."""
NOBODY = 0
NEVER_KEPT = frozenset(
    {
        "csrfmiddlewaretoken",
        WRITER,
        *("password", "password1", "password2", "oldpassword", "old_password", "new_password1", "new_password2"),
        "webhook",
        *("code", "credential", "otp_token", "token"),
        *("email", "address", "login"),
    }
)
"""Fields that are never kept: passwords, codes, email addresses, and what a browser proves with."""
UNKNOWN = (
    "We couldn’t tell from which account this page was opened, so we haven’t kept what you sent. Copy it, log in, and "
    "send it again."
)
TOO_LONG = "What you sent is too long for us to keep while you log in. Copy it, log in, and send it again."


class Piece(NamedTuple):
    """A field of a form that is given back: `label` is empty where it is not shown."""

    name: str
    value: str
    label: str

    @property
    def is_long(self) -> bool:
        return "\n" in self.value or len(self.value) > LONGEST_LINE


class Kept(NamedTuple):
    """A form that is given back in the panel of its page."""

    key: str
    action: str
    pieces: list[Piece]
    has_words: bool
    is_visitors: bool
    """Whether it was written before any log-in."""


def sign(user: object) -> str:
    """The mark of the writer, for the forms of a page that is made for them; an anonymous user's is nobody's."""
    return _signer().sign(str(getattr(user, "pk", None) or NOBODY))


def read_mark(mark: str) -> int | None:
    """The account's id, or NOBODY; None where the mark is missing or not ours."""
    try:
        return int(_signer().unsign(mark))
    except (BadSignature, ValueError):
        return None


def holds_thought(request: HttpRequest) -> bool:
    """Whether the form holds more than a press of a button: words, or the choices of a page that is the form."""
    if any(request.POST.get(name, "").strip() for name in (*WORDS, *CHOSEN)):
        return True
    return has_own_page(request) and any(value for name, value in _fill(request) if name not in UNTHOUGHT)


def find_absent(request: HttpRequest) -> int | None:
    """The account whose page a script asks for, where another or none is logged in; otherwise None."""
    mark = request.headers.get(HEADER, "")
    writer = read_mark(mark) if mark else None
    return None if writer in (None, NOBODY, request.user.pk) else writer


def tell_script(request: HttpRequest, *, writer: int) -> HttpResponse:
    """Tells a script that its page's reader is no longer logged in, and where they are again; keeps what it sent."""
    try:
        page = page_of(request)
    except Resolver404:
        page = request.get_full_path()
    answer = JsonResponse({"log_in": redirect_to_login(page).url}, status=401)
    if request.method == "POST" and read_mark(request.POST.get(WRITER, "")) == writer and holds_thought(request):
        kept = keep(request, answer, page=page, writer=writer)
        return kept if kept.status_code == answer.status_code else answer  # what it wrote stands in its page
    return answer


def find_page_after_log_in(request: HttpRequest, response: HttpResponse) -> str:
    """The path to which the log-in leads that is asked for; empty where none is."""
    where = urlsplit(response.get("Location", ""))
    of_visitors = where.path == address_of(settings.LOGIN_URL) and not request.user.is_authenticated
    if not of_visitors and where.path != address_of("admin:login"):
        return ""
    return next(iter(parse_qs(where.query).get("next", [])), "")


def keep_over_log_in(request: HttpRequest, response: HttpResponse, *, page: str) -> HttpResponse:
    """Keeps what was sent for `page`, a path, and returns the response, which leads to the log-in or asks staff for
    their second factor; in its place a page that shows what was written, where that cannot be kept."""
    if not holds_thought(request):
        return response
    writer = read_mark(request.POST.get(WRITER, ""))
    if writer is None or (request.user.is_authenticated and writer != request.user.pk):
        return refuse_unkept(request, UNKNOWN, page=page, status=403) if list_written(request) else response
    return keep(request, response, page=page, writer=writer)


def keep(request: HttpRequest, response: HttpResponse, *, page: str, writer: int) -> HttpResponse:
    """Keeps the form for its writer, and gives the response the browser's cookie; refuses what is too long or too
    often with a page that shows what was written."""
    written = json.dumps(_list(request), ensure_ascii=False)
    if len(written.encode(errors="replace")) > LONGEST_FORM:
        return refuse_unkept(request, TOO_LONG, page=page, status=413)
    secret = request.COOKIES.get(COOKIE, "")
    secret = secret if SECRET.fullmatch(secret) else secrets.token_urlsafe(32)
    try:
        _store(request, written, page=_path(page), secret=secret, writer=writer)
    except Refusal as refusal:
        return refuse_too_often(request, refusal)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=int(KEPT_FOR.total_seconds()),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def take_kept(request: HttpRequest, *, page: str, of: tuple[str, ...]) -> QueryDict:
    """Returns the forms kept for this page, and deletes them; empty if there are none.

    `of` names the addresses to which these forms are sent. The page shows each text where it was written.
    """
    found = QueryDict(mutable=True)
    for kept in _list_kept(request, page=page):
        if _name(kept.action) in of and KeptForm.objects.filter(pk=kept.pk).delete()[0]:  # of two windows, one gets it
            for name, values in json.loads(kept.filled):
                found.setlist(name, values)
    return found


def list_kept(request: HttpRequest) -> list[Kept]:
    """The other forms that were kept for the page that is shown, to be looked over and sent again. They stay until they
    are, or until `forget`."""
    if request.method not in ("GET", "HEAD"):
        return []
    return [_describe(kept) for kept in _list_kept(request, page=request.path)]


def waits_for_log_in(request: HttpRequest) -> bool:
    """Whether something that was sent in this browser waits for the log-in that leads to its page."""
    secret, page = request.COOKIES.get(COOKIE, ""), _path(request.GET.get("next", ""))
    return bool(SECRET.fullmatch(secret)) and _of_browser(secret).filter(page=page).exists()


def forget(request: HttpRequest, key: str) -> None:
    """Deletes a form that was sent again, or is not wanted, if it is this browser's and may be the reader's."""
    kept = _of_reader(request)
    if kept is not None:
        kept.filter(pk=key).delete()


def list_old(*, before: datetime) -> QuerySet[KeptForm]:
    """The forms kept before then."""
    return KeptForm.objects.filter(kept_at__lt=before).order_by("kept_at")


def _signer() -> Signer:
    return Signer(salt="accounts.posted.kept_forms")


def _list(request: HttpRequest) -> list[tuple[str, list[str]]]:
    return [(name, values) for name, values in request.POST.lists() if name not in NEVER_KEPT]


def _fill(request: HttpRequest) -> list[tuple[str, str]]:
    return [(name, value) for name, values in _list(request) for value in values]


@transaction.atomic
def _store(request: HttpRequest, written: str, *, page: str, secret: str, writer: int) -> None:
    """In place of the same form, and of the oldest where there are too many. Raises Refusal."""
    now, action = timezone.now(), request.get_full_path()
    action = action if len(action) <= LONGEST_PAGE else request.path[:LONGEST_PAGE]
    spend("kept_form", now=now, origin=hash_networks(request))
    owner = User.objects.filter(pk=writer).first() if writer != NOBODY else None
    if writer != NOBODY and owner is None:
        return
    named = json.dumps([secret, writer, *([page, action] if owner else [])])
    kept = {"browser": _hash(secret), "writer": owner, "page": page, "action": action}
    KeptForm.objects.update_or_create(key=_hash(named), defaults={**kept, "filled": written, "kept_at": now})
    if owner is not None:
        _delete_beyond(KeptForm.objects.filter(writer=owner), most=MOST_KEPT_OF_ONE)
    _delete_beyond(KeptForm.objects.all(), most=MOST_KEPT_FORMS)


def _delete_beyond(rows: QuerySet[KeptForm], *, most: int) -> None:
    newest = rows.order_by("-kept_at").values_list("pk", flat=True)
    if too_many := list(newest[most : most + 100]):
        KeptForm.objects.filter(pk__in=too_many).delete()


def _of_reader(request: HttpRequest) -> QuerySet[KeptForm] | None:
    """What this browser has kept of the account that is logged in, or of nobody; None where it keeps nothing, so that
    pages, nearly all of which do, ask for nothing."""
    secret = request.COOKIES.get(COOKIE, "")
    user = getattr(request, "user", None)
    if not SECRET.fullmatch(secret) or user is None or not user.is_authenticated:
        return None
    return _of_browser(secret).filter(Q(writer=user.pk) | Q(writer=None))


def _of_browser(secret: str) -> QuerySet[KeptForm]:
    return KeptForm.objects.filter(browser=_hash(secret), kept_at__gt=timezone.now() - KEPT_FOR)


def _list_kept(request: HttpRequest, *, page: str) -> list[KeptForm]:
    kept = _of_reader(request)
    return [] if kept is None else list(kept.filter(page=_path(page)).order_by("kept_at"))


def _describe(kept: KeptForm) -> Kept:
    filled = [(name, value) for name, values in json.loads(kept.filled) for value in values]
    pieces = [Piece(name, value, WORDS.get(name, "") if value.strip() else "") for name, value in filled]
    return Kept(kept.pk, kept.action, pieces, any(piece.label for piece in pieces), kept.writer_id is None)


def _name(action: str) -> str:
    try:
        return resolve(_path(action)).view_name
    except Resolver404:
        return ""


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _path(page: str) -> str:
    """A path alone: neither its fragment, which browsers do not send, nor its query, which may name another view of
    the same page."""
    return re.split(r"[?#]", page, maxsplit=1)[0][:LONGEST_PAGE]
