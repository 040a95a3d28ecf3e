"""How strong the computers play MASTER: 1 sees one turn ahead and misses half of it, the last thinks for 20 s."""

from __future__ import annotations

from engine.level import (
    BEGINNER,
    CASUAL,
    CHAMPION,
    CLUB,
    EXPERT,
    HOBBY,
    KEEN,
    LEARNER,
    NEWCOMER,
    REGULAR,
    STRONG,
    VETERAN,
    Level,
)

LEVELS = (
    Level("newcomer", NEWCOMER, turns=1, captures=0, misses=0.5, noise=200),
    Level("learner", LEARNER, turns=1, captures=0, misses=0.3, noise=60),
    Level("hobby", HOBBY, turns=1, captures=2, misses=0.15, noise=40),
    Level("keen", KEEN, nodes=100, resigns_at=2_000),
    Level("regular", REGULAR, nodes=400, resigns_at=2_000),
    Level("strong", STRONG, nodes=1_500, resigns_at=2_000),
    Level("veteran", VETERAN, nodes=6_000, resigns_at=2_000),
    Level("champion", CHAMPION, seconds=20, resigns_at=2_000),
)
"""Weakest first; `python -m benches.ladder master` measures how far they are apart. The first three don't resign, so
that a learner finds the win."""

RETIRED = (
    Level("beginner", BEGINNER, turns=1, captures=0, misses=0.3, noise=60, resigns_at=2_000),
    Level("casual", CASUAL, turns=1, captures=2, misses=0.15, noise=40, resigns_at=2_000),
    Level("club", CLUB, nodes=6_000, noise=10, resigns_at=2_000),
    Level("expert", EXPERT, nodes=30_000, resigns_at=2_000),
)
"""Offered no more: their accounts finish the games that go on."""
