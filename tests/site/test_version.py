"""The version is named in one place, and told wherever somebody looks for it."""

import tomllib
from pathlib import Path

import pytest

from mastery_site import VERSION

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
def test_everybody_can_read_it_on_the_status_page(client):
    assert f"version {VERSION}." in client.get("/status/").content.decode()


def test_it_is_that_of_the_package():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION


def test_the_newest_changes_are_those_of_it():
    newest = next(line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## "))
    assert newest == f"## {VERSION}"
