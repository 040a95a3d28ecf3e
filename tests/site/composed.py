"""compose.yaml as Docker would read it, and its services run as processes of this machine."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests import servers
from tests.faults.public import Answer, call

ROOT = Path(__file__).resolve().parents[2]
VARIABLE = re.compile(r"(?<!\$)\$\{(\w+)(?::([?-])([^${}]*))?\}")
"""`${NAME}`, `${NAME:?}` or `${NAME:-default}`, with none inside."""
GIVEN = {
    "SITE_HOST": "games.example.org",
    "SECRET_KEY": "k5Jq0vYt9wZx3nB7mL1pRsD8fGhCeXaUoIiT2yQ6WbVn4MzAaE",
    "POSTGRES_PASSWORD": "secret",
    "EMAIL_URL": "smtp://127.0.0.1:1/",
    "METRICS_TOKEN": "a-token-of-the-tests-alone",
}


def read_compose(given: Mapping[str, str] = GIVEN) -> dict[str, Any]:
    """The file with its variables filled in. Raises KeyError for one that must be given and is not."""

    def fill_in(found: re.Match) -> str:
        name, kind, default = found.groups()
        return given.get(name) or (default if kind == "-" else given[name])

    def fill_all(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: fill_all(one) for name, one in value.items()}
        if isinstance(value, list):
            return [fill_all(one) for one in value]
        while isinstance(value, str) and VARIABLE.search(value):
            value = VARIABLE.sub(fill_in, value)
        return value.replace("$$", "$") if isinstance(value, str) else value

    return fill_all(parse_compose())


@cache
def parse_compose() -> dict[str, Any]:
    return yaml.load((ROOT / "compose.yaml").read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def hand_over(service: Mapping[str, Any], given: Mapping[str, str] = GIVEN) -> dict[str, str]:
    """The environment of a service: what stands in its `env_file`, under what stands in its `environment`."""
    files = [each["path"] for each in service.get("env_file", [])]
    assert set(files) <= {".env"}
    return {**(given if files else {}), **service["environment"]}


class Composed:
    """The services that run the site's own image. Use as a context manager."""

    def __init__(self, folder: Path, **servers_of_tests: str) -> None:
        self.folder, self.port = folder, servers.free_port()
        self.services = read_compose()["services"]
        self.started: dict[str, subprocess.Popen] = {}
        self.own = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOSTNAME": socket.gethostname(),
            "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",  # in CI it may be root
            "PORT": str(self.port),
            "PROBE_URL": f"http://127.0.0.1:{self.port}/healthz",
            "DATA_DIR": str(folder / "data"),
            "STATIC_ROOT": str(folder / "static"),
            "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics"),
            **servers_of_tests,
        }

    def __enter__(self) -> "Composed":
        for name in ("data", "static", "metrics"):
            (self.folder / name).mkdir(parents=True)
        return self

    def __exit__(self, *fault: object) -> None:
        for process in self.started.values():
            process.terminate()
        for process in self.started.values():
            process.wait(timeout=30)

    def get_environment(self, service: str) -> dict[str, str]:
        """What the file says, but for the places of this machine."""
        said = hand_over(self.services[service])
        return {**said, **{name: value for name, value in self.own.items() if name in said or name not in OPTIONAL}}

    def start(self, service: str) -> None:
        with (self.folder / f"{service}.log").open("wb") as log:
            process = subprocess.Popen(
                self.services[service]["command"],
                cwd=ROOT,
                env=self.get_environment(service),
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=servers.end_with_parent(),
            )
        self.started[service] = process

    def run(self, service: str, command: list[str], **environ: str) -> subprocess.CompletedProcess:
        """One command in the environment of a service."""
        told = {**self.get_environment(service), **environ}
        return subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, timeout=120)

    def probe(self, service: str) -> subprocess.CompletedProcess:
        """The service's health check."""
        kind, *words = self.services[service]["healthcheck"]["test"]
        return self.run(service, ["/bin/sh", "-c", *words] if kind == "CMD-SHELL" else words)

    def get(self, path: str, **headers: str) -> Answer:
        """Asked as the reverse proxy asks."""
        proxied = {"Host": GIVEN["SITE_HOST"], "X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}
        return call(self.port, "GET", path, headers={**proxied, **headers})

    def read_log(self, service: str) -> str:
        return (self.folder / f"{service}.log").read_text(errors="replace")


OPTIONAL = {"PROMETHEUS_MULTIPROC_DIR"}
"""What is set for those services alone that the file sets it for."""
