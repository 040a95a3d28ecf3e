"""Where a request comes from is kept as a hash that tells places apart and names none."""

import pytest

from accounts.limiting.origin import hash_origin


def hashed(rf, address: str) -> str:
    return hash_origin(rf.get("/", REMOTE_ADDR=address))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("198.51.100.7", "198.51.100.7", True),
        ("198.51.100.7", "198.51.100.8", False),
        ("::ffff:198.51.100.7", "198.51.100.7", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("nonsense", "", True),
    ],
)
def test_two_addresses_are_one_place_where_one_person_has_both(rf, one, other, same):
    assert (hashed(rf, one) == hashed(rf, other)) is same


def test_another_key_gives_other_hashes(rf, settings):
    before = hashed(rf, "198.51.100.7")
    settings.SECRET_KEY = "another key, long enough to be one, used by nobody else at all"
    assert hashed(rf, "198.51.100.7") != before


def test_a_forged_header_does_not_move_anybody(rf, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    forged = rf.get("/", REMOTE_ADDR="198.51.100.7", HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert hash_origin(forged) == hashed(rf, "198.51.100.7")
