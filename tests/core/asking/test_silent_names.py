"""A name whose server is silent holds up nothing: neither the names of others nor the end of the process."""

import json
import subprocess
import sys
import time

import pytest

from tests.machine import miss

OWN_NAMESPACES = ["unshare", "--map-root-user", "--mount", "--net"]
LOOK_UP = 20
"""Seconds that a look-up takes there."""


@pytest.fixture
def isolated() -> list[str]:
    """What starts a program in namespaces of its own; skips the test where this machine has none to give."""
    try:
        tried = subprocess.run([*OWN_NAMESPACES, "true"], check=False, capture_output=True)
    except FileNotFoundError:
        miss("There is no unshare here")
    if tried.returncode:
        miss("This machine lets nobody have namespaces of their own")
    return OWN_NAMESPACES


def test_names_whose_servers_are_silent_hold_up_neither_others_nor_the_end(isolated, tmp_path):
    began = time.monotonic()
    program = [sys.executable, "-m", "tests.core.asking.silent_names", str(tmp_path)]
    ended = subprocess.run([*isolated, *program], check=True, capture_output=True, text=True, timeout=60)
    *came, seconds = json.loads(ended.stdout)
    assert came == ["no_answer"] * 5 + ["not_public", "no_answer"]
    assert seconds < LOOK_UP / 2
    assert time.monotonic() - began < LOOK_UP
