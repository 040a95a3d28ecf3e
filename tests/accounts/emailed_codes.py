"""Codes from emails as tests ask for, read and enter them."""

import re

from django.core import mail
from django.test import Client
from django.urls import reverse

ASK, ENTER = reverse("account_request_login_code"), reverse("account_confirm_login_code")


def ask(browser: Client, email="alice@example.org", **fields):
    return browser.post(ASK, {"email": email, **fields})


def newest_code() -> str:
    return re.search(r"^\d{4}-\d{4}$", mail.outbox[-1].body, re.MULTILINE)[0]


def enter(browser: Client, code: str, **fields):
    return browser.post(ENTER, {"code": code, "remember": "on", **fields})


def is_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


def other_than(code: str) -> str:
    return f"{(int(code.replace('-', '')) + 1) % 10**8:08}"
