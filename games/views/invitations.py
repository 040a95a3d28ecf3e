"""What the email of an invitation proves: its second secret, which the page's script posts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from core.posting import posted_from
from core.refusal import Refusal
from games import access, invited
from games.views.challenges import challenge_page_of, show
from games.words.invitations import SECRET_SPENT


def admit_everybody(request: HttpRequest, **_: object) -> bool:
    """Whoever signs up has no account yet."""
    return True


@sensitive_post_parameters("secret")
@never_cache
@posted_from(challenge_page_of, admits=admit_everybody)
def note_mailbox(request: HttpRequest, token: str) -> HttpResponse:
    """Notes that this visitor has read the invitation's email. Whoever is logged in has an address already."""
    challenge = access.get_invitation(token)
    if not request.user.is_authenticated and not invited.note(
        request, challenge, secret=request.POST.get("secret", "")[:100]
    ):
        return show(request, challenge, refusal=Refusal(SECRET_SPENT(), status=422))
    return redirect("invitation", token=token)
