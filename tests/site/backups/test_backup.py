"""`manage.py backup` and `restore`: every row comes back as it was, on either database, or nothing is changed."""

import gzip
import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from runpy import run_path
from threading import Thread

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import KeptName, User
from computers.starting import make_accounts
from engine import registry
from games.models import Game, Heartbeat, Seat
from games.tasks import flag_expired_games
from mastery_site import VERSION
from mastery_site.backup import archive, rows
from mastery_site.backup.rows import BackupError
from mastery_site.environment import keys
from mastery_site.models import LastRun
from moderation.models import MessageTemplate
from notifications.models import Device
from tests import servers
from tests.clearing import clear
from tests.factories import GameFactory, UserFactory
from tests.site.played import WANTED, play_many


@pytest.fixture
def played(transactional_db):
    """A database of many played games, of every ruleset, most of them ended in one of several ways."""
    play_many()
    assert Game.objects.count() == WANTED
    assert set(Game.objects.values_list("ruleset_slug", flat=True)) == {one.slug for one in registry.all_rulesets()}
    assert len(set(Game.objects.exclude(ended_at=None).values_list("termination", flat=True))) >= 3


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.jsonl.gz"


def run(*arguments: object) -> str:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def fill_every_model() -> None:
    """Gives every model that has no row one."""
    run_path(str(Path(__file__).parents[1] / "fill_every_model.py"))


def read_lines(file) -> list:
    with gzip.open(file, "rt") as lines:
        return [json.loads(line) for line in lines]


def rewrite(file, lines) -> None:
    with gzip.open(file, "wt") as text:
        text.writelines(json.dumps(line) + "\n" for line in lines)


@pytest.mark.long
def test_many_played_games_come_back_as_they_were(played, file, tmp_path, capsys):
    counts = rows.count_rows("default")
    told = run("backup", file)
    clear()
    told_again = run("restore", file)
    run("backup", tmp_path / "again.gz")
    assert read_lines(tmp_path / "again.gz")[1:] == read_lines(file)[1:]
    assert rows.count_rows("default") == counts
    for label in ("games.game", "games.turn", "notifications.notice"):
        assert any(line.split() == [label, f"{counts[label]:,}"] for line in told.splitlines())
        assert any(line.split() == [label, "0", *[f"{counts[label]:,}"] * 2] for line in told_again.splitlines())
    total = sum(counts.values())
    assert f"{total}/{total} rows" in capsys.readouterr().err


def test_rows_of_every_model_come_back(transactional_db, file, tmp_path):
    fill_every_model()
    counts = rows.count_rows("default")
    assert min(counts.values()) > 0
    run("backup", file)
    clear()
    run("restore", file)
    run("backup", tmp_path / "again.gz")
    assert read_lines(tmp_path / "again.gz")[1:] == read_lines(file)[1:]
    assert rows.count_rows("default") == counts


def test_values_come_back_to_the_microsecond(transactional_db, file):
    game = GameFactory(options={"setup": "imperial"})
    Seat.objects.filter(game=game).update(bank=timedelta(days=3, microseconds=1))
    Game.objects.filter(pk=game.pk).update(started_at=game.started_at.replace(microsecond=123457))
    before = list(Game.objects.values()), list(Seat.objects.order_by("pk").values())
    run("backup", file)
    run("restore", file, "--force")
    assert (list(Game.objects.values()), list(Seat.objects.order_by("pk").values())) == before


def test_second_factors_that_cannot_be_read_under_another_key_are_reported(transactional_db, file, settings, capsys):
    TOTP.activate(UserFactory(), "JBSWY3DPEHPK3PXP")
    run("backup", file)
    run("restore", file, "--force")
    assert "cannot be read" not in capsys.readouterr().err
    settings.SECRET_KEY = "another key of the site, long enough to be one, 0123456789"
    assert "Restored" in run("restore", file, "--force")
    assert "1 second factors cannot be read: most likely SECRET_KEY is another" in capsys.readouterr().err


@pytest.fixture
def device(transactional_db):
    return Device.objects.create(
        user=UserFactory(), endpoint="https://push.example/1", name="One", added_at=timezone.now()
    )


KEYS = {"the same": None, "another": keys.make_vapid_key(), "none": ""}


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS.keys())
def test_devices_that_know_the_site_by_another_key_are_reported(device, file, settings, capsys, key):
    run("backup", file)
    settings.VAPID_PRIVATE_KEY = settings.VAPID_PRIVATE_KEY if key is None else key
    run("restore", file, "--force")
    assert ("1 devices get no push messages any more" in capsys.readouterr().err) == (key is not None)


def test_no_message_about_devices_where_no_key_is_known_or_there_are_no_devices(
    transactional_db, file, settings, capsys
):
    run("backup", file)
    settings.VAPID_PRIVATE_KEY = keys.make_vapid_key()
    run("restore", file, "--force")
    assert "devices" not in capsys.readouterr().err


def test_names_of_closed_accounts_whose_key_is_lost_are_reported(transactional_db, file, settings, capsys):
    KeptName.keep("Former")
    run("backup", file)
    settings.SECRET_KEY = "another key of the site, long enough to be one, 0123456789"
    run("restore", file, "--force")
    assert "1 names of closed accounts may be taken by anybody" in capsys.readouterr().err


