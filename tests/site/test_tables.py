"""What is new joins its tables: asked here of all of them, early and quickly, before what the rows say is tried.

Where the program can find what a table would say, there is no table. Each that there is stands beside its tests.
"""

import re
import sys
from collections.abc import Iterator

import pytest
from django import forms
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.forms.forms import BaseForm
from django.urls import resolve

from accounts.posted.kept_forms import NEVER_KEPT
from core.bounded_cache import Store
from core.posting import WORDS
from moderation.actions.registry import list_for_people
from tests.accounts.own_data import test_own_data as own_data
from tests.apps import APPS
from tests.factories import GameFactory
from tests.faults import test_others_by_id as by_id
from tests.faults.addresses import list_addresses
from tests.faults.posted import walk_subclasses
from tests.moderation import test_concerned_staff as concerned
from tests.moderation import test_rights as rights
from tests.moderation import test_signals as signals
from tests.moderation import test_staff_on_computers as on_computers
from tests.moderation import test_staff_on_people as on_people
from tests.replies import test_every_offer as offers
from tests.site import test_kept_memory as memory
from tests.site import test_screenshots as screenshots
from tests.site.forms import test_kept_over_log_in as kept
from tests.site.forms import test_limits_on_pages as limits
from tests.site.forms import test_made_once as made
from tests.site.neighbours import test_rows as neighbours
from tests.site.texts import test_expressions as expressions
from tests.site.texts import test_parsers as parsers
from tests.site.texts.expressions import list_calls, list_expressions
from tests.site.texts.parsers import list_parsers
from tests.tables import compare

OF_ALLAUTH_AND_STAFF = ("account_", "mfa_", "usersessions_", "moderation")
"""allauth has its own limits, and staff the log."""
NOT_THOUGHT_OUT = {
    **dict.fromkeys(("by", "opponent", "person"), "the name of a player, looked up"),
    **dict.fromkeys(("found", "signal", "key", "uidb36", "time_zone"), "filled in by the page"),
    **dict.fromkeys(("since", "until"), "a day"),
    "position": "a board, in an address that one may keep",
}
"""Fields of text that lose nothing where a session has ended."""


def test_each_address():
    names = [one.name for one in list_addresses()]
    told = {*rights.STAFF_PAGES, *rights.ELSEWHERE}
    table = "STAFF_PAGES, or a table of ELSEWHERE, of tests/moderation/test_rights.py"
    compare(names, told, table=table, lacks="who may open")


def test_each_address_with_an_id():
    names = [one.name for one in list_addresses() if "pk" in one.parts]
    told = {*by_id.GAME, *by_id.CHALLENGE, *by_id.KEY, *by_id.STAFF, *by_id.ELSEWHERE}
    table = "GAME, CHALLENGE, KEY or ELSEWHERE of tests/faults/test_others_by_id.py"
    compare(names, told, table=table, lacks="what strangers are answered at")


def test_each_page_is_drawn():
    names = [one.name for one in list_addresses(administration=True)]
    pages = {name for name in names if not re.match(f"admin:.*({'|'.join(screenshots.IN_THE_ADMINISTRATION)})$", name)}
    told = screenshots.list_drawn() | screenshots.LEFT_OUT
    table = "PAGES of tests/screenshot_pages.py, or to ONLY_POSTED or another table of tests/site/test_screenshots.py"
    compare(pages | told, told, table=table, lacks="how to draw")


@pytest.fixture
def posted(client, alice, boris) -> set[str]:
    """The addresses that something can be posted to."""
    game = GameFactory(first=alice, second=boris, turns=("Md1-c1",))
    client.raise_request_exception = False
    found = set()
    for one in list_addresses():
        client.force_login(alice)
        status = client.post(one.fill(pk=game.pk, username="Boris", slug="mastery")).status_code
        found |= {one.name} if status != 405 else set()
    return found


@pytest.mark.django_db
def test_each_address_that_is_posted_to(posted, client, subtests):
    limited = {name for name in posted if not name.startswith(OF_ALLAUTH_AND_STAFF)}
    once = {one.name for one in list_addresses() if hasattr(resolve(one.fill(username="Boris")).func, "makes_once")}
    with subtests.test("limits"):
        table = "LIMITED or UNLIMITED of tests/site/forms/test_limits_on_pages.py"
        compare(limited, {*limits.LIMITED, *limits.UNLIMITED}, table=table, lacks="which limit is spent at")
    with subtests.test("kept over a log-in"):
        table = "KEPT or NOTHING of tests/site/forms/test_kept_over_log_in.py"
        compare(posted, {*kept.KEPT, *kept.NOTHING}, table=table, lacks="what is kept over a log-in of")
        assert not {*kept.KEPT} & {*kept.NOTHING}
    with subtests.test("made once"):
        table = "MAKES or NOTHING of tests/site/forms/test_made_once.py"
        compare(posted, {*made.MAKES, *made.NOTHING}, table=table, lacks="what two clicks make at")
        assert not {*made.MAKES} & {*made.NOTHING}
        table = "MAKES of tests/site/forms/test_made_once.py, whose views are decorated by `once`"
        compare(once, made.MAKES, table=table, lacks="what is made once at")
    with subtests.test("the page of a form"):
        paths = {name: next(one for one in list_addresses() if one.name == name).fill() for name in made.MAKES}
        unopened = {name for name, path in paths.items() if client.get(path).status_code == 405}
        assert not unopened, "templates/409.html leads to the page of the form by this address"


