"""Correspondence games: challenges, play, clocks, pages."""

from typing import Any

from allauth.account.signals import email_confirmed
from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in

from accounts.events import (
    account_closed,
    account_closing,
    account_exporting,
    invitation_shown,
    player_blocked,
    sign_up_shown,
    vacation_changed,
)


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        from games import exporting, panels
        from games.play.offers import registry
        from games.play.vacation import on_vacation_changed

        email_confirmed.connect(on_email_confirmed)
        user_logged_in.connect(on_logged_in)
        vacation_changed.connect(on_vacation_changed)
        invitation_shown.connect(on_invitation_shown)
        sign_up_shown.connect(on_sign_up_shown)
        player_blocked.connect(on_player_blocked)
        account_exporting.connect(exporting.on_account_exporting)
        account_closing.connect(exporting.on_account_closing)
        account_closed.connect(exporting.on_account_closed)
        registry.OFFERS.load()  # so that a file that leaves something out stops the site from starting
        panels.load()  # what fills a place that there is none of, too


def on_email_confirmed(*, email_address: Any, **_: Any) -> None:
    """Assigns the user the invitations that were sent to the address they have confirmed."""
    from games import challenges

    challenges.welcome(email_address.user, address=email_address.email)


def on_logged_in(*, request: Any, user: Any, **_: Any) -> None:
    """Assigns the user what they learned and played in this browser before they logged in."""
    from games import guests, learning

    learning.join(request, user=user)
    guests.hand_over(request, user=user)


def on_player_blocked(*, user_id: int, other_id: int, mute: bool, now: Any, **_: Any) -> None:
    """Ends what is open between the two: unread messages, and after a block also challenges."""
    from games import challenges, chat

    chat.hide(user_id, other_id=other_id, both=not mute)
    if not mute:
        challenges.part(user_id, other_id=other_id, now=now)


def on_invitation_shown(*, page: str, **_: Any) -> bool:
    """Whether the page is that of an invitation that waits for an answer."""
    from games import challenges

    return challenges.is_invitation(page)


def on_sign_up_shown(*, request: Any, **_: Any) -> str:
    """What a guest keeps by signing up in this browser; for all others nothing."""
    from games import guests

    kept = guests.count_games(request)
    games = f"{kept} games" if kept > 1 else "game"
    told = f"Your {games} against the computer will be kept on your account once you log in with this browser."
    return told if kept else ""
