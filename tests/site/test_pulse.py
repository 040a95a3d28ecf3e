"""A process that lives but does nothing ends itself; one that is busy, idle or asleep does not."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mastery_site import pulse


@pytest.fixture
def executor():
    with ThreadPoolExecutor(max_workers=2) as executor:
        yield executor


def test_an_idle_pool_is_alive(executor):
    pool = pulse.Pool(executor)
    for _ in range(5):
        assert pool()
        time.sleep(0.05)


def test_a_pool_of_which_one_thread_is_free_is_alive(executor):
    done = threading.Event()
    executor.submit(done.wait)
    pool = pulse.Pool(executor)
    for _ in range(5):
        assert pool()
        time.sleep(0.05)
    done.set()


def test_a_pool_whose_threads_all_stand_still_is_not(executor):
    done = threading.Event()
    for _ in range(2):
        executor.submit(done.wait)
    pool = pulse.Pool(executor)
    seen = [pool() for _ in range(5)]
    assert not any(seen[2:])
    done.set()
    time.sleep(0.2)
    assert pool()


def test_a_pool_that_is_busy_with_long_tasks_is_alive(executor):
    done = threading.Event()

    def work() -> None:
        while not done.is_set():
            sum(range(10_000))

    for _ in range(2):
        executor.submit(work)
    pool, seen = pulse.Pool(executor), []
    for _ in range(8):
        used = time.process_time()
        seen.append(pool())
        while time.process_time() < used + 0.5:
            time.sleep(0.01)
    done.set()
    assert all(seen)


def test_a_pool_that_waits_for_its_database_is_alive(executor):
    done = threading.Event()
    waiting = {"done": done}
    exec(compile("def wait():\n    done.wait()", "/site/django/db/backends/utils.py", "exec"), waiting)
    for _ in range(2):
        executor.submit(waiting["wait"])
    pool = pulse.Pool(executor)
    assert all(pool() for _ in range(5))
    done.set()


class Ended(BaseException):
    """Instead of the end of this process."""


def look_for(sign, *, monkeypatch, sleep, now) -> float:
    """How long it looked, by its own clock, until it would have ended the process; raises where it stopped sooner."""

    def end() -> None:
        raise Ended

    monkeypatch.setattr(pulse.time, "sleep", sleep)
    monkeypatch.setattr(pulse.time, "monotonic", now)
    began = now()
    with pytest.raises(Ended):
        pulse._look_for_ever((sign,), end)
    return now() - began


class Clock:
    """A monotonic clock that passes by sleeping alone, and jumps where it is told to."""

    def __init__(self, *, jumps: tuple[float, ...] = ()) -> None:
        self.at, self.jumps = 0.0, list(jumps)

    def sleep(self, seconds: float) -> None:
        self.at += self.jumps.pop(0) if self.jumps else seconds

    def now(self) -> float:
        return self.at


def test_a_minute_without_a_sign_of_life_ends_the_process(monkeypatch):
    clock = Clock()
    took = look_for(lambda: False, monkeypatch=monkeypatch, sleep=clock.sleep, now=clock.now)
    assert took == pulse.SILENT_FOR


def test_an_hour_in_which_the_machine_slept_was_no_silence(monkeypatch):
    clock = Clock(jumps=(3600.0, 3600.0))
    took = look_for(lambda: False, monkeypatch=monkeypatch, sleep=clock.sleep, now=clock.now)
    assert took == 2 * 3600 + pulse.SILENT_FOR - 4 * pulse.LOOK_EVERY


def test_a_sign_now_and_then_is_enough(monkeypatch):
    clock = Clock()
    took = look_for(
        lambda: clock.at % 55 == 0 and clock.at < 550, monkeypatch=monkeypatch, sleep=clock.sleep, now=clock.now
    )
    assert took == 495 + pulse.SILENT_FOR


def test_each_look_touches_the_file_that_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PULSE", str(tmp_path / "web.pulse"))
    pulse.touch()
    assert (tmp_path / "web.pulse").exists()
    monkeypatch.setenv("PULSE", str(tmp_path / "nowhere" / "web.pulse"))
    pulse.touch()
