"""What a turn brings about that its text does not say stands beside it in the list of turns."""

import pytest
from django.urls import reverse

from engine import registry
from games.drawn import remarks_on
from games.telling import opening_of
from tests.factories import GameFactory, play_turns
from tests.rows import each_row

FREE = "4g5/4w5/4p5/10/10/10/10/1st7/10/3G3W2/1P8/10 e -/- -/- -"
"""Masters: Ember's puppeteer on b2 sees the sentinel on b5."""
HELD = FREE.replace("-/- -/- -", "b5/- -/- -")
OFFER = FREE.replace("-/- -/- -", "-/- -/- H")
TAKES = "4g5/4w5/4p5/10/10/10/10/4t5/3G6/7W2/1P8/10 e -/- -/- -"
FORCES = "4g5/4w5/10/10/10/10/10/4p5/3G6/7W2/4P5/10 e -/- -/- -"
SCOUT_AT_THE_EDGE = "6g3/T3w5/4p5/10/10/10/10/10/3G6/7W2/1P8/10 e -/- -/- -"

CASES = {
    "a claim made": ("masters", FREE, "*b5", ["Ember’s puppeteer takes hold of Frost’s sentinel on b5."]),
    "a claim changed": (
        "masters",
        HELD,
        "*c5,Pb2-c2",
        ["Ember’s puppeteer takes hold of Frost’s scout on c5, and lets the sentinel go."],
    ),
    "a hold that ends": ("masters", HELD, "Pb2-a3", ["Ember’s puppeteer holds nothing any more."]),
    "a hold that lasts": ("masters", HELD, "Gd3-d4", []),
    "a held piece moved": ("masters", HELD, "Sb5-b4", []),
    "an offer accepted": ("masters", OFFER, "w+,Gd3-d4", ["Ember’s witch accepts the moves of the horseman."]),
    "an offer declined": ("masters", OFFER, "w-,Gd3-d4", ["Ember’s witch declines the moves of the horseman."]),
    "an offer made": ("masters", TAKES, "Gd4xe5", ["Frost’s witch is offered the moves of the scout."]),
    "a promotion": ("masters", SCOUT_AT_THE_EDGE, "a11-a12=A", ["A scout becomes an archer on a12."]),
    "power lost": (
        "mastery",
        "1m2m3/2p1o3/4pp2/3m4/1P3P2/4O1M1/P7/M4P2 l M1O3P2/M0O3P3 a3-a2 imperial,ross",
        "Me8xe7",
        ["Light has no Officers left, and cannot control for as long as that lasts."],
    ),
    "power regained": (
        "mastery",
        "8/5p2/2p2p2/1p6/6m1/3MOOM1/8/5M2 d M0O2P6/M2O4P2 g6xg4 imperial,ross",
        "Mg3xg4+Pb6",
        ["Dark has Officers and Pawns again, and can control again."],
    ),
    "a Master of dice lost": ("master", "m2m8/12/12/2a9/1M10/12/12/12/12/2M9 w", "c7-c6", []),
}


@each_row(("slug", "position", "move", "said"), CASES.values(), ids=CASES)
def test_the_rules_remark_on_what_changed_and_on_nothing_else(slug, position, move, said):
    ruleset = registry.get(slug)
    before = ruleset.read(position)
    assert [*remarks_on(ruleset, before, move, before.play(move))] == said


def test_a_forced_offer_says_so():
    before = registry.get("masters").read(FORCES.replace("4g5", "10"))
    after = before.play("Gd4xe5")
    assert after.offer == "P!"
    assert remarks_on(registry.get("masters"), before, "Gd4xe5", after) == (
        "Frost’s witch is offered the moves of the puppeteer, and must accept them.",
    )


@pytest.mark.parametrize(
    ("opening", "said"),
    [
        ("4-2", "Alice threw 4, Boris threw 2: Alice plays Red and moves first."),
        ("2-4", "Alice threw 4, Boris threw 2: Alice plays Red and moves first."),
        ("3-3 1-1 6-5", "Both threw 3. Both threw 1. Alice threw 6, Boris threw 5: Alice plays Red and moves first."),
    ],
)
def test_the_remarks_tell_the_opening_throw_and_the_higher_one_is_reds(opening, said):
    assert str(registry.get("master").tell_opening(opening, first="Alice", second="Boris")) == said


def test_a_ruleset_may_have_no_remarks(db):
    game = GameFactory()
    assert opening_of(game) == ""
    assert remarks_on(object(), game.position, "Pd4-d5", game.position) == ()


def test_remarks_stand_in_the_list_of_turns_of_the_game_and_of_earlier_positions(client, alice, boris):
    game = GameFactory(ruleset_slug="masters", first=alice, second=boris)
    play_turns(game, "e2-e3", "c11-c10", "Pf1-e2", "e11-e10", "*d11,Pe2-d3")
    for address in (game.get_absolute_url(), reverse("game_at", args=[game.pk, 1])):
        page = client.get(address).content.decode()
        assert "Ember’s puppeteer takes hold of Frost’s scout on d11." in page


def test_what_a_piece_controls_and_who_controls_it_is_told_with_its_square():
    mastery = registry.get("mastery")
    position = mastery.read("4m3/8/8/8/8/o7/2p5/MO6 d M2O3P6/M2O3P5 - imperial,ross")
    assert mastery.notes(position) == {}, "without Pawns Dark controls nothing, and Light has nothing in its zones"
    position = mastery.read("4m3/8/8/8/8/o7/1Pp5/MO5M d M1O3P5/M2O3P5 - imperial,ross")
    assert {square: str(said) for square, said in mastery.notes(position).items()} == {
        "a1": "controls the Officer on a3",
        "a3": "controls the Pawn on b2, controlled by Dark",
        "b1": "controls the Pawn on c2",
        "b2": "controlled by Light",
        "c2": "controlled by Dark",
    }
