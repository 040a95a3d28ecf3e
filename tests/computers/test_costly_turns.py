"""A real game in which turns lost much, analysed as the site does it. It was once told “No turn cost much”."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from computers import review, waking
from computers.models import Review
from engine.contract import Side
from engine.search.marking import find_swings
from tests.computers.conftest import finish, look_back
from tests.factories import GameFactory

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.late]

LISTED = """
Ph3-h2 Pg6-h5 Oe3-f3 Pf7-g7 Pc2-b2 Pa6-a5 Of3-e3 Pb7-b6 Oe3-e5 Mf8-h8 Oe5xe7 Oe8xe7+Pg4 Pb3-a4 Pa5xa4 Pf2-f3 Pg7-f6
Pf3xg4 Md8-g8 Pg4xh5 Mh8xh5 Oe2-e4 Pb6-b5 Mg1-h1 Mh5-h8 Mc1-a1 Pb5-a5 Ma1xa4 Pa5xa4+Ph4 Pd2-e3 Pc7-b7 Od1-d2 Oc8-c7
Me1-b1 Oc7-c5 Oe4-e6 Oe7xe6+Pg4 Of1-f3 Pg4xf3+Pa1 Pb2xa1 Pf3xg2 Ph2-h3 Pg2xh1+Pe2 Pe3xe2 Ph4xh3
"""
PLAYED = LISTED.split()
LOST = {11, 27}
"""An Officer, and a Master: 380 and 600 hundredths of a Pawn. How much of the chances that is depends on the curve."""
LATE = {35, 37, 41}
"""480, 350 and 900 more, where hardly a chance was left to lose."""


def test_the_turns_that_lost_a_game_of_mastery_are_marked(alice, boris, client, monkeypatch):
    monkeypatch.setattr(waking, "wake_reviewer", lambda: None)
    game = GameFactory(first=alice, second=boris, options={"setup": "draume-crown"}, turns=PLAYED)
    finish(game)
    look_back(game, alice)
    assert Review.objects.get().is_done
    played = [(Side(ply % 2), text) for ply, text in enumerate(PLAYED)]
    marks = {swing.ply: swing.kind for swing in find_swings(played, review.read_lines(game, reader=AnonymousUser()))}
    assert all(marks.get(ply) in ("blunder", "mistake") for ply in LOST), marks
    assert all(ply in marks for ply in LATE), marks
    page = client.get(reverse("review", args=[game.pk])).content.decode()
    assert "No turn cost much" not in page
    for ply in LOST | LATE:
        assert f"{ply}. {PLAYED[ply - 1]}</a>" in page
