"""What the frame of a page shows of a user's news, asked for only by pages that show it, and once."""

from django.http import HttpRequest

from notifications.channels.inbox.unread import UnreadSummary, unread_summary

GAME_PAGES = {"game", "game_at"}
KEPT = "_glance"


def look(request: HttpRequest) -> UnreadSummary:
    """To open the page of a game is to see its news; what a script asks for has no frame, and sees nothing."""
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
