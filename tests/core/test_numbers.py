"""A whole number in an address or a form: digits, and no more than a column of a database holds."""

import re
from pathlib import Path

from core.numbers import LARGEST, read_number, read_signed
from tests.apps import APPS
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[2]


@each_row(("given", "number"), [("0", 0), ("7", 7), ("007", 7), ("9223372036854775807", LARGEST), ("12345", 12345)])
def test_digits_are_a_number(given, number):
    assert read_number(given) == number


@each_row(
    "given", ["", " 7", "7 ", "-1", "+1", "1.0", "1_000", "0x7", "٧", "²", "seven", "9223372036854775808", "9" * 5000]
)
def test_anything_else_is_no_number(given):
    assert read_number(given) is None


@each_row(("given", "number"), [("7", 7), ("-7", -7), ("0", 0), ("--7", None), ("-", None), ("", None)])
def test_a_signed_number_may_have_one_minus(given, number):
    assert read_signed(given) == number


def test_nobody_else_reads_one_by_its_digits():
    """Numbers from the environment have bounds of their own."""
    apps = [app for app in APPS if app != "mastery_site"]
    sources = [path for app in apps for path in (ROOT / app).rglob("*.py") if "engine" not in path.parts]
    assert len(sources) > 100
    reads = re.compile(r"\.is(digit|decimal|numeric)\(|int\(\w+\) if re\.")
    found = [path for path in sources if reads.search(path.read_text())]
    assert [str(path.relative_to(ROOT)) for path in found] == ["core/numbers.py"]
