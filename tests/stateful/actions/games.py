"""What players do in games: challenges, turns, and all that they ask each other."""

from datetime import datetime, timedelta
from itertools import permutations

from hypothesis import strategies as st

from games import challenges, chat, clock, play
from games.engine.contract import Side
from games.models import Challenge, Game
from games.play import offers
from games.play.rematch import find_rematch
from tests.stateful.actions import action
from tests.stateful.site import DAY, HOUR, Site
from tests.thinking import write_secret

CONTROLS = (clock.Days(1), clock.Days(3), clock.Days(7), clock.Bank(2, 1, 4), clock.Reserve(1, 5), clock.Unlimited())
VACATION = (0, 1, 2, 14)
"""Days that a game allows."""

which = st.integers(0, 2)
sides = st.sampled_from(list(Side))
kinds = st.sampled_from(("pause", "pause", "more_time", "resume", "takeback", "takeback", "cancel"))
lengths = st.sampled_from((3, 30, 50))
"""Of a pause, in hours."""


def has_games(site: Site) -> bool:
    return bool(site.games)


def pick_game(site: Site, number: int) -> Game:
    """One that goes on; the last, where none does. Those of guests are played in guests.py."""
    known = Game.objects.exclude(seats__user__is_guest=True)
    games = list(known.active().order_by("pk"))
    return games[number % len(games)] if games else known.latest("pk")


# --- Challenges --------------------------------------------------------------------------------------------------
pairs = st.sampled_from(list(permutations(range(3), 2)))
terms = {
    "pair": pairs,
    "control": st.sampled_from(CONTROLS),
    "weekends": st.booleans(),
    "vacation": st.sampled_from(VACATION),
}


@action(meanwhile=False, **terms)
def challenge(site: Site, *, pair: tuple[int, int], control: clock.Control, weekends: bool, vacation: int) -> None:
    _send(site, pair, control, weekends, vacation)


@action(weight=2, **terms)
def start_game(site: Site, *, pair: tuple[int, int], control: clock.Control, weekends: bool, vacation: int) -> None:
    """A challenge that is accepted at once."""
    _accept(site, _send(site, pair, control, weekends, vacation))


def _send(site: Site, pair: tuple[int, int], control: clock.Control, weekends: bool, vacation: int) -> Challenge:
    challenger, opponent = (site.players[number] for number in pair)
    made = challenges.send(
        challenger.user,
        audience="player",
        opponent=opponent.user,
        ruleset_slug="mastery",
        options={},
        side="first",
        control=control,
        weekends=weekends,
        vacation_days=vacation,
    )
    site.keeps_weekends[made.pk] = weekends
    return made


def _accept(site: Site, made: Challenge) -> None:
    game = challenges.accept(made.pk, user=made.opponent)
    site.follow_new_game(game.pk, keeps_weekends=site.keeps_weekends[made.pk])


def has_challenges(site: Site) -> bool:
    return bool(site.keeps_weekends)


@action(
    meanwhile=False,
    needs=has_challenges,
    number=which,
    answer=st.sampled_from(("accept", "accept", "decline", "withdraw")),
)
def answer_challenge(site: Site, *, number: int, answer: str) -> None:
    made = list(Challenge.objects.order_by("-pk"))
    one = made[number % len(made)]
    if answer == "accept":
        _accept(site, one)
    elif answer == "decline":
        challenges.decline(one.pk, user=one.opponent, reason="Not now.")
    else:
        challenges.withdraw(one.pk, user=one.challenger)


# --- Turns -------------------------------------------------------------------------------------------------------
remarks = st.sampled_from((False, False, True))


@action(weight=3, needs=has_games, number=which, choice=st.integers(0, 20), expected=st.booleans(), remark=remarks)
def play_turn(site: Site, *, number: int, choice: int, expected: bool, remark: bool) -> None:
    """Any turn, with or without a remark, or one that a line of the other waits for: what it answers is counted turn by
    turn."""
    game = pick_game(site, number)
    moves = list(game.position.legal_moves())
    lines = game.conditional_lines.filter(from_ply=game.ply, side=1 - game.side_to_move) if expected else []
    awaited = [line.turns[0] for line in lines if line.turns[0] in moves]
    mover = game.seats.get(side=game.side_to_move).user
    turn = play.play_move(
        game.pk,
        side=Side(game.side_to_move),
        expected_revision=game.revision,
        text=awaited[0] if awaited else moves[choice % len(moves)],
        remark=write_secret("remark", mover, game) if remark else "",
    )
    game.refresh_from_db()
    if game.pk in site.clocks:
        for following in (*(answer.side for answer in turn.answers), game.side_to_move):
            site.clocks[game.pk].play(site.now, following=following)


@action(
    weight=2,
    needs=has_games,
    number=which,
    side=sides,
    choices=st.lists(st.integers(0, 20), min_size=1, max_size=6),
    ending=st.sampled_from(("", "", "", "resign", "accept_draw")),
    stops=st.booleans(),
)
def arm_line(site: Site, *, number: int, side: Side, choices: list[int], ending: str, stops: bool) -> None:
    """Arms any turns one after another, which make a line or are refused as none."""
    game = pick_game(site, number)
    position, turns = game.position, []
    for choice in choices:
        if moves := list(position.legal_moves()):
            turns.append(moves[choice % len(moves)])
            position = position.play(turns[-1])
    play.arm(game.pk, side=side, turns=turns, expected_position=game.position_text, ending=ending, stops=stops)


