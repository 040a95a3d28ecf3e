"""System checks of the environment: a sentence for each variable that is missing or malformed, which names the
variable."""

import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.http.request import validate_host

from core.numbers import read_number
from mastery_site.checks import network, outgoing, replies
from mastery_site.checks.mail import LOOPBACK, check_contact_email, check_email_url, check_sender, check_site_name
from mastery_site.checks.malformed import Malformed, check_number, split
from mastery_site.checks.network import check_bind, check_trusted_proxies
from mastery_site.checks.replies import check_inbound_url, check_reply_address, check_reply_authority
from mastery_site.environment.backends import POSTGRESQL
from mastery_site.environment.mail import default_from
from mastery_site.environment.variables import FALSE, TRUE, host_of
from mastery_site.logs.sentry import is_dsn

WORKER_BOOT_ERROR = 3
"""The same value as in `gunicorn.arbiter`, which the other processes need not load."""


def check_database_url(value: str) -> None:
    example = "postgres://user:password@host:5432/name"
    if not value.startswith(("postgres://", "postgresql://")):
        raise Malformed(f"must begin with postgres://, like {example}")
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(value))
    except ValueError:
        raise Malformed(f"is no address (is the password percent-encoded?); it should look like {example}") from None
    if config["ENGINE"] != POSTGRESQL or not config["NAME"]:
        raise Malformed(f"names no database; it should look like {example}")
    if not config["HOST"] and "host" not in config.get("OPTIONS", {}):
        raise Malformed(f"names no host; it should look like {example}")
    if str(config.get("OPTIONS", {}).get("server_side_binding", 1)).lower() not in TRUE | FALSE:
        raise Malformed("must have 0 or 1 as its server_side_binding")


def check_redis_url(value: str) -> None:
    parts = split(value, schemes={"redis", "rediss"}, example="redis://host:6379/0")
    if not parts.path.strip("/").isdecimal() and parts.path.strip("/"):
        raise Malformed("must end with the number of a database, like redis://host:6379/0")


def check_secret_key(value: str) -> None:
    if len(value) < 50 or len(set(value)) < 5 or value.startswith("django-insecure-"):
        raise Malformed("must be at least 50 random characters")


def check_secret_key_fallbacks(value: str) -> None:
    for key in value.split(","):
        check_secret_key(key.strip())


def check_allowed_hosts(value: str) -> None:
    for host in (part.strip() for part in value.split(",")):
        if (
            not host
            or any(sign in host for sign in "/ ?#@")
            or (":" in host and not host.startswith("["))
            or "]:" in host
        ):
            raise Malformed(f"must be names of hosts with commas between, without scheme or port: “{host}” is none")


def check_site_url(value: str) -> None:
    parts = split(value, schemes={"http", "https"}, example="https://games.example.org")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise Malformed("must be scheme and host alone, like https://games.example.org")
    try:
        check_sender(default_from(value, site_name=""))
    except Malformed:
        raise Malformed("names a host that no email can come from") from None


def check_probe_url(value: str) -> None:
    split(value, schemes={"http", "https"}, example="https://games.example.org/healthz")
    if urlsplit(value).path != "/healthz":
        raise Malformed("must be the address of the health page, like https://games.example.org/healthz")


def check_flag(value: str) -> None:
    if value.lower() not in TRUE | FALSE:
        raise Malformed("must be 1 or 0")


def check_log_level(value: str) -> None:
    if value.upper() not in logging.getLevelNamesMapping():
        raise Malformed("must be DEBUG, INFO, WARNING, ERROR or CRITICAL")


def check_metrics_token(value: str) -> None:
    if len(value) < 20 or not value.isascii() or " " in value:
        raise Malformed("must be at least 20 random characters")


def check_telegram_bot_token(value: str) -> None:
    if not re.fullmatch(r"[1-9]\d{4,15}:[A-Za-z0-9_-]{30,60}", value):
        raise Malformed("must be as BotFather gave it: a number, a colon and some 35 letters and digits")


