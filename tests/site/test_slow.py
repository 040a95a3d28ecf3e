"""What `make quick` leaves out, `make test` or `make rest` ask."""

from tests import slow
from tests.sharing import ASKED, FIRST, is_wanted


def test_one_that_takes_long_is_asked_by_every_run_but_the_quick_one(request, monkeypatch):
    asked = [ask for ask in ASKED if is_wanted(request.node, place=0, ask=ask)]
    assert FIRST in asked
    monkeypatch.setattr(slow, "NAMES", {slow.name_test(request.node)})
    assert [ask for ask in ASKED if is_wanted(request.node, place=0, ask=ask)] == [ask for ask in asked if ask != FIRST]
