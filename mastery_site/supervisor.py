"""Runs the site's processes: starts them, restarts those that die or fall silent, and stops all of them.

    python -m mastery_site.supervisor [--site ADDRESS PORT HOST] NAME COMMAND … [-- NAME COMMAND …]

Each child leads a session of its own. So Ctrl-C only reaches the supervisor, which then asks each child's main process
to end. However the supervisor ends, its children die with it. A child touches the file that PULSE names while it is
well (see `pulse`). This process imports nothing of the site and few other modules, since it must outlast all others.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType

from mastery_site.processes.pdeathsig import die_with_parent

LOOK_EVERY, LOOK_AT_FIRST = 0.2, 0.05
"""Seconds between two looks at the children, normally and until the site answers."""
ALONE_FOR = 10.0
"""Seconds for which the first child has the machine to itself, unless the site answers earlier."""
STOP_WITHIN = 7.0
"""Seconds that children have to end by themselves after the signal. Then they are killed, so that all is over within
ten: on a busy machine a niced process takes two seconds even to die. A worker that thinks would take longer. Its
thought is not lost, since rows say what to think about again."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
"""Seconds before a dead child is started again. They double each time, from the first value to the longest."""
HEALTHY_AFTER = 180.0
"""A child that lived this many seconds is started again after FIRST_WAIT, as if it had never died. A child that falls
silent again and again does not live this long."""
SILENT_FOR, START_WITHIN = 65.0, 180.0
"""Seconds of silence after which a child is ended, and the seconds that it has until its first sign of life. The first
are a little more than the child itself waits, which then logs where it hangs before it ends."""
LONGEST_LOOK = 1.0
"""The most seconds between two looks that count as silence: a machine that slept for an hour has not been silent."""
QUIET_FOR = 10.0
"""Seconds of silence (two missed signs of life) after which the supervisor checks whether the child waits for a
processor."""
STOPPING = (signal.SIGINT, signal.SIGTERM)
HEARD = (*STOPPING, signal.SIGHUP)
WHAT_TO_USE = (
    "HUP changes nothing here. Logs go to standard output: whatever keeps them turns them over (logrotate by "
    "copytruncate). TERM ends this; settings are read at a start."
)


class Child:
    """A process: its command, the file by which it gives signs of life, and when it may start again."""

    def __init__(self, name: str, command: Sequence[str], *, pulse: str) -> None:
        self.name, self.command, self.pulse = name, command, pulse
        self.process: subprocess.Popen[bytes] | None = None
        self.started_at = self.start_again_at = self.looked_at = 0.0
        self.wait = FIRST_WAIT
        self.heard: int | None = None
        self.silence = 0.0
        self.waits: dict[int, float] = {}

    def start(self) -> None:
        parent = os.getpid()
        with suppress(OSError):
            os.unlink(self.pulse)
        self.heard, self.silence, self.waits = None, 0.0, {}
        self.started_at = self.looked_at = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            env={**os.environ, "PULSE": self.pulse},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: die_with_parent(parent),
        )

    def look(self, *, say: Callable[[str], object]) -> None:
        """Reports the death of the process, and starts it again when its wait is over."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.start_again_at:
                self.start()
        elif (status := self.process.poll()) is not None:
            if now - self.started_at > HEALTHY_AFTER:
                self.wait = FIRST_WAIT
            self.kill()
            self.process, self.start_again_at = None, now + self.wait
            say(f"The {self.name} process ended ({explain_status(status)}); it starts again in {self.wait:.0f} s.")
            self.wait = min(self.wait * 2, LONGEST_WAIT)
        elif self.is_silent(now, session=self.process.pid):
            say(f"The {self.name} process gives no sign of life and is ended.")
            self.kill()

    def is_silent(self, now: float, *, session: int) -> bool:
        """Whether the child was silent for too long.

        Only time counts in which this process itself ran and the child could have run. On a busy machine a niced child
        waits for a processor, and would wait again after a restart.
        """
        passed, self.looked_at = min(now - self.looked_at, LONGEST_LOOK), now
        heard: int | None = None
        with suppress(OSError):
            heard = os.stat(self.pulse).st_mtime_ns
        if heard in (None, self.heard):
            self.silence += passed
        else:
            if self.heard is None:
                yield_session(session)
            self.heard, self.silence = heard, 0.0
        before, self.waits = self.waits, find_waits(session) if self.silence > QUIET_FOR else {}
        self.silence -= max((waited - before.get(thread, waited) for thread, waited in self.waits.items()), default=0.0)
        return self.silence > (START_WITHIN if self.heard is None else SILENT_FOR)

    def ask_to_end(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def end(self, *, until: float) -> None:
        """Waits until this instant of the monotonic clock, then kills what is left of the child's session."""
        if self.process:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=max(until - time.monotonic(), 0.01))
            self.kill()
            self.process.wait()

    def kill(self) -> None:
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


