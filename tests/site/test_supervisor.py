"""The supervisor: starts again what dies or falls silent, waits longer each time, and loads nothing of the site."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from mastery_site import supervisor
from mastery_site.supervisor import Child
from tests.servers import START_WITHIN, wait_until

BEATS = "import os, pathlib, time\nwhile True:\n    pathlib.Path(os.environ['PULSE']).touch()\n    time.sleep(0.02)"
SILENT = "import os, pathlib, time\npathlib.Path(os.environ['PULSE']).touch()\ntime.sleep(3600)"
NEVER_HEARD = "import time\ntime.sleep(3600)"


class Clock:
    """The supervisor's, in place of that of the machine: it passes where a test says so, and never by itself."""

    def __init__(self) -> None:
        self.at = 1000.0

    def monotonic(self) -> float:
        return self.at


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(supervisor, "time", clock)
    monkeypatch.setattr(supervisor, "find_waits", lambda session: {})  # the machine's time is not that of this clock
    return clock


@pytest.fixture
def make(tmp_path, clock):
    made: list[Child] = []

    def make(program: str) -> Child:
        made.append(Child("worker", [sys.executable, "-c", program], pulse=str(tmp_path / "pulse")))
        return made[-1]

    yield make
    for child in made:
        child.kill()


def look(child: Child, *, until=lambda child: True) -> list[str]:
    """Looks at the child as the supervisor does, at one instant, until this holds of it; what was said."""
    said: list[str] = []

    def look_once() -> bool:
        child.look(say=said.append)
        return until(child)

    wait_until(look_once, what="What the child was looked at for")
    return said


def pass_silence(child: Child, clock: Clock, *, seconds: float) -> list[str]:
    """What is said in so many seconds, with a look in each."""
    said: list[str] = []
    for _ in range(int(seconds)):
        clock.at += 1
        said += look(child)
    return said


def is_heard(child: Child) -> bool:
    return child.heard is not None


def is_dead(child: Child) -> bool:
    return child.process is None


def test_a_child_that_gives_signs_of_life_stays(make, clock):
    child = make(BEATS)
    look(child, until=is_heard)
    for _ in range(5):
        assert pass_silence(child, clock, seconds=supervisor.SILENT_FOR) == []
        before = child.heard
        look(child, until=lambda child, before=before: child.heard != before)
        assert child.silence == 0
    assert child.process.poll() is None


@pytest.mark.parametrize("number", [signal.SIGSTOP, None], ids=["stopped", "hangs"])
def test_a_child_that_falls_silent_is_ended_and_started_again(make, clock, number):
    child = make(BEATS if number else SILENT)
    look(child, until=is_heard)
    if number:
        os.kill(child.process.pid, number)
        os.waitid(os.P_PID, child.process.pid, os.WSTOPPED | os.WNOWAIT)
        look(child)  # at its last sign of life
    assert pass_silence(child, clock, seconds=supervisor.SILENT_FOR) == []
    assert pass_silence(child, clock, seconds=1) == ["The worker process gives no sign of life and is ended."]
    assert look(child, until=is_dead)[-1] == "The worker process ended (killed by SIGKILL); it starts again in 1 s."
    assert look(child) == []
    assert child.process is None
    clock.at += supervisor.FIRST_WAIT
    look(child, until=is_heard)
    assert child.process.poll() is None


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="sessions are no groups on this machine")
@pytest.mark.parametrize("niceness", [0, 3])
def test_the_session_of_a_child_becomes_as_nice_as_the_child(make, niceness):
    """Among sessions, which each child leads one of, Linux shares the processors before it asks how nice they are."""
    child = make(f"import os\nos.nice({niceness})\n{BEATS}")
    look(child, until=is_heard)
    group = Path(f"/proc/{child.process.pid}/autogroup").read_text()
    assert group.endswith(f" nice {min(os.nice(0) + niceness, 19)}\n")


def test_a_slow_start_is_no_silence(make, clock):
    child = make(NEVER_HEARD)
    look(child)
    assert pass_silence(child, clock, seconds=supervisor.START_WITHIN) == []
    assert pass_silence(child, clock, seconds=1) == ["The worker process gives no sign of life and is ended."]


@pytest.mark.parametrize("program", [NEVER_HEARD, SILENT], ids=["starts", "runs"])
def test_a_child_that_waits_for_a_processor_is_not_silent(make, clock, monkeypatch, program):
    child = make(program)
    look(child, until=is_heard if program == SILENT else lambda child: True)
    began = clock.at
    monkeypatch.setattr(supervisor, "find_waits", lambda session: {1: 7.0, 2: 50 + clock.at - began})
    assert pass_silence(child, clock, seconds=1000) == []
    monkeypatch.setattr(supervisor, "find_waits", lambda session: {1: 7.0, 2: 1050.0})
    limit = supervisor.SILENT_FOR if program == SILENT else supervisor.START_WITHIN
    assert pass_silence(child, clock, seconds=limit - supervisor.QUIET_FOR - 2) == []
    assert pass_silence(child, clock, seconds=3)[:1] == ["The worker process gives no sign of life and is ended."]


