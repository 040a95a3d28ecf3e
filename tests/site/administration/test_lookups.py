"""Nobody spells out a secret through the administration: lists are asked by their own filters alone."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Field
from django.urls import reverse

from accounts.models import Block, Export, KeptForm, SentForm
from core.administration import Guarded
from games.models import ConditionalLine, LessonDone, RematchWish
from mastery_site.administration.moderators import MODERATORS
from mastery_site.administration.site import Administration
from tests.administration import enter
from tests.factories import ChallengeFactory, GameFactory, UserFactory
from tests.rows import each_row
from tests.tables import compare

PAGES = sorted(admin.site._registry.items(), key=lambda pair: pair[0]._meta.label)
SECRET = {"password", "payload", "token", "secret", "claim", "key", "endpoint", "session_key", "session_data", "data"}
"""Columns that are shown to nobody and asked by nobody, whatever table they are in."""
SEEN = {
    "accounts.user": (
        "about addresses date_joined email groups is_active is_staff is_superuser last_login last_visit_at "
        "look second_factors time_zone time_zone_chosen user_permissions username vacation_automatic "
        "vacation_left vacation_set waiting weekend"
    ),
    "accounts.vacation": "automatic booked_at from_at id until_at user",
    "competition.laddergame": (
        "challenged challenger game game_id left moved_from moved_to repeats ruleset_slug running settled_at started_at"
    ),
    "competition.laddermember": "id joined_at leaving_at played_at rank rejoin_at ruleset_slug user",
    "competition.standingchallenge": (
        "absent_since challenge check_at ended_at id keep last_opponent look_at made_at offers owner pairs paused "
        "waiting_since"
    ),
    "competition.standinggame": "game game_id one other other_standing other_standing_id running standing standing_id",
    "computers.computer": "level_name offered on ruleset_slug user",
    "computers.review": "again again_done asked_at done game positions progress seen_at state stopped_at why",
    "computers.thought": "asked_at game seen_at state stopped_at why",
    "records.puzzle": "found_at game hidden_at ply position_text theme within",
    "games.challenge": (
        "address audience challenger closed_at control created_at established_only expires_at expiry_told_at id "
        "mailbox_proven_at note note_removed_at on_time_least opponent options other_controls pair private "
        "rating_from rating_to rating_within reason reason_removed_at ruleset_slug side stands status vacation_days "
        "weekends withheld"
    ),
    "games.clockchange": (
        "after_at before_at by changed_at game game_id kind outage ply revision side terms vacation why"
    ),
    "games.game": (
        "agreed_on board deadline_at ended_at hidden_at id left_at_end offered opening paused_until players ply "
        "position_text private quiet_turns result revision ruleset_slug said started_at termination to_move "
        "turn_started_at turns winner"
    ),
    "games.game: games.clockchange": "after_at before_at by changed_at kind side told why",
    "games.game: games.pause": "from_at until_at",
    "games.game: games.seat": "bank days_off side_name user vacation_used zone",
    "games.game: games.staffaction": "done_at kind reason staff what",
    "games.message": "game game_id ply sent_at text user",
    "games.outage": "found_at from_at games_moved kind reminded_up_to settled_at until_at",
    "games.seat": "bank game game_id read_up_to side user vacation_used weekend zone",
    "games.staffaction": "done_at game game_id kind reason revision staff what",
    "games.turn": (
        "bank_before canonical_key game game_id had_until_at played_at ply position_key position_text side "
        "taken_back_at text time_left"
    ),
    "moderation.report": (
        "about answer answered_at answered_by game id made_at matter outcome reason reporter second text thing "
        "thing_as_it_was"
    ),
    "notifications.chataddress": "added_at channel id last_error name sent_at user",
    "notifications.blockedaddress": "address created_at",
    "notifications.channelstate": "address broken_at channel failures id reason user",
    "notifications.device": "added_at failures id last_error name sent_at user",
    "notifications.notice": (
        "address attempts channel claimed_at closed_at created_at dedupe_key due_at id kind kind_in_words "
        "last_error last_error_at recipient seen_at state"
    ),
    "replies.reply": "arrived_at attempts done_at first_line id outcome user verdict way",
    "replies.unreadmail": "arrived_at domain first_line id reason user verdict way",
}
"""What moderators may see, table by table, and of others within a page: a page that shows more gets a row here."""

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def mira():
    """A moderator."""
    mira = UserFactory(username="Mira", is_staff=True)
    mira.groups.add(Group.objects.get(name=MODERATORS))
    return mira


def address_of(model) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def list_shown(page, request) -> set[str]:
    """Everything of a thing that its page and its list show."""
    fields = [field for _, options in page.get_fieldsets(request) for field in options["fields"]]
    flat = {name for one in fields for name in ([one] if isinstance(one, str) else one)}
    return (flat | set(page.get_list_display(request))) - {"__str__", "action_checkbox"}


@pytest.mark.long
@each_row(("model", "admin_page"), PAGES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_list_is_asked_by_no_column_that_is_not_a_filter_of_it(client, rf, admin, mira, model, admin_page):
    names = [field.attname for field in model._meta.concrete_fields] + list_columns_beyond(model)
    asked = {f"{name}{word}" for name in names for word in ("", "__regex", "__startswith", "__gt", "__exact")}
    for user in (admin, mira):
        request = rf.get("/")
        request.user = user
        allowed = {one for one in asked if admin_page.lookup_allowed(one, "1", request)}
        own = {each.parameter_name for each in admin_page.list_filter if isinstance(each, type)}
        assert allowed <= {f"{name}__exact" for name in list_filtered(admin_page)} | own
    for one in (f"{names[-1]}__regex", "password__regex", "payload__body__regex", "pk"):
        assert enter(client, admin).get(address_of(model), {one: "^a"}).status_code == 400, one


def list_columns_beyond(model) -> list[str]:
    """Columns of what a table refers to, such as the password of a notice's recipient."""
    relations = [field for field in model._meta.concrete_fields if field.is_relation]
    return [f"{one.name}__{field.attname}" for one in relations for field in one.related_model._meta.concrete_fields]


