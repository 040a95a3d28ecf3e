"""The environment: what a public server must be told, and what is said of a variable that is missing or malformed."""

from urllib.parse import urlsplit

import pytest
from django.db import connection

from mastery_site.checks.environment import REQUIRED, find_doubts, find_faults
from mastery_site.environment import backends, keys, variables
from tests.rows import each_row
from tests.site.environments import AT_HOME, MALFORMED, PUBLIC, WELL_FORMED, run_manage, run_python


def test_the_embedded_site_needs_nothing():
    assert find_faults({}) == []


def test_a_public_server_told_everything_has_no_fault():
    assert find_faults(PUBLIC) == []


@each_row("name", REQUIRED)
@each_row("value", [None, "", "  "])
def test_each_variable_a_public_server_lacks_is_named(name, value):
    environ = {key: given for key, given in {**PUBLIC, name: value}.items() if given is not None}
    assert [(fault.id, fault.msg.split()[0]) for fault in find_faults(environ)] == [("site.E001", name)]


@each_row(("name", "value"), MALFORMED)
def test_each_malformed_variable_is_named_in_one_sentence(name, value):
    (fault,) = find_faults({**PUBLIC, name: value})
    assert fault.msg.startswith(f"{name} ")
    assert fault.msg.endswith(".")


@each_row(("name", "value"), [pair for pair in MALFORMED if pair[0] != "ALLOWED_HOSTS"])
def test_without_a_database_url_what_is_set_must_still_be_well_formed(name, value):
    if (name, value) in AT_HOME:
        behind = {"TRUSTED_PROXY_COUNT": "1", "ALLOWED_HOSTS": "games.example.org"}
        assert find_faults({**behind, name: value}) == []
    else:
        assert name in find_faults({name: value})[0].msg


@each_row(("name", "value"), [("DEBUG", "1"), ("ALLOWED_HOSTS", "*"), ("ALLOWED_HOSTS", "localhost, *")])
@each_row("site", ["https://games.example.org", "http://192.168.1.7:8000", " https://[2001:db8::1]/"])
def test_an_embedded_site_that_others_reach_is_a_public_server_too(site, name, value):
    told = {"SITE_URL": site, "TRUSTED_PROXY_COUNT": "1"}
    (fault,) = find_faults({**told, "ALLOWED_HOSTS": "games.example.org, 192.168.1.7, [2001:db8::1]", name: value})
    assert (fault.id, fault.msg.startswith(f"{name} must ")) == ("site.E003", True)