def test_a_backup_names_the_version_that_made_it(transactional_db, file):
    run("backup", file)
    assert read_lines(file)[0]["version"] == VERSION


def test_rows_made_after_a_restore_get_new_ids(transactional_db, file):
    game = GameFactory()
    run("backup", file)
    clear()
    run("restore", file)
    assert GameFactory().pk > game.pk


def test_a_backup_is_of_one_moment_and_keeps_nobody_waiting(transactional_db):
    UserFactory.create_batch(3)
    with rows.snapshot("default"):
        assert rows.count_rows("default")["accounts.user"] == 3
        writer = Thread(target=lambda: (UserFactory(username="Latecomer"), connection.close()))
        writer.start()
        writer.join(timeout=servers.START_WITHIN)
        assert not writer.is_alive()
        table = next(table for table in rows.read_tables("default") if table.label == "accounts.user")
        assert len(list(table.rows)) == 3
    assert User.objects.count() == 4


def test_only_its_owner_can_read_a_backup_and_none_is_overwritten(transactional_db, file):
    run("backup", file)
    assert file.stat().st_mode & 0o777 == 0o600
    kept = file.read_bytes()
    with pytest.raises(CommandError, match="is there already; a backup never writes over another"):
        run("backup", file)
    assert file.read_bytes() == kept
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_folder_that_is_not_there_is_named(transactional_db, tmp_path):
    with pytest.raises(CommandError, match=r"cannot be written: No such file or directory\."):
        run("backup", tmp_path / "nowhere" / "games.gz")


def test_a_database_that_is_not_empty_is_replaced_only_with_force(transactional_db, file):
    UserFactory(username="Kept")
    run("backup", file)
    UserFactory(username="Lost")
    with pytest.raises(CommandError, match=r"This database is not empty \(2 of account.emailaddress, 2 of accounts"):
        run("restore", file)
    assert User.objects.count() == 2
    run("restore", file, "--force")
    assert [user.username for user in User.objects.all()] == ["Kept"]


def cut_off(file):
    file.write_bytes(file.read_bytes()[:-40])


def spoil(file):
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    file.write_bytes(content)


def forget_a_row(file):
    lines = read_lines(file)
    place = next(number for number, line in enumerate(lines) if "accounts.user" in line.values())
    rewrite(file, lines[: place + 1] + lines[place + 2 :])


def forget_a_migration(file):
    """As a backup of before backups named their version."""
    header, *lines = read_lines(file)
    del header["version"]
    rewrite(file, [{**header, "migrations": header["migrations"][:-1]}, *lines])


def come_from_the_future(file):
    header, *lines = read_lines(file)
    rewrite(file, [{**header, "version": "9.8.7", "migrations": [*header["migrations"], "games.9999_later"]}, *lines])


FAULTS = [
    (cut_off, "is no backup, or a damaged one"),
    (spoil, "is no backup, or a damaged one"),
    (lambda file: file.write_text("hello"), "is no backup, or a damaged one"),
    (lambda file: rewrite(file, [{"hello": 1}]), "is no backup of this site"),
    (lambda file: file.unlink(), "cannot be read: No such file"),
    (forget_a_row, "Nothing was changed: the rows of accounts.user are not as many as they should be"),
    (forget_a_migration, "is of an older version of the site"),
    (
        come_from_the_future,
        rf"is of version 9\.8\.7 of the site, and this is {VERSION} \(games\.9999_later\)\. Use it with 9",
    ),
]


@pytest.mark.parametrize(("damage", "sentence"), FAULTS, ids=lambda value: getattr(value, "__name__", None))
def test_a_file_that_is_at_fault_is_refused_and_nothing_changed(transactional_db, file, damage, sentence):
    UserFactory.create_batch(2)
    run("backup", file)
    damage(file)
    UserFactory()
    with pytest.raises(CommandError, match=sentence):
        run("restore", file, "--force")
    assert User.objects.count() == 3


def test_damage_of_any_byte_is_found_before_a_row_is_read(transactional_db, file):
    UserFactory()
    run("backup", file)
    whole = file.read_bytes()
    for place in range(40, len(whole), 97):  # behind the name and time that a gzip file begins with
        file.write_bytes(bytes(byte ^ 0xFF if number == place else byte for number, byte in enumerate(whole)))
        with pytest.raises(BackupError, match="is no backup, or a damaged one"), archive.opened(file, name="It"):
            pytest.fail(f"the damage of byte {place} was not seen")


def test_a_site_on_which_nothing_has_happened_yet_takes_a_backup(transactional_db, file):
    UserFactory(username="Alice")
    run("backup", file)
    clear()
    flag_expired_games.apply()
    make_accounts()
    MessageTemplate.objects.create(key="warn", title="Warning", text="Please be kind.")
    assert Heartbeat.objects.exists()
    LastRun.objects.update(ended_at=timezone.now() - timedelta(minutes=2))  # stopped since
    run("restore", file)
    assert User.objects.get().username == "Alice"
