"""A process that lives but does nothing ends itself; one that is busy, idle or asleep does not."""

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mastery_site.processes import pulse
from tests.servers import wait_until


@pytest.fixture
def executor():
    with ThreadPoolExecutor(max_workers=2) as executor:
        yield executor


def occupy(executor, work) -> threading.Event:
    """Has both threads do this, which is handed the event that is returned; waits until they are at it."""
    done, at_it = threading.Event(), threading.Barrier(3)

    def begin() -> None:
        at_it.wait()
        work(done)

    for _ in range(2):
        executor.submit(begin)
    at_it.wait()
    for thread in executor._threads:
        wait_until(lambda thread=thread: stands_in(thread, work), what="The work")
    return done


def stands_in(thread, work) -> bool:
    """Whether the thread is in a function that this one calls."""
    frame = sys._current_frames()[thread.ident].f_back
    while frame is not None and frame.f_code is not work.__code__:
        frame = frame.f_back
    return frame is not None


def wait(done) -> None:
    done.wait()


def test_an_idle_pool_is_alive(executor):
    pool = pulse.Pool(executor)
    for _ in range(5):
        assert pool()
        wait_until(lambda: pool.free.noted, what="A task that a free thread takes")


def test_a_pool_of_which_one_thread_is_free_is_alive(executor):
    done = threading.Event()
    executor.submit(done.wait)
    pool = pulse.Pool(executor)
    for _ in range(5):
        assert pool()
        wait_until(lambda: pool.free.noted, what="A task that the free thread takes")
    done.set()


def test_a_pool_whose_threads_all_stand_still_is_not_alive(executor):
    done = occupy(executor, wait)
    pool = pulse.Pool(executor)
    seen = [pool() for _ in range(5)]
    assert not any(seen[2:])
    done.set()
    wait_until(pool, what="A sign of life")


def test_a_pool_that_is_busy_with_long_tasks_is_alive(executor, monkeypatch):
    monkeypatch.setattr(pulse, "WORKS", 0.01)

    def work(done) -> None:
        while not done.is_set():
            sum(range(10_000))

    done = threading.Event()
    for _ in range(2):
        executor.submit(work, done)
    pool, seen = pulse.Pool(executor), []
    for _ in range(5):
        used = time.process_time()
        seen.append(pool())
        while time.process_time() < used + 0.06:
            time.sleep(0.005)
    done.set()
    assert all(seen)


def test_a_pool_that_waits_for_its_database_is_alive(executor):
    there: dict = {}
    exec(compile("def ask(done):\n    done.wait()", "/site/django/db/backends/utils.py", "exec"), there)
    done = occupy(executor, there["ask"])
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
