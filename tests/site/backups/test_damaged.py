"""A backup that was damaged or made up ends in a sentence, whatever it says, and the database is as it was."""

import gzip
import json
from contextlib import suppress
from copy import deepcopy
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from mastery_site.backup import archive, rows
from tests.factories import GameFactory, UserFactory
from tests.faults.conftest import repeat
from tests.site.backups.test_backup import fill_every_model
from tests.site.backups.test_move_data import manage

pytestmark = pytest.mark.long

ODD = [None, True, -1, 2**63, 10**400, 1e400, float("nan"), "", "x", "\0", "\ud800", "9" * 300, [], {}, [[]], {"a": 1}]
odd = st.sampled_from(ODD)
EXAMPLES = repeat("DAMAGED", 25)


@pytest.fixture
def lines(transactional_db, tmp_path) -> list:
    """What a sound backup of a small site says; the site is still there."""
    GameFactory()
    return back_up(tmp_path / "sound.gz")


@pytest.fixture
def lines_of_all(transactional_db, tmp_path) -> list:
    """The same, with rows of every model."""
    fill_every_model()
    return back_up(tmp_path / "sound.gz")


def back_up(file) -> list:
    call_command("backup", str(file), stdout=StringIO())
    with gzip.open(file, "rt") as text:
        return [json.loads(line) for line in text]


def restore(file) -> None:
    """Succeeds, or raises CommandError: any other error is a traceback on somebody's terminal."""
    call_command("restore", str(file), "--force", stdout=StringIO())


def write(file, texts) -> None:
    with gzip.open(file, "wt", encoding="utf-8", errors="surrogatepass") as out:
        out.writelines(f"{text}\n" for text in texts)


def find(lines, label: str) -> int:
    return next(place for place, line in enumerate(lines) if isinstance(line, dict) and line.get("table") == label)


def header(**changes):
    return lambda lines: [{**lines[0], **changes}, *lines[1:]]


def head(**changes):
    def damage(lines):
        place = find(lines, "accounts.user")
        return [*lines[:place], {**lines[place], **changes}, *lines[place + 1 :]]

    return damage


def row(change):
    def damage(lines):
        place = find(lines, "accounts.user") + 1
        return [*lines[:place], change(lines[place]), *lines[place + 1 :]]

    return damage


MADE_UP = {
    "no line": lambda lines: [],
    "a header without counts": lambda lines: [{"format": archive.FORMAT}, *lines[1:]],
    "more in the header": header(more=1),
    "counts that are a list": header(counts=[1]),
    "a count that is a text": header(counts={"accounts.user": "2"}),
    "migrations that are none": header(migrations=None),
    "migrations that are lists": header(migrations=[[]]),
    "a version that is no number": header(version="1.2.0\x1b[2J"),
    "a version that is a list": header(version=[1, 2, 0]),
    "a push key that is none": header(push_key="a\x1b[2J"),
    "a time that is a number": header(made_at=5),
    "a time that is none": header(made_at="\ud800"),
    "a time of nowhere": header(made_at="2026-01-01T00:00:00"),
    "a migration that is no name": header(migrations=["games.0001_initial\x1b[2J"]),
    "a count of what is no name": lambda lines: [
        {**lines[0], "counts": {**lines[0]["counts"], "\ud800": 0}},
        *lines[1:],
    ],
    "a table that is a surrogate": head(table="\ud800"),
    "rows before any table": lambda lines: [lines[0], [1, 2], *lines[1:]],
    "a table without a name": head(table=None),
    "a table that is not there": head(table="accounts.nobody"),
    "a table that is no name at all": head(table="accounts"),
    "columns that are not there": head(fields=["nothing"]),
    "columns that are lists": head(fields=[["id"]]),
    "no columns": head(fields=[]),
    "a row too short": row(lambda values: values[:-1]),
    "a row that is a text": row(lambda values: "x"),
    "a row that is nothing": row(lambda values: None),
    "values of another kind": row(lambda values: [{"a": 1} for _ in values]),
    "no values": row(lambda values: [None for _ in values]),
    "a key that is too large": row(lambda values: [2**70, *values[1:]]),
    "the same rows twice": lambda lines: [lines[0], *lines[1:], *lines[1:]],
    "rows that nothing refers to any more": lambda lines: [
        line for place, line in enumerate(lines) if place - 1 != find(lines, "accounts.user")
    ],
}


