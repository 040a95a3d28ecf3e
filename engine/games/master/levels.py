"""How strong the computers play MASTER: 1 sees a twelfth of its turns, the last thinks for 20 s."""

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
    LEISURE,
    NEWCOMER,
    NOVICE,
    REGULAR,
    SEASONED,
    SKILLED,
    STEADY,
    STRONG,
    TOP,
    VETERAN,
    Level,
)

LEVELS = (
    Level("newcomer", NEWCOMER, turns=1, captures=0, misses=0.92, noise=600),
    Level("novice", NOVICE, turns=1, captures=0, misses=0.865, noise=400),
    Level("learner", LEARNER, turns=1, captures=0, misses=0.8, noise=300),
    Level("leisure", LEISURE, turns=1, captures=0, misses=0.7, noise=200, resigns_at=2_000),
    Level("hobby", HOBBY, turns=1, captures=0, misses=0.56, noise=140, resigns_at=2_000),
    Level("keen", KEEN, turns=1, captures=0, misses=0.4, noise=85, resigns_at=2_000),
    Level("steady", STEADY, turns=1, captures=2, misses=0.27, overlooks=0.7, noise=60, resigns_at=2_000),
    Level("regular", REGULAR, turns=1, captures=2, misses=0.17, overlooks=0.42, noise=44, resigns_at=2_000),
    Level("seasoned", SEASONED, turns=1, captures=3, misses=0.105, overlooks=0.22, noise=32, resigns_at=2_000),
    Level("skilled", SKILLED, turns=1, captures=4, misses=0.055, overlooks=0.09, noise=20, resigns_at=2_000),
    Level("strong", STRONG, nodes=900, resigns_at=2_000),
    Level("veteran", VETERAN, nodes=4_000, resigns_at=2_000),
    Level("top", TOP, nodes=16_000, resigns_at=2_000),
    Level("champion", CHAMPION, seconds=20, resigns_at=2_000),
)
"""Weakest first; `python -m benches.ladder master` measures how far they are apart. Those that count no nodes look one
turn ahead and miss some of their own turns and of the answers, as beginners do. The first three don't resign, so that a
learner finds the win."""

RETIRED = (
    Level("beginner", BEGINNER, turns=1, captures=0, misses=0.3, noise=60, resigns_at=2_000),
    Level("casual", CASUAL, turns=1, captures=2, misses=0.15, noise=40, resigns_at=2_000),
    Level("club", CLUB, nodes=6_000, noise=10, resigns_at=2_000),
    Level("expert", EXPERT, nodes=30_000, resigns_at=2_000),
)
"""Offered no more: their accounts finish the games that go on."""