def test_each_field_of_text():
    """That what is typed there may be kept, and read by whom, is asked by tests/moderation/test_text_fields.py."""
    known = {*WORDS, *NEVER_KEPT, *NOT_THOUGHT_OUT}
    table = "WORDS of core/posting.py, with its label, or to NOT_THOUGHT_OUT of tests/site/test_tables.py"
    compare(
        known | set(list_typed()), known, table=table, lacks="how to give back, after a log-in, what was typed into"
    )


def list_typed() -> Iterator[str]:
    """The names of fields of text, in templates and in our forms."""
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        for tag, attributes in re.findall(r"<(input|textarea)\b([^>]*)", path.read_text()):
            name, kind = re.search(r'name="(\w+)"', attributes), re.search(r'type="(\w+)"', attributes)
            if name and (tag == "textarea" or kind is None or kind[1] == "text"):
                yield name[1]
    for form in walk_subclasses(BaseForm):
        if form.__module__.partition(".")[0] in APPS:
            for name, field in getattr(form, "base_fields", {}).items():
                if type(field.widget) in (forms.TextInput, forms.Textarea):
                    yield name


def test_each_table_with_people():
    found = {
        model._meta.label_lower
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.local_fields
        if field.related_model is get_user_model()
    }
    table = "TOLD or LEFT_OUT of tests/accounts/own_data/test_own_data.py"
    lacks = "whether a copy of all own data (`account_exporting`) has"
    compare(found, {*own_data.TOLD, *own_data.LEFT_OUT}, table=table, lacks=lacks)


def test_each_task_of_the_schedule():
    told = {*neighbours.CASES, *neighbours.WITHOUT_ROWS}
    table = "the cases of tests/site/neighbours/ (`@case`), or to WITHOUT_ROWS of its test_rows.py"
    compare(neighbours.list_tasks(), told, table=table, lacks="what a row that fails does to the next in")
    assert not {*neighbours.CASES} & {*neighbours.WITHOUT_ROWS}


def test_each_action_of_staff(subtests):
    people = [action.name for action in list_for_people()]
    with subtests.test("on people"):
        table = "FIELDS of tests/moderation/test_staff_on_people.py"
        compare(people, on_people.FIELDS, table=table, lacks="how staff fill in")
    with subtests.test("on computers"):
        table = "PEOPLE of tests/moderation/test_staff_on_computers.py"
        compare(people, on_computers.PEOPLE, table=table, lacks="whether a computer or a guest may be met with")


def test_each_signal_to_staff():
    table = "CASES of tests/moderation/test_signals.py"
    compare(signals.SIGNALS, signals.CASES, table=table, lacks="what is found, and what is not, by the signal")


def test_each_kind_of_offer():
    table = "SCENES of tests/replies/test_every_offer.py"
    compare(offers.KINDS, offers.SCENES, table=table, lacks="how to make the offer")


def test_each_place_that_reads_reports():
    files = [path for app in APPS for path in (settings.BASE_DIR / app).rglob("*.py")]
    found = {str(path.relative_to(settings.BASE_DIR)) for path in files if "Report.objects" in path.read_text()}
    table = "READ_ALL of tests/moderation/test_concerned_staff.py, if it may read them all"
    compare(found, concerned.READ_ALL, table=table, lacks="why all reports are read in")


def test_whatever_a_process_keeps_by_bytes():
    list_addresses()  # loads every view
    modules = [(name, vars(one)) for name, one in list(sys.modules.items()) if not name.startswith("tests.")]
    found = {
        id(one): f"{module}.{name}" for module, held in modules for name, one in held.items() if isinstance(one, Store)
    }
    known = {id(one): found.get(id(one), repr(one)) for one in memory.MEASURED}
    table = "MEASURED of tests/site/test_kept_memory.py, with a test there"
    compare(found.values(), known.values(), table=table, lacks="how many bytes are kept by")


@pytest.mark.late
def test_each_expression_that_a_function_makes():
    """To list them loads and reads every module, which takes seven seconds."""
    local = [each.name for each in list_expressions() if each.method == "local"]
    table = "LOCAL of tests/site/texts/test_expressions.py"
    compare(local, expressions.LOCAL, table=table, lacks="which expression is made in")


def test_whatever_reads_text_of_others():
    """What such text costs by its length is measured."""
    normalising = [f"{module}.{name}" for module, _, name in list_calls("unicodedata", ("normalize",))]
    table = "NORMALISING of tests/site/texts/test_expressions.py"
    compare(normalising, expressions.NORMALISING, table=table, lacks="how long a text is normalised in")
    table = "TRIED or READS_NO_TEXT_OF_OTHERS of tests/site/texts/test_parsers.py"
    told = {*parsers.TRIED, *parsers.READS_NO_TEXT_OF_OTHERS}
    compare(list_parsers(), told, table=table, lacks="how to try")
