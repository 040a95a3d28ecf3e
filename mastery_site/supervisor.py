"""Runs the site's processes under one roof: starts them, starts again what dies or falls silent, and stops all of them.

    python -m mastery_site.supervisor [--site ADDRESS PORT HOST] NAME COMMAND … [-- NAME COMMAND …]

Each child leads a session of its own, so that Ctrl-C reaches the supervisor alone, which then asks each child's main
process to end; a child dies with its supervisor however that ends. It touches the file that PULSE names while it is
well (see `pulse`). Nothing of the site is loaded here, and little else: this process is there to the last.
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

from mastery_site.pdeathsig import die_with_parent

LOOK_EVERY, LOOK_AT_FIRST = 0.2, 0.05
"""Seconds between two looks at the children, and until the site answers."""
ALONE_FOR = 10.0
"""Seconds for which the first child has the machine for itself, unless the site answers before."""
STOP_WITHIN = 7.0
"""Seconds from the signal in which children end by themselves; then they are killed, so that all is over within ten: on
a busy machine a niced process takes two seconds even to die. A worker that thinks would take longer: what is lost is
thought again, since rows say so."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
"""Seconds before a dead child is started again: doubled each time, from the first to the longest."""
HEALTHY_AFTER = 180.0
"""A child that lived this many seconds is started again after FIRST_WAIT, as if it had never died. One that falls
silent again and again lives for less."""
SILENT_FOR, START_WITHIN = 65.0, 180.0
"""Seconds of silence after which a child is ended: a little later than it would end itself, after logging where it
hangs; and the seconds it has until its first sign of life."""
LONGEST_LOOK = 1.0
"""Seconds that count as silence between two looks, at most: a machine that slept for an hour has not been silent."""
QUIET_FOR = 10.0
"""Seconds of silence, two signs of life missed, after which it is asked whether the child waits for a processor."""
STOPPING = (signal.SIGINT, signal.SIGTERM)
HEARD = (*STOPPING, signal.SIGHUP)
WHAT_TO_USE = (
    "HUP changes nothing here. Logs go to standard output: whatever keeps them turns them over (logrotate by "
    "copytruncate). TERM ends this; settings are read at a start."
)


class Child:
    """One process: its command, the file it gives signs of life by, and when it may start again."""

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
        """Reports the death of the process, and starts it again once its wait is over."""
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
        """Whether it was silent for too long, counting only time in which this process itself ran, and in which the
        child could have: on a busy machine one that is niced waits for a processor, and would wait again if it were
        started again."""
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
    """By thread of a session: seconds for which it could run but had no processor, as Linux counts them; elsewhere
    nothing is known."""
    waits: dict[int, float] = {}
    for process in filter(str.isdecimal, os.listdir("/proc") if os.path.isdir("/proc") else ()):
        with suppress(OSError):  # it may end while it is read, as may its threads
            if os.getsid(int(process)) == session:
                for thread in os.listdir(f"/proc/{process}/task"):
                    with open(f"/proc/{process}/task/{thread}/schedstat") as figures:
                        waits[int(thread)] = int(figures.read().split()[1]) / 1e9
    return waits


def yield_session(session: int) -> None:
    """Makes a session as nice as the process that leads it. Linux shares the processors between sessions first: a child
    that is niced, in the session it was given here, would yield to itself alone."""
    with suppress(OSError):  # it has ended, or sessions are no groups here
        if niceness := max(0, os.getpriority(os.PRIO_PROCESS, session)):
            with open(f"/proc/{session}/autogroup", "r+") as group:
                group.write(str(niceness))


def explain_status(status: int) -> str:
    """An exit status in words."""
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


class Supervisor:
    """Runs children until it is told to stop by SIGINT or SIGTERM, or by SIGHUP as its terminal is closed.

    Without a terminal SIGHUP is the wish for new files of logs, or for new settings: then it says what to use.
    """

    def __init__(self, children: Sequence[Child], *, say: Callable[[str], object]) -> None:
        self.children, self.say = children, say
        self.asked_at: float | None = None
        self.stopping = self.hung_up = False  # plain: a second signal would wait for ever for the lock of an Event

    def run(self, *, is_up: Callable[[], bool], when_up: Callable[[], object]) -> None:
        """Calls `when_up` once `is_up` says that the site answers; returns when all children have ended.

        The first child is the one that answers; the others start after it, so that they do not slow it down.
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
                    if not self.stopping:  # else the end that was asked for would be told as a death
                        child.look(say=self.say)
                if up and not told:
                    told = True
                    when_up()
        finally:
            self._end_all()
            for number in HEARD:  # a late one would end Python amid its own end, and the exit status would say so
                signal.signal(number, signal.SIG_IGN)

    def _listen(self) -> None:
        for number in STOPPING:
            signal.signal(number, self._stop)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as `nohup` has it
            signal.signal(signal.SIGHUP, self._stop if has_terminal() else self._hang_up)
        signal.pthread_sigmask(
            signal.SIG_UNBLOCK, HEARD
        )  # the program that became this process may have held them back

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
        """Whether it is to stop after so many seconds."""
        if not self.stopping:
            time.sleep(seconds)
        return self.stopping

    def _end_all(self) -> None:
        for child in self.children:
            child.ask_to_end()  # once more, as one may have been started meanwhile
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
    """The command that runs a module with this very Python."""
    return [sys.executable, "-m", *arguments]


def is_up(address: str, port: int, host: str) -> bool:
    """Whether the site answers there when asked for its front page; at all addresses (0.0.0.0, ::) it does at its own
    machine's, too."""
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
    """Tells the address, where there is one."""
    if port:
        say(f"\nThe site is up: http://localhost:{port}   (Ctrl-C stops it)")


def split(words: Sequence[str]) -> list[list[str]]:
    """The words between each `--` and the next."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "--":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def main(words: Sequence[str]) -> None:
    """With `--site`, tells when the site answers at this address and port to anyone who asks for this host."""
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
