"""A whole site as processes of its own: what `manage.py up` starts, in a folder and on a port of its own."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from tests import servers
from tests.servers import START_WITHIN, wait_until

INHERITED = ("PATH", "HOME", "LANG")


class RunningSite:
    """Use as a context manager; `output` is what the terminal shows. `like` is a database to begin with a copy of."""

    def __init__(self, folder: Path, *, like: Path | None = None, **environ: str) -> None:
        self.like = like
        self.folder, self.port = folder, int(environ.get("PORT") or servers.free_port())
        self.url = f"http://localhost:{self.port}"
        kept = {name: os.environ[name] for name in INHERITED if name in os.environ}
        at_once = {"TURN_NOTICE_WAIT": "0", "TURN_NOTICE_GAP": "0"}  # a mail for each turn, as it is played
        self.environ = {**kept, "DATA_DIR": str(folder), "PORT": str(self.port), **at_once, **environ}
        self.process: subprocess.Popen | None = None

    def __enter__(self) -> "RunningSite":
        self.begin()
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=START_WITHIN)
        for pid in self.list_processes():
            os.kill(pid, signal.SIGKILL)

    def begin(self) -> None:
        """Starts it, again if it has ended, and returns when it has said where it is."""
        self.start()
        wait_until(self.is_announced, what="The address in the terminal")

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        if self.like and not (self.folder / self.like.name).exists():
            shutil.copy(self.like, self.folder)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=servers.end_with_parent(),
            )

    @property
    def log(self) -> Path:
        return self.folder.with_suffix(".log")

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def is_announced(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"The site ended by itself:\n{self.output}")
        return self.url in self.output

    def press_ctrl_c(self) -> int:
        """The signal goes to the whole foreground group, as from a terminal; returns the exit status."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(timeout=START_WITHIN)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=START_WITHIN)

    def list_processes(self, *, holding: str = "") -> list[int]:
        """Processes that were told of this site's folder, and whose command line holds this."""
        return [pid for pid, line in find_processes(f"DATA_DIR={self.folder}").items() if holding in line]

    def read(self, path: str = "/") -> str:
        with urlopen(self.url + path, timeout=START_WITHIN) as answer:
            return answer.read().decode()

    def manage(self, *arguments: str, text: str = "", within: float = 120) -> str:
        """Runs a management command beside the site, within so many seconds, and returns what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, env=self.environ, input=text, capture_output=True, text=True, timeout=within)
        assert done.returncode == 0, done.stderr
        return done.stdout


def find_processes(setting: str) -> dict[int, str]:
    """Process id to command line of the living processes that have this in their environment."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            if setting.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue  # gone meanwhile, or another user's
    return found
