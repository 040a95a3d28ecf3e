"""Where the pages listen, and which proxies the settings name: alone, embedded and in containers."""

import re

import pytest

from mastery_site.checks.environment import find_doubts, find_faults
from tests.site.composed import ROOT, read_compose
from tests.site.environments import PUBLIC, run_python

SERVICES = read_compose()["services"]


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.1.7"])
def test_an_embedded_site_listens_to_its_own_machine_alone(address):
    (fault,) = find_faults({"BIND": address})
    assert (fault.id, fault.msg.startswith("BIND must ")) == ("site.E003", True)
    assert find_faults({"BIND": "127.0.0.1"}) == find_faults({"BIND": "::1"}) == []
    assert find_faults({**PUBLIC, "BIND": address}) == []


def test_proxies_that_are_counted_and_not_named_are_doubted():
    several = {**PUBLIC, "TRUSTED_PROXY_COUNT": "2"}
    assert [doubt.id for doubt in find_doubts(several)] == ["site.W003"]
    assert find_doubts({**several, "TRUSTED_PROXIES": "127.0.0.1, 192.0.2.0/24"}) == []
    assert find_doubts({**PUBLIC, "TRUSTED_PROXY_COUNT": "1"}) == []


@pytest.mark.processes
@pytest.mark.parametrize(
    ("given", "bound"),
    [
        ({}, "127.0.0.1:8000"),
        (PUBLIC, "127.0.0.1:8000"),
        ({**PUBLIC, "BIND": "0.0.0.0", "PORT": "8001"}, "0.0.0.0:8001"),
        ({**PUBLIC, "BIND": "::"}, "[::]:8000"),
    ],
)
def test_the_pages_listen_to_this_machine_alone_unless_told_otherwise(given, bound, tmp_path):
    asked = "from mastery_site import gunicorn_conf as told; print(*told.bind, repr(told.forwarded_allow_ips))"
    done = run_python("-c", asked, folder=tmp_path, **given)
    assert done.stdout.split() == [bound, "''"], done.stderr


def test_the_pages_believe_their_own_proxy_alone():
    """It asks them by a name of the network that both share with nobody; its addresses are those that are believed."""
    told = SERVICES["web"]["environment"]["TRUSTED_PROXIES"].split(",")
    (subnet,) = (each["subnet"] for each in read_compose()["networks"]["front"]["ipam"]["config"])
    assert told == ["127.0.0.1", "::1", subnet]
    assert {name for name, service in SERVICES.items() if "front" in service["networks"]} == {"web", "proxy"}
    (alias,) = SERVICES["web"]["networks"]["front"]["aliases"]
    assert SERVICES["proxy"]["environment"]["SITE_UPSTREAM"] == f"{alias}:8000"
    assert alias not in SERVICES
    assert re.search(r"^ENV .*PORT=8000 \\\n +BIND=0\.0\.0\.0$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
