"""What is typed to connect a chat app: which addresses there are, and what is kept of one."""

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts.events import account_exporting
from notifications import registry
from notifications.chat_apps import addresses
from notifications.chat_apps.parts import BadAddress
from notifications.models import ChatAddress
from tests.notifications.chat_apps.services import Discord, Matrix, Ntfy, Slack
from tests.rows import each_row

HOOK, SLACK = Discord.typed["webhook"], Slack.typed["webhook"]
REFUSED = [
    ("discord", "webhook", HOOK.replace("https", "http")),
    ("discord", "webhook", HOOK.replace("discord.com", "discord.com.evil.example")),
    ("discord", "webhook", HOOK.replace("discord.com", "discord.com@evil.example")),
    ("discord", "webhook", f"{HOOK}/../../users/@me"),
    ("discord", "webhook", f"{HOOK}?thread_id=1"),
    ("discord", "webhook", f"{HOOK}/slack"),
    ("slack", "webhook", SLACK.replace("hooks.slack.com", "hooks.slack.com.evil.example")),
    ("slack", "webhook", SLACK.replace("services", "triggers")),
    ("slack", "webhook", f"{SLACK}#x"),
    ("slack", "webhook", f"{SLACK}\nHost: evil"),
    ("ntfy", "server", "http://ntfy.sh"),
    ("ntfy", "server", "https://127.0.0.1"),
    ("ntfy", "server", "https://localhost"),
    ("ntfy", "server", "https://[::1]"),
    ("ntfy", "server", "https://redis:6379"),
    ("ntfy", "server", "https://ntfy.sh:8443"),
    ("ntfy", "server", "https://ntfy.sh/my-topic"),
    ("ntfy", "server", "https://ntfy.sh/?x=1"),
    ("ntfy", "server", "https://me:word@ntfy.sh"),
    ("ntfy", "topic", "my topic"),
    ("ntfy", "topic", "a" * 65),
    ("ntfy", "topic", "../v1/account"),
    ("ntfy", "token", "tk_x\r\nX-Evil: 1"),
    ("ntfy", "token", "tk_“x”"),
    ("matrix", "server", "matrix.org"),
    ("matrix", "server", "https://10.0.0.1"),
    ("matrix", "room", "#room:matrix.org"),
    ("matrix", "room", "!a b:matrix.org"),
    ("matrix", "token", "two words"),
]


@each_row(("name", "field", "value"), REFUSED)
def test_what_is_no_address_is_refused_with_a_sentence_at_its_field(name, field, value, services):
    with pytest.raises(BadAddress) as refused:
        registry.CHANNELS.get(name).read(services[name].typed | {field: value})
    assert refused.value.field == field
    assert str(refused.value)


@pytest.mark.parametrize(
    ("typed", "server"),
    [
        ("https://ntfy.sh/", "https://ntfy.sh"),
        ("https://NTFY.Example.ORG:443", "https://ntfy.example.org"),
        ("http://ntfy.lan:8080/", "http://ntfy.lan:8080"),
    ],
)
def test_a_server_may_be_any_public_one_or_one_that_the_owner_of_the_site_names(typed, server, settings):
    settings.OUTGOING_HOSTS = ["http://ntfy.lan:8080"]
    assert registry.CHANNELS.get("ntfy").read(Ntfy.typed | {"server": typed})["server"] == server


def test_a_room_of_a_newer_version_has_no_server_in_its_id():
    room = "!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM"
    assert registry.CHANNELS.get("matrix").read(Matrix.typed | {"room": room})["room"] == room


def test_its_page_connects_it_and_never_shows_it_again(app, service, client, alice):
    client.force_login(alice)
    page = reverse(app.page_name)
    assert client.get(page).status_code == 200
    response = client.post(page, service.typed, follow=True)
    stored = ChatAddress.objects.get(user=alice)
    shown = response.content.decode()
    assert f"{app.title} is connected" in shown
    assert stored.name in shown
    for secret in list_secrets(app, service):
        assert secret not in shown
    client.post(reverse(app.end_name))
    assert not ChatAddress.objects.exists()


def test_its_secret_is_neither_in_the_row_nor_in_the_copy_of_ones_data(app, service, connect, alice, capsys):
    stored = connect(alice)
    copies = [dict(answer) for _, answer in account_exporting.send(None, user_id=alice.pk) if "chat_apps" in answer]
    exported = str([list(copy["chat_apps"]) for copy in copies])
    assert stored.name in exported
    call_command("dumpdata", "notifications")
    dumped = capsys.readouterr().out
    for secret in list_secrets(app, service):
        assert secret not in exported
        assert secret not in dumped
    assert addresses.unseal(stored) == app.read(service.typed)


def list_secrets(app, service):
    """What whoever has it could write there with."""
    address = app.read(service.typed)
    found = [address[name] for name in ("token", "topic") if address.get(name)]
    assert found
    return found


def test_an_address_of_another_takes_the_place_of_the_first(app, service, connect, alice):
    connect(alice)
    stored = addresses.connect(alice, app, service.renewed, now=timezone.now())
    assert ChatAddress.objects.get() == stored
    assert addresses.unseal(stored) == app.read(service.renewed)
