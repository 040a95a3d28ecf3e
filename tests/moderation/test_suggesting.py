"""What the forms of staff suggest beside a report: the measure by the rule and the repeat, its length, the message."""

from dataclasses import asdict

import pytest
from django.urls import reverse

from accounts.models import Restriction
from accounts.rules import list_rules
from moderation import message_templates, reasons, suggesting
from moderation.actions import registry
from moderation.actions.restricting import GOOD, LENGTHS
from moderation.models import LoggedAction, MessageTemplate
from moderation.ready_messages import READY
from moderation.suggesting import LADDERS, PERMISSIONS, Measure, count_earlier, suggest, suggest_length
from notifications.models import Notice
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import act, act_on_game, make_report
from tests.rows import each_row

pytestmark = pytest.mark.django_db


def add_ready() -> None:
    """The messages that come with the site, as the migration adds them."""
    MessageTemplate.objects.bulk_create(MessageTemplate(**asdict(one)) for one in READY)


def open_forms(staff, report) -> dict:
    """The forms on the page of a report, by their action."""
    context = staff.get(reverse("moderation_report", args=[report.pk])).context
    return {action.name: form for action, form in context["person_actions"]}


def read_form(form) -> dict[str, str]:
    """What a browser sends of a form that nobody has touched."""
    return {field.name: field.value() or "" for field in form}


# --- The table ---------------------------------------------------------------------------------------------------
@each_row(
    ("rule", "earlier", "action", "length"),
    [
        ("C1", 0, "mute", "3"),
        ("C1", 1, "mute", "7"),
        ("C1", 2, "suspend", "30"),
        ("C1", 9, "suspend", "30"),
        ("C3", 0, "warn", ""),
        ("C3", 1, "mute", "7"),
        ("C5", 0, "rename", ""),
        ("F4", 1, "suspend", "30"),
        ("F11", 2, "bar", "30"),
        ("C8", 2, "suspend", GOOD),
        ("", 0, "warn", ""),
        ("X9", 1, "suspend", "7"),
    ],
)
def test_the_measure_goes_by_the_rule_and_the_repeat(rule, earlier, action, length):
    assert suggest(rule, earlier) == Measure(action, length)


@each_row(
    ("rule", "earlier", "action", "length"),
    [
        ("C1", 0, "mute", "3"),
        ("C1", 2, "mute", "7"),
        ("C1", 0, "suspend", "30"),
        ("C3", 0, "mute", "7"),
        ("F4", 0, "suspend", "30"),
        ("F4", 2, "suspend", "365"),
        ("C1", 0, "bar", ""),
        ("C1", 0, "warn", ""),
    ],
)
def test_an_action_that_is_not_suggested_has_the_length_of_its_next_step(rule, earlier, action, length):
    assert suggest_length(rule, earlier, action) == length


def test_every_rule_that_can_be_broken_has_three_steps_that_the_forms_offer():
    assert set(LADDERS) - {""} == {rule.code for rule in list_rules()} - PERMISSIONS
    for ladder in LADDERS.values():
        for measure in ladder:
            action = registry.ACTIONS.find(measure.action)
            assert action.tells
            asks = "length" in action.list_fields(None)
            assert (measure.length in (*LENGTHS, GOOD)) if asks else measure.length == ""


@each_row("reason", [each for each in reasons.REASONS if not each.instead], ids=lambda each: each.name)
def test_only_grave_matters_begin_with_more_than_a_warning(reason):
    assert bool(suggest(reason.rule, 0).length) == (reason.gravity == 1)


# --- The history -------------------------------------------------------------------------------------------------
def test_matters_are_counted_once_each_by_their_rule_unless_they_are_undone(staff, alice, boris, carol):
    report = make_report(alice, about=boris)
    act(staff, boris, "warn", report=report.pk, rule="C1")
    act(staff, boris, "mute", report=report.pk, rule="C1", length="3")
    assert count_earlier(boris, rule="C1") == 1, "both were done for one report"
    assert count_earlier(boris, rule="C1", report=report) == 0, "the second action is of the same matter"
    assert (count_earlier(boris, rule="C3"), count_earlier(carol, rule="C1")) == (0, 0)
    act(staff, boris, "warn", rule="C1")
    act(staff, boris, "warn", rule="C1")
    assert count_earlier(boris, rule="C1") == 2, "what was done on one day without a report is one matter"
    for row in LoggedAction.objects.filter(report=report, restriction__isnull=False):
        staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."})
    assert count_earlier(boris, rule="C1") == 1


