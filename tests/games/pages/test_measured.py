"""A page of its own tells what was measured of a game, in how many games and when; of others there is none."""

import json

import pytest
from django.urls import reverse

from benches import setups
from engine import measuring, registry

GAMES = [setups.Played(2, 40)] * 60 + [setups.Played(1, 300)] * 20 + [setups.Played(0, 50)] * 20
PLAYED = {
    "nodes": 300,
    "commit": "abcdef0",
    "date": "2026-11-22",
    "set_ups": [
        setups.describe(
            [setups.Played(2, 40)] * 60 + [setups.Played(1, 300)] * 20 + [setups.Played(0, 50)] * 20, options
        )
        for options in ({"setup": "imperial"}, {"setup": "draume-crown"})
    ],
}
LEVELS = [
    {"level": "newcomer", "beside": "stand-in", "wins": 10, "draws": 2, "losses": 18, "elo": [-223, -95, 21]},
    {"level": "newcomer", "beside": None, "wins": 22, "draws": 0, "losses": 0, "elo": [404, 798, 798]},
    {
        "level": "champion",
        "beside": "top",
        "wins": 20,
        "draws": 4,
        "losses": 8,
        "elo": [-5, 137, 301],
        "share_of_time": 0.1,
    },
    {"level": "champion", "beside": "top", "wins": 3, "draws": 0, "losses": 1, "elo": [-5, 137, 301]},
]
STATISTICS = "/rules/mastery/statistics/"
ANCHORS = ("who-wins-and-how-long-it-takes", "how-strong-the-computers-levels-are")
STATE = {"commit": "1234567", "date": "2026-11-20", "share_of_time": 1}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Where what was measured of Mastery is looked for."""

    def find(slug, name):
        path = tmp_path / name
        return path if slug == "mastery" and path.exists() else None

    monkeypatch.setattr(registry, "find_file", find)
    return tmp_path


def read_statistics(client):
    return client.get(STATISTICS).content.decode()


def test_it_tells_the_advantage_the_length_the_draws_and_the_levels(client, db, files):
    (files / "set_ups.json").write_text(json.dumps(PLAYED))
    (files / "measured.json").write_text(json.dumps([{**STATE, **row} for row in LEVELS]))
    page = read_statistics(client).replace("&nbsp;", "\N{NO-BREAK SPACE}")
    for words in (
        *(">Imperial</th>", ">Draume Crown</th>", "<td>100</td>", "<td>60~%</td>", "<td>70~%~±~8</td>", "<td>40</td>"),
        *("<td>40–300</td>", "Measured on 22 November 2026.", "Measured on 20 November 2026."),
        *(
            ">1~(beginner) <span",
            ">13~(strongest) <span",
            "<td>22,~0,~0</td><td>100~%</td>",
            "<td>10,~2,~18</td><td>37~%</td>",
            "<td>20,~4,~8</td><td>69~%</td>",
            ">against a newcomer’s stand-in</span>",
            "Level 1 played a newcomer’s stand-in, which takes what it can",
            "and somebody who picks all turns at random.",
            "<td>+404~or~more</td>",
            "<td>+137 (−5~to +301)</td>",
            ">against~12, with 10~% of its time</span>",
            ">against~12, with all of its time</span>",
            ">against random</span>",
        ),
        *(f'<h2 id="{anchor}">' for anchor in ANCHORS),
    ):
        assert words.replace("~", "\N{NO-BREAK SPACE}") in page, words


def test_rows_of_levels_that_are_gone_or_were_renamed_and_of_other_games_are_not_shown(client, db, files):
    former = [
        {**LEVELS[0], "level": "club", "beside": "casual"},
        {**LEVELS[0], "level": "learner", "beside": "beginner"},
        {**LEVELS[0], "level": "of-another-game", "beside": None},
    ]
    (files / "set_ups.json").write_text(json.dumps(PLAYED))
    (files / "measured.json").write_text(json.dumps([{**STATE, **row} for row in former]))
    assert measuring.read_measured(registry.get("mastery")).levels == ()
    page = read_statistics(client)
    assert "How strong the computer’s levels are" not in page
    assert "picks all turns at random" not in page


def test_games_of_the_usual_length_are_said_to_be_neither_longer_nor_shorter(client, db):
    """Of Draume Crown more than half are cut off at turn 300, which is their usual length: none is longer."""
    _, crown = measuring.read_measured(registry.get("mastery")).set_ups
    assert crown.plies == crown.longest == setups.LONGEST
    page = read_statistics(client)
    assert "Half of the games were no longer than the usual length, half no shorter." in page


def test_a_game_that_was_not_measured_has_no_page_of_statistics(client, db, files):
    assert client.get(STATISTICS).status_code == 404
    assert STATISTICS not in client.get(reverse("rules", args=["mastery"])).content.decode()


def test_an_unknown_game_has_no_statistics(client, db):
    assert client.get("/rules/chess/statistics/").status_code == 404


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_old_anchors_of_the_rules_page_lead_to_the_statistics(client, db, slug):
    page = client.get(reverse("rules", args=[slug])).content.decode()
    for anchor in ANCHORS:
        assert f'<a id="{anchor}" href="{reverse("rules_statistics", args=[slug])}#{anchor}">' in page
    assert "Measured on" not in page


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_no_commit_is_named_to_players(client, db, slug):
    for name in ("rules", "rules_statistics"):
        page = client.get(reverse(name, args=[slug])).content.decode()
        assert "commit" not in page
        assert not any(str(row["commit"]) in page for row in measuring._read(registry.get(slug), "measured.json"))


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_each_set_up_and_levels_of_each_game_were_measured(slug):
    ruleset = registry.get(slug)
    found = measuring.read_measured(ruleset)
    assert found.levels
    assert len(found.set_ups) == len(setups.list_set_ups(ruleset))
    for one in found.set_ups:
        assert one.games >= 100
        assert 99 <= one.first + one.drawn + one.second <= 101
        assert one.margin <= 10
        assert one.shortest <= one.plies <= one.longest


def test_a_game_that_was_won_with_the_last_turn_there_may_be_was_not_too_long():
    games = [setups.Played(points, setups.LONGEST) for points in (2, 1, 0)]
    assert setups.describe(games, {})["too_long"] == 1


def test_a_game_of_the_computer_against_itself_is_the_same_for_a_seed():
    ruleset = registry.get("mastery")
    games = [setups.play_game(ruleset, {}, nodes=30, seed=seed) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0].points in (0, 1, 2)
