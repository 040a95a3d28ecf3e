"""Reports faults to Sentry if SENTRY_DSN is set: without request bodies, variables, addresses and secret links."""

from typing import Any
from urllib.parse import urlsplit

from mastery_site.logs.privacy import redact


def is_dsn(value: str) -> bool:
    from sentry_sdk.utils import BadDsn, Dsn  # takes 0.1 s, which only sites with Sentry pay

    try:
        Dsn(value)
    except BadDsn:
        return False
    return True


def start(dsn: str) -> None:
    """Starts to report to this DSN. It ignores a malformed one, since the system checks report it."""
    if is_dsn(dsn):
        import sentry_sdk

        sentry_sdk.init(**get_options(dsn))


def get_options(dsn: str) -> dict[str, Any]:
    return {
        "dsn": dsn,
        "send_default_pii": False,
        "include_local_variables": False,  # they hold emails and tokens
        "max_request_body_size": "never",
        "before_send": scrub,
    }


def scrub(event: Any, hint: Any = None) -> Any:
    """Removes from the event what must not leave this machine, and adds the request or task that it belongs to.

    Returns None for an answer that refuses something.
    """
    from mastery_site.logs.lines import is_refusal, work  # the settings import this module before logs can be imported

    if (record := (hint or {}).get("log_record")) and is_refusal(record):
        return None
    if request := event.pop("request", None):
        event["request"] = {"method": request.get("method"), "url": urlsplit(request.get("url", "")).path}
    event.pop("user", None)
    event["tags"] = {**(event.get("tags") or {}), **work.get()}
    return redact_all(event)


def redact_all(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {key: redact_all(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [redact_all(one) for one in value]
    return value
