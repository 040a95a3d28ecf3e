"""Codes from an email, by which somebody logs in without a password: in the browser that asked, once, for ten minutes.

allauth keeps the steps of a log-in in the session; of the code only a keyed hash stands there, with a nonce by which
guesses are counted, whatever several requests of one session write over each other.

An account whose address is not confirmed gets no code. Anybody can make one with the address of somebody else and a
password of their own; a code that confirmed it would hand its new owner an account that the maker can still enter.
"""

from __future__ import annotations

import secrets

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.internal.stagekit import pop_login
from allauth.account.models import EmailAddress, Login
from allauth.account.stages import LoginByCodeStage, LoginStageController
from allauth.core.internal.cryptokit import normalize_user_code
from django.contrib.sessions.models import Session
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import AccountEvent, User
from accounts.people import activity
from core.browsers import describe_browser

SALT = "accounts.signing_in.codes"
UNKNOWN = "a browser we don’t know"
TEMPLATE = "account/email/login_code"


class EmailedCode(LoginCodeVerificationProcess):
    """A code that was asked for in a session, and waits there to be entered."""

    @property
    def address(self) -> str:
        return str(self.state["email"])

    @property
    def nonce(self) -> str:
        """What guesses are counted by."""
        return str(self.state["nonce"])

    def matches(self, typed: str) -> bool:
        """Whether this is the code, with or without its hyphen. None is that of an address without an account."""
        return bool(self.code) and constant_time_compare(self.code, _hash(typed, nonce=self.nonce))

    def send_code(self) -> None:
        """Writes the email, and sends it if somebody has the address; so an unknown one takes about as long."""
        adapter, code = get_adapter(), str(get_adapter().generate_login_code())
        self.state["nonce"] = secrets.token_urlsafe(16)
        hashed = _hash(code, nonce=self.nonce)
        self.state["code"] = hashed if self.user else ""
        told = {"code": code, "browser": _tell_browser(self.request), "person": self.user}
        message = adapter.render_mail(TEMPLATE, self.address, told)
        if self.user:
            message.send()
        else:
            message.message()

    def refuse(self) -> bool:
        """Notes a wrong code; whether another may be tried."""
        activity.note_failure(self.user, AccountEvent.Kind.CODE_FAILED, request=self.request)
        return bool(self.record_invalid_attempt())

    def use_up(self, redirect_url: str | None) -> HttpResponse | None:
        """Goes on with the log-in, as after a right password. None where the code no longer counts: the account has
        another address by now, or the same code was entered at the same moment."""
        found = find_owner(self.address)
        if found is None or found != self.user or not _take_session(self.request):
            pop_login(self.request)
            return None
        pop_login(self.request)
        return self.finish(redirect_url)


def ask(request: HttpRequest, *, address: str) -> None:
    """Sends a code to the address, in small letters, if it is that of an account, and waits for it in this session. One
    asked for before no longer counts."""
    owner = find_owner(address)
    login = Login(user=owner, email=address)
    login.state["stages"] = {"current": LoginByCodeStage.key}
    stage = LoginByCodeStage(LoginStageController(request, login), request, login)
    stage.state.update(EmailedCode.initial_state(user=owner, email=address), initiated_by_user=True)
    code = EmailedCode(stage)
    code.send_code()
    code.persist()


def find_waiting(request: HttpRequest) -> tuple[EmailedCode | None, bool]:
    """The code that this session waits for, if any; and whether one has expired, which is forgotten."""
    stage = LoginStageController.enter(request, LoginByCodeStage.key)
    if stage is None or "nonce" not in stage.state:
        return None, False
    waiting = EmailedCode(stage).abort_if_invalid()
    return waiting, waiting is None


def find_owner(address: str) -> User | None:
    """The person whose confirmed address this is; one query whether or not there is one."""
    confirmed = EmailAddress.objects.filter(email=address, verified=True, user__email=F("email"))
    found = confirmed.filter(user__kind=User.Kind.PERSON).select_related("user").first()
    return found.user if found else None


def _tell_browser(request: HttpRequest) -> str:
    """In which browser the code was asked for; nothing that a stranger's program calls itself stands in an email."""
    sent = request.headers.get("User-Agent", "")
    told = describe_browser(sent)
    return UNKNOWN if told in ("unknown", sent[:60]) else told


def _hash(code: str, *, nonce: str) -> str:
    return salted_hmac(SALT, f"{nonce}:{normalize_user_code(code)}", algorithm="sha256").hexdigest()


def _take_session(request: HttpRequest) -> bool:
    """Goes on under another session key. Of two requests with the same session one can, and the other gets nothing."""
    if not Session.objects.filter(session_key=request.session.session_key).delete()[0]:
        return False
    request.session.cycle_key()
    return True
