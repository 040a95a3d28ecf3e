"""`manage.py vapid`: shows the key in use, since a new one ends the registration of every device."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from mastery_site.environment.keys import make_vapid_key

IN_USE = make_vapid_key()


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def ask(*arguments: str) -> tuple[dict[str, str], str]:
    """The settings it prints, and what it says beside them."""
    out, err = StringIO(), StringIO()
    call_command("vapid", *arguments, stdout=out, stderr=err)
    return dict(line.split("=", 1) for line in out.getvalue().splitlines()), err.getvalue()


def test_the_key_in_use_is_shown(settings):
    settings.VAPID_PRIVATE_KEY = IN_USE
    printed, said = ask()
    assert printed == {"VAPID_PRIVATE_KEY": IN_USE, "VAPID_SUBJECT": settings.VAPID_SUBJECT}
    assert "in use" in said


def test_a_public_server_is_shown_the_key_of_the_embedded_site_it_was(settings, tmp_path):
    settings.VAPID_PRIVATE_KEY = ""
    (tmp_path / "vapid_key").write_text(f"{IN_USE}\n")
    assert ask()[0]["VAPID_PRIVATE_KEY"] == IN_USE


def test_where_there_is_no_key_a_new_one_is_made(settings):
    settings.VAPID_PRIVATE_KEY = ""
    (first, said), (second, _) = ask(), ask()
    assert first["VAPID_PRIVATE_KEY"] != second["VAPID_PRIVATE_KEY"]
    assert "new" in said


def test_another_is_made_only_when_asked_and_says_what_it_ends(settings):
    settings.VAPID_PRIVATE_KEY = IN_USE
    printed, said = ask("--new")
    assert printed["VAPID_PRIVATE_KEY"] != IN_USE
    assert "every device has to be registered again" in said


def test_an_invalid_key_is_refused_and_not_printed(settings):
    settings.VAPID_PRIVATE_KEY = "key"
    with pytest.raises(CommandError, match="must be a key of the curve"):
        ask()
