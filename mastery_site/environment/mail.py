"""How emails leave (EMAIL_URL), from whom, and how replies come in (INBOUND_URL)."""

import os
from collections.abc import Mapping
from email.headerregistry import Address
from typing import Any

import dj_email_url
from environs import Env

from mastery_site.environment.variables import host_of

SMTP = "notifications.channels.email.smtp.StagedBackend"
ANYMAIL_PREFIX = "anymail+"  # EMAIL_URL=anymail+mailgun: with the provider's own settings in ANYMAIL_*


def anymail_keys(environ: Mapping[str, str]) -> dict[str, str]:
    """The settings of mail providers, as django-anymail names them."""
    return {name.removeprefix("ANYMAIL_"): value for name, value in environ.items() if name.startswith("ANYMAIL_")}


def read_email_url(env: Env) -> dict[str, Any]:
    """Reads EMAIL_URL, as `smtp://user:password@host:587/?tls=True` or `anymail+postmark:`. Without it emails go to
    files."""
    url = env.str("EMAIL_URL", "")
    if not url:
        return {"BACKEND": "notifications.channels.email.files.FileBackend", "TO_FILES": True}
    if url.startswith(ANYMAIL_PREFIX):
        provider = url.removeprefix(ANYMAIL_PREFIX).rstrip(":/")
        keys = anymail_keys(os.environ)
        return {
            "BACKEND": f"anymail.backends.{provider}.EmailBackend",
            "ANYMAIL": keys,
            "TO_FILES": False,
            "PROVIDER": provider,
        }
    try:
        config: dict[str, Any] = dict(dj_email_url.parse(url))
    except (ValueError, KeyError):
        return {"BACKEND": "", "TO_FILES": False}  # the checks refuse to start
    known = {key: value for key, value in config.items() if key.startswith("EMAIL_") and key != "EMAIL_FILE_PATH"}
    backend = known.pop("EMAIL_BACKEND", "")
    return {"BACKEND": SMTP if backend.endswith(".smtp.EmailBackend") else backend, "TO_FILES": False, **known}


def default_from(site_url: str, *, site_name: str) -> str:
    """The default sender: the site's name, whatever characters it has, at the site's host."""
    host = host_of(site_url) or "localhost"
    host = f"[IPv6:{host}]" if ":" in host else host
    return str(Address(display_name=" ".join(site_name.split()), username="games", domain=host))


def read_inbound(env: Env, *, address: str, sends_by: str) -> tuple[str, str]:
    """Returns the provider whose webhook brings replies, or the address of a mailbox; two empty texts if the site takes
    none.

    Without INBOUND_URL, the provider that sends our emails also brings the replies, if it can.
    """
    url = env.str("INBOUND_URL", "").strip()
    if not address:
        return "", ""
    if url.startswith(("imaps://", "imap://")):
        return "", url
    return (url.removeprefix(ANYMAIL_PREFIX).rstrip(":/") if url else sends_by), ""
