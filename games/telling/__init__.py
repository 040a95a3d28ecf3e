"""A game in words, for pages and emails: chooses among the sentences of `games.words`, and forms them."""

from games.telling.results import (
    OUTCOMES,
    find_ending,
    result_of,
    tell_loss,
    tell_outcome,
    tell_own_result,
    tell_result,
)
from games.telling.terms import (
    agreed_time_of,
    all_terms_of,
    control_of,
    describe_control,
    opening_of,
    option_labels,
    options_of,
    tell_rated,
    terms_of,
    time_of,
    vacation_of,
    weekend_of,
)
from games.telling.time import remaining, tell_change, tell_length

__all__ = [
    "OUTCOMES",
    "agreed_time_of",
    "all_terms_of",
    "control_of",
    "describe_control",
    "find_ending",
    "opening_of",
    "option_labels",
    "options_of",
    "remaining",
    "result_of",
    "tell_change",
    "tell_length",
    "tell_loss",
    "tell_outcome",
    "tell_own_result",
    "tell_rated",
    "tell_result",
    "terms_of",
    "time_of",
    "vacation_of",
    "weekend_of",
]