@pytest.mark.parametrize("damage", MADE_UP.values(), ids=MADE_UP)
@pytest.mark.late
def test_a_made_up_backup_is_refused_in_a_sentence(lines, tmp_path, damage):
    before = rows.count_rows("default")
    write(tmp_path / "made_up.gz", map(json.dumps, damage(deepcopy(lines))))
    with pytest.raises(CommandError) as refusal:
        restore(tmp_path / "made_up.gz")
    assert str(refusal.value).endswith((".", ")."))
    assert rows.count_rows("default") == before


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 5000, '{"a":', "null", '"x"', "[]"])
def test_a_line_that_is_no_json_or_not_of_a_backup_is_refused(lines, tmp_path, text):
    for place in (0, find(lines, "accounts.user") + 1):
        said = [*map(json.dumps, lines)]
        write(tmp_path / f"{place}.gz", [*said[:place], text, *said[place + 1 :]])
        with pytest.raises(CommandError):
            restore(tmp_path / f"{place}.gz")
    assert User.objects.exists()


def test_a_line_that_never_ends_is_not_read_into_memory(lines, tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "LONGEST_LINE", 10_000)
    write(tmp_path / "long.gz", [*map(json.dumps, lines), "[" + "1," * 10_000])
    with pytest.raises(CommandError, match="does not end"):
        restore(tmp_path / "long.gz")


FACTORS = {
    "app": [None, True, 5, "x", [], {}, {"secret": 5}, {"secret": {"a": 1}}, {"secret": None}, {"seed": [1]}],
    "sealed": [{"secret": "sealed:é"}, {"secret": "sealed:\ud800"}, {"secret": "sealed:"}, {"secret": "sealed:x"}],
    "codes": [{"migrated_codes": 5}, {"migrated_codes": [5]}, {"seed": [1]}, {"seed": "x"}, {"used_mask": 0}, []],
    "key": [None, 5, []],
}
TYPES = {"app": "totp", "sealed": "totp", "codes": "recovery_codes", "key": "webauthn"}


@pytest.mark.parametrize(
    ("kind", "data"),
    [(TYPES[name], data) for name, found in FACTORS.items() for data in found],
    ids=lambda value: ascii(value).replace("\\", "u"),
)
@pytest.mark.late
def test_a_second_factor_of_any_shape_is_restored_and_counted_as_unreadable(transactional_db, tmp_path, kind, data):
    Authenticator.objects.create(user=UserFactory(), type=kind, data={})
    said = back_up(tmp_path / "sound.gz")
    place = find(said, "mfa.authenticator")
    said[place + 1][said[place]["fields"].index("data")] = data
    write(tmp_path / "odd.gz", map(json.dumps, said))
    told = StringIO()
    with suppress(CommandError):  # a database need not take it
        call_command("restore", str(tmp_path / "odd.gz"), "--force", stdout=StringIO(), stderr=told)
        assert "1 second factors cannot be read" in told.getvalue()


@pytest.mark.late
def test_no_sentence_fails_on_what_cannot_be_printed(lines, tmp_path):
    """Tried as processes, since only there something is printed."""

    def run(*arguments):
        return manage(tmp_path / "data", *arguments, PYTHONIOENCODING="utf-8:strict")

    made_up = {
        "\ud800": "its first line does not say",
        "2026-01-01\ud80000:00:00+00:00": "Restored as of 2026-01-01 00:00:00 UTC.",
    }
    for number, (made_at, told) in enumerate(made_up.items()):
        write(tmp_path / f"{number}.gz", map(json.dumps, header(made_at=made_at)(lines)))
        done = run("restore", tmp_path / f"{number}.gz")
        assert told in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
    done = run("backup", tmp_path / "\udcff.gz")
    assert (done.returncode, "holds them all" in done.stdout) == (0, True), done.stderr


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_value_anywhere_may_be_odd(lines_of_all, tmp_path_factory, data):
    """One to three places of a sound backup say something else: it is restored, or refused in a sentence."""
    said = deepcopy(lines_of_all)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(said) - 1))
        inside = said[place]
        if not inside or not data.draw(st.booleans()):
            said[place] = data.draw(odd)
        elif isinstance(inside, dict):
            inside[data.draw(st.sampled_from(sorted(inside)))] = data.draw(odd)
        elif isinstance(inside, list):
            inside[data.draw(st.integers(0, len(inside) - 1))] = data.draw(odd)
    file = tmp_path_factory.mktemp("odd") / "odd.gz"
    write(file, map(json.dumps, said))
    with suppress(CommandError):
        restore(file)
