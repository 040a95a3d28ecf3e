"""Whatever a ruleset writes can be stored on every database: by those there are, and by one that writes at length."""

from random import Random

import pytest
from django.apps import apps
from django.db import DataError
from django.db.models import JSONField

from analysis.models import Node
from computers.models import Evaluation
from core.prepared_writes import PreparedInsert, PreparedUpdate
from engine import registry
from engine.contract import LONGEST_NAME, Outcome, Piece, Side
from games import play
from games.models import Challenge, ConditionalLine, Game, Turn, fit_key
from games.models.game import LONGEST_KEY
from games.play.turn import REPETITIONS
from games.telling import opening_of
from tests.factories import GameFactory, play_turns
from tests.games.engine.test_rulesets import every_way_to_start, roam
from tests.games.play.conftest import NOON
from tests.rows import each_row

LONG = "y" * 5000


class WordyPosition:
    """Two turns lead forth and two back; whatever it writes is long."""

    def __init__(self, place: int, turn: Side) -> None:
        self.place, self.turn = place, turn

    def legal_moves(self):
        return (f"{LONG}-x{self.place}",)

    def canonical(self, move):
        return move

    def play(self, move):
        return WordyPosition((self.place + 1) % 4, self.turn.other)

    def outcome(self):
        return None

    def text(self):
        return f"{LONG} {self.place} {int(self.turn)}"

    repetition_key = text

    def pieces(self):
        return [Piece(f"{'abcd'[self.place]}1", "W", Side.FIRST, (LONG,))]


class Wordy:
    slug, name = "w" * 40, "Wordy"
    revision = 1
    sides = ("x" * 100, "y" * 100)
    terminations = {"t" * 40: "lost"}
    options = ()
    files, ranks = 4, 1

    def start(self, **options):
        return WordyPosition(0, Side.FIRST)

    def read(self, text):
        _, place, turn = text.split()
        return WordyPosition(int(place), Side(int(turn)))

    def is_quiet(self, move):
        return True

    def opening(self, rng):
        return LONG


@pytest.fixture
def wordy(monkeypatch):
    """A ruleset that is dropped in, and writes as much as it may."""
    ruleset = Wordy()
    found = {**registry.RULESETS.by_name(), ruleset.slug: ruleset}
    monkeypatch.setattr(registry.RULESETS, "by_name", lambda: found)
    return ruleset


def read_limit(model, name) -> int:
    return model._meta.get_field(name).max_length


@each_row("way", list(every_way_to_start()))
def test_the_names_and_keys_of_every_ruleset_fit_their_columns(way):
    ruleset, options = way
    assert len(ruleset.slug) <= min(read_limit(Game, "ruleset_slug"), read_limit(Challenge, "ruleset_slug"))
    for code in (*ruleset.terminations, "repetition", "quiet-50", "adjudication", "agreement", "resignation"):
        assert len(code) <= read_limit(Game, "termination")
    for position in roam(ruleset, options, seed=3):
        assert len(fit_key(position.repetition_key())) <= read_limit(Turn, "position_key")
    for seed in range(20):
        assert ruleset.opening(Random(seed)) != ""


def test_long_texts_of_a_ruleset_have_no_limit():
    assert [read_limit(Turn, name) for name in ("text", "position_text")] == [None, None]
    assert [read_limit(Game, name) for name in ("opening", "position_text")] == [None, None]
    assert [read_limit(Node, name) for name in ("text", "position_text")] == [None, None]
    assert read_limit(Evaluation, "line") is None
    assert isinstance(ConditionalLine._meta.get_field("turns"), JSONField)


def test_every_column_for_a_ruleset_or_a_key_takes_as_much_as_any_other():
    columns = [field for model in apps.get_models() for field in model._meta.local_concrete_fields]
    assert {each.max_length for each in columns if each.name in ("ruleset", "ruleset_slug")} == {LONGEST_NAME}
    assert len({each.max_length for each in columns if each.name == "position_key"}) == 1


def test_a_game_of_long_texts_is_played_taken_back_and_drawn_by_repetition(wordy, alice, boris):
    game = GameFactory(ruleset_slug=wordy.slug, first=alice, second=boris, now=NOON)
    assert opening_of(game).endswith("y.")
    Game.objects.filter(pk=game.pk).update(options={"draws": ["repetition"]})
    play_turns(game, game.position.legal_moves()[0], now=NOON)
    play.offers.propose(game.pk, "takeback", side=Side.FIRST, now=NOON)
    play.offers.accept(game.pk, "takeback", side=Side.SECOND, now=NOON)
    for _ in range(4 * (REPETITIONS - 1)):
        game.refresh_from_db()
        assert not game.is_over
        play_turns(game, game.position.legal_moves()[0], now=NOON)
    game.refresh_from_db()
    assert game.termination == "repetition"
    assert {len(key) for key in game.turns.values_list("position_key", flat=True)} == {64}


def test_a_game_ends_by_the_longest_termination(wordy, monkeypatch, db):
    game = GameFactory(ruleset_slug=wordy.slug, now=NOON)
    monkeypatch.setattr(WordyPosition, "outcome", lambda self: Outcome(Side.FIRST, "t" * 40) if self.place else None)
    play_turns(game, game.position.legal_moves()[0], now=NOON)
    assert game.termination == "t" * 40


def test_keys_are_equal_where_they_were_and_short_ones_stay(db):
    longest = "k" * LONGEST_KEY
    assert fit_key(longest) == longest
    assert len({fit_key(longest + "a"), fit_key(longest + "b"), fit_key(longest)}) == 3
    assert fit_key(longest + "a") == fit_key(longest + "a")


@pytest.mark.parametrize("change", [{"slug": "w" * 41}, {"terminations": {"t" * 41: "lost"}}, {"slug": ""}])
def test_a_ruleset_whose_names_cannot_be_stored_is_refused_when_it_is_found(change):
    ruleset = Wordy()
    vars(ruleset).update(change)
    with pytest.raises(registry.BadRuleset, match=r"of Wordy has \d+ characters"):
        registry._refuse_long_names(ruleset)


@pytest.mark.parametrize("count", [1, 30])
def test_every_database_refuses_what_is_too_long_for_a_column(game, count):
    turns = [Turn(game=game, ply=ply, side=0, played_at=NOON, position_key="k" * 161) for ply in range(count)]
    with pytest.raises(DataError, match=r"Turn\.position_key has 161 characters, and 160 are the most"):
        PreparedInsert(Turn)(turns)
    game.termination = "t" * 41
    with pytest.raises(DataError, match=r"Game\.termination has 41 characters, and 40 are the most"):
        PreparedUpdate(Game)(game)
    assert not game.turns.exists()
