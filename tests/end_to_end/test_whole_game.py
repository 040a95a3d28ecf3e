"""Two people sign up, challenge, and play Mastery to its end by clicking, with a mail at every step; then another game
runs out of time. On the embedded site, and on PostgreSQL with Redis: web, worker and beat are real processes."""

import re
import sqlite3
from collections import Counter

import psycopg
import pytest
from playwright.sync_api import expect

from engine import registry
from tests.end_to_end.conftest import STACKS
from tests.end_to_end.mailbox import link_in, text_of
from tests.end_to_end.people import Person
from tests.servers import wait_until
from tests.sharing import begin_with

pytestmark = [pytest.mark.browser, pytest.mark.processes]

MASTERY = registry.get("mastery")
TURNS = ["Pd4xc5", "~Pc5xe3+Pc1", "Pf4xe5", "Pc1xd1+Ph1", "~Ph1-g2", "Pg2xf1", "~Pd1-a1", "Pf1xe1"]
"""Two players helping one another to a quick end, with captures, controls and resurrections: the last of Dark's Masters
falls on the eighth turn."""


@pytest.fixture(scope="module")
def people(browser, site, sink):
    """Alice and Boris, signed up by way of the mails they got."""
    sink.mails.clear()
    both = [Person(name, browser=browser, site_url=site.url, sink=sink) for name in ("Alice", "Boris")]
    for person in both:
        person.sign_up()
    yield both
    for person in both:
        person.context.close()


def begin(alice: Person, boris: Person) -> None:
    """Alice, who plays first, challenges; Boris accepts by the link in his mail. Both are on the page of the game."""
    alice.challenge(boris, note="A quick one?")
    invitation = boris.next_mail()
    assert "A quick one?" in text_of(invitation)
    boris.accept(link_in(invitation, containing="/challenges/"))
    answers = [alice.next_mail(), alice.next_mail()]  # accepted, and your turn: in either order
    assert any("accepted" in mail["Subject"] for mail in answers)
    alice.page.goto(link_in(answers[0], containing="/games/"))


def assert_turn_mail(mail, *, move: str, game_path: str) -> None:
    """The mail that says it is your turn: move, board as text and as picture, deadline, link, one-click unsubscribe."""
    text = text_of(mail)
    assert move in text
    assert re.search(r"a +b +c +d +e +f +g +h", text)
    assert "(Europe/Berlin)" in text
    assert game_path in link_in(mail, containing="/games/")
    assert any(part.get_content_type() == "image/png" for part in mail.walk())
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https?://.+>", mail["List-Unsubscribe"].split(",")[0].strip())


@pytest.mark.parametrize("site", begin_with(1, STACKS), indirect=True, scope="module")
def test_two_people_play_a_whole_game_by_clicking(people, sink):
    alice, boris = people
    begin(alice, boris)
    game_path = re.search(r"/games/\d+/", alice.page.url)[0]
    position = MASTERY.start()
    for number, move in enumerate(TURNS, start=1):
        mover, waiting = (alice, boris) if position.turn == 0 else (boris, alice)
        mover.play(move, ruleset=MASTERY, position=position)
        position = position.play(move)
        expect(waiting.page.get_by_text(move, exact=True).first).to_be_visible()  # without reloading
        if number < len(TURNS):
            assert_turn_mail(waiting.next_mail(), move=move, game_path=game_path)
    assert position.outcome().winner == 1
    told = {
        alice: ("You lost against Boris", "You (Dark) lost your last Master."),
        boris: ("You won against Alice", "Alice (Dark) lost their last Master."),
    }
    for person, (result, how) in told.items():
        over = person.next_mail()
        assert game_path in link_in(over, containing="/games/")
        assert over["Subject"].startswith(result)
        person.page.goto(game_path)
        expect(person.page.get_by_text(how).first).to_be_visible()
    each = 1 + 1 + 4 + 1  # to sign up, the challenge or its answer, four turns, the end
    assert Counter(mail["To"] for mail in sink.mails) == dict.fromkeys([alice.address, boris.address], each)


def test_a_game_that_runs_out_of_time_ends_though_nobody_looks(people, site, sink):
    alice, boris = people
    begin(alice, boris)
    game_path = re.search(r"/games/\d+/", alice.page.url)[0]
    for person in people:
        person.page.goto("about:blank")
    let_time_run_out(site, game_id=int(game_path.split("/")[2]))
    wait_until(lambda: is_over(site, game_id=int(game_path.split("/")[2])), what="The end on time")
    for person in people:
        mail = person.next_mail()
        assert "ran out of time" in text_of(mail)
        person.page.goto(link_in(mail, containing="/games/"))
        expect(person.page.get_by_text("(Dark) ran out of time").first).to_be_visible()
    assert len(sink.sent_to(alice.address)) == alice.mails_read
    assert len(sink.sent_to(boris.address)) == boris.mails_read


def query(site, sql: str, *values: object) -> list[tuple]:
    """Runs a statement on the database of a running site; `?` stands for a value."""
    if url := site.environ.get("DATABASE_URL"):
        with psycopg.connect(url) as database:
            cursor = database.execute(sql.replace("?", "%s"), values)
            return cursor.fetchall() if cursor.description else []
    database = sqlite3.connect(site.folder / "db.sqlite3", timeout=20)
    with database:
        rows = database.execute(sql, values).fetchall()
    database.close()
    return rows


def let_time_run_out(site, *, game_id: int) -> None:
    """Moves the start of the turn and its deadline into the past: days ago, without sleeping for days.

    The game becomes one without vacation, of which a day would be taken else.
    """
    long_ago = ("2026-01-01 12:00:00+00:00", "2026-01-04 12:00:00+00:00")
    sql = "UPDATE games_game SET vacation_days = 0, turn_started_at = ?, deadline_at = ? WHERE id = ?"
    query(site, sql, *long_ago, game_id)


def is_over(site, *, game_id: int) -> bool:
    return query(site, "SELECT termination FROM games_game WHERE id = ?", game_id) == [("time",)]