def test_without_a_rule_notes_and_answers_are_no_measures(staff, alice, boris):
    act(staff, boris, "note", rule="")
    report = make_report(alice, about=boris, matter="other")
    staff.post(reverse("moderation_report", args=[report.pk]), {"outcome": "no_breach", "reason": "Banter."})
    assert count_earlier(boris, rule="") == 0
    act(staff, boris, "warn", rule="")
    assert count_earlier(boris, rule="") == 1


def test_what_a_suspension_does_to_games_counts_once(staff, boris, alice):
    games = [GameFactory(first=boris, second=alice) for _ in range(2)]
    act(staff, boris, "suspend", length="30", games="lost", rule="F8")
    assert LoggedAction.objects.filter(game__in=games).count() == 2
    assert count_earlier(boris, rule="F8") == 1


# --- The page ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("matter", "earlier", "said"),
    [
        ("spam", 0, "Suggested: <strong>Warn</strong>. We warn first: nothing stands in the log for C3."),
        ("words", 0, "Suggested: <strong>Mute, 3 days</strong>. First time for C1, which is too grave"),
        ("words", 1, "Suggested: <strong>Mute, 1 week</strong>. Second time for C1."),
        ("words", 1, "Second time for C1: 1 week."),
        ("words", 3, "Suggested: <strong>Suspend, 30 days</strong>. Third time or later for C1."),
        ("other", 0, "We warn first: nothing stands in the log."),
    ],
)
def test_the_page_of_a_report_says_what_is_suggested_and_why(staff, alice, boris, matter, earlier, said):
    rule = reasons.find_reason(matter).rule
    for number in range(earlier):
        other = make_report(UserFactory(), about=boris, matter=matter)
        act(staff, boris, "warn", rule=rule, report=other.pk, told=f"Time {number}", answers="this")
    report = make_report(alice, about=boris, matter=matter)
    text = staff.get(reverse("moderation_report", args=[report.pk])).content.decode()
    assert said in text
    assert "Suggested" not in staff.get(reverse("moderation_person", args=["Boris"])).content.decode()


def test_the_text_of_a_profile_is_cleared_where_the_name_is_no_matter(staff, alice, boris):
    boris.about = "Insults"
    boris.save()
    report = make_report(alice, about=boris, matter="name")
    assert suggesting.look_up(report, thing=boris).measure == Measure("clear_profile")
    report.thing = "name"
    assert suggesting.look_up(report, thing=boris).measure == Measure("rename")


def test_rule_length_and_message_are_filled_in_by_the_report(staff, alice, boris):
    add_ready()
    forms = open_forms(staff, make_report(alice, about=boris, matter="words"))
    ready = {one.key: one.text for one in READY}
    filled = {name: read_form(form) for name, form in forms.items()}
    assert (filled["mute"]["rule"], filled["mute"]["length"]) == ("C1", "3")
    assert filled["mute"]["told"] == ready["mute_words"]
    assert filled["warn"]["told"] == ready["warn_words"]
    assert filled["suspend"]["told"] == ready["suspend_words"]
    assert filled["bar"]["told"] == ready["bar"], "there is none for abuse"
    assert "told" not in filled["note"]
    first = forms["mute"].fields["template"].choices[1]
    assert first[1] == "Mute: abuse"
    assert read_form(forms["mute"])["template"] == str(first[0])


def test_the_sites_own_message_for_such_reports_comes_before_that_of_the_site(staff, alice, boris):
    add_ready()
    MessageTemplate.objects.create(action="mute", reason="words", title="Z", text="Ours.")
    MessageTemplate.objects.create(action="mute", title="A", text="Ours for all.")
    MessageTemplate.objects.create(title="B", text="Ours for everything.")
    form = open_forms(staff, make_report(alice, about=boris, matter="words"))["mute"]
    assert [title for _, title in form.fields["template"].choices[1:6]] == ["Z", "Mute: abuse", "A", "Mute", "B"]
    assert read_form(form)["told"] == "Ours."


def test_an_insult_is_taken_muted_for_three_days_and_told_in_three_clicks(staff, alice, boris, mira):
    add_ready()
    report = make_report(alice, about=boris, matter="words")
    page = staff.post(reverse("moderation_claim", args=[report.pk])).url
    form = {action.name: form for action, form in staff.get(page).context["person_actions"]}["mute"]
    sent = staff.post(
        reverse("moderation_act_on_person", args=["Boris", "mute"]),
        {**read_form(form), "report": report.pk, "answers": "this", "back": page},
    )
    assert sent.url == reverse("moderation")
    laid = Restriction.objects.get()
    assert (laid.kind, laid.rule, (laid.until_at - laid.from_at).days) == ("muted", "C1", 3)
    assert laid.reason == next(one.text for one in READY if one.key == "mute_words")
    assert set(Notice.objects.filter(recipient__in=[alice, boris]).values_list("kind", "recipient")) == {
        ("report_result", alice.pk),
        ("restricted", boris.pk),
    }


