"""What the frame of a page shows about a user's notifications. It is read once, and only for pages that show it."""

from django.http import HttpRequest

from notifications.channels.inbox.unread import UnreadSummary, unread_summary

GAME_PAGES = {"game", "game_at"}
KEPT = "_unread"


def look(request: HttpRequest) -> UnreadSummary:
    """Returns the user's unread summary. Opening the page of a game marks its notifications as seen; requests of
    scripts do not."""
    if not hasattr(request, KEPT):
        setattr(request, KEPT, _look(request))
    kept: UnreadSummary = getattr(request, KEPT)
    return kept


def _look(request: HttpRequest) -> UnreadSummary:
    if not request.user.is_authenticated:
        return UnreadSummary()
    match = request.resolver_match
    opened = match is not None and match.url_name in GAME_PAGES and request.method == "GET"
    return unread_summary(request.user, game_id=match.kwargs["pk"] if match and opened else None)
