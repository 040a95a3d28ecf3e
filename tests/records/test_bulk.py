"""Files of all finished public games between people: one a month, ruleset and form, written anew when one changes."""

import hashlib
import json
from datetime import UTC, datetime, timedelta

import pytest
import zstandard
from django.urls import reverse

from accounts import events as account_events
from accounts.models import User
from accounts.own_data import closing
from accounts.people import renaming
from games import play
from games.models import Game
from records import bulk, bulk_files
from records.models import Licence, MonthOfGames
from records.reading import read_all
from records.tasks import write_bulk_files
from tests.factories import GameFactory, UserFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xc5")
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
OCTOBER, SEPTEMBER = datetime(2026, 10, 9, tzinfo=UTC), datetime(2026, 9, 1, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    """The owner set the licence in August."""
    settings.RECORDS_LICENCE = "CC0-1.0"
    settings.RECORDS_DIR = tmp_path / "files"
    Licence.objects.create(text="CC0-1.0", since=SEPTEMBER - timedelta(days=30))
    return settings.RECORDS_DIR


def end_game(first, second, *, at=OCTOBER, started=None, **fields) -> Game:
    game = play_turns(GameFactory(first=first, second=second, **fields), *TURNS[: 3 if not fields else 0])
    play.resign(game.pk, side=1)
    Game.objects.filter(pk=game.pk).update(ended_at=at, started_at=started or at - timedelta(days=9))
    return Game.objects.get(pk=game.pk)


def unpack(folder, name: str) -> str:
    with (folder / name).open("rb") as packed:
        return zstandard.ZstdDecompressor().stream_reader(packed).read().decode()


def read_named(folder, name="mastery-2026-10.ndjson.zst") -> list[tuple[str, str]]:
    return [(read.record.first, read.record.second) for read in read_all(unpack(folder, name))]


def test_a_month_is_written_once_it_is_over_in_both_forms(folder, alice, boris):
    games = [end_game(alice, boris), end_game(boris, alice), end_game(alice, boris, at=NOW - timedelta(days=2))]
    assert bulk.write_due(now=NOW) == 3 or MonthOfGames.objects.count() >= 3
    assert sorted(path.name for path in folder.iterdir()) == [
        "manifest.json",
        "mastery-2026-10.ndjson.zst",
        "mastery-2026-10.txt.zst",
    ]
    for form in bulk_files.FORMS:
        found = list(read_all(unpack(folder, f"mastery-2026-10.{form}.zst")))
        assert [read.record.turns[0].text for read in found] == ["Pd4-d5"] * 2
        assert [int(read.record.site.rstrip("/").rpartition("/")[2]) for read in found] == [games[0].pk, games[1].pk]
        assert {read.record.licence for read in found} == {"CC0-1.0"}
        assert all(type(turn.at) is not datetime for read in found for turn in read.record.turns), "days, no instants"


def test_the_manifest_lists_each_with_number_bytes_sum_and_licence(folder, alice, boris):
    end_game(alice, boris)
    end_game(alice, boris, ruleset_slug="masters", at=SEPTEMBER)
    bulk.write_due(now=NOW)
    told = json.loads((folder / "manifest.json").read_text())
    assert told["licence"] == "CC0-1.0"
    assert [(each["file"], each["games"]) for each in told["files"]] == [
        ("mastery-2026-10.ndjson.zst", 1),
        ("mastery-2026-10.txt.zst", 1),
        ("masters-2026-09.ndjson.zst", 1),
        ("masters-2026-09.txt.zst", 1),
    ]
    for each in told["files"]:
        content = (folder / each["file"]).read_bytes()
        assert each["bytes"] == len(content)
        assert each["sha256"] == hashlib.sha256(content).hexdigest()


def test_each_frame_says_how_long_it_is_and_whether_it_is_whole(folder, alice, boris):
    end_game(alice, boris)
    bulk.write_due(now=NOW)
    for path in folder.glob("*.zst"):
        content = path.read_bytes()
        frame, whole = zstandard.get_frame_parameters(content), zstandard.ZstdDecompressor().decompress(content)
        assert (frame.content_size, frame.has_checksum) == (len(whole), True)
        assert whole.decode() == unpack(folder, path.name)
        spoilt = content[:-1] + bytes([content[-1] ^ 1])
        with pytest.raises(zstandard.ZstdError):
            zstandard.ZstdDecompressor().decompress(spoilt)
    assert sorted(path.suffix for path in folder.iterdir()) == [".json", ".zst", ".zst"]


def test_only_finished_public_games_between_people_are_in(folder, alice, boris):
    end_game(alice, boris, private=True)
    void = end_game(alice, boris)
    play.void(void.pk, staff=UserFactory(is_staff=True), reason="A test.")
    end_game(alice, UserFactory(kind="computer"))
    GameFactory(first=alice, second=boris)
    bulk.write_due(now=NOW)
    assert not list(folder.glob("*.zst"))


def test_a_month_is_written_anew_when_a_game_is_void_reopened_or_decided_otherwise(folder, alice, boris):
    staff = UserFactory(is_staff=True)
    first, second = end_game(alice, boris), end_game(alice, boris)
    end_game(alice, boris, ruleset_slug="masters")
    bulk.write_due(now=NOW)
    assert bulk.write_due(now=NOW) == 0
    play.void(first.pk, staff=staff, reason="A test.")
    assert bulk.write_due(now=NOW) == 1
    assert len(read_named(folder)) == 1
    play.adjudicate(second.pk, winner=None, staff=staff, reason="A draw.")
    assert bulk.write_due(now=NOW) == 1
    assert [read.record.result for read in read_all(unpack(folder, "mastery-2026-10.txt.zst"))] == ["1/2-1/2"]
    play.reopen(second.pk, staff=staff, reason="It goes on.")
    assert bulk.write_due(now=NOW) == 1
    assert not list(folder.glob("mastery-*"))
    assert "mastery" not in (folder / "manifest.json").read_text()


def test_names_are_left_out_by_setting_and_where_a_game_began_before_the_licence(folder, client, alice, boris, carol):
    end_game(alice, boris)
    end_game(boris, carol, at=OCTOBER, started=SEPTEMBER - timedelta(days=60))
    bulk.write_due(now=NOW)
    assert read_named(folder) == [("Alice", "Boris"), ("Anonymous", "Anonymous")]
    client.force_login(alice)
    page = client.get("/settings/").context["form"]
    given = {name: page[name].value() for name in page.fields} | {"version": page["version"].value()}
    assert given.pop("named_in_files") is True
    assert client.post("/settings/", given).status_code == 302
    assert not User.objects.get(pk=alice.pk).named_in_files
    assert bulk.write_due(now=NOW) >= 1
    assert read_named(folder)[0] == ("Anonymous", "Boris")
    assert [json.loads(line)["site"] for line in unpack(folder, "mastery-2026-10.ndjson.zst").splitlines()] == ["", ""]


def test_a_closed_account_has_no_name_in_them_any_more(folder, alice, boris):
    end_game(alice, boris)
    bulk.write_due(now=NOW)
    closing.ask(boris, now=NOW)
    closing.close_due(now=NOW + closing.WAIT)
    assert bulk.write_due(now=NOW) >= 1
    ((_, other),) = read_named(folder)
    assert other.startswith("closed account")


def test_a_name_that_staff_take_away_or_give_back_changes_in_them(folder, alice, boris):
    end_game(alice, boris)
    bulk.write_due(now=NOW)
    taken = renaming.take_name(boris)
    bulk.write_due(now=NOW)
    assert renaming.is_stand_in(read_named(folder)[0][1])
    renaming.give_back(boris, name=taken)
    bulk.write_due(now=NOW)
    assert read_named(folder) == [("Alice", "Boris")]


def test_what_is_changed_while_a_month_is_written_is_written_after_it(folder, alice, boris, monkeypatch):
    game, write = end_game(alice, boris), bulk_files.write

    def write_slowly(row, **given):
        written = write(row, **given)
        if row.games == 0 and row.ruleset_slug == "mastery":
            play.void(game.pk, staff=UserFactory(is_staff=True), reason="A test.")
        return written

    monkeypatch.setattr(bulk_files, "write", write_slowly)
    bulk.write_due(now=NOW)
    assert len(read_named(folder)) == 1
    assert bulk.write_due(now=NOW) >= 1
    assert not list(folder.glob("mastery-*"))


def test_another_licence_and_none(folder, settings, client, alice, boris):
    end_game(alice, boris)
    bulk.write_due(now=NOW)
    settings.RECORDS_LICENCE = "CC-BY-4.0"
    bulk.write_due(now=NOW)
    assert read_named(folder) == [("Anonymous", "Anonymous")], "it began under another"
    assert '"licence": "CC-BY-4.0"' in unpack(folder, "mastery-2026-10.ndjson.zst")
    settings.RECORDS_LICENCE = ""
    assert client.get(reverse("bulk_files")).status_code == 404
    write_bulk_files()
    assert list(folder.iterdir()) == []
    assert not MonthOfGames.objects.exists()


def test_two_workers_share_the_months(folder, alice, boris):
    end_game(alice, boris)
    bulk.add_months(now=NOW)
    MonthOfGames.objects.update(leased_at=NOW)
    assert bulk.write_due(now=NOW) == 0
    assert bulk.write_due(now=NOW + timedelta(hours=1)) > 0


def test_the_page_leads_to_each_file_and_the_settings_ask_only_where_there_are_files(folder, client, settings, alice):
    boris = UserFactory()
    end_game(alice, boris)
    bulk.write_due(now=NOW)
    page = client.get(reverse("bulk_files")).content.decode()
    assert 'href="mastery-2026-10.ndjson.zst"' in page
    assert "CC0-1.0" in page
    for address in ("terms", "privacy"):
        assert reverse("bulk_files") in client.get(reverse(address)).content.decode()
    settings.RECORDS_LICENCE = ""
    client.force_login(alice)
    assert "named_in_files" not in client.get("/settings/").content.decode()
    for address in ("terms", "privacy"):
        assert reverse("bulk_files") not in client.get(reverse(address)).content.decode()


def test_an_ending_costs_one_query_with_a_licence_and_none_without(settings, alice, boris, django_assert_num_queries):
    game = end_game(alice, boris)
    result = {"game_id": game.pk, "before": None, "after": play.ending.read_result(game)}
    with django_assert_num_queries(1):
        bulk.on_result_changed(**result)
    settings.RECORDS_LICENCE = ""
    with django_assert_num_queries(0):
        bulk.on_result_changed(**result)
        account_events.naming_changed.send(sender=User, user_id=alice.pk)


def test_files_are_served_without_a_proxy_and_nothing_beside_them(folder, settings):
    from mastery_site.serving.static_files import serve_records

    folder.mkdir()
    (folder / "mastery-2026-10.txt.zst").write_bytes(b"packed")
    (folder.parent / "secret").write_text("secret")
    passed = []
    served = serve_records(lambda environ, start: passed.append(environ["PATH_INFO"]) or [b""])

    def ask(path: str) -> tuple[list, bytes]:
        heads: list = []
        answer = served({"PATH_INFO": path, "REQUEST_METHOD": "GET"}, lambda *given: heads.append(given))
        return heads, b"".join(answer)

    (head,), content = ask("/records/files/mastery-2026-10.txt.zst")
    assert (head[0], content) == ("200 OK", b"packed")
    assert dict(head[1])["Content-Type"] == "application/zstd"
    assert dict(head[1])["Cross-Origin-Resource-Policy"] == "cross-origin"
    others = [
        "/records/files/../secret",
        "/records/files/",
        "/records/files/none.zst",
        "/records/format/",
        "/records/files//etc/passwd",
    ]
    for other in others:
        assert ask(other) == ([], b"")
    assert passed == others