def test_the_page_of_an_action_is_filled_in_by_its_report_and_a_change_is_kept(staff, alice, boris, mira, zoe):
    add_ready()
    report = make_report(alice, about=boris, matter="spam")
    page = reverse("moderation_act_on_person", args=["Boris", "mute"])
    form = staff.get(page, {"report": report.pk}).context["form"]
    assert (form["rule"].value(), form["length"].value()) == ("C3", "7")
    assert read_form(staff.get(page).context["form"])["told"] == "", "no report, no suggestion"
    sent = {"rule": "C1", "length": "30", "told": "My words.", "report": report.pk, "preview": "1"}
    form = staff.post(page, sent).context["form"]
    assert (form["rule"].value(), form["length"].value(), form["told"].value()) == ("C1", "30", "My words.")
    elsewhere = make_report(zoe, about=alice, matter="spam")
    form = staff.get(page, {"report": elsewhere.pk}).context["form"]
    assert not form["rule"].value(), "it is about somebody else"


# --- Messages that come with the site ----------------------------------------------------------------------------
def test_staff_change_and_delete_them_as_their_own(staff, mira):
    add_ready()
    changed = MessageTemplate.objects.get(key="warn_words")
    changed.text = "Be kind."
    message_templates.save(changed, staff=mira)
    message_templates.delete(MessageTemplate.objects.get(key="mute").pk, staff=mira)
    page = staff.get(reverse("moderation_messages")).content.decode()
    assert page.count("came with the site") == len(READY) - 1
    assert "For: Warn, reports of Abuse" in page
    assert MessageTemplate.objects.get(key="warn_words").text == "Be kind."


def test_one_of_a_kind_of_report_is_written_and_offered_there(staff, alice, boris):
    sent = {"action": "warn", "reason": "spam", "title": "Links", "text": "No links, please."}
    assert staff.post(reverse("moderation_messages"), sent).status_code == 302
    assert MessageTemplate.objects.get().reason == "spam"
    assert LoggedAction.objects.get().after["reason"] == "spam"
    forms = {
        matter: open_forms(staff, make_report(alice, about=UserFactory(), matter=matter)) for matter in ("spam", "help")
    }
    assert read_form(forms["spam"]["warn"])["told"] == "No links, please."
    assert read_form(forms["help"]["warn"])["told"] == "", "offered, but not filled in"
    assert staff.post(reverse("moderation_messages"), {**sent, "reason": "nonsense"}).status_code == 422


def test_an_undo_may_begin_with_a_message_too(staff, boris):
    add_ready()
    act(staff, boris, "warn")
    page = reverse("moderation_undo", args=[LoggedAction.objects.get().pk])
    ready = MessageTemplate.objects.get(key="undo")
    shown = staff.post(page, {"template": ready.pk, "reason": "", "fill": "1"})
    assert shown.context["form"]["reason"].value() == ready.text
    assert not LoggedAction.objects.filter(reverses__isnull=False).exists()
    assert staff.post(page, {"template": ready.pk, "reason": ready.text}).status_code == 302
    assert LoggedAction.objects.get(reverses__isnull=False).reason == ready.text


@pytest.mark.django_db(transaction=True)
def test_on_a_game_the_rule_and_a_message_for_both_players_are_filled_in(staff, alice, boris, carol):
    add_ready()
    ready = {one.key: one.text for one in READY}
    game = GameFactory(first=alice, second=boris)
    report = make_report(carol, about=boris, matter="stalling", game=game)
    context = staff.get(reverse("moderation_report", args=[report.pk])).context
    form = {action.name: form for action, form in context["game_actions"]}["adjudicate"]
    assert (form["rule"].value(), form["told"].value()) == ("F11", ready["adjudicate"])
    act_on_game(staff, game, "void", told="Stalled.", rule="F11")
    page = reverse("moderation_undo", args=[LoggedAction.objects.get(game=game).pk])
    chosen = {"template": MessageTemplate.objects.get(key="undo").pk, "told": "", "reason": "Seen.", "fill": "1"}
    assert staff.post(page, chosen).context["form"]["told"].value() == ready["undo"]
    del chosen["fill"]
    assert staff.post(page, {**chosen, "told": ready["undo"]}).status_code == 302
