"""What guards passwords is counted in the cache: nobody makes it forget by filling it."""

import time
from pathlib import Path

from django.core.cache import caches
from django.test import override_settings

from accounts.limiting.limits import ASKED_BY_ALLAUTH, PAUSE_AFTER_GUESSES, WIDER, Per
from mastery_site.embedded.file_cache import FileCache
from mastery_site.environment import backends


def test_expired_entries_make_room_before_entries_that_still_count(tmp_path: Path):
    cache = FileCache(tmp_path, {"OPTIONS": {"MAX_ENTRIES": 20}})
    cache.set("Alice", [1, 2, 3, 4, 5], 300)
    for number in range(200):
        cache.set(f"nobody{number}", [1], 0.001)
        time.sleep(0.002)
        assert cache.get("Alice")
    assert len(list(tmp_path.iterdir())) <= 21


def test_it_holds_all_that_one_network_can_have_counted_at_a_time(tmp_path: Path):
    """An entry for each of its addresses and each name it guesses at, as long as that counts."""
    wider, failed = max(WIDER.values()), ASKED_BY_ALLAUTH["login_failed"]
    by_address = [limit for action in ASKED_BY_ALLAUTH.values() for limit in action.limits if limit.per == Per.ADDRESS]
    names = [wider * each.most * (PAUSE_AFTER_GUESSES / each.span) for each in failed.limits if each.per == Per.ADDRESS]
    most = sum(limit.most * wider for limit in by_address) + sum(names)
    assert most < backends.cache("", data_dir=tmp_path)["OPTIONS"]["MAX_ENTRIES"]


def test_many_other_counts_drive_none_out(tmp_path: Path):
    """Django's cache in files holds 300 and then drops any third of them: a hundred guesses at names nobody has."""
    with override_settings(CACHES={"default": backends.cache("", data_dir=tmp_path)}):
        cache = caches["default"]
        cache.set("Alice", [1, 2, 3, 4, 5])
        for number in range(400):
            cache.set(f"nobody{number}", [1])
            assert cache.get("Alice")
