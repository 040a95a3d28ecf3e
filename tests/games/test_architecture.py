"""What is written in one place alone: games and what moved their clocks in games/play/, and so on."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ["accounts", "games", "moderation", "notifications", "mastery_site"]
WRITERS = {
    "Game": "games/play/",
    "Seat": "games/play/",
    "Turn": "games/play/",
    "Pause": "games/play/",
    "StaffAction": "games/play/",
    "ClockChange": "games/play/",
    "OffTime": "accounts/off_time.py",
    "Challenge": "games/challenges.py",
    "Message": "games/chat.py",
}
NAMES = {
    **{model: model for model in WRITERS},
    **{model.lower(): model for model in WRITERS},
    **{f"{model.lower()}s": model for model in WRITERS},
    **dict.fromkeys(["challenges_made", "challenges_received"], "Challenge"),
    **dict.fromkeys(["staff_action", "staff_actions"], "StaffAction"),
    **dict.fromkeys(["clock_change", "clock_changes"], "ClockChange"),
    **dict.fromkeys(["off_time", "off_times"], "OffTime"),
}
WRITES = {"save", "delete", "create", "update", "get_or_create", "update_or_create", "bulk_create", "bulk_update"}
WRITES |= {f"a{name}" for name in WRITES}


def list_sources() -> list[Path]:
    """Every module of the apps but the engine, which knows no database and has a Turn of its own."""
    paths = [
        path for app in APPS for path in (ROOT / app).rglob("*.py") if not {"migrations", "engine"} & set(path.parts)
    ]
    assert len(paths) > 20
    return paths


def find_writes(source: str) -> Iterator[tuple[int, str]]:
    """Line and model of every call that writes one of the models or makes one by hand.

    A model is told by its own name or by the names that the house style gives to its instances and relations.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
                yield from ((node.lineno, model) for model in models_of(node.func.value))
            elif isinstance(node.func, ast.Name) and node.func.id in WRITERS:
                yield node.lineno, node.func.id


def models_of(node: ast.expr) -> set[str]:
    """Which of the models a chain such as `game.seats.filter(…)` gives: the last name in it that says."""
    while True:
        if isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Attribute):
            if model := NAMES.get(node.attr):
                return {model}
            node = node.value
        elif isinstance(node, ast.Subscript | ast.Await):
            node = node.value
        elif isinstance(node, ast.Name):
            return {NAMES[node.id]} if node.id in NAMES else set()
        else:
            return set()


def test_each_model_is_written_in_its_own_place_alone():
    strays = [
        f"{path.relative_to(ROOT)}:{line} writes {model}"
        for path in list_sources()
        for line, model in find_writes(path.read_text())
        if not str(path.relative_to(ROOT)).startswith(WRITERS[model])
    ]
    assert strays == []


def test_the_places_that_write_are_seen_to_write():
    seen = {model for path in list_sources() for _, model in find_writes(path.read_text())}
    assert seen == set(WRITERS)


@pytest.mark.parametrize(
    ("line", "model"),
    [
        ("game.save()", "Game"),
        ("self.game.save(update_fields=['ply'])", "Game"),
        ("get_game(pk=1); game.delete()", "Game"),
        ("Game.objects.filter(pk=1).update(ply=3)", "Game"),
        ("Game.objects.active().due(now).update(ply=3)", "Game"),
        ("models.Game.objects.create()", "Game"),
        ("Game(pk=1)", "Game"),
        ("game.seats.all().update(bank=None)", "Seat"),
        ("Seat.objects.bulk_create([])", "Seat"),
        ("game.turns.create(ply=1)", "Turn"),
        ("Turn.objects.get_or_create(ply=1)", "Turn"),
        ("seat.game.turns.filter(ply=1)[0].delete()", "Turn"),
        ("user.challenges_made.update(status='withdrawn')", "Challenge"),
        ("challenge.save()", "Challenge"),
        ("StaffAction.objects.create(game=game)", "StaffAction"),
        ("game.staff_actions.all().delete()", "StaffAction"),
        ("game.messages.create(text='')", "Message"),
        ("game.clock_changes.create(why='')", "ClockChange"),
        ("user.off_times.all().delete()", "OffTime"),
        ("notice.save(); Notice.objects.update(game=game)", None),
        ("Game.objects.filter(pk=1).first()", None),
    ],
)
def test_a_write_elsewhere_would_be_found(line, model):
    assert [found for _, found in find_writes(line)] == ([model] if model else [])
