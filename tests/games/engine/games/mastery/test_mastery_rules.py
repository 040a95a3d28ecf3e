"""Each sentence of the rules of Mastery has a name and at least one position that shows it."""

import pytest

from engine import registry
from engine.contract import BadPosition, IllegalMove, Side
from tests.games.engine.games.mastery import (
    cases_mastery_control,
    cases_mastery_endings,
    cases_mastery_moves,
    naive_mastery,
)
from tests.games.engine.games.mastery.cases_mastery import RULES, write_position
from tests.rows import each_row

RULESET = registry.get("mastery")
CASES = cases_mastery_moves.CASES + cases_mastery_control.CASES + cases_mastery_endings.CASES
START = RULESET.start().text()


def expand_cases(*wanted):
    """A parametrisation by the cases that say anything of `wanted`, each in every variant that it holds for."""
    told = [case for case in CASES if any(getattr(case, name) for name in wanted)]
    pairs = [(case, rules) for case in told for rules in case.rules]
    names = [f"{CASES.index(case)}-{rules}-{case.rule}".replace(" ", "-") for case, rules in pairs]
    return each_row(("case", "rules"), pairs, ids=names)


def reach_position(case, rules):
    """The position in which the case makes its claims."""
    position = RULESET.read(write_position(case.pieces, side=case.side, last=case.last, rules=rules))
    for turn in case.played.split():
        position = position.play(turn)
    return position


def name_outcome(position):
    outcome = position.outcome()
    return outcome and ("dl"[outcome.winner], outcome.termination)


def test_every_rule_has_a_case():
    assert {case.rule for case in CASES} == set(RULES)


@expand_cases("legal", "only")
def test_turns_the_rule_allows_are_legal(case, rules):
    position = reach_position(case, rules)
    legal = set(position.legal_moves())
    assert set(case.legal.split()) <= legal
    if case.only:
        named = {turn[: turn.index("-" if "-" in turn else "x")] for turn in case.only.split()}
        assert {turn.split("+")[0] for turn in legal if turn.startswith(tuple(named))} == set(case.only.split())
    for turn in [*case.legal.split(), *case.only.split()]:
        assert position.canonical(turn) == turn
        assert position.play(turn).turn is position.turn.other


@expand_cases("refused")
def test_turns_the_rule_forbids_are_refused_with_a_sentence(case, rules):
    position = reach_position(case, rules)
    for turn in case.refused.split():
        assert turn not in position.legal_moves()
        with pytest.raises(IllegalMove) as refusal:
            position.play(turn)
        sentence = str(refusal.value)
        assert sentence.endswith(".")
        assert len(sentence.split()) > 3
        assert "{" not in sentence
        assert case.says in sentence


@expand_cases("reads")
def test_lenient_text_is_understood(case, rules):
    position = reach_position(case, rules)
    assert {text: position.canonical(text) for text in case.reads} == case.reads
    assert all(position.play(text).text() == position.play(turn).text() for text, turn in case.reads.items())


@expand_cases("after")
def test_turn_leads_to_the_position(case, rules):
    position = reach_position(case, rules)
    for turn, pieces in case.after.items():
        last = turn.lstrip("~").split("+")[0][1:]
        side = "dl"[position.turn.other]
        assert position.play(turn).text() == write_position(pieces, side=side, last=last, rules=rules)


@expand_cases("ends")
def test_game_ends_when_and_as_the_rule_says(case, rules):
    position = reach_position(case, rules)
    for turn, ending in case.ends.items():
        reached = position.play(turn) if turn else position
        assert name_outcome(reached) == ending
        assert bool(reached.legal_moves()) == (ending is None)
        assert ending is None or ending[1] in RULESET.terminations


@expand_cases("ends")
def test_losing_turn_counts_for_no_draw(case, rules):
    position = reach_position(case, rules)
    for turn in filter(None, case.ends):
        if position.play(turn).outcome():
            assert not RULESET.is_quiet(turn)
            assert position.play(turn).repetition_key().split()[0] != position.repetition_key().split()[0]


@expand_cases("writes")
def test_position_text_says_it_all(case, rules):
    position = reach_position(case, rules)
    assert position.text() == case.writes
    assert RULESET.read(case.writes).text() == case.writes


@each_row("rules", ["ross", "woag"])
@each_row(
    ("setup", "text"),
    [("imperial", cases_mastery_moves.IMPERIAL), ("draume-crown", cases_mastery_moves.DRAUME_CROWN)],
)
def test_game_starts_from_the_set_up(setup, text, rules):
    start = RULESET.start(setup=setup, rules=rules, draws=["repetition", "quiet-50"])
    assert start.text() == text + rules == naive_mastery.start(setup, rules).text()
    assert start.turn is Side.FIRST


def test_options_left_out_are_imperial_ross():
    assert START == cases_mastery_moves.IMPERIAL + "ross"


def test_repetition_looks_at_board_trays_and_side_alone():
    key = RULESET.read(write_position("Md4 pe5 oe6 mh8 Oa1", side="d", last="-", rules="ross")).repetition_key()
    moved = RULESET.read(write_position("Md4 pe5 oe6 mh8 Oa1", side="d", last="f6-e5", rules="ross")).repetition_key()
    other = RULESET.read(write_position("Md4 pe5 oe6 mh8 Oa1", side="l", last="-", rules="ross")).repetition_key()
    assert key == moved != other


@each_row(
    "text",
    [
        "",
        "rubbish",
        START + " more",
        START.rsplit(" ", 1)[0],
        START.replace(" d ", " x "),
        START.replace("mmm", "mm"),
        START.replace("mmm", "mmk"),
        START.replace("M0O0P0/", "M1O0P0/"),
        START.replace("M0O0P0/", "M-1O0P0/"),
        START.replace("2mmm3", "2mmm4"),
        START.replace("2mmm3/", ""),
        START.replace("2mmm3", "1mmmm3"),
        START.replace(" - ", " d3-d9 "),
        START.replace(" - ", " d3 "),
        START.replace("imperial", "republican"),
        START.replace("ross", "rossi"),
        START.replace(",", " "),
    ],
)
def test_text_that_is_no_position_is_refused(text):
    with pytest.raises(BadPosition) as refusal:
        RULESET.read(text)
    assert str(refusal.value).endswith(".")
