"""Every setting is told in docs/settings.md, checked, and can be given to containers: by its name, in each place."""

import ast
import re
from pathlib import Path

from mastery_site.checks.environment import OPTIONAL, REQUIRED
from tests.rows import each_row
from tests.site.composed import GIVEN, hand_over, read_compose
from tests.tables import compare

ROOT = Path(__file__).resolve().parents[2]
TOLD = (ROOT / "docs/settings.md").read_text()
COMPOSE = (ROOT / "compose.yaml").read_text()
EXAMPLE = (ROOT / "deploy/example.env").read_text()

FOLDERS = {"DATA_DIR", "STATIC_ROOT", "RECORDS_DIR", "PROMETHEUS_MULTIPROC_DIR"}
"""Any path will do: the code that uses a bad one reports it."""
FIXED_BY_IMAGE = {"BIND", "DATA_DIR", "STATIC_ROOT", "PORT", "PROMETHEUS_MULTIPROC_DIR"}
FIXED_BY_COMPOSE = {"RECORDS_DIR"}
"""Where its volume is."""
EMBEDDED_ALONE = {"DEMO"}
FOR_DEVELOPERS = {"DEBUG"}
"""Refused on a public server."""
FROM_OTHERS = {"ALLOWED_HOSTS", "SITE_URL", "DATABASE_URL", "REDIS_URL", "TRUSTED_PROXIES", "TRUSTED_PROXY_COUNT"}
"""What compose.yaml makes of SITE_HOST and POSTGRES_PASSWORD, or knows."""
OF_PROCESSES = {"DJANGO_SETTINGS_MODULE", "PULSE"}
"""No settings: what the site's own processes tell one another."""

TABLE = {
    name for row in re.findall(r"^\| (`[A-Z].*?) \|", TOLD, re.MULTILINE) for name in re.findall(r"`([A-Z_]+)`", row)
}
IN_EXAMPLE = set(re.findall(r"^([A-Z_]+)=", EXAMPLE, re.MULTILINE))
SITE_SERVICES = [name for name, service in read_compose()["services"].items() if service.get("image") == "games-site"]


def list_read() -> set[str]:
    """The names that the code asks its environment for."""
    found = set()
    for path in [*(ROOT / "mastery_site").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ("environ" in (call := ast.unparse(node)) or call.startswith("env.")):
                names = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
                found |= {name for name in names if isinstance(name, str) and re.fullmatch(r"[A-Z][A-Z_]{3,}", name)}
    return found


def test_the_table_names_what_the_code_reads():
    read = list_read() - OF_PROCESSES - FOR_DEVELOPERS | {"ANYMAIL_WEBHOOK_SECRET"}  # by django-anymail's own prefix
    compare(read, TABLE, table="docs/settings.md", lacks="what is set by")


def test_whatever_can_be_malformed_is_checked():
    wanted = (TABLE - FOLDERS) | FOR_DEVELOPERS
    table = "OPTIONAL or REQUIRED of mastery_site/checks/environment.py"
    compare(wanted, OPTIONAL.keys() | REQUIRED.keys(), table=table, lacks="how to check")


def test_containers_are_given_all_that_is_a_choice():
    given = set(read_compose()["services"]["web"]["environment"])
    wanted = TABLE - FIXED_BY_IMAGE - EMBEDDED_ALONE
    table = "x-site of compose.yaml, or to a table of tests/site/test_settings_told.py"
    compare(wanted, given - {"PROMETHEUS_MULTIPROC_DIR"}, table=table, lacks="how containers are given")


def test_the_example_names_what_compose_takes_from_it():
    taken = set(re.findall(r"(?<!\$)\$\{(\w+)", COMPOSE))
    compare(taken, IN_EXAMPLE, table="deploy/example.env", lacks="what is set by")
    chosen = TABLE - FIXED_BY_IMAGE - FIXED_BY_COMPOSE - EMBEDDED_ALONE - FROM_OTHERS
    compare(chosen, IN_EXAMPLE - {"SITE_HOST", "POSTGRES_PASSWORD"}, table="deploy/example.env", lacks="what is set by")


@each_row("service", SITE_SERVICES)
def test_the_settings_of_a_mail_provider_reach_every_service(service):
    given = {**GIVEN, "ANYMAIL_POSTMARK_SERVER_TOKEN": "a-token", "SITE_URL": "http://elsewhere.example.org"}
    handed = hand_over(read_compose(given)["services"][service], given)
    assert handed["ANYMAIL_POSTMARK_SERVER_TOKEN"] == "a-token"
    assert handed["SITE_URL"] == "https://games.example.org"
