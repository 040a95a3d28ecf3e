"""Any position can be put together by hand, also without script: pieces, side, and what else a game's position has. An
illegal one says why and loses nothing; a legal one has an address on the practice board."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from engine import registry
from engine.editing import Editor
from games import fairness
from tests.factories import GameFactory, play_turns
from tests.games.engine.dropping import CROSSING, drop_in

RULESETS = registry.all_rulesets()
BY_SLUG = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)


def edit(client, slug, **given):
    return client.get(reverse("edit_position", args=[slug]), given)


def read(answer) -> str:
    """The position that stands in the form."""
    return answer.context["position"]


@BY_SLUG
def test_it_begins_with_the_set_up_or_with_the_position_of_the_address(client, db, ruleset):
    assert read(edit(client, ruleset.slug)) == ruleset.start().text()
    after = ruleset.start().play(ruleset.start().legal_moves()[0])
    assert read(edit(client, ruleset.slug, position=after.text())).split()[:2] == after.text().split()[:2]


@BY_SLUG
def test_a_click_puts_the_chosen_piece_on_a_square_and_another_takes_it_away(client, db, ruleset):
    letter = next(iter(Editor(ruleset).letters))
    first = edit(client, ruleset.slug, do="clear")
    assert not Editor(ruleset).read(read(first)).placed
    put = edit(client, ruleset.slug, position=read(first), brush=letter, square="c3")
    assert dict(Editor(ruleset).read(read(put)).placed) == {"c3": letter}
    for brush in (letter, "-"):
        away = edit(client, ruleset.slug, position=read(put), brush=brush, square="c3")
        assert not Editor(ruleset).read(read(away)).placed


@BY_SLUG
def test_the_side_to_move_is_chosen(client, db, ruleset):
    signs = Editor(ruleset).signs
    answer = edit(client, ruleset.slug, turn=signs[1])
    assert read(answer).split()[1] == signs[1]
    assert f'value="{signs[1]}" selected' in answer.content.decode()


@BY_SLUG
def test_every_position_of_a_game_stays_what_it_was(db, ruleset):
    position, editor = ruleset.start(), Editor(ruleset)
    for number in range(30):
        if position.outcome():
            break
        draft = editor.read(position.text())
        assert editor.find_fault(draft) is None
        read_again = ruleset.read(editor.write(draft))
        assert [*read_again.pieces()] == [*position.pieces()]
        assert read_again.turn is position.turn
        position = position.play(position.legal_moves()[number * 7 % len(position.legal_moves())])


def test_dice_have_faces(client, db):
    answer = edit(client, "master", position="12/12/12/12/12/12/12/12/12/M10m r", brush="d", square="c5")
    assert "2d9" in read(answer)
    assert 'aria-label="c5, White Pawn showing 4"' in answer.content.decode()


def test_puppeteers_hold_and_witches_inherit(client, db):
    bare = "4g5/4w5/4p5/10/10/10/10/1s8/10/3G3W2/1P8/10 e -/- -/- -"
    answer = edit(client, "masters", position=bare, held_first="b5", witch_second="H")
    assert read(answer).endswith("e b5/- -/H -")
    assert answer.context["fault"] == ""


def test_in_mastery_what_is_not_on_the_board_is_off_it(client, db):
    answer = edit(client, "mastery", brush="-", square="d4", rules="woag")
    assert read(answer).endswith("d M0O0P1/M0O0P0 - imperial,woag")


def test_an_illegal_position_says_why_with_422_and_keeps_everything(client, db):
    position = "8/8/8/3m4/8/8/8/8 d M3O4P6/M2O4P6 - imperial,ross"
    shown = edit(client, "mastery", position=position, brush="o")
    assert (shown.status_code, shown.context["fault"]) != (422, "")
    refused = edit(client, "mastery", position=position, brush="o", do="show", flip="1")
    assert refused.status_code == 422
    assert "Both sides have lost in this position" in refused.content.decode()
    assert (read(refused), refused.context["brush"], refused.context["flipped"]) == (position, "o", True)


@BY_SLUG
def test_a_legal_one_opens_on_the_practice_board_by_an_address_of_its_own(client, db, ruleset):
    answer = edit(client, ruleset.slug, do="show")
    assert answer.status_code == 302
    there = urlsplit(answer.url)
    assert there.path == reverse("practice", args=[ruleset.slug])
    assert parse_qs(there.query)["position"] == [ruleset.start().text()]
    assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize("given", [{"position": "nonsense"}, {"position": "8/8"}, {"position": "9" * 5000}])
def test_what_cannot_be_read_is_said_and_the_set_up_stands_there(client, db, given):
    answer = edit(client, "mastery", **given)
    assert answer.status_code == 422
    assert answer.context["fault"]
    assert read(answer) == registry.get("mastery").start().text()


@pytest.mark.parametrize("given", [{"square": "z9"}, {"brush": "Q", "square": "z1"}, {"turn": "x"}])
def test_nothing_unknown_changes_anything(client, db, given):
    assert read(edit(client, "mastery", **given)) == registry.get("mastery").start().text()


def test_the_practice_board_leads_there_with_the_position_shown(client, db):
    page = client.get(reverse("practice", args=["mastery"]), {"turns": "Pd4-d5"}).content.decode()
    assert f"{reverse('edit_position', args=['mastery'])}?position=" in page


def test_a_fifth_game_has_its_pieces_and_the_side_and_no_more(client, db):
    with drop_in(CROSSING) as ruleset:
        answer = edit(client, ruleset.slug, brush="S", square="a1", turn="j")
        assert read(answer) == "1ss1/4/4/SSS1 j"
        assert answer.context["fields"] == []


def test_the_editor_is_no_way_to_a_hint_on_ones_own_game(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    position = game.position
    while game.ply < fairness.FROM_PLY:
        game = play_turns(game, next(turn for turn in position.legal_moves() if game.ruleset.is_quiet(turn)))
        position = game.position
    client.force_login(alice)
    other_turn = Editor(game.ruleset).signs[position.turn.other]
    for change in ({}, {"turn": other_turn}, {"brush": "-", "square": "g3"}, {"rules": "woag"}):
        text = read(edit(client, "mastery", position=position.text(), **change))
        answer = client.post(reverse("practice", args=["mastery"]), {"position": text, "hint": "1"})
        assert answer.context["hint"] is None
        assert "No hint here" in answer.content.decode()
