"""Answers to emails of ours, as they come in by a way."""

from email.message import EmailMessage
from email.utils import format_datetime

from django.utils import timezone

from games.models import Game
from notifications.reply_tokens import Addressed, make_address

AUTHORITY = "mx.reply.localhost"


def find_mover(game: Game):
    return game.seats.get(side=game.side_to_move).user


def address_of(game: Game) -> str:
    return make_address(Addressed(find_mover(game).pk, game.pk, game.revision, game.ply))


def write_answer(game: Game, line: str = "", *, number: int = 1, **headers: str) -> EmailMessage:
    """The answer of the player to move, by default with their first legal turn, as its provider hands it on: proven."""
    mover = find_mover(game)
    mail = EmailMessage()
    domain = mover.email.partition("@")[2]
    mail["Authentication-Results"] = (
        f"{AUTHORITY}; dkim=pass header.d={domain}; spf=pass smtp.mailfrom={mover.email};"
        f" dmarc=pass header.from={domain}"
    )
    mail["From"], mail["To"], mail["Subject"] = mover.email, address_of(game), f"Re: game {game.pk}"
    mail["Message-ID"], mail["Date"] = f"<{number}.{game.pk}@{domain}>", format_datetime(timezone.now())
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    mail.set_content(f"{line or game.position.legal_moves()[0]}\n\nOn Friday, Slowboard wrote:\n> Your turn\n")
    return mail