def check_webhook_secret(value: str) -> None:
    name, _, password = value.partition(":")
    if not name or len(password) < 16 or not value.isascii() or " " in value:
        raise Malformed("must be a name and a password of at least 16 random characters, with a colon between")


def check_sentry_dsn(value: str) -> None:
    if not is_dsn(value):
        raise Malformed("must look like https://key@sentry.example.org/1")


def check_records_licence(value: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.+-]{1,39}", value):
        raise Malformed("must be the short name of a licence, such as CC0-1.0 or CC-BY-4.0")


REQUIRED: dict[str, Callable[[str], None]] = {
    "SECRET_KEY": check_secret_key,
    "ALLOWED_HOSTS": check_allowed_hosts,
    "SITE_URL": check_site_url,
    "REDIS_URL": check_redis_url,
    "EMAIL_URL": check_email_url,
}
"""If DATABASE_URL is set, the site is a public server and needs all of these."""

OPTIONAL: dict[str, Callable[[str], None]] = {
    "DATABASE_URL": check_database_url,
    "DATABASE_POOL": check_number(1, 1000),
    "PORT": check_number(1, 65535),
    "BIND": check_bind,
    "TRUSTED_PROXY_COUNT": check_number(0, 10),
    "TRUSTED_PROXIES": check_trusted_proxies,
    "DEBUG": check_flag,
    "DEMO": check_flag,
    "HSTS_PRELOAD": check_flag,
    "HSTS_SUBDOMAINS": check_flag,
    "LOG_LEVEL": check_log_level,
    "METRICS_TOKEN": check_metrics_token,
    "PROBE_URL": check_probe_url,
    "SECRET_KEY_FALLBACKS": check_secret_key_fallbacks,
    "SENTRY_DSN": check_sentry_dsn,
    "VAPID_PRIVATE_KEY": outgoing.check_vapid_private_key,
    "VAPID_SUBJECT": outgoing.check_vapid_subject,
    "CONTACT_EMAIL": check_contact_email,
    "DEFAULT_FROM_EMAIL": check_sender,
    "SITE_NAME": check_site_name,
    "PUSH_HOSTS": outgoing.check_push_hosts,
    "OUTGOING_HOSTS": outgoing.check_outgoing_hosts,
    "PING_URL": outgoing.check_ping_url,
    "TELEGRAM_BOT_TOKEN": check_telegram_bot_token,
    "ANYMAIL_WEBHOOK_SECRET": check_webhook_secret,
    "REPLY_ADDRESS": check_reply_address,
    "REPLY_AUTHORITY": check_reply_authority,
    "INBOUND_URL": check_inbound_url,
    "RECORDS_LICENCE": check_records_licence,
    "TURN_NOTICE_WAIT": check_number(0, 3600),
    "TURN_NOTICE_GAP": check_number(0, 86400),
}


NO_TLS = "The reverse proxy that gives TLS is not believed without this, so that each page would lead to itself."
ONE_ADDRESS = (
    "Embedded, the site listens to its own machine alone, so others come by a reverse proxy: without this, all of them "
    "would share the limits of its address."
)


def find_faults(environ: Mapping[str, str]) -> list[Error]:
    """Returns what is missing (site.E001), malformed (site.E002) or contradictory (site.E003) in these environment
    variables."""
    public = bool(environ.get("DATABASE_URL"))
    faults = []
    for name, check in {**OPTIONAL, **REQUIRED}.items():
        value = environ.get(name, "").strip()
        if not value:
            if public and name in REQUIRED:
                faults.append(Error(f"{name} is missing: with DATABASE_URL set it is required.", id="site.E001"))
            continue
        try:
            check(value)
        except Malformed as error:
            faults.append(Error(f"{name} {error}.", id="site.E002"))
    told = [told for checks in (network, replies, outgoing) for told in checks.find_conflicts(environ)]
    return faults or [*find_conflicts(environ), *(Error(each, id="site.E003") for each in told)]


