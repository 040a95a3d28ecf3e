"""Where no mail server is set, an administrator reads every mail as its reader would see it."""

import base64
import re

import pytest
from django.core.mail import EmailMessage

from notifications.channels.email import files
from notifications.delivery import outbox

PATHS = ["/mailbox/", "/mailbox/20260101T000000000000-00000000/", "/mailbox/20260101T000000000000-00000000/html/"]


@pytest.fixture
def folder(settings, tmp_path):
    settings.MAIL_TO_FILES = True
    settings.NOTICE_EMAIL_BACKEND = "notifications.channels.email.files.FileBackend"
    settings.MAIL_DIR = tmp_path / "mail"
    return settings.MAIL_DIR


@pytest.fixture
def visit(folder, client, admin):
    client.force_login(admin)
    return client.get


def write(subject: str) -> str:
    files.FileBackend().send_messages([EmailMessage(subject, "Text", to=["a@example.org"])])
    return files.list_names()[0]


def test_each_mail_is_a_file_of_its_own_and_none_is_half_written(folder):
    for number in range(3):
        write(f"Mail {number}")
    assert [path.suffix for path in folder.iterdir()] == [".eml"] * 3


def test_mails_are_listed_newest_first_in_pages(visit):
    assert "None so far" in visit("/mailbox/").content.decode()
    for number in range(26):
        write(f"Mail {number:02}")
    first, second = (visit("/mailbox/", {"page": number}).content.decode() for number in (1, 2))
    assert re.findall(r"Mail \d\d", first) == [f"Mail {number:02}" for number in range(25, 0, -1)]
    assert re.findall(r"Mail \d\d", second) == ["Mail 00"]


def test_a_mail_is_shown_with_headers_text_and_frame(visit, game):
    outbox.deliver_due()
    (name,) = files.list_names()
    shown = visit(f"/mailbox/{name}/").content.decode()
    for words in ("Your turn against Boris", "alice@example.org", "List-Unsubscribe", "capitals Dark", "<iframe"):
        assert words in shown
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in shown


def test_the_frame_has_the_picture_and_runs_nothing(visit, game):
    outbox.deliver_due()
    response = visit(f"/mailbox/{files.list_names()[0]}/html/")
    picture = re.search(r'src="data:image/png;base64,([^"]+)"', response.content.decode())
    assert base64.b64decode(picture[1]).startswith(b"\x89PNG")
    policy = response["Content-Security-Policy"]
    assert "sandbox" in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "allow-scripts" not in policy
    assert response["X-Frame-Options"] == "SAMEORIGIN"


def test_the_text_of_a_mail_is_no_markup_of_the_page(visit):
    name = write("<script>alert(1)</script>")
    for path in ("/mailbox/", f"/mailbox/{name}/"):
        assert "<script>alert" not in visit(path).content.decode()


@pytest.mark.parametrize("name", ["..%2Fsecret_key", "%2e%2e", "secret", "x" * 300, "20260101T000000000000-0000000g"])
def test_no_name_leads_out_of_the_folder(visit, folder, name):
    folder.mkdir()
    (folder.parent / "secret_key.eml").write_text("secret")
    assert visit(f"/mailbox/{name}/").status_code == 404
    assert visit(f"/mailbox/{name}/html/").status_code == 404
    with pytest.raises(FileNotFoundError):
        files.read_mail("../secret_key")


@pytest.mark.parametrize("path", PATHS)
def test_nobody_but_administrators_comes_in(folder, client, alice, path):
    assert client.get(path)["Location"].startswith("/account/login/")
    alice.is_staff = True
    alice.save()
    client.force_login(alice)
    assert client.get(path).status_code == 403


@pytest.mark.parametrize("path", PATHS)
def test_there_is_no_such_page_where_mails_really_leave(visit, settings, path):
    settings.MAIL_TO_FILES = False
    assert visit(path).status_code == 404
