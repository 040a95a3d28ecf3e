"""What guards passwords is counted in the cache: nobody makes it forget by filling it."""

from pathlib import Path

from django.core.cache import caches
from django.test import override_settings

from mastery_site import environment


def test_many_other_counts_drive_none_out(tmp_path: Path):
    """Django's cache in files holds 300 and then drops any third of them: a hundred guesses at names nobody has."""
    with override_settings(CACHES={"default": environment.cache("", data_dir=tmp_path)}):
        cache = caches["default"]
        cache.set("Alice", [1, 2, 3, 4, 5])
        for number in range(400):
            cache.set(f"nobody{number}", [1])
            assert cache.get("Alice")