@each_row("site", ["", "http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_an_embedded_site_of_this_machine_alone_may_show_its_faults(site):
    assert find_faults({"SITE_URL": site, "DEBUG": "1", "ALLOWED_HOSTS": "*"}) == []


@pytest.mark.parametrize("site", ["https://games.example.org", "http://192.168.1.7:8000", "http://[2001:db8::1]"])
def test_an_embedded_site_that_others_reach_names_its_proxy_and_its_host(site):
    """It listens to its own machine alone, so a proxy stands before it: who does not say so has all visitors share the
    limits of one address; and a host that is not named is refused each page."""
    host = urlsplit(site).netloc.removesuffix(":8000")
    told = {"SITE_URL": site, "TRUSTED_PROXY_COUNT": "1", "ALLOWED_HOSTS": host}
    assert find_faults(told) == []
    for name in ("TRUSTED_PROXY_COUNT", "ALLOWED_HOSTS"):
        (fault,) = find_faults({**told, name: ""})
        assert (fault.id, fault.msg.split()[0]) == ("site.E003", name)
        assert host.strip("[]") in fault.msg


BY_MAILBOX = {"REPLY_ADDRESS": "turn@reply.example.org", "INBOUND_URL": "imaps://turn:secret@mail.example.org/INBOX"}
BY_WEBHOOK = {
    "REPLY_ADDRESS": "*@reply.example.org",
    "EMAIL_URL": "anymail+postmark:",
    "ANYMAIL_WEBHOOK_SECRET": "postmark:Zp4uG1kWm9QdT7xR",
}
BY_MAILGUN = {**BY_WEBHOOK, "INBOUND_URL": "anymail+mailgun:", "ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY": "key"}


@each_row(
    ("told", "left_out"),
    [
        (BY_MAILBOX, "REPLY_ADDRESS"),
        (BY_MAILBOX, "INBOUND_URL"),
        (BY_WEBHOOK, "ANYMAIL_WEBHOOK_SECRET"),
        (BY_MAILGUN, "ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY"),
    ],
)
def test_a_site_that_takes_replies_is_told_how(told, left_out):
    assert find_faults({**PUBLIC, **told}) == []
    (fault,) = find_faults({**PUBLIC, **told, left_out: ""})
    assert (fault.id, left_out in fault.msg) == ("site.E003", True)


def test_a_mailbox_of_which_nobody_proves_the_senders_is_doubted():
    (doubt,) = find_doubts({**PUBLIC, **BY_MAILBOX})
    assert (doubt.id, "REPLY_AUTHORITY" in doubt.msg) == ("site.W002", True)
    assert find_doubts({**PUBLIC, **BY_MAILBOX, "REPLY_AUTHORITY": "mx.example.org"}) == []


@pytest.mark.parametrize(("site", "emails"), [("https://games.example.org", ""), ("http://192.168.1.7:8000", " ")])
def test_the_check_reports_emails_that_go_to_files_while_others_reach_the_site(site, emails):
    (doubt,) = find_doubts({"SITE_URL": site, "EMAIL_URL": emails})
    assert (doubt.id, doubt.is_serious()) == ("site.W001", False)
    assert urlsplit(site).hostname in doubt.msg
    assert find_doubts({"SITE_URL": site, "EMAIL_URL": "smtp://127.0.0.1:25"}) == []
    assert find_doubts({"SITE_URL": "http://localhost:8000"}) == find_doubts({}) == []


@pytest.mark.parametrize(
    "given",
    [
        {"SITE_URL": "https://games.example.org", "ALLOWED_HOSTS": "games.example.org"},
        {**PUBLIC, "TRUSTED_PROXY_COUNT": "0"},
    ],
)
def test_a_site_by_tls_says_how_many_proxies_stand_before_it(given):
    """Without, it would not believe the one that gives it TLS, and each page would lead to itself."""
    (fault,) = find_faults(given)
    assert (fault.id, fault.msg.startswith("TRUSTED_PROXY_COUNT must ")) == ("site.E003", True)


@each_row(("name", "value"), WELL_FORMED)
def test_other_well_formed_values_are_taken(name, value):
    assert find_faults({**PUBLIC, name: value}) == []


def test_a_public_server_may_be_tried_out_at_localhost_without_tls():
    assert find_faults({**PUBLIC, "SITE_URL": "http://localhost:8000", "ALLOWED_HOSTS": "localhost"}) == []


@each_row("value", ["x", "-5", "٣", "1" * 5000, " 12 "])
def test_a_number_is_read_leniently_so_that_settings_load(value):
    assert variables.number({"PORT": value}, "PORT", 8000) == (12 if value == " 12 " else 8000)


def test_postgresql_is_pooled_and_keeps_the_options_of_its_address(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://site@db/site?sslmode=require")
    config = backends.database(backends.Env(), embedded=False, data_dir=None)
    assert config["CONN_MAX_AGE"] == 0
    assert config["OPTIONS"]["sslmode"] == "require"
    assert config["OPTIONS"]["pool"]["max_size"] == 10


@pytest.mark.parametrize(
    ("query", "binds"),
    [("", True), ("?server_side_binding=1", True), ("?server_side_binding=true", True)]
    + [(f"?server_side_binding={off}", False) for off in ("0", "false", "off", "No")],
)
def test_the_address_says_whether_statements_and_cursors_stay_in_a_session(monkeypatch, query, binds):
    monkeypatch.setenv("DATABASE_URL", f"postgres://site@db/site{query}")
    config = backends.database(backends.Env(), embedded=False, data_dir=None)
    assert config["OPTIONS"]["server_side_binding"] is binds
    assert config["DISABLE_SERVER_SIDE_CURSORS"] is not binds


@pytest.mark.postgres
def test_a_repeated_statement_is_planned_once(db):
    from accounts.models import User

    for number in range(4):
        User.objects.filter(pk=number).exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%accounts_user%'")
        assert cursor.fetchone()[0] >= 1


def test_the_secret_key_is_made_once_and_kept_to_its_owner(tmp_path):
    made = {keys.secret_key("", embedded=True, data_dir=tmp_path) for _ in range(3)}
    assert len(made) == 1
    assert len(made.pop()) >= 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


@pytest.mark.processes
class TestInProcesses:
    """The same through `manage.py`, for what happens before any check can run."""

    def test_check_deploy_is_silent_with_the_settings_of_a_public_server(self, tmp_path):
        done = run_manage("check", "--deploy", "--fail-level", "WARNING", "--settings-only", folder=tmp_path, **PUBLIC)
        assert (done.returncode, done.stderr) == (0, "")

    @pytest.mark.parametrize(
        ("url", "lacking", "complete"),
        [
            ("anymail+postmark:", "ANYMAIL_POSTMARK_SERVER_TOKEN", {"ANYMAIL_POSTMARK_SERVER_TOKEN": "a-token"}),
            ("anymail+mailgun:", "ANYMAIL_MAILGUN_API_KEY", {"ANYMAIL_MAILGUN_API_KEY": "a-key"}),
            (
                "anymail+mailjet:",
                "ANYMAIL_MAILJET_API_KEY",
                {"ANYMAIL_MAILJET_API_KEY": "a-key", "ANYMAIL_MAILJET_SECRET_KEY": "a-key"},
            ),
        ],
    )
    def test_a_mail_provider_without_its_token_is_refused_by_name(self, url, lacking, complete, tmp_path):
        told = {**PUBLIC, "EMAIL_URL": url}
        done = run_manage("check", "--settings-only", folder=tmp_path, **told)
        assert done.returncode != 0
        assert lacking in done.stderr
        assert "Traceback" not in done.stderr
        assert run_manage("check", "--settings-only", folder=tmp_path, **told, **complete).returncode == 0

    @pytest.mark.parametrize("command", [["check"], ["migrate"], ["up"], ["demo"], ["createsuperuser", "--noinput"]])
    def test_no_command_meets_malformed_variables_with_a_traceback(self, command, tmp_path):
        bad = dict.fromkeys(["DATABASE_URL", "SITE_URL", "REDIS_URL", "EMAIL_URL", "PORT", "DEBUG", "LOG_LEVEL"], "[x")
        done = run_manage(*command, folder=tmp_path, **bad)
        assert done.returncode != 0
        assert "Traceback" not in done.stderr
        for name in bad:
            assert f"{name} " in done.stderr

    @pytest.mark.parametrize("command", ["check", "up"])
    def test_a_data_folder_that_cannot_be_made_is_named(self, command, tmp_path):
        (tmp_path / "file").touch()
        done = run_manage(command, folder=tmp_path / "file" / "data")
        assert done.returncode != 0
        assert "Traceback" not in done.stderr
        assert f"The data folder {tmp_path}/file/data cannot be written" in done.stderr

    def test_the_web_application_does_not_start_without_its_secret_key(self, tmp_path):
        done = run_python("-c", "import mastery_site.wsgi", folder=tmp_path, **{**PUBLIC, "SECRET_KEY": ""})
        assert done.returncode != 0
        assert "SECRET_KEY is missing" in done.stderr

    def test_gunicorn_ends_with_the_sentence_and_makes_no_worker(self, tmp_path):
        done = self.serve("--config", "python:mastery_site.gunicorn_conf", folder=tmp_path)
        assert done.returncode != 0
        assert done.stderr.count("SECRET_KEY is missing") == 1
        assert "Traceback" not in done.stderr
        assert "worker" not in done.stderr.lower()

    def test_gunicorn_without_our_configuration_ends_in_place_of_starting_its_workers_again(self, tmp_path):
        done = self.serve(folder=tmp_path)
        assert done.returncode != 0
        assert 1 <= done.stderr.count("SECRET_KEY is missing") <= 2, "once for each worker at most"

    def serve(self, *config, folder):
        command = ["-m", "gunicorn", *config, "--bind", "127.0.0.1:0", "--workers", "2", "mastery_site.wsgi"]
        return run_python(*command, folder=folder, **{**PUBLIC, "SECRET_KEY": ""})
