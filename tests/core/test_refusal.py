"""There is one class Refusal: callers catch it, whichever app refuses."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_there_is_one_class_of_refusals():
    sources = [path for init in ROOT.glob("*/__init__.py") for path in init.parent.rglob("*.py")]
    made = [path for path in sources if re.search(r"^class \w*Refusal\b", path.read_text(), re.MULTILINE)]
    assert [str(path.relative_to(ROOT)) for path in made] == ["core/refusal.py"]