def find_waits(session: int) -> dict[int, float]:
    """Returns, for each thread of a session, the seconds for which it could run but had no processor, as Linux counts
    them.

    On other systems it returns nothing.
    """
    waits: dict[int, float] = {}
    for process in filter(str.isdecimal, os.listdir("/proc") if os.path.isdir("/proc") else ()):
        with suppress(OSError):  # the process or its threads may end while they are read
            if os.getsid(int(process)) == session:
                for thread in os.listdir(f"/proc/{process}/task"):
                    with open(f"/proc/{process}/task/{thread}/schedstat") as figures:
                        waits[int(thread)] = int(figures.read().split()[1]) / 1e9
    return waits


def yield_session(session: int) -> None:
    """Makes a session as nice as the process that leads it.

    Linux first divides the processors between sessions. A niced child in a session of its own would only yield to
    itself.
    """
    with suppress(OSError):  # it has ended, or this system does not group sessions
        if niceness := max(0, os.getpriority(os.PRIO_PROCESS, session)):
            with open(f"/proc/{session}/autogroup", "r+") as group:
                group.write(str(niceness))


def explain_status(status: int) -> str:
    """Describes an exit status in words."""
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


class Supervisor:
    """Runs children until SIGINT or SIGTERM tells it to stop, or SIGHUP because its terminal is closed.

    Without a terminal, SIGHUP asks for new log files or new settings. Then the supervisor only says what to use
    instead.
    """

    def __init__(self, children: Sequence[Child], *, say: Callable[[str], object]) -> None:
        self.children, self.say = children, say
        self.asked_at: float | None = None
        self.stopping = self.hung_up = False  # with an Event, a second signal would wait forever for its lock

    def run(self, *, is_up: Callable[[], bool], when_up: Callable[[], object]) -> None:
        """Calls `when_up` once `is_up` says that the site answers. Returns when all children have ended.

        The first child is the one that answers. The others start after it, so that they do not slow it down.
        """
        self._listen()
        told, alone_until = False, time.monotonic() + ALONE_FOR
        try:
            while not self._rest(LOOK_EVERY if told else LOOK_AT_FIRST):
                if self.hung_up:
                    self.hung_up = False
                    self.say(WHAT_TO_USE)
                up = told or is_up()
                for child in self.children if up or time.monotonic() > alone_until else self.children[:1]:
                    if not self.stopping:  # otherwise an end that was asked for would be reported as a death
                        child.look(say=self.say)
                if up and not told:
                    told = True
                    when_up()
        finally:
            self._end_all()
            for number in HEARD:  # a late signal would interrupt Python's own end and change its exit status
                signal.signal(number, signal.SIG_IGN)

    def _listen(self) -> None:
        for number in STOPPING:
            signal.signal(number, self._stop)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # `nohup` ignores it
            signal.signal(signal.SIGHUP, self._stop if has_terminal() else self._hang_up)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HEARD)  # the program that became this process may have blocked them

    def _stop(self, number: int, frame: FrameType | None) -> None:
        asked_before, self.stopping = self.stopping, True
        self.asked_at = self.asked_at or time.monotonic()
        for child in self.children:  # at once, whatever this process waits for
            if asked_before:
                child.kill()
            else:
                child.ask_to_end()

    def _hang_up(self, number: int, frame: FrameType | None) -> None:
        self.hung_up = True

    def _rest(self, seconds: float) -> bool:
        """Rests for so many seconds, and returns whether to stop."""
        if not self.stopping:
            time.sleep(seconds)
        return self.stopping

    def _end_all(self) -> None:
        for child in self.children:
            child.ask_to_end()  # once more, since one may have been started meanwhile
        until = (self.asked_at or time.monotonic()) + STOP_WITHIN
        for child in self.children:
            child.end(until=until)


def has_terminal() -> bool:
    """Whether a terminal controls this process, whatever its input and output are."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True


def python(*arguments: str) -> list[str]:
    """Returns the command that runs a module with this Python."""
    return [sys.executable, "-m", *arguments]


def is_up(address: str, port: int, host: str) -> bool:
    """Whether the site answers there when asked for its front page. If it listens at all addresses (0.0.0.0, ::), this
    machine's own address is asked."""
    own = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)
    try:
        with socket.create_connection((own, port), timeout=5) as asked:
            asked.sendall(f"GET / HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
            return bool(asked.recv(1))
    except OSError:
        return False


def say(sentence: str) -> None:
    print(sentence, flush=True)


def greet(port: int) -> None:
    """Prints the address, if there is a port."""
    if port:
        say(f"\nThe site is up: http://localhost:{port}   (Ctrl-C stops it)")


def split(words: Sequence[str]) -> list[list[str]]:
    """Splits the words at each `--`."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "--":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def main(words: Sequence[str]) -> None:
    """Runs the commands. With `--site`, it says when the site answers at this address and port to a request for this
    host."""
    address, port, host = "", 0, ""
    if words[0] == "--site":
        address, port, host, words = words[1], int(words[2]), words[3], words[4:]
    folder = os.environ.get("DATA_DIR", "/tmp")
    children = [Child(name, command, pulse=f"{folder}/{name}.pulse") for name, *command in split(words)]
    Supervisor(children, say=say).run(
        is_up=lambda: not port or is_up(address, port, host),
        when_up=lambda: greet(port),
    )
    if port:
        say("Stopped.")


if __name__ == "__main__":
    main(sys.argv[1:])
