"""What programs of others make of our files: ffprobe of GIFs, two validators of the JSON, zstd and jq of bulk files.

The validators read the schema as it is served; what is no package of the tests is installed for `make rest`.
"""

import json
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from io import BytesIO
from random import Random

import jsonschema
import jsonschema_rs
import pytest
from django.urls import reverse
from PIL import Image

from engine import registry
from games import play
from games.models import Game
from records import animating, bulk
from records.models import Licence
from tests.factories import GameFactory, play_turns
from tests.machine import miss

pytestmark = [pytest.mark.django_db, pytest.mark.late]

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def find_program(name: str) -> str:
    found = shutil.which(name)
    return found or miss(f"{name} is not installed") or ""


def play_random(game: Game, turns: int, *, seed: int) -> Game:
    random = Random(seed)
    for _ in range(turns):
        if game.is_over or not (legal := game.position.legal_moves()):
            break
        play_turns(game, random.choice(legal))
        game.refresh_from_db()
    return game


@pytest.fixture
def games(alice, boris) -> list[Game]:
    """Of each game, with a turn that was taken back, over and running, and with each kind of control."""
    found = []
    for number, ruleset in enumerate(registry.all_rulesets()):
        game = play_random(GameFactory(ruleset_slug=ruleset.slug, first=alice, second=boris), 9, seed=number)
        play.offers.propose(game.pk, "takeback", side=1 - game.side_to_move)
        play.offers.accept(game.pk, "takeback", side=game.side_to_move)
        game.refresh_from_db()
        if number % 2:
            play.resign(game.pk, side=0)
        found.append(Game.objects.get(pk=game.pk))
    return found


def test_two_validators_accept_every_record_and_refuse_what_is_none(client, games, alice):
    schema = client.get(reverse("record_schema")).json()
    jsonschema.Draft202012Validator.check_schema(schema)
    first = jsonschema.Draft202012Validator(schema)
    second = jsonschema_rs.validator_for(schema)
    told = []
    for reader in (None, alice):
        if reader:
            client.force_login(reader)
        told += [client.get(reverse("game_json", args=[game.pk])).json() for game in games]
    assert any("taken_back" in each for each in told)
    for each in told:
        assert list(first.iter_errors(each)) == []
        assert second.is_valid(each)
    for spoil in (
        lambda each: each.pop("game"),
        lambda each: each.update(turns="a2-a3"),
        lambda each: each.update(result="2-0"),
        lambda each: each.update(format="one"),
    ):
        bad = json.loads(json.dumps(told[0]))
        spoil(bad)
        assert list(first.iter_errors(bad))
        assert not second.is_valid(bad)


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_ffprobe_and_pillow_count_the_same_frames_delays_and_size(client, alice, boris, tmp_path, slug):
    game = play_random(GameFactory(ruleset_slug=slug, first=alice, second=boris), 12, seed=3)
    if not game.is_over:
        play.resign(game.pk, side=0)
    client.get(reverse("game_gif", args=[game.pk]) + "?size=480")
    assert animating.draw_waiting() == 1
    content = client.get(reverse("game_gif", args=[game.pk]) + "?size=480").content
    path = tmp_path / "game.gif"
    path.write_bytes(content)
    shown = ["-show_entries", "stream=width,height,nb_read_frames:packet=duration_time", "-of", "json"]
    asked = [find_program("ffprobe"), "-v", "error", "-count_frames", "-show_packets", *shown, str(path)]
    told = json.loads(subprocess.run(asked, capture_output=True, check=True, text=True).stdout)
    (stream,) = told["streams"]
    delays = [round(float(frame["duration_time"]) * 1000) for frame in told["packets"]]
    with Image.open(BytesIO(content)) as image:
        assert (image.width, image.height) == (stream["width"], stream["height"])
        assert image.n_frames == int(stream["nb_read_frames"]) == game.ply + 1
        assert abs(image.width - 480) <= game.ruleset.files, "squares are of whole pixels"
        durations = []
        for number in range(image.n_frames):
            image.seek(number)
            durations.append(image.info["duration"])
    assert durations == [900] * game.ply + [5000]
    assert delays[:-1] == durations[:-1]


def test_zstd_and_jq_read_a_bulk_file(settings, tmp_path, alice, boris, games):
    settings.RECORDS_LICENCE, settings.RECORDS_DIR = "CC0-1.0", tmp_path
    Licence.objects.create(text="CC0-1.0", since=NOW - timedelta(days=400))
    for _ in range(3):
        game = play_random(GameFactory(first=alice, second=boris), 6, seed=1)
        play.resign(game.pk, side=1)
    Game.objects.filter(ended_at__isnull=False).update(
        ended_at=NOW - timedelta(days=30), started_at=NOW - timedelta(days=40)
    )
    bulk.write_due(now=NOW)
    path = tmp_path / "mastery-2026-10.ndjson.zst"
    zstd, jq = find_program("zstd"), find_program("jq")
    subprocess.run([zstd, "--test", "--quiet", *map(str, tmp_path.glob("*.zst"))], check=True)
    packed = subprocess.run([zstd, "--decompress", "--stdout", str(path)], capture_output=True, check=True).stdout
    asked = [jq, "--raw-output", '[.players.first, .result, (.turns | length)] | join(" ")']
    said = subprocess.run(asked, input=packed, capture_output=True, check=True).stdout.decode().splitlines()
    assert said.count("Alice 1-0 6") == 3
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    (told,) = [each for each in manifest["files"] if each["file"] == path.name]
    assert told["games"] == len(said)