@action(meanwhile=False, needs=has_games, number=which, side=sides)
def remove_line(site: Site, *, number: int, side: Side) -> None:
    game = pick_game(site, number)
    line = play.list_lines(game.pk, side=side).first()
    play.disarm(game.pk, side=side, line_id=line and line.pk)


@action(meanwhile=False, needs=has_games, number=which, side=sides, sure=st.integers(0, 4))
def resign(site: Site, *, number: int, side: Side, sure: int) -> None:
    """Seldom: a game that is over has little to show."""
    if sure == 4:
        play.resign(pick_game(site, number).pk, side=side)


# --- Agreements --------------------------------------------------------------------------------------------------
@action(
    meanwhile=False,
    needs=has_games,
    number=which,
    side=sides,
    what=st.sampled_from(("offer", "decline", "withdraw", "accept")),
)
def speak_of_draw(site: Site, *, number: int, side: Side, what: str) -> None:
    act = {"offer": offers.propose, "accept": offers.accept, "decline": offers.decline, "withdraw": offers.withdraw}
    act[what](pick_game(site, number).pk, "draw", side=side)


@action(meanwhile=False, needs=has_games, number=which, side=sides, kind=kinds, days=st.integers(1, 4), hours=lengths)
def ask(site: Site, *, number: int, side: Side, kind: str, days: int, hours: int) -> None:
    _ask(site, pick_game(site, number), side, kind, days, hours)


@action(needs=has_games, number=which, kind=kinds, yes=st.booleans())
def answer(site: Site, *, number: int, kind: str, yes: bool) -> None:
    _answer(site, pick_game(site, number), kind, yes=yes)


@action(weight=3, needs=has_games, number=which, side=sides, kind=kinds, days=st.integers(1, 4), hours=lengths)
def agree(site: Site, *, number: int, side: Side, kind: str, days: int, hours: int) -> None:
    """Asks, and is told yes at once."""
    game = pick_game(site, number)
    _ask(site, game, side, kind, days, hours)
    _answer(site, game, kind, yes=True)


def _ask(site: Site, game: Game, side: Side, kind: str, days: int, hours: int) -> None:
    chosen = {"more_time": {"days": days}, "pause": {"until": site.now + hours * HOUR}}
    offers.propose(game.pk, kind, side=side, **chosen.get(kind, {}))


def _answer(site: Site, game: Game, kind: str, *, yes: bool) -> None:
    game.refresh_from_db()
    offer = game.offers.get(kind)
    if game.is_over or not offer:
        return
    reply = offers.accept if yes else offers.decline
    reply(game.pk, kind, side=Side(offer["side"]).other)
    if yes and game.pk in site.clocks and kind != "cancel":
        _count(site, game.pk, kind, offer)


def _count(site: Site, game_id: int, kind: str, offer: dict) -> None:
    """What was agreed, in the account of the game's clock."""
    mine = site.clocks[game_id]
    if kind == "more_time":
        mine.give(site.now, offer["days"] * DAY)
    elif kind == "pause":
        mine.pause(site.now, datetime.fromisoformat(offer["until"]))
    elif kind == "resume":
        mine.resume(site.now)
    else:
        mine.take_back(site.now, turns=offer["turns"])


@action(
    meanwhile=False, needs=has_games, number=which, side=sides, what=st.sampled_from(("offer", "decline", "accept"))
)
def speak_of_rematch(site: Site, *, number: int, side: Side, what: str) -> None:
    """Of a game that is over; offered by both it starts the new one, too."""
    over = list(Game.objects.ended().order_by("pk"))
    if not over:
        return
    game = over[number % len(over)]
    act = {"offer": offers.propose, "accept": offers.accept, "decline": offers.decline}
    act[what](game.pk, "rematch", side=side)
    if new := find_rematch(game.pk):
        site.follow_new_game(new, keeps_weekends=any(seat.weekend for seat in game.seats.all()))


@action(meanwhile=False, needs=has_games, number=which, side=sides)
def claim_win(site: Site, *, number: int, side: Side) -> None:
    play.claim_win(pick_game(site, number).pk, side=side)


@action(meanwhile=False, needs=has_games, number=which, side=sides, what=st.sampled_from(("pin", "skip", 4, 24, 168)))
def put_in_queue(site: Site, *, number: int, side: Side, what: str | int) -> None:
    """Pins, skips, or snoozes for so many hours."""
    game = pick_game(site, number)
    user_id = game.seats.get(side=side).user_id
    if what == "pin":
        play.pin(game.pk, user_id=user_id, pinned=True)
    elif what == "skip":
        play.skip(game.pk, user_id=user_id)
    else:
        play.snooze(game.pk, user_id=user_id, lasts=int(what) * HOUR)


@action(meanwhile=False, needs=has_games, number=which, side=sides)
def write_message(site: Site, *, number: int, side: Side) -> None:
    game = pick_game(site, number)
    seat = game.seats.get(side=side)
    chat.send(seat.user, game_id=game.pk, text=f"Hello at {site.now + timedelta():%H:%M}")