@pytest.mark.parametrize(("model", "admin_page"), PAGES, ids=lambda value: getattr(value, "__name__", ""))
@pytest.mark.late
def test_every_filter_beside_a_list_still_works(client, admin, model, admin_page):
    GameFactory(first=UserFactory(), second=UserFactory())
    ChallengeFactory()
    browser = enter(client, admin)
    changes = browser.get(address_of(model)).context["cl"]
    offered = [
        choice["query_string"]
        for spec in changes.filter_specs
        for choice in spec.choices(changes)
        if choice["query_string"] != "?"
    ]
    assert bool(offered) == bool(admin_page.list_filter)
    for query in offered:
        assert browser.get(address_of(model) + query).status_code == 200, query


@each_row(("model", "admin_page"), PAGES, ids=lambda value: getattr(value, "__name__", ""))
def test_no_page_shows_or_filters_by_a_secret(rf, admin, model, admin_page):
    request = rf.get("/")
    request.user = admin
    fields = list_filtered(admin_page)
    inline = {name for each in admin_page.inlines for name in each.fields}
    assert not SECRET & (list_shown(admin_page, request) | fields | inline)
    assert all("__" not in name and isinstance(model._meta.get_field(name), Field) for name in fields)


def list_filtered(page) -> set[str]:
    """The columns by which Django's own filters ask."""
    return {one if isinstance(one, str) else one[0] for one in page.list_filter if not isinstance(one, type)}


def test_moderators_see_the_fields_that_are_listed_here_and_no_others(rf, mira):
    request = rf.get("/")
    request.user = mira
    pages = {model._meta.label_lower: page for model, page in PAGES if page.has_view_permission(request)}
    seen = {name: list_shown(page, request) for name, page in pages.items()}
    for name, page in pages.items():
        inlines = [each for each in page.get_inline_instances(request) if each.has_view_permission(request)]
        seen |= {f"{name}: {each.model._meta.label_lower}": {*each.get_fields(request)} for each in inlines}
    found = {*seen, *(f"{name}: {field}" for name, fields in seen.items() for field in fields)}
    told = {*SEEN, *(f"{name}: {field}" for name, fields in SEEN.items() for field in fields.split())}
    compare(found, told, table="SEEN of tests/site/administration/test_lookups.py", lacks="that moderators see")


def test_tables_for_their_owner_alone_are_on_no_page_at_all():
    """Analyses, notes, remarks, conditional lines, lessons, blocks, wishes: nobody of staff has a list of them."""
    shown = {model for model, page in PAGES} | {each.model for _, page in PAGES for each in page.inlines}
    own = {
        *apps.get_app_config("analysis").get_models(),
        ConditionalLine,
        LessonDone,
        RematchWish,
        Block,
        Export,
        KeptForm,
        SentForm,
    }
    assert not own & shown


def test_a_page_of_other_people_s_apps_is_guarded_and_shows_nothing_it_does_not_name(rf, admin):
    site = Administration(name="another")
    site.register(import_module("allauth.account.models").EmailAddress)
    (page,) = site._registry.values()
    request = rf.get("/")
    request.user = admin
    assert isinstance(page, Guarded)
    assert page.get_fieldsets(request) == [(None, {"fields": ()})]


def test_an_empty_to_field_names_no_field(client, admin, alice):
    """Django would look for a field of that name, and answered 500 to a request whose `_to_field` was cut in half."""
    staff = enter(client, admin)
    page = f"/admin/accounts/user/{alice.pk}/change/"
    assert staff.get(page, {"_to_field": ""}).status_code == 200
    assert staff.post(page, {"_to_field": ""}).status_code in (200, 302, 403)


def test_a_choice_that_no_database_holds_is_refused(client, admin):
    answer = enter(client, admin).post("/admin/auth/group/add/", {"name": "Guests", "permissions": [str(2**70)]})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not Group.objects.filter(name="Guests").exists()


def test_a_search_for_a_text_longer_than_any_address_finds_nobody(client, admin):
    """Once each word of it stood in the query, which SQLite refused and the page answered by a fault."""
    enter(client, admin)
    for text in ("a" * 255, "alice " * 20_000):
        response = client.get(reverse("admin:accounts_user_changelist"), {"q": text})
        assert response.status_code == 200
        assert not response.context["cl"].result_list
