"""What mail programs of Debian write when they answer an email of ours is read, and its turn played."""

import pytest
from django.utils import timezone

from replies.receiving import Outcome, receive
from tests.answering import bring
from tests.replies import desk
from tests.replies.programs import PROGRAMS, is_installed

pytestmark = [pytest.mark.django_db, pytest.mark.late]
PLACES = [(name, at) for name in PROGRAMS for at in ("above", "below", *(["where the cursor is"] * (name == "emacs")))]


@pytest.mark.parametrize(("name", "at"), PLACES)
def test_the_turn_is_played(game, alice, tmp_path, name, at):
    if not is_installed(name):
        pytest.skip(f"{name} is not installed")
    turn = game.position.legal_moves()[0]
    got = desk.find_last(alice).message().as_bytes()
    raw = PROGRAMS[name](tmp_path, got, turn=turn, sender=alice.email, at=at)
    print(raw.decode(errors="replace"))
    assert b"Write above this line" in raw or b"V3JpdGUgYWJvdmUg" in raw
    assert receive(bring(raw, at=timezone.now())) is Outcome.DONE
    assert desk.turns_of(game) == [turn]
