"""How strong the computers play Masters: 1 sees a quarter of its turns, the last thinks for 20 s."""

from __future__ import annotations

from engine import level as words
from engine.level import Level

LEVELS = (
    Level("newcomer", words.NEWCOMER, turns=1, captures=0, misses=0.71, noise=185),
    Level("learner", words.LEARNER, turns=1, captures=0, misses=0.56, noise=140),
    Level("leisure", words.LEISURE, turns=1, captures=0, misses=0.38, noise=90),
    Level("hobby", words.HOBBY, turns=1, captures=2, misses=0.22, overlooks=0.6, noise=55, resigns_at=2_500),
    Level("keen", words.KEEN, turns=1, captures=2, misses=0.14, overlooks=0.35, noise=45, resigns_at=2_500),
    Level("steady", words.STEADY, turns=1, captures=3, misses=0.085, overlooks=0.17, noise=35, resigns_at=2_500),
    Level("regular", words.REGULAR, turns=1, captures=4, misses=0.035, overlooks=0.06, noise=24, resigns_at=2_500),
    Level("seasoned", words.SEASONED, turns=1, captures=5, misses=0.008, overlooks=0.01, noise=8, resigns_at=2_500),
    Level("skilled", words.SKILLED, nodes=700, resigns_at=2_500),
    Level("strong", words.STRONG, nodes=1_800, resigns_at=2_500),
    Level("veteran", words.VETERAN, nodes=5_000, resigns_at=2_500),
    Level("top", words.TOP, nodes=15_000, resigns_at=2_500),
    Level("champion", words.CHAMPION, seconds=20, resigns_at=2_500),
)
"""Weakest first; `python -m benches.ladder masters` measures how far they are apart. Those that count no nodes look one
turn ahead and miss some of their own turns and of the answers, as beginners do. The first three don't resign, so that a
learner finds the win."""

RETIRED = (
    Level("beginner", words.BEGINNER, turns=1, captures=0, misses=0.3, noise=60, resigns_at=2_500),
    Level("casual", words.CASUAL, turns=1, captures=2, misses=0.15, noise=40, resigns_at=2_500),
    Level("club", words.CLUB, nodes=2_500, noise=10, resigns_at=2_500),
    Level("expert", words.EXPERT, nodes=15_000, resigns_at=2_000),
)
"""Offered no more: their accounts finish the games that go on."""
