"""Each sentence of the rules of Masters has a name and at least one position that shows it."""

import pytest

from engine import registry
from engine.contract import BadPosition, IllegalMove, Side
from engine.games.masters.rules import Masters, Movement
from tests.games.engine.games.masters import cases_masters, cases_masters_claims
from tests.games.engine.games.masters.cases_masters import Case, write_position
from tests.rows import each_row

RULESET = registry.get("masters")
START = RULESET.start().text()
CASES = cases_masters.CASES + cases_masters_claims.CASES

RULES = """
blocked by own pieces; takes by ending on an enemy's square; a horseman leaps; a dragon flies over own pieces; no
other flies; a scout goes forward and takes diagonally; a witch waits to inherit; an aura shields the eight squares
around; either side's cardinal shields; a cardinal does not shield itself; adjacent cardinals shield each other; no
cardinal captures at one square; a cardinal may capture at two squares; the aura is judged before the capture; a turn
is a move, a claim, or both; claim along rank or file; claim with nothing between; claim spares the shielded; claim
takes enemies alone; claim is judged after the move; claim on the start is judged before; a new claim replaces the
hold; claiming the held piece is refused; a held piece moves for its holder; a held piece takes former friends; a held
piece spares its holder's; its owner cannot move it; its holder may capture it; colour decides who is a friend; a hold
out of sight ends; sight regained within the turn is enough; a held puppeteer holds nothing; the mover's hold is
settled first; a captured puppeteer holds nothing; a puppeteer held when the turn begins cannot claim; a later shield
ends no hold; a held leader counts as captured; all three leaders lost is the end; the mover is judged first; an offer
at the end stays open; a witch is offered what falls; a held witch is offered too; a captured witch is offered
nothing; the answer is part of the next turn; the answer goes beside a move or a claim; the answer takes effect before
the move; accepting replaces the moveset; the last of general and puppeteer forces her; a held leader forces her too;
another piece never forces her; a moveset is movement only; a witch as scout goes her colour's way; a held witch moves
for her holder; a held witch has what her owner accepted; a scout promotes on the enemy's home rank; its holder
chooses the promotion; no stalemate; lenient text
"""


def expand_cases(name):
    told = [case for case in CASES if getattr(case, name)]
    names = [f"{CASES.index(case)}-{case.rule}".replace(" ", "-") for case in told]
    return each_row("case", told, ids=names)


def reach_position(case):
    return RULESET.read(write_position(case))


def test_every_rule_has_a_case():
    named = {rule.strip() for rule in " ".join(RULES.split()).split(";")}
    assert {case.rule for case in CASES} == named


@expand_cases("legal")
def test_turns_the_rule_allows_are_legal(case):
    position = reach_position(case)
    assert set(case.legal.split()) <= set(position.legal_moves())
    assert all(position.play(turn).turn is position.turn.other for turn in case.legal.split())


@expand_cases("refused")
def test_turns_the_rule_forbids_are_refused_with_a_sentence(case):
    position = reach_position(case)
    for turn in case.refused.split():
        assert turn not in position.legal_moves()
        with pytest.raises(IllegalMove) as refusal:
            position.play(turn)
        assert case.says in str(refusal.value)
        assert refusal.value.code != "illegal"
        assert str(refusal.value).endswith(".")


@expand_cases("after")
def test_turn_is_settled_as_the_rule_says(case):
    position = reach_position(case)
    assert {turn: position.play(turn).text().split(" ", 2)[2] for turn in case.after} == case.after


@expand_cases("ends")
def test_game_ends_when_the_rule_says(case):
    position = reach_position(case)
    for turn, winner in case.ends.items():
        outcome = (position.play(turn) if turn else position).outcome()
        assert (outcome and "ef"[outcome.winner]) == winner


@expand_cases("reads")
def test_lenient_text_is_understood(case):
    position = reach_position(case)
    assert {text: position.canonical(text) for text in case.reads} == case.reads


def test_a_side_without_a_legal_turn_has_not_lost():
    shut = RULESET.read(write_position(Case("", "Wa1 ga12")))
    assert (list(shut.legal_moves()), shut.outcome()) == ([], None)


