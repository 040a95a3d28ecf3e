"""A name whose server is silent holds up nothing: neither the names of others nor the end of the process."""

import json
import subprocess
import sys
import time

import pytest

OWN_NAMESPACES = ["unshare", "--map-root-user", "--mount", "--net"]


def may_be_used() -> bool:
    try:
        return subprocess.run([*OWN_NAMESPACES, "true"], check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not may_be_used(), reason="this machine lets nobody have namespaces of their own")
def test_names_whose_servers_are_silent_hold_up_neither_others_nor_the_end(tmp_path):
    began = time.monotonic()
    program = [sys.executable, "-m", "tests.core.asking.silent_names", str(tmp_path)]
    ended = subprocess.run([*OWN_NAMESPACES, *program], check=True, capture_output=True, text=True, timeout=60)
    *came, seconds = json.loads(ended.stdout)
    assert came == ["no_answer"] * 5 + ["not_public", "no_answer"]
    assert seconds < 2.5
    assert time.monotonic() - began < 15, "a look-up takes 20 seconds"
