"""Firefox as Debian has it, led by Marionette, its own form of WebDriver, over a socket."""

import json
import os
import socket
import subprocess
from pathlib import Path

import pytest

from tests import servers
from tests.servers import wait_until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which WebDriver hands out an element."""


class Firefox:
    """Marionette: messages `<length>:[0, number, command, parameters]`, answers `[1, number, error, result]`."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        port = servers.free_port()
        (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        program = servers.find_program("firefox-esr", "firefox")
        self.process = start(program, "--headless", "--marionette", "--no-remote", "--profile", str(folder), *arguments)
        wait_until(lambda: self.connect(port), what="Firefox")
        self.number = 0
        self.ask("WebDriver:NewSession", {"strictFileInteractability": True})

    def connect(self, port: int) -> bool:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.reader = self.socket.makefile("rb")
        return bool(self.receive())

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            length += self.reader.read(1) or pytest.fail("Firefox has gone")
        return json.loads(self.reader.read(int(length[:-1])))

    def ask(self, command: str, parameters: dict):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise LookupError(error["message"])
        return result.get("value") if set(result) == {"value"} else result

    def open(self, url: str) -> None:
        self.ask("WebDriver:Navigate", {"url": url})

    def add_cookie(self, name: str, value: str) -> None:
        self.ask("WebDriver:AddCookie", {"cookie": {"name": name, "value": value}})

    def click(self, selector: str) -> None:
        found = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        self.ask("WebDriver:ElementClick", {"id": found[ELEMENT]})

    def run(self, script: str):
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": []})

    def run_inside(self, script: str, *arguments: object):
        """Runs it in the window of the browser itself, until it calls its last argument; where it was started with
        `-remote-allow-system-access`."""
        self.ask("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.ask("WebDriver:ExecuteAsyncScript", {"script": script, "args": arguments})
        finally:
            self.ask("Marionette:SetContext", {"value": "content"})

    def close(self) -> None:
        self.socket.close()
        end(self.process)


def start(*command: str, **environ: str) -> subprocess.Popen:
    """A process that ends with the tests."""
    return subprocess.Popen(
        command,
        env={**os.environ, **environ},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=servers.end_with_parent(),
    )


def end(process: subprocess.Popen) -> None:
    process.terminate()
    process.wait(timeout=30)
