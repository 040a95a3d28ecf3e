"""What these tests see of a leaderboard, and people to fill it."""

import re

from django.utils import timezone

from accounts.models import User
from engine import glicko
from games.models import PlayerRating

ADDRESS = "/leaderboard/mastery/"


def words_at(client, address: str = ADDRESS) -> str:
    page = client.get(address).content.decode().partition("<main")[2].partition("</main")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", page).replace("&nbsp;", " ").split())


def make_ranked(count: int, *, lowest: int = 1000, first: int = 0) -> None:
    """So many ranked players, named Crowd00000 and so on, each a point stronger than the one before."""
    names = [f"Crowd{number:05}" for number in range(first, first + count)]
    User.objects.bulk_create([User(username=name, look=name, email=f"{name}@example.org") for name in names])
    people = User.objects.filter(username__in=names).order_by("username")
    now, rows = timezone.now(), []
    for number, user in enumerate(people):
        row = PlayerRating(user=user, ruleset_slug="mastery", games=9, opponents=6)
        row.take(glicko.Rating(lowest + number, 60.0, 0.06), at=now)
        rows.append(row)
    PlayerRating.objects.bulk_create(rows)
