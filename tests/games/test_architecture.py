"""Each model is written in one place alone (games and their clocks in games/play/), in code that reads well."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.dispatch import Signal

import accounts.events
import computers.events
import games.events
import moderation.events
from tests.apps import APPS
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[2]
WRITERS = {
    "Game": "games/play/",
    "Seat": "games/play/",
    "Turn": "games/play/",
    "Pause": "games/play/",
    "StaffAction": "games/play/",
    "ClockChange": "games/play/",
    "PlayedRuleset": "games/play/",
    "OfferRecord": "games/play/",
    "Rematch": "games/play/",
    "RematchWish": "games/play/",
    "ConditionalLine": "games/play/",
    "Vacation": "accounts/time_off/vacation.py",
    "Challenge": "games/challenges/",
    "Message": "games/chat.py",
    **dict.fromkeys(("StandingChallenge", "StandingGame"), "competition/standing/"),
    **dict.fromkeys(("Ladder", "LadderMember", "LadderGame"), "competition/ladder/"),
}
ELSEWHERE = {model: place.split("/")[0] for model, place in WRITERS.items() if not place.startswith("games/")}
"""The app of each model that is not of games."""
NAMES = {
    **{model: model for model in WRITERS},
    **{model.lower(): model for model in WRITERS},
    **{f"{model.lower()}s": model for model in WRITERS},
    **dict.fromkeys(["challenges_made", "challenges_received"], "Challenge"),
    **dict.fromkeys(["staff_action", "staff_actions"], "StaffAction"),
    **dict.fromkeys(["clock_change", "clock_changes"], "ClockChange"),
    **dict.fromkeys(["conditional_line", "conditional_lines"], "ConditionalLine"),
    **dict.fromkeys(["offer_record", "offer_records"], "OfferRecord"),
    **dict.fromkeys(["vacation", "vacations"], "Vacation"),
}
WRITES = {"save", "delete", "create", "update", "get_or_create", "update_or_create", "bulk_create", "bulk_update"}
WRITES |= {f"a{name}" for name in WRITES} | {"save_base", "_raw_delete"}
RELATION_WRITES = {"add", "set", "remove", "clear"}
PREPARED_WRITES = {"PreparedUpdate", "PreparedInsert"}
ON_PAGES_OF_STAFF = "administration.StaffAction"
"""What a page of the administration lets staff do; it has the name of the model, and makes no row."""
TABLES = {f"{ELSEWHERE.get(model, 'games')}_{model.lower()}": model for model in WRITERS}
SQL = re.compile(rf"\b(?:INTO|UPDATE|FROM|TRUNCATE|TABLE)\s+\W?({'|'.join(TABLES)})\b", re.IGNORECASE)

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Names = dict[str, set[str]]
"""Variables of a function, and of which models they hold rows."""


def list_sources() -> list[Path]:
    """Every module of the apps but the engine, which knows no database and has a Turn of its own."""
    paths = [
        path
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if not {"migrations", "engine"} & set(path.relative_to(ROOT).parts)
    ]
    assert len(paths) > 20
    return paths


def find_writes(source: str) -> Iterator[tuple[int, str]]:
    """Line and model of everything that writes one of the models or makes one by hand.

    That is a method that writes, of a row or a query set; a prepared write, or a call of one that is made elsewhere;
    SQL that names the table. A model is told by its own name, by the names that the house style gives to its instances
    and relations, and by what a variable was given.
    """
    tree = ast.parse(source)
    for scope in filter(lambda node: isinstance(node, (ast.Module, *FUNCTIONS)), ast.walk(tree)):
        own = list_own(scope)
        known = learn_names(scope, own)
        for node in own:
            yield from ((node.lineno, model) for model in sorted(written_by(node, known)))


def list_own(scope: ast.AST) -> list[ast.AST]:
    """All that is in a scope, but not what is in a function within it."""
    found: list[ast.AST] = []
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, FUNCTIONS):
            found += [node, *list_own(node)]
    return found


def written_by(node: ast.AST, known: Names) -> set[str]:
    if isinstance(node, ast.ImportFrom):
        return {model for name in node.names if (model := find_prepared().get((node.module or "", name.name)))}
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {TABLES[found.lower()] for found in SQL.findall(node.value)}
    if isinstance(node, ast.Attribute) and node.attr == "db_table":
        return {model for model in WRITERS if ast.unparse(node.value).split(".")[-2:] == [model, "_meta"]}
    if not isinstance(node, ast.Call):
        return set()
    if name_of(node.func) in PREPARED_WRITES:
        return {name_of(argument) for argument in node.args} & set(WRITERS)
    if isinstance(node.func, ast.Attribute) and node.func.attr not in WRITERS:
        relation = node.func.attr in RELATION_WRITES and isinstance(node.func.value, ast.Attribute)
        return models_of(node.func.value, known) if relation or node.func.attr in WRITES else set()
    made = {name_of(node.func)} & set(WRITERS)
    return set() if made and ast.unparse(node.func) == ON_PAGES_OF_STAFF else made


def name_of(node: ast.AST) -> str:
    """The last part of a name: `b` of `a.b`; empty for anything else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@cache
