"""Tasks are shown, solved or answered by a sentence; what is solved is kept, and becomes a visitor's own at log-in."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from engine import lessons, registry
from games import learning
from games.models import LessonDone
from games.telling.briefs import tell_goal

pytestmark = pytest.mark.django_db
SLUGS = pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])


def address(slug, name=""):
    return reverse("lesson_task", args=[slug, name]) if name else reverse("lesson", args=[slug])


def solve(client, slug, name):
    ruleset, task = registry.get(slug), next(one for one in lessons.find(slug).tasks if one.name == name)
    move = next(move for move in ruleset.read(task.position).legal_moves() if task.is_solved_by(move))
    return client.post(address(slug, name), {"text": move}, follow=True)


def ticked(client, slug):
    """Titles of the tasks with a tick, as the list shows them."""
    page = client.get(address(slug), follow=True).content.decode()
    return re.findall(r">([^<]*)</a> <span class=\"done\"", page)


def refusal(response):
    return unescape(re.search(r'id="refusal"><p>(.*?)</p>', response.content.decode(), re.S)[1])


@SLUGS
def test_a_visitor_solves_every_task_one_after_another(client, slug):
    tasks = lessons.find(slug).tasks
    for number, task in enumerate(tasks):
        assert client.get(address(slug)).url == address(slug, task.name)
        page = solve(client, slug, task.name)
        assert task.right in unescape(page.content.decode())
        following = tasks[number + 1 : number + 2]
        assert all(f'href="{address(slug, one.name)}" data-next>Next' in page.content.decode() for one in following)
    assert len(ticked(client, slug)) == len(tasks)
    assert LessonDone.objects.count() == 0
    assert len(client.cookies[learning.COOKIE].value) < 1000


def test_a_wrong_turn_is_answered_by_the_sentence_of_the_task(client):
    response = client.post(address("mastery", "win"), {"text": "d4xf4"})
    assert response.status_code == 422
    assert (
        refusal(response) == "Md4xf4: You captured the Officer, but its Master stays. Don’t take the Officer: use it."
    )
    assert learning.COOKIE not in client.cookies


def test_a_turn_that_is_not_legal_is_answered_by_the_rules_and_kept(client):
    response = client.post(address("mastery", "win"), {"text": "d4d8 <b>"})
    assert response.status_code == 422
    assert "d4d8 &lt;b&gt;" in response.content.decode()
    assert client.post(address("mastery", "win"), {}).status_code == 422
    assert client.post(address("mastery", "win"), {"text": "\0"}).status_code == 422


def test_an_address_that_names_a_turn_solves_nothing(client):
    page = client.get(address("mastery", "win"), {"turn": "~Of4xf6"})
    assert "Well done!" in page.content.decode()
    assert "Well done!" not in client.get(address("mastery", "win"), {"turn": "Md4xf4"}).content.decode()
    assert ticked(client, "mastery") == []


@pytest.mark.parametrize("path", ["/learn/chess/", "/learn/mastery/nothing/", "/learn/chess/master/"])
def test_an_unknown_lesson_is_not_found(client, path):
    assert client.get(path).status_code == 404
    assert client.post(path).status_code in (404, 405)


def test_tasks_that_a_player_solves_are_kept_with_the_account(client, alice, boris):
    client.force_login(alice)
    solve(client, "masters", "claim")
    solve(client, "masters", "claim")
    assert list(LessonDone.objects.values_list("user", "ruleset", "task")) == [(alice.pk, "masters", "claim")]
    assert ticked(client, "masters") == ["The claim"]
    assert learning.COOKIE not in client.cookies
    client.force_login(boris)
    assert ticked(client, "masters") == []


def test_tasks_solved_before_the_log_in_are_kept_with_the_account_and_no_other(client, alice, boris):
    solve(client, "mastery", "zone")
    alice.set_password("a quiet evening with a board")
    alice.save()
    client.post(reverse("account_login"), {"login": "Alice", "password": "a quiet evening with a board"})
    assert list(LessonDone.objects.values_list("user", "task")) == [(alice.pk, "zone")]
    assert ticked(client, "mastery") == ["The Master’s zone"]
    assert client.cookies[learning.COOKIE].value == ""
    client.logout()
    client.force_login(boris)
    assert ticked(client, "mastery") == []


def test_a_cookie_holds_only_tasks_that_there_are(rf):
    request = rf.get("/")
    request.user = AnonymousUser()
    request.COOKIES[learning.COOKIE] = "mastery.zone~mastery.zone~chess.win~<script>~masters~" + "x" * 9000
    assert learning.read_cookie(request) == [("mastery", "zone")]


@SLUGS
def test_home_rules_and_practice_lead_there(client, slug):
    for path in ("/", "/rules/", f"/rules/{slug}/", f"/practice/{slug}/"):
        assert f'href="{address(slug)}"' in client.get(path).content.decode(), path


def test_a_new_player_is_led_there(client, alice):
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert all(f'href="{address(ruleset.slug)}"' in page for ruleset in registry.all_rulesets())


def test_a_page_takes_as_many_queries_whatever_is_solved(client, alice, django_assert_max_num_queries):
    client.force_login(alice)
    for task in lessons.find("mastery").tasks:
        solve(client, "mastery", task.name)
    with django_assert_max_num_queries(5):
        client.get(address("mastery", "zone"))


@SLUGS
def test_a_lesson_begins_with_the_goal(client, slug):
    page = unescape(client.get(address(slug), follow=True).content.decode())
    goal = tell_goal(registry.get(slug))
    assert goal.startswith("You win ")
    assert f'<p class="lesson-goal"><strong>{goal}</strong></p>' in page
    assert "lesson-goal" not in client.get(address(slug, lessons.find(slug).tasks[1].name)).content.decode()


@SLUGS
def test_a_lesson_ends_with_a_game_against_the_computer_in_one_click(client, slug):
    page = solve(client, slug, lessons.find(slug).tasks[-1].name).content.decode()
    solved = page[page.index("lesson-solved") :]
    assert re.findall(r'class="button primary"[^>]*>([^<]*)<', solved) == ["Play the computer"]
    assert solved.index("Play the computer") < solved.index("Play on the practice board")
    assert page.count(f'action="{reverse("play_computer", args=[slug])}"') == 1