def test_steps_name_each_part_of_a_turn():
    assert RULESET.steps("w+,*e5,He5xf7") == (("answer", ("w+",)), ("claim", ("e5",)), ("move", ("e5", "f7")))
    assert RULESET.steps("a11-a12=D") == (("move", ("a11", "a12")), ("promote", ("=D",)))


def test_pieces_carry_what_is_to_be_shown():
    position = RULESET.read(
        write_position(Case("", "Pd4 sd8 ce9 wj9 Ga1 ga12", side="f", holds="d8/-", movesets="-/S", offer="H"))
    )
    marks = {piece.square: piece.marks for piece in position.pieces() if piece.marks}
    assert marks == {"d8": ("shielded", "held"), "j9": ("witch-S", "offer-H")}


def test_overlays_show_auras_and_what_can_be_claimed():
    first, second = RULESET.read(write_position(Case("", "Pd4 sd8 ah4 cj12 Ga1 ga12"))).overlays()
    assert (first.name, first.side, first.source) == ("aura", Side.SECOND, "j12")
    assert set(first.squares) == {"i12", "i11", "j11"}
    assert (second.name, second.source, set(second.squares)) == ("claimable", "d4", {"d8", "h4"})


def test_trays_hold_what_is_missing_with_as_few_promotions_as_may_be():
    position = RULESET.read(START.replace("SHAWGPCAHS", "DHAWG1CAHS").replace("TTTTTTTTTT", "TTTTTTTTT1"))
    assert [(piece.kind, piece.side) for piece in position.captured()] == [("S", Side.FIRST), ("P", Side.FIRST)]


def test_a_changed_row_of_the_table_changes_play_words_and_set_up():
    movement = RULESET.movement | {"H": Movement("elephant", ((2, 2),)), "G": RULESET.movement["D"]}
    changed = Masters(movement=movement, setup=(RULESET.setup[0][::-1], RULESET.setup[1]))
    turns = set(changed.start().legal_moves())
    assert {"Hi1-k3", "Hb1-d3", "Gf1-f3"} - turns == {"Hi1-k3"}
    assert "Hb1-c3" not in turns
    assert changed.kinds["H"] == "Elephant"
    assert movement["G"].words.endswith("flies over own pieces")


def test_the_table_says_in_words_what_the_rules_page_prints():
    assert {kind: row.words for kind, row in RULESET.movement.items() if kind in "CDH"} == {
        "C": "one or two squares in any of 8 directions",
        "D": "any distance in any of 8 directions; flies over own pieces",
        "H": "leaps as a chess knight does, over anything",
    }


BOARD, REST = START.split(" ", 1)


@each_row(
    "text",
    [
        "",
        BOARD,
        START + " more",
        START.replace(" e ", " x "),
        START.replace("SHAWGPCAHS", "SHAWGPCAHK"),
        START.replace("SHAWGPCAHS", "SHAGGPCAHS"),
        START.replace("SHAWGPCAHS", "SHADGPCAHS"),
        START.replace("shawgpcahs", "shawgpcahT"),
        START.replace(" -/- -/- ", " e5/- -/- "),
        START.replace(" -/- -/- ", " - -/- "),
        START.replace(" -/- -/- ", " -/- W/- "),
        START.replace(" -/- -/- ", " -/- s/- "),
        f"{BOARD} e -/- -/- W",
        f"{BOARD} e -/- -/- G!",
        f"{BOARD} e -/- -/- H!",
        write_position(Case("", "Pd4 se8" + cases_masters.FAR, holds="e8/-")),
        write_position(Case("", "Pd4 td6 sd8" + cases_masters.FAR, holds="d8/-")),
        write_position(Case("", "Pd4 pd8" + cases_masters.FAR, holds="d8/d4")),
        write_position(Case("", "Pd4 pd8 Sh8" + cases_masters.FAR, holds="d8/h8")),
        write_position(Case("", "sd8" + cases_masters.FAR, movesets="-/S")),
        write_position(Case("", "sd8" + cases_masters.FAR, offer="S")),
        write_position(Case("", "Wd8 ga12", offer="G")),
    ],
)
def test_text_that_is_no_position_is_refused(text):
    with pytest.raises(BadPosition) as refusal:
        RULESET.read(text)
    assert str(refusal.value).endswith(".")
