"""Random records for properties: any game, options, opening, control, ending and names."""

import random
from datetime import UTC, date, datetime, timedelta

from hypothesis import strategies as st

from engine import registry
from engine.contract import Side, settle_options
from games.clock import Bank, Days, Reserve, Unlimited
from records.record import Played, Record, Withdrawn

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=30)
CONTROLS = st.one_of(
    st.none(),
    st.just(Unlimited()),
    st.builds(Days, st.integers(1, 30)),
    st.builds(Reserve, st.integers(1, 30), st.integers(1, 60)),
    st.integers(1, 60).flatmap(
        lambda start: st.builds(Bank, st.just(start), st.integers(0, 30), st.integers(start, 90))
    ),
)
ENDINGS = [("", None, True), ("resignation", Side.FIRST, True), ("time", Side.SECOND, True), ("agreement", None, True)]
ENDINGS += [("void", None, False), ("cancelled", None, False), ("adjudication", Side.SECOND, True)]
BEGAN = datetime(2026, 11, 2, 18, 30, 5, 250_000, tzinfo=UTC)


def choose_options(ruleset, rng: random.Random) -> dict:
    return settle_options(
        ruleset.options,
        {
            option.name: [each.value for each in option.choices if rng.random() < 0.5]
            if option.multiple
            else rng.choice(option.choices).value
            for option in ruleset.options
        },
    )


def play_out(ruleset, options: dict, rng: random.Random, *, most: int):
    position, turns = ruleset.start(**options), []
    while len(turns) < most and (moves := position.legal_moves()):
        turns.append(rng.choice(moves))
        position = position.play(turns[-1])
    return position, turns


@st.composite
def records(draw, *, most: int = 30) -> Record:
    rng = random.Random(draw(st.integers(0, 10**9)))
    ruleset = draw(st.sampled_from(registry.all_rulesets()))
    options, exact = choose_options(ruleset, rng), draw(st.booleans())
    position, turns = play_out(ruleset, options, rng, most=draw(st.integers(0, most)))
    outcome = position.outcome()
    termination, winner, has_result = draw(st.sampled_from(ENDINGS))
    if outcome:
        termination, winner, has_result = outcome.termination, outcome.winner, True
    control = draw(CONTROLS)

    def at(number: int) -> date | datetime:
        moment = BEGAN + timedelta(hours=7 * number, microseconds=number)
        return moment if exact else moment.date()

    def left() -> timedelta | None:
        if control is None or isinstance(control, Unlimited):
            return None
        return timedelta(rng.randrange(9), rng.randrange(86400), rng.randrange(10**6)) if exact else timedelta(3)

    back = tuple(
        Withdrawn(ply, turns[ply - 1], at(ply), left(), at(ply + 1))
        for ply in range(1, len(turns) + 1)
        if exact and rng.random() < 0.2
    )
    return Record(
        slug=ruleset.slug,
        revision=ruleset.revision,
        options=options,
        opening=ruleset.opening(rng) or "",
        start=ruleset.start(**options).text(),
        first=draw(NAMES),
        second=draw(NAMES),
        turns=tuple(Played(text, at(number), left()) for number, text in enumerate(turns)),
        winner=winner,
        termination=termination,
        has_result=has_result,
        control=control,
        weekends=draw(st.booleans()),
        vacation_days=draw(st.integers(0, 60)),
        rated=draw(st.booleans()),
        started=at(0),
        ended=at(len(turns)) if termination else None,
        site="https://games.example.org/games/12/",
        licence=draw(st.sampled_from(["", "CC0-1.0"])),
        taken_back=back,
        others=draw(st.sampled_from([(), (("Event", "Club \\ 2"), ("Round", '"4"'))])),
    )
