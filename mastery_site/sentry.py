"""Reports faults to Sentry, where SENTRY_DSN is set: no request bodies, no variables, no addresses, no secret links."""

from typing import Any
from urllib.parse import urlsplit

from mastery_site.privacy import redact


def is_dsn(value: str) -> bool:
    from sentry_sdk.utils import BadDsn, Dsn  # a tenth of a second that only those pay who use it

    try:
        Dsn(value)
    except BadDsn:
        return False
    return True


def start(dsn: str) -> None:
    """Starts to report to this DSN. A malformed one is ignored, since the system checks name it."""
    if is_dsn(dsn):
        import sentry_sdk

        sentry_sdk.init(**get_options(dsn))


def get_options(dsn: str) -> dict[str, Any]:
    return {
        "dsn": dsn,
        "send_default_pii": False,
        "include_local_variables": False,  # they hold mails and tokens
        "max_request_body_size": "never",
        "before_send": scrub,
    }


def scrub(event: Any, hint: Any = None) -> Any:
    """The event without what must not leave this machine, and with the request or task it belongs to. None for an
    answer that refuses something."""
    from mastery_site.logs import is_refusal, work  # settings import this module before the logs can be

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
