"""Log-in guessing against two web processes that share a cache: slowed by account and by address alike."""

import itertools
from functools import partial

import pytest

from tests import servers
from tests.faults.public import call_together

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

PASSWORD = "correct-horse-battery-staple"
PEOPLE = ["Alice", "Boris", "Carol"]
LET_GUESS = 5
"""Wrong passwords for one account in five minutes, from wherever they come."""
LET_TRY = 10
"""Failures from one address in a minute, whatever the accounts."""
SLOWED = "Too many failed attempts"


@pytest.fixture(scope="module")
def ports(public):
    """Two web servers of one process each, behind one proxy: as on two machines."""
    other = servers.free_port()
    for port in (public.port, other):
        public.run_web(processes=1, port=port)
    public.set_scene("people", names=PEOPLE, password=PASSWORD)
    return public.port, other


def guess(site, port, *, login="Alice", password="a guess", address="192.0.2.1"):
    headers = {"X-Forwarded-For": address, "Host": f"localhost:{site.port}"}
    return site.post("/account/login/", {"login": login, "password": password}, port=port, headers=headers)


def test_one_account_is_guarded_from_wherever_the_guesses_come(public, ports):
    answers = [
        guess(public, port, address=f"198.51.100.{number}")
        for number, port in zip(range(LET_GUESS), itertools.cycle(ports), strict=False)
    ]
    assert not any(SLOWED in answer.text for answer in answers)
    for port in ports:
        assert SLOWED in guess(public, port, address="198.51.100.77").text
        right = guess(public, port, password=PASSWORD, address="198.51.100.78")
        assert right.status == 429
        assert SLOWED in right.text
    assert guess(public, ports[0], login="Boris", password=PASSWORD, address="198.51.100.79").status == 302


def test_one_address_is_slowed_whatever_the_accounts_and_what_it_forges_before_the_proxys_word(public, ports):
    for number, port in zip(range(LET_TRY), itertools.cycle(ports), strict=False):
        forged = f"10.0.0.{number}, 203.0.113.5"
        assert SLOWED not in guess(public, port, login=f"Nobody{number}", address=forged).text
    assert SLOWED in guess(public, ports[1], login="Nobody99", address="10.9.9.9, 203.0.113.5").text
    for port in ports:
        assert SLOWED in guess(public, port, login="Carol", password=PASSWORD, address="203.0.113.5").text
    assert guess(public, ports[0], login="Carol", password=PASSWORD, address="203.0.113.6").status == 302


def test_a_storm_of_guesses_at_once_gets_no_further(public, ports):
    calls = [
        partial(guess, public, port, login="Boris", address=f"198.51.100.{100 + number}")
        for number, port in zip(range(24), itertools.cycle(ports), strict=False)
    ]
    tried = [answer for answer in call_together(calls) if SLOWED not in answer.text]
    assert len(tried) <= LET_GUESS