@pytest.fixture
def start_on_one_processor():
    """Starts a program on one processor, the same each time, in a session of its own."""
    started: list[subprocess.Popen] = []
    processor = min(os.sched_getaffinity(0))

    def start(program: str) -> int:
        command = [sys.executable, "-c", f"import os, time\nos.sched_setaffinity(0, [{processor}])\n{program}"]
        started.append(subprocess.Popen(command, start_new_session=True))
        return started[-1].pid

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_the_machine_says_who_waits_for_a_processor(start_on_one_processor):
    stopped = start_on_one_processor("time.sleep(3600)")
    os.kill(stopped, signal.SIGSTOP)
    os.waitid(os.P_PID, stopped, os.WSTOPPED | os.WNOWAIT)
    before = supervisor.find_waits(stopped)
    works = [start_on_one_processor("while True: pass") for _ in range(2)]
    wait_until(
        lambda: all(sum(supervisor.find_waits(session).values()) > 1 for session in works),
        what="Two processes that share a processor wait for it",
    )
    assert list(before) == [stopped]
    after = supervisor.find_waits(stopped)
    assert after[stopped] < before[stopped] + 0.5, "who is stopped does not wait for a processor"


def test_a_machine_that_does_not_say_who_waits_is_no_fault(monkeypatch):
    monkeypatch.setattr(os.path, "isdir", lambda path: False)
    assert supervisor.find_waits(os.getsid(0)) == {}


def test_a_child_that_keeps_falling_silent_is_restarted_after_longer_waits(make, clock):
    child = make(SILENT)
    waits = []
    for _ in range(7):
        look(child, until=is_heard)
        pass_silence(child, clock, seconds=supervisor.SILENT_FOR + 1)
        waits.append(look(child, until=is_dead)[-1].rpartition(" in ")[2])
        clock.at = child.start_again_at
    assert waits == ["1 s.", "2 s.", "4 s.", "8 s.", "16 s.", "30 s.", "30 s."]


def test_an_hour_in_which_the_machine_slept_is_no_silence(make, clock):
    child = make(SILENT)
    look(child, until=is_heard)
    clock.at += 3600
    assert look(child) == []


def test_it_loads_nothing_of_the_site(tmp_path):
    program = "import sys, mastery_site.supervisor\nprint(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"django", "celery", "http.client", "mastery_site.settings"} & set(told)


def test_dashes_separate_the_commands_of_several_children():
    assert supervisor.split(["web", "gunicorn", "-c", "x", "--", "beat", "celery"]) == [
        ["web", "gunicorn", "-c", "x"],
        ["beat", "celery"],
    ]


LEAVES_ITS_NUMBER = "import os, sys, time\nopen(sys.argv[1], 'a').write(f'{os.getpid()} ')\ntime.sleep(3600)"


class Watched:
    """A supervisor as a process, with a terminal of its own or without any, and the child that it starts."""

    def __init__(self, folder: Path, *, terminal: bool, nohup: bool) -> None:
        self.numbers, self.log = folder / "numbers", folder / "log"
        self.terminal, ours = os.openpty()

        def prepare() -> None:
            if terminal:
                fcntl.ioctl(ours, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGHUP, signal.SIG_IGN if nohup else signal.SIG_DFL)

        child = [sys.executable, "-c", LEAVES_ITS_NUMBER, str(self.numbers)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*supervisor.python("mastery_site.supervisor"), "child", *child],
                env={**os.environ, "DATA_DIR": str(folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=prepare,
            )
        os.close(ours)
        self.wait_for_child(1)

    def wait_for_child(self, count: int) -> None:
        """Until so many have been started, one after another."""
        wait_until(lambda: len(self.numbers.read_text().split()) == count, what=f"The start of child {count}")

    def hang_up(self) -> None:
        os.close(self.terminal)  # for which the kernel sends SIGHUP to those whom it controls
        self.process.send_signal(signal.SIGHUP)

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(timeout=START_WITHIN)


@pytest.fixture
def watch(tmp_path):
    watched: list[Watched] = []

    def watch(**how: bool) -> Watched:
        watched.append(Watched(tmp_path, **how))
        return watched[-1]

    yield watch
    for each in watched:
        each.end()


def test_a_hang_up_without_a_terminal_is_answered_by_what_to_use_instead(watch):
    watched = watch(terminal=False, nohup=False)
    watched.hang_up()
    wait_until(lambda: supervisor.WHAT_TO_USE in watched.log.read_text(), what="The sentence")
    assert watched.process.poll() is None


@pytest.mark.parametrize("how", [{"terminal": False, "nohup": False}, {"terminal": True, "nohup": True}], ids=str)
def test_it_goes_on_after_a_hang_up_without_a_terminal_or_under_nohup(watch, how):
    watched = watch(**how)
    watched.hang_up()
    os.kill(int(watched.numbers.read_text()), signal.SIGKILL)
    watched.wait_for_child(2)
    assert watched.end() == 0


def test_it_ends_with_its_terminal(watch):
    watched = watch(terminal=True, nohup=False)
    watched.hang_up()
    assert watched.process.wait(timeout=START_WITHIN) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(int(watched.numbers.read_text()), 0)


def test_it_ends_however_many_signals_come_one_upon_another(watch):
    """A second one amid the first waited for a lock that the first held, for ever."""
    watched = watch(terminal=False, nohup=False)
    for number in range(2_000):
        watched.process.send_signal(signal.SIGHUP if number < 1_000 else signal.SIGTERM)
    assert watched.process.wait(timeout=START_WITHIN) == 0
