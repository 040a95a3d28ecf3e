"""The variables about mail: what no mail could be sent with is refused by name, and what is taken is used."""

from email import message_from_bytes, policy

import pytest
from django.core.mail import EmailMessage

from mastery_site.checks.environment import find_faults
from mastery_site.environment import mail
from tests.rows import each_row
from tests.site.environments import PUBLIC, run_python

PASSWORD = "smtp://site:secret@mail.example.org"

REFUSED = [
    ("EMAIL_URL", f"{PASSWORD}:587/", "unencrypted"),
    ("EMAIL_URL", f"{PASSWORD}:587/?tls=False", "unencrypted"),
    ("EMAIL_URL", f"{PASSWORD}:465/?tls=True&ssl=True", "exclude each other"),
    ("EMAIL_URL", "submission://site:secret@mail.example.org/?tls=False", "submission://"),
    ("EMAIL_URL", "submission://site:secret@mail.example.org/?ssl=True", "submission://"),
    ("EMAIL_URL", f"{PASSWORD}:587/?tls=perhaps", "tls=perhaps"),
    ("EMAIL_URL", f"{PASSWORD}:587/?tls=True&tls=False", "twice"),
    ("EMAIL_URL", f"{PASSWORD}:587/?use_tls=True", "use_tls"),
    ("EMAIL_URL", f"{PASSWORD}:587/?tls=True&timeout=0", "timeout"),
    ("EMAIL_URL", f"{PASSWORD}:587/?tls=True&timeout=31", "timeout"),
    ("DEFAULT_FROM_EMAIL", "nobody", "host"),
    ("DEFAULT_FROM_EMAIL", "Games, Inc. <games@example.org>", "quotes"),
    ("DEFAULT_FROM_EMAIL", "games@example.org, staff@example.org", "one address"),
    ("DEFAULT_FROM_EMAIL", "two words@example.org", "host"),
    ("DEFAULT_FROM_EMAIL", "games@", "one address"),
    ("CONTACT_EMAIL", "Games", "email address"),
    ("CONTACT_EMAIL", "games@example.org,staff@example.org", "email address"),
    ("SITE_NAME", "Slow\nboard", "one line"),
    ("SITE_URL", "https://games..example.org", "no email can come from"),
]

TAKEN = [
    ("EMAIL_URL", f"{PASSWORD}:587/?tls=True&timeout=20"),
    ("EMAIL_URL", f"{PASSWORD}:465/?ssl=True"),
    ("EMAIL_URL", "smtp://mail.example.org:25/"),
    ("EMAIL_URL", "smtp://site:secret@127.0.0.1:1025/"),
    ("DEFAULT_FROM_EMAIL", '"Games, Inc." <games@example.org>'),
    ("DEFAULT_FROM_EMAIL", "Zürich <games@example.org>"),
    ("DEFAULT_FROM_EMAIL", "games@relay"),
    ("SITE_NAME", 'Games, “Inc.” & "Söhne"'),
]

NAMES = ["Slowboard", "Games, Inc.", 'The "Slow" Board', "Zürich, 盤 & Söhne", "(a) <b@c>; d:", "two\nlines"]
HOSTS = ["https://games.example.org", "http://[::1]:8000", "http://localhost:8000", "https://spiele.münchen.example"]


@each_row(("name", "value", "why"), REFUSED)
def test_mail_settings_with_which_no_mail_could_be_sent_are_refused_by_name(name, value, why):
    (fault,) = find_faults({**PUBLIC, name: value})
    assert (fault.id, fault.msg.split()[0]) == ("site.E002", name)
    assert why in fault.msg
    assert "secret" not in fault.msg


@each_row(("name", "value"), TAKEN)
def test_valid_mail_settings_are_accepted(name, value):
    environ = {**PUBLIC, name: value}
    assert find_faults(environ) == []


@each_row("host", HOSTS)
@each_row("name", NAMES)
def test_a_mail_can_come_from_a_site_of_any_name(name, host):
    sender = mail.default_from(host, site_name=name)
    message = EmailMessage("Hello", "there", sender, ["alice@example.org"]).message()
    parsed = message_from_bytes(message.as_bytes(), policy=policy.default)
    (address,) = parsed["From"].addresses
    assert (address.display_name, address.username) == (" ".join(name.split()), "games")


@pytest.mark.processes
def test_a_comma_in_the_name_and_a_timeout_are_what_settings_come_to(tmp_path):
    shown = (
        "from django.conf import settings as s; print(s.DEFAULT_FROM_EMAIL, s.CONTACT_EMAIL, s.EMAIL_TIMEOUT, sep='|')"
    )
    told = {**PUBLIC, "SITE_NAME": "Games, Inc.", "EMAIL_URL": f"{PASSWORD}/?tls=True&timeout=20"}
    told |= {"DEFAULT_FROM_EMAIL": "", "DJANGO_SETTINGS_MODULE": "mastery_site.settings"}
    done = run_python("-c", shown, folder=tmp_path, **told)
    assert done.stdout.strip() == '"Games, Inc." <games@games.example.org>|games@games.example.org|20', done.stderr
