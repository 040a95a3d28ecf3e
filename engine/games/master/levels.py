"""How strong the computers play MASTER: 1 sees a twelfth of its turns, the last thinks for 20 s."""

from __future__ import annotations

from engine.level import (
    ADEPT,
    BEGINNER,
    CASUAL,
    CHAMPION,
    CLUB,
    ELITE,
    EXPERT,
    FAIR,
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
    Level("novice", NOVICE, turns=1, captures=0, misses=0.89, noise=470),
    Level("learner", LEARNER, turns=1, captures=0, misses=0.85, noise=378),
    Level("leisure", LEISURE, turns=1, captures=0, misses=0.803, noise=305, resigns_at=2_000),
    Level("hobby", HOBBY, turns=1, captures=0, misses=0.75, noise=250, resigns_at=2_000),
    Level("keen", KEEN, turns=1, captures=0, misses=0.67, noise=190, resigns_at=2_000),
    Level("steady", STEADY, turns=1, captures=0, misses=0.56, noise=138, resigns_at=2_000),
    Level("fair", FAIR, turns=1, captures=0, misses=0.375, noise=79, resigns_at=2_000),
    Level("regular", REGULAR, turns=1, captures=2, misses=0.275, overlooks=0.72, noise=60, resigns_at=2_000),
    Level("seasoned", SEASONED, turns=1, captures=2, misses=0.18, overlooks=0.45, noise=45, resigns_at=2_000),
    Level("skilled", SKILLED, turns=1, captures=3, misses=0.1, overlooks=0.21, noise=32, resigns_at=2_000),
    Level("strong", STRONG, turns=1, captures=4, misses=0.045, overlooks=0.07, noise=18, resigns_at=2_000),
    Level("adept", ADEPT, nodes=1_500, resigns_at=2_000),
    Level("veteran", VETERAN, nodes=4_000, resigns_at=2_000),
    Level("top", TOP, nodes=11_000, resigns_at=2_000),
    Level("elite", ELITE, nodes=35_000, resigns_at=2_000),
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
