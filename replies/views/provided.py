"""Where the mail provider brings answers: anymail's own views, for the one provider of this site that takes mail in."""

from __future__ import annotations

import logging
from datetime import datetime
from email.errors import MessageError
from email.message import EmailMessage
from typing import Any

from anymail.exceptions import AnymailConfigurationError, AnymailError
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.urls import resolve
from django.utils import timezone

from core.unreported import leave_unreported
from games import outage_detection
from replies import receiving
from replies.incoming import Incoming, Way
from replies.mails import parsing
from replies.receiving import Outcome
from replies.ways.providers import Delivered, Provider, find_provider
from replies.words import ways as words

logger = logging.getLogger(__name__)

TRY_AGAIN_IN = 60
"""Seconds."""
OTHER_SHAPE = (
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    OverflowError,
    RecursionError,
    MessageError,
    AnymailError,
)
"""What reading raises of what no provider sends."""


def admit(request: HttpRequest, provider: str) -> HttpResponse:
    """What `webhook.mail_replies` has let in.

    anymail checks the secret, and the provider's signature where there is one; a wrong one is answered with 400. A mail
    that we could not deal with is answered with 503, and brought again; any other with 200, for to bring it again would
    change nothing.
    """
    view = resolve(f"/{provider}/inbound/", urlconf="anymail.urls").func
    try:
        return make_view(view, find_provider(provider))(request)
    except (ImproperlyConfigured, AnymailConfigurationError) as error:
        logger.error("What %s brings is not what was asked for: %s", provider, error)
        return ask_again()


def make_view(view: Any, reader: Provider) -> Any:
    """The view of anymail, which hands each mail to the one way of all."""

    def post(self: Any, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.basic_auth and not request.headers.get("Authorization"):
            return ask_who_it_is()
        try:
            self.run_validators(request)
        except OTHER_SHAPE as error:
            logger.warning("Somebody brings answers by email without the right signature: %s", type(error).__name__)
            return say(words.WRONG_SIGNATURE, status=400)
        return take(self, request, reader)

    changes = dict(reader.CHANGES)
    bases = (view.view_class, *changes.pop("bases", ()))
    return type("Taking", bases, {**changes, "post": post}).as_view()  # type: ignore[attr-defined]


def take(view: Any, request: HttpRequest, reader: Provider) -> HttpResponse:
    """Deals with the mail of a request that comes from the provider."""
    arrived = timezone.now()
    try:
        delivered = [reader.read(event, request=request) for event in view.parse_events(request)]
        mails = [(parsing.parse(one.raw), one) for one in delivered]
    except AnymailConfigurationError:
        raise
    except OTHER_SHAPE as error:
        logger.warning("A mail that %s brings cannot be read: %s", view.esp_name, type(error).__name__)
        return HttpResponse()
    try:
        outcomes = [receiving.receive(make_incoming(mail, one, arrived_at=arrived)) for mail, one in mails]
    except Exception:
        logger.exception("A mail that %s brings met a fault", view.esp_name)
        outage_detection.note_replies(False, now=timezone.now())
        return ask_again()
    outage_detection.note_replies(True, now=timezone.now())
    return ask_again() if {Outcome.IN_HAND, Outcome.LATER} & set(outcomes) else HttpResponse()


def make_incoming(mail: EmailMessage, one: Delivered, *, arrived_at: datetime) -> Incoming:
    return Incoming(
        mail,
        arrived_at,
        Way.WEBHOOK,
        one.recipients,
        envelope_sender=one.sender,
        proof=one.verdict,
        by_signature=one.by_signature,
        is_cut=len(one.raw) > parsing.MOST_BYTES,
    )


def ask_again() -> HttpResponse:
    response = say(words.TRY_AGAIN, status=503)
    response["Retry-After"] = str(TRY_AGAIN_IN)
    return leave_unreported(response)  # what is a fault was reported where it was met


def ask_who_it_is() -> HttpResponse:
    """Amazon sends name and password only once it was asked for them."""
    response = say(words.WRONG_SIGNATURE, status=401)
    response["WWW-Authenticate"] = 'Basic realm="answers"'
    return response


def say(sentence: Any, *, status: int) -> HttpResponse:
    return HttpResponse(f"{sentence()}\n", status=status, content_type="text/plain; charset=utf-8")