def find_prepared() -> dict[tuple[str, str], str]:
    """By module and name, the prepared writes that modules make, and the functions that call one; whose they are."""
    found = {}
    for path in list_sources():
        module, text = ".".join(path.relative_to(ROOT).with_suffix("").parts), path.read_text()
        tree = ast.parse(text if any(name in text for name in PREPARED_WRITES) else "")
        own = {
            target.id: model
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            if name_of(node.value.func) in PREPARED_WRITES
            for target in node.targets
            if isinstance(target, ast.Name)
            for model in {name_of(argument) for argument in node.value.args} & set(WRITERS)
        }
        calls = {
            scope.name: own[node.func.id]
            for scope in tree.body
            if isinstance(scope, ast.FunctionDef)
            for node in ast.walk(scope)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in own
        }
        found |= {(module, name): model for name, model in (own | calls).items()}
    return found


def learn_names(scope: ast.AST, own: list[ast.AST]) -> Names:
    """What the variables of a function hold: by annotation, by what they are set to, by what a loop goes through."""
    known: Names = {}
    for node in [scope, *own]:
        if isinstance(node, FUNCTIONS):
            for argument in [*node.args.args, *node.args.kwonlyargs]:
                note(known, argument.arg, annotated(argument.annotation))
        elif isinstance(node, ast.AnnAssign):
            note(known, name_of(node.target), annotated(node.annotation))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                note(known, name_of(target) if isinstance(target, ast.Name) else "", models_of(node.value, known))
        elif isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name):
            note(known, node.target.id, models_of(node.iter, known))
        elif isinstance(node, ast.NamedExpr):
            note(known, node.target.id, models_of(node.value, known))
    return known


def note(known: Names, name: str, models: set[str]) -> None:
    if name and models:
        known[name] = known.get(name, set()) | models


def annotated(annotation: ast.expr | None) -> set[str]:
    """The models in `Game`, `Game | None`, `list[Game]`."""
    return {name_of(node) for node in ast.walk(annotation)} & set(WRITERS) if annotation else set()


def models_of(node: ast.expr, known: Names) -> set[str]:
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
            return {NAMES[node.id]} if node.id in NAMES else known.get(node.id, set())
        else:
            return set()


def test_each_model_is_written_in_its_own_place_alone():
    paths = {path: str(path.relative_to(ROOT)) for path in list_sources()}
    writes = [(name, *found) for path, name in paths.items() for found in find_writes(path.read_text())]
    strays = [f"{name}:{line} writes {model}" for name, line, model in writes if not name.startswith(WRITERS[model])]
    assert strays == []
    assert {model for _, _, model in writes} == set(WRITERS), "a place that writes is not seen to write"


