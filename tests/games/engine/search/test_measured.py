"""What the ladder measured is kept, says of what and when, and each level that was measured beats the one below."""

import json
import re
from pathlib import Path

import pytest

from games.engine import measured, registry
from games.engine.search.playing import list_levels

FILES = sorted(Path(measured.__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_levels_that_were_measured_beat_those_below(path):
    rows = json.loads(path.read_text())
    assert len(list_levels(registry.get(path.stem))) >= len(rows) >= 3
    for row in rows:
        assert re.fullmatch("[0-9a-f]{7,}", row["commit"])
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])
        assert row["wins"] + row["draws"] + row["losses"] == 2 * sum(row["pairs"]) >= 16
        assert row["share"] >= (0.9 if row["level"] == 1 else 0.7)
