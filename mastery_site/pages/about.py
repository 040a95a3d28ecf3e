"""The pages about the site: what it is, whom to contact, what it stores about people, and its terms."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.conduct import sightings
from accounts.locked_out import rescue_requests
from accounts.own_data import closing, exports
from accounts.people import activity
from accounts.posted import kept_forms, sent_forms
from accounts.signing_in import known_devices
from core.words import tell_length
from games import guests
from mastery_site.database import pruning
from mastery_site.words.kept import YEARS
from moderation import retention
from notifications import reply_tokens
from replies import unread

KEPT = {
    "unused_session": timedelta(seconds=settings.SESSION_COOKIE_AGE),
    "session": settings.SESSION_LASTS,
    "session_line": pruning.KEEP_SESSIONS,
    "activity": activity.KEPT,
    "notices": pruning.KEEP_NOTICES,
    "replies": pruning.KEEP_REPLIES,
    "unread": unread.KEPT,
    "challenges": pruning.KEEP_CHALLENGES,
    "ladder_places": pruning.KEEP_LADDER_PLACES,
    "requests": rescue_requests.KEPT,
    "log": retention.KEPT,
    "exports": exports.KEPT,
    "guests": guests.LASTS,
    "guests_without_turn": guests.WITHOUT_TURN,
    "closing": closing.WAIT,
    "sightings": sightings.KEPT,
    "decisions": retention.KEPT,
    "forms": kept_forms.KEPT_FOR,
    "sent_forms": sent_forms.KEPT_FOR,
    "known_device": timedelta(seconds=known_devices.LASTS),
}
"""How long the site keeps data that it does not keep forever. Each value comes from the code that deletes the data."""

YEAR = timedelta(days=365)


def tell_kept(length: timedelta) -> str:
    """Returns a length as text, such as '90 days' or '5 years'."""
    years, rest = divmod(length, YEAR)
    return tell_length(length) if rest or not years else str(YEARS(years=years))


def tell_owner() -> dict[str, str]:
    """Returns the settings of the site's owner that these pages show."""
    return {"contact": settings.CONTACT_EMAIL, "licence": settings.RECORDS_LICENCE}


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about/about.html", {"takes_replies": reply_tokens.is_on()})


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "about/contact.html", {"contact": settings.CONTACT_EMAIL})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    kept = {name: tell_kept(length) for name, length in KEPT.items()}
    return render(request, "about/privacy.html", {"kept": kept, **tell_owner()})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "about/terms.html", tell_owner())
