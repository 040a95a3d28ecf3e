"""Template filters of the accounts app."""

from datetime import timedelta

from django import template
from django.conf import settings

from accounts.models import User
from accounts.signing_in.sessions import lasts
from accounts.words import done
from core.browsers import describe_browser
from core.words import Said

register = template.Library()
register.filter("browser", describe_browser)


@register.simple_tag
def tell_session_end(user: User) -> Said:
    """When a log-in of this person ends, as a sentence."""
    most = lasts(user)
    if user.is_staff:
        return done.STAFF_LOGGED_OUT(hours=round(most / timedelta(hours=1)))
    return done.LOGGED_OUT(unused=timedelta(seconds=settings.SESSION_COOKIE_AGE), most=most)
