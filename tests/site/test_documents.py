"""The documents name files and headings that exist, and README and CONTRIBUTING stay short enough to be read."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "benches/RESULTS.md", *(ROOT / "docs").glob("*.md")]
MOST_BYTES = {"README.md": 9_000, "CONTRIBUTING.md": 6_000}


def list_headings(text: str) -> set[str]:
    """As the addresses of headings name them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_each_link_leads_somewhere(document):
    for place, heading in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", document.read_text()):
        target = document.parent / place if place else document
        assert target.is_file(), place
        assert not heading or heading in list_headings(target.read_text()), f"{place}#{heading}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_each_file_that_is_named_is_there(document):
    named = re.findall(r"`(([a-z_]+)/[\w./-]*)`", document.read_text())
    assert [path for path, top in named if (ROOT / top).is_dir() and not (ROOT / path).exists()] == []


def test_the_readme_names_every_way_by_which_one_is_told():
    told = (ROOT / "README.md").read_text().partition("**Hear of it**")[2].partition("\n## ")[0].lower()
    channels = [path.parent.name for path in (ROOT / "notifications/channels").glob("*/channel.py")]
    assert len(channels) >= 8
    assert [name for name in channels if name not in told] == []


@pytest.mark.parametrize("name", MOST_BYTES)
def test_the_documents_for_newcomers_are_short(name):
    assert len((ROOT / name).read_bytes()) <= MOST_BYTES[name]
