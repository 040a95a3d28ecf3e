"""Log-ins by codes from emails, for the stateful test and the simulator: browsers, and an account of whom each code
lets in. Nothing of it is read from the site."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User

LASTS = timedelta(minutes=10)
MOST_TRIES = 3
TAKEN = override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend", ALLOWED_HOSTS=["testserver"])
"""Within this, the emails with codes are read here."""
CODE = re.compile(r"^\d{4}-\d{4}$", re.MULTILINE)
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
"""Of the app with which somebody confirms their log-ins, as base32."""
RIGHT, TWICE, LATE, ELSEWHERE, WRONG, UNCONFIRMED = "right", "twice", "late", "elsewhere", "wrong", "unconfirmed"
Browser = tuple[int, int]
"""Whose, and which of theirs."""


@dataclass(eq=False)
class Code:
    """A code that somebody was sent."""

    user: int
    text: str
    browser: Browser
    """In which it was asked for."""
    at: datetime
    used: bool = False
    tries: int = 0
    """Wrong codes that were entered where it was waited for."""


@dataclass
class LogIns:
    codes: list[Code] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    """What was entered, by what it was; of right codes only those that let in."""
    faults: list[str] = field(default_factory=list)
    _clients: dict[Browser, Client] = field(default_factory=dict)
    _waiting: dict[Browser, Code] = field(default_factory=dict)

    def ask(self, user: User, browser: Browser, *, now: datetime) -> None:
        """Asks for a code to the user's address. None comes beyond the limit, or of an account that is closed."""
        with TAKEN:
            mail.outbox = []
            self._find(browser).post(reverse("account_request_login_code"), {"email": user.email})
            sent = [CODE.search(str(message.body)) for message in mail.outbox if message.to == [user.email]]
            mail.outbox = []
        for found in filter(None, sent):
            self.codes.append(Code(user.pk, found[0], browser, now))
            self._waiting[browser] = self.codes[-1]

    def enter(
        self, code: Code, browser: Browser, *, now: datetime, changed: bool = False, confirms: bool = True
    ) -> bool:
        """Enters the code, or another one, in a browser; whether somebody is logged in, and then logs out again.
        Whoever confirms log-ins by an app does so, unless they do not have it."""
        what = self.judge(code, browser, now=now, changed=changed)
        with TAKEN:
            client = self._find(browser)
            typed = change(code.text) if changed else code.text
            answer = client.post(reverse("account_confirm_login_code"), {"code": typed})
            if answer.headers.get("Location", "").startswith(reverse("mfa_authenticate")):
                what = self._judge_confirmed(client, what, confirms=confirms)
            entered = client.session.get("_auth_user_id")
        self._note_tried(code, browser, what=what)
        self.done[what] += what != RIGHT or entered is not None
        if entered is not None:
            if what != RIGHT or entered != str(code.user):
                self.faults.append(f"user {entered} was let in by a code of {code.user} that was {what}, at {now}")
            self._forget(browser)
        return entered is not None

    def judge(self, code: Code, browser: Browser, *, now: datetime, changed: bool) -> str:
        """What it is to enter this code in this browser now. Only the right one may let somebody in."""
        if changed:
            return WRONG
        if code.used:
            return TWICE
        if self._waiting.get(browser) is not code:
            return ELSEWHERE
        return LATE if now > code.at + LASTS else RIGHT

    def _judge_confirmed(self, client: Client, what: str, *, confirms: bool) -> str:
        """After the right code, whoever has an app is asked for its code, too."""
        if what != RIGHT or client.session.get("_auth_user_id") is not None:
            self.faults.append(f"a second factor was asked for after a code that was {what}")
        _, counter, _ = yield_hotp_counters_from_time()
        shown = format_hotp_value(hotp_value(SECRET, counter))
        client.post(reverse("mfa_authenticate"), {"code": shown if confirms else change(shown)})
        return what if confirms else UNCONFIRMED

    def _note_tried(self, code: Code, browser: Browser, *, what: str) -> None:
        """A right code is used up, whatever follows; three wrong ones end the one that is waited for."""
        waiting = self._waiting.get(browser)
        if what in (RIGHT, UNCONFIRMED):
            code.used = True
        elif waiting is not None and what != LATE:
            waiting.tries += 1
        if waiting is not None and (waiting.used or waiting.tries >= MOST_TRIES or what == LATE):
            self._forget(browser)

    def _find(self, browser: Browser) -> Client:
        return self._clients.setdefault(browser, Client())

    def _forget(self, browser: Browser) -> None:
        """Nobody is logged in there, and nothing waited for."""
        self._clients.pop(browser, None)
        self._waiting.pop(browser, None)


def change(code: str) -> str:
    """Another one of as many digits."""
    return code[:-1] + str((int(code[-1]) + 1) % 10)


def confirm_by_app(user: User) -> None:
    """From now on, log-ins are confirmed by an app."""
    if not Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists():
        TOTP.activate(user, SECRET)