def test_no_lock_holds_up_rows_that_refer_to_what_is_locked():
    """Without `no_key` PostgreSQL has a row that refers to a locked one wait for it, be it inserted by somebody who
    holds what the other waits for. Only who deletes a row has to keep others from referring to it."""
    found = [
        (str(path.relative_to(ROOT)), line.strip())
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        for line in path.read_text().splitlines()
        if "select_for_update(" in line and "no_key=True" not in line
    ]
    assert [path for path, _ in found] == ["games/play/guests.py"], found


def test_every_signal_that_is_announced_has_a_receiver():
    """A signal is for higher apps; one that none of them receives says nothing to anybody."""
    signals = [
        (f"{module.__name__}.{name}", signal)
        for module in (accounts.events, games.events, computers.events, moderation.events)
        for name, signal in vars(module).items()
        if isinstance(signal, Signal)
    ]
    assert len(signals) > 10
    assert [name for name, signal in signals if not signal.receivers] == []


def test_every_action_on_a_game_reads_straight_down():
    """No function of games/play/ stands within another: what an action does, it does in `with playing(...)`."""
    within = [
        f"{path.relative_to(ROOT)}:{inner.lineno} {inner.name}"
        for path in (ROOT / "games/play").rglob("*.py")
        for outer in ast.walk(ast.parse(path.read_text()))
        if isinstance(outer, ast.FunctionDef)
        for inner in ast.walk(outer)
        if inner is not outer and isinstance(inner, FUNCTIONS)
    ]
    assert within == []


@each_row(
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
        ("models.StaffAction(game=game)", "StaffAction"),
        ("administration.StaffAction('void')", None),
        ("game.messages.create(text='')", "Message"),
        ("game.clock_changes.create(why='')", "ClockChange"),
        ("game.offer_records.create(ply=1)", "OfferRecord"),
        ("user.vacations.all().delete()", "Vacation"),
        ("game.pauses.add(pause, bulk=False)", "Pause"),
        ("Game.objects.bulk_update(found, ['ply'])", "Game"),
        ("game.turns.update_or_create(ply=1)", "Turn"),
        ("write = PreparedUpdate(Game)", "Game"),
        ("prepared_writes.PreparedInsert(models.Turn)(rows)", "Turn"),
        ("PreparedUpdate(Seat)(one)", "Seat"),
        ("from games.play.locking import write", "Game"),
        ("from games.play.locking import save_change", "Game"),
        ("from games.play.turn import insert", "Turn"),
        ("from games.play.locking import locked", None),
        ("PreparedInsert(Notice)([])", None),
        ("cursor.execute('UPDATE games_game SET ply = 1')", "Game"),
        ("cursor.execute(f'DELETE FROM games_turn WHERE id = {pk}')", "Turn"),
        ("cursor.execute('insert into \"games_seat\" values (1)')", "Seat"),
        ("cursor.execute(f'UPDATE {Game._meta.db_table} SET ply = 1')", "Game"),
        ("cursor.execute(f'UPDATE {models.Turn._meta.db_table} SET ply = 1')", "Turn"),
        ("table = Notice._meta.db_table; reverse('admin:games_turn_changelist')", None),
        ("one = Game.objects.get(pk=1); one.save()", "Game"),
        ("for one in user.seats.filter(side=1): one.delete()", "Seat"),
        ("def change(one: Game | None): one.save()", "Game"),
        ("def change(*, many: list[Turn]):\n for one in many:\n  one.save()", "Turn"),
        ("[one.save() for one in Challenge.objects.all()]", "Challenge"),
        ("if one := Seat.objects.first(): one.save()", "Seat"),
        ("def read(one: Game): one.pk\ndef other(one): one.save()", None),
        ("notice.save(); Notice.objects.update(game=game)", None),
        ("Game.objects.filter(pk=1).first()", None),
    ],
)
def test_a_write_elsewhere_would_be_found(line, model):
    assert [found for _, found in find_writes(line)] == ([model] if model else [])