def find_conflicts(environ: Mapping[str, str]) -> list[Error]:
    """Finds variables that are well-formed but do not fit together on a public server.

    A server is public if DATABASE_URL is set, or if SITE_URL names another host than this machine itself.
    """
    has_database = bool(environ.get("DATABASE_URL"))
    site = environ.get("SITE_URL", "").strip()
    faults, host = [], host_of(site)
    is_reached = bool(host) and host not in LOOPBACK
    if not (has_database or is_reached):
        return []
    if has_database and is_reached and site.startswith("http:"):
        faults.append(Error("SITE_URL must begin with https:// (http:// is for localhost alone).", id="site.E003"))
    proxies = environ.get("TRUSTED_PROXY_COUNT", "").strip() or ("1" if has_database else "0")
    if read_number(proxies) == 0 and (site.startswith("https:") or not has_database):
        why = NO_TLS if site.startswith("https:") else ONE_ADDRESS
        faults.append(Error(f"TRUSTED_PROXY_COUNT must be 1 or more where SITE_URL is {site}. {why}", id="site.E003"))
    if environ.get("DEBUG", "").strip().lower() in TRUE:  # its error pages show settings and what people typed
        why = "with DATABASE_URL set" if has_database else "SITE_URL is not localhost"
        faults.append(Error(f"DEBUG must be off on a public server ({why}).", id="site.E003"))
    allowed = [part.strip() for part in environ.get("ALLOWED_HOSTS", "").split(",")]
    if "*" in allowed:
        faults.append(Error("ALLOWED_HOSTS must name the hosts of a public server, not *.", id="site.E003"))
    shown = f"[{host}]" if ":" in host else host
    if is_reached and not validate_host(shown, allowed):
        why = "every page asked for by that name would be refused"
        faults.append(Error(f"ALLOWED_HOSTS leaves out {shown}, the host of SITE_URL: {why}.", id="site.E003"))
    return faults


def find_doubts(environ: Mapping[str, str]) -> list[CheckMessage]:
    """Finds settings that are allowed but probably a mistake.

    These are emails that go to files although other machines reach the site (site.W001), replies whose senders are
    never verified (site.W002), and proxies that are counted but not named (site.W003).
    """
    doubts: list[CheckMessage] = [Warning(told, id="site.W002") for told in replies.find_doubts(environ)]
    doubts += [Warning(told, id="site.W003") for told in network.find_doubts(environ)]
    host = host_of(environ.get("SITE_URL", "").strip())
    if not host or host in LOOPBACK or environ.get("EMAIL_URL", "").strip():
        return doubts
    told = f"EMAIL_URL is missing: players reach the site at {host}, and their emails go to files of this machine."
    return [Warning(told, id="site.W001"), *doubts]


@register("site")
def check_environment(**kwargs: object) -> list[CheckMessage]:
    """Checks the variables of this process, the data folder, and the settings that the mail provider needs."""
    folder = [Error(settings.DATA_DIR_FAULT, id="site.E004")] if settings.DATA_DIR_FAULT else []
    return [*(find_faults(os.environ) or check_provider() or find_doubts(os.environ)), *folder]


def check_provider() -> list[Error]:
    """Returns an error if the settings that EMAIL_URL's provider needs, such as its token, are missing.

    It creates the provider's backend as for an email. The backend's exception names the missing setting.
    """
    if not settings.MAIL_PROVIDER:
        return []
    try:
        get_connection(settings.NOTICE_EMAIL_BACKEND)
    except (ImproperlyConfigured, ImportError) as error:
        named = re.search(r"ANYMAIL_[A-Z_]+", str(error))
        why = f"needs {named[0]}." if named else f"cannot be used so: {error}"
        return [Error(f"EMAIL_URL names {settings.MAIL_PROVIDER}, which {why}", id="site.E003")]
    return []


def refuse_faults() -> None:
    """Ends the process if its environment is at fault: a web server runs no system checks of its own.

    If gunicorn runs without our configuration, it takes this exit status of a worker to mean that the site cannot be
    loaded, and ends, too. After any other exit status it would start the worker again and again.
    """
    if faults := [fault for fault in check_environment() if fault.is_serious()]:
        print(*(fault.msg for fault in faults), sep="\n", file=sys.stderr)
        sys.exit(WORKER_BOOT_ERROR)
