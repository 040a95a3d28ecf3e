"""How callers find the rulesets."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine import registry
from engine.contract import Ruleset
from tests.games.engine.dropping import drop_in
from tests.servers import START_WITHIN

ROOT = Path(__file__).parents[3]


def test_a_ruleset_is_found_by_its_slug():
    assert registry.get("mastery").name == "Mastery"


def test_an_unknown_slug_is_refused():
    with pytest.raises(LookupError, match="chess"):
        registry.get("chess")


def test_all_rulesets_have_slugs_of_their_own():
    found = registry.all_rulesets()
    assert [registry.get(ruleset.slug) for ruleset in found] == list(found)


def test_all_rulesets_satisfy_the_contract():
    assert [ruleset.slug for ruleset in registry.all_rulesets() if not isinstance(ruleset, Ruleset)] == []


def test_a_folder_added_is_a_game_added_once_the_registry_looks_again(tmp_path):
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy/__init__.py").touch()
    (tmp_path / "toy/rules.py").write_text(
        "from engine.games.mastery import rules\n\n\n"
        "class Toy(type(rules.ruleset)):\n    slug = 'toy'\n\n\n"
        "ruleset = Toy()\n"
    )
    (tmp_path / "notes.py").write_text("raise AssertionError('no game')\n")
    with drop_in(tmp_path / "toy") as toy:
        assert toy.slug == "toy"
        assert registry.get("mastery").slug == "mastery"
    with pytest.raises(registry.UnknownRuleset):
        registry.get("toy")


def test_the_engine_needs_nothing_but_the_standard_library():
    program = (
        "from engine import registry\n"
        "for ruleset in registry.all_rulesets(): ruleset.start().legal_moves()\n"
        "import sys\n"
        "print(sorted(one for one in sys.modules if one.split('.')[0] in ('django', 'celery', 'core', 'accounts')))\n"
    )
    # -S leaves site-packages out of the path, -I the environment.
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{program}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=START_WITHIN, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
