"""What games do when people log in, block each other or close their account; loads kinds of offer and panels."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.signals import email_confirmed
from django.contrib.auth.signals import user_logged_in

from accounts import events
from accounts.signing_in.next_page import find_wanted
from games import challenges, chat, exporting, guests, invited, learning, panels, punctuality, rating
from games import events as game_events
from games.play.offers.registry import OFFERS
from games.play.vacation import on_vacation_changed
from games.words.invitations import WAITS
from games.words.page import TO_BE_KEPT


def on_email_confirmed(*, email_address: Any, **_: Any) -> None:
    """Assigns the user the invitations that were sent to the address they have confirmed."""
    challenges.welcome(email_address.user, address=email_address.email)


def on_logged_in(*, request: Any, user: Any, **_: Any) -> None:
    """Assigns the user what they learned and played in this browser before they logged in."""
    learning.join(request, user=user)
    guests.hand_over(request, user=user)


def on_player_blocked(*, user_id: int, other_id: int, mute: bool, now: datetime, **_: Any) -> None:
    """Ends what is open between the two: unread messages, and after a block also challenges."""
    chat.hide(user_id, other_id=other_id, both=not mute)
    if not mute:
        challenges.part(user_id, other_id=other_id, now=now)


def on_invitation_shown(*, page: str, **_: Any) -> bool:
    """Whether the page is that of an invitation that waits for an answer."""
    return challenges.is_invitation(page)


def on_sign_up_shown(*, request: Any, **_: Any) -> str:
    """What a guest keeps by signing up in this browser; for all others nothing."""
    kept = guests.count_games(request)
    return str(TO_BE_KEPT(n=kept)) if kept else ""


def on_sign_up_invited(*, request: Any, **_: Any) -> str:
    """Who waits for the answer of a visitor who comes from the page of an invitation."""
    challenge = challenges.find_inviting(find_wanted(request))
    return str(WAITS(name=challenge.challenger.username, game=challenge.ruleset.name)) if challenge else ""


def on_invited_address_shown(*, request: Any, **_: Any) -> str:
    return invited.find_address(request)


def on_address_proof_wanted(*, request: Any, user: Any, **_: Any) -> bool:
    return invited.spend(request, user=user)


email_confirmed.connect(on_email_confirmed)
user_logged_in.connect(on_logged_in)
events.vacation_changed.connect(on_vacation_changed)
events.invitation_shown.connect(on_invitation_shown)
events.sign_up_shown.connect(on_sign_up_shown)
events.sign_up_shown.connect(on_sign_up_invited)
events.invited_address_shown.connect(on_invited_address_shown)
events.address_proof_wanted.connect(on_address_proof_wanted)
events.player_blocked.connect(on_player_blocked)
events.account_exporting.connect(exporting.on_account_exporting)
events.account_closing.connect(exporting.on_account_closing)
events.account_closed.connect(exporting.on_account_closed)
game_events.result_changed.connect(rating.on_result_changed)
game_events.result_changed.connect(punctuality.on_result_changed)
game_events.publicity_changed.connect(punctuality.on_publicity_changed)
OFFERS.load()
panels.load()
