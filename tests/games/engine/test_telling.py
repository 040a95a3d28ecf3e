"""Each thing that a turn can do is told in a sentence for its mover, for the other player and for a watcher."""

from importlib import import_module

import pytest

from engine import registry
from engine.contract import Side
from engine.telling import Happening, Reader, choose_reader, tell
from tests.games.engine.cases_telling import CASES
from tests.rows import each_row

GAMES = ("mastery", "master", "masters")


def list_happenings(slug):
    module = import_module(f"engine.games.{slug}.telling")
    return {name: value for name, value in vars(module).items() if isinstance(value, Happening)}


@each_row(("slug", "name"), CASES)
def test_what_a_turn_did_is_told_to_each_reader(slug, name):
    position, move, *said = CASES[slug, name]
    ruleset = registry.get(slug)
    before = ruleset.read(position)
    what = list_happenings(slug)[name]
    happened = next(each for each in tell(ruleset, before, move, before.play(move)) if each.what is what)
    assert [str(happened.tell(reader)) for reader in Reader] == said


@pytest.mark.parametrize("slug", GAMES)
def test_each_thing_that_a_turn_can_do_has_an_example(slug):
    assert [name for game, name in CASES if game == slug] == list(list_happenings(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_no_two_sentences_have_the_same_code(slug):
    codes = [getattr(what, reader.value).code for what in list_happenings(slug).values() for reader in Reader]
    assert len(codes) == len(set(codes))
    assert all(code.startswith(f"{slug}_") for code in codes)


def test_several_things_in_one_turn_are_told_in_the_order_in_which_they_count():
    ruleset = registry.get("masters")
    before = ruleset.read("4g5/4w5/4p5/10/10/10/10/4h5/10/3G3W2/4P5/10 e -/- -/- -")
    told = [str(each.tell(Reader.OTHER)) for each in tell(ruleset, before, "*e5,He5-f7", before.play("*e5,He5-f7"))]
    assert told == [
        "Ember’s Puppeteer took hold of your Horseman on e5.",
        "Ember moved your Horseman, which it holds, from e5 to f7.",
        "Ember’s Puppeteer no longer holds your Horseman on f7.",
    ]
    told = [str(each.tell(Reader.MOVER)) for each in tell(ruleset, before, "*e5,Gd3-d4", before.play("*e5,Gd3-d4"))]
    assert told == ["You moved your General from d3 to d4.", "Your Puppeteer took hold of Frost’s Horseman on e5."]


def test_a_ruleset_that_does_not_tell_its_turns_has_them_told_by_their_text():
    ruleset = registry.get("mastery")

    class Mute:
        sides = ruleset.sides

    (happened,) = tell(Mute(), ruleset.start(), "Pd4-d5", None)
    assert [str(happened.tell(reader)) for reader in Reader] == [
        "You played Pd4-d5.",
        "Dark played Pd4-d5.",
        "Dark played Pd4-d5.",
        "You will play Pd4-d5.",
    ]


def test_a_player_reads_of_a_turn_as_its_mover_or_as_the_other_and_nobody_else_does():
    assert choose_reader(Side.FIRST, mover=0) is Reader.MOVER
    assert choose_reader(1, mover=Side.FIRST) is Reader.OTHER
    assert choose_reader(None, mover=Side.FIRST) is Reader.WATCHER
