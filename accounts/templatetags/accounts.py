"""Template filters of the accounts app."""

from django import template
from django.conf import settings

from accounts.models import User
from accounts.signing_in.sessions import lasts
from core.browsers import describe_browser

register = template.Library()
register.filter("browser", describe_browser)


@register.simple_tag
def tell_session_end(user: User) -> str:
    """When a log-in of this person ends, as a sentence."""
    unused, most = settings.SESSION_COOKIE_AGE // 86400, lasts(user)
    if user.is_staff:
        return f"Staff are logged out {most.total_seconds() / 3600:.0f} hours after they logged in."
    return f"You are logged out after {unused} days without a visit, and {most.days} days after you logged in."
