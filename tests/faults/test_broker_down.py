"""Redis gone or silent at a commit: the turn does not wait, and its mail leaves when Redis is back."""

import re
import signal
import subprocess

import pytest
import redis

from tests import servers
from tests.faults.conftest import make_database
from tests.faults.public import PublicSite
from tests.machine import miss
from tests.notifications.smtp_sink import Sink

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]


class Redis:
    """A Redis that a test stops, silences and starts again, always on one port."""

    def __init__(self) -> None:
        try:
            self.program = servers.find_program("redis-server")
        except servers.Missing as error:
            miss(str(error))
        self.port = servers.free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        quiet = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        command = [self.program, "--port", str(self.port), *quiet]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, preexec_fn=servers.end_with_parent(), cwd="/"
        )
        servers.wait_until(redis.Redis.from_url(self.url).ping, what="Redis' first answer")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def broker():
    broker = Redis()
    yield broker
    broker.stop()


@pytest.fixture(scope="module")
def site(postgres_url, prepared, broker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("broker") / "data"
    folder.mkdir()
    (folder / "static").symlink_to(prepared.static)
    with (
        Sink() as sink,
        make_database(postgres_url, like=prepared.database) as url,
        PublicSite(folder, database_url=url, redis_url=broker.url, email_url=sink.url) as site,
    ):
        site.sink = sink
        site.run_web("tests.faults.patient", processes=1)
        site.run_supervised()
        site.people = site.set_scene("people", names=["Alice", "Boris"])
        yield site


def play(site, game, text, *, name="Alice", revision=1):
    fields = {"text": text, "key": f"{text}{game}", "revision": revision}
    answer = site.post(f"/games/{game}/play/", fields, session=site.people[name]["session"])
    assert answer.status == 302, answer.text


def read(site, game):
    answer = site.get(f"/games/{game}/", session=site.people["Alice"]["session"])
    assert answer.status == 200


def list_told(site):
    """The games of all mails, each as often as a mail names it: turns that wait together go in one."""
    texts = [mail.get_body(("plain",)).get_content() for mail in list(site.sink.mails)]
    return [int(number) for text in texts for number in re.findall(r"Play your turn:\s+\S+/games/(\d+)/", text)]


@pytest.mark.parametrize("fault", ["gone", "silent"])
def test_no_turn_or_page_waits_for_redis_and_the_mail_leaves_when_it_is_back(site, broker, fault):
    """A page that waited for a silent Redis would wait for a day, and would not be answered here."""
    games = site.set_scene("games", first="Alice", second="Boris", count=10)
    site.sink.mails.clear()
    for game in games[:5]:
        play(site, game, "Md1-c1")
    site.wait_until(lambda: len(list_told(site)) == 5, what="The mails while Redis is there")
    if fault == "gone":
        broker.stop()
    else:
        broker.process.send_signal(signal.SIGSTOP)
    try:
        for game in games[5:]:
            play(site, game, "Md1-c1")
            read(site, game)
    finally:
        if fault == "gone":
            broker.start()
        else:
            broker.process.send_signal(signal.SIGCONT)
    site.wait_until(lambda: len(list_told(site)) >= 10, what="The mails after Redis came back", within=180)
    assert sorted(list_told(site)) == sorted(games)
    assert sorted(mail["Message-ID"] for mail in site.sink.mails) == sorted({m["Message-ID"] for m in site.sink.mails})
