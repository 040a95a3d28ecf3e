"""How strong the computers play Mastery: 1 sees a fifth of its turns, the last thinks for 20 s."""

from __future__ import annotations

from engine import level as words
from engine.level import Level

LEVELS = (
    Level("newcomer", words.NEWCOMER, turns=1, captures=0, misses=0.82, noise=260),
    Level("learner", words.LEARNER, turns=1, captures=0, misses=0.5, noise=100),
    Level("leisure", words.LEISURE, turns=1, captures=2, misses=0.25, overlooks=0.7, noise=55),
    Level("hobby", words.HOBBY, turns=1, captures=2, misses=0.14, overlooks=0.34, noise=42, resigns_at=2_500),
    Level("keen", words.KEEN, turns=1, captures=2, misses=0.09, overlooks=0.14, noise=30, resigns_at=2_500),
    Level("steady", words.STEADY, turns=1, captures=3, misses=0.065, overlooks=0.09, noise=26, resigns_at=2_500),
    Level("regular", words.REGULAR, turns=1, captures=4, misses=0.025, overlooks=0.025, noise=15, resigns_at=2_500),
    Level("seasoned", words.SEASONED, turns=1, captures=5, misses=0.006, overlooks=0.006, noise=6, resigns_at=2_500),
    Level("skilled", words.SKILLED, nodes=1_500, resigns_at=2_500),
    Level("strong", words.STRONG, nodes=6_000, resigns_at=2_500),
    Level("veteran", words.VETERAN, nodes=20_000, resigns_at=2_500),
    Level("top", words.TOP, nodes=60_000, resigns_at=2_500),
    Level("champion", words.CHAMPION, seconds=20, resigns_at=2_500),
)
"""Weakest first; `python -m benches.ladder mastery` measures how far they are apart. Those that count no nodes look one
turn ahead and miss some of their own turns and of the answers, as beginners do. The first three don't resign, so that a
learner finds the win."""

RETIRED = (
    Level("beginner", words.BEGINNER, turns=1, captures=0, misses=0.3, noise=60, resigns_at=2_500),
    Level("casual", words.CASUAL, turns=1, captures=2, misses=0.15, noise=40, resigns_at=2_500),
    Level("club", words.CLUB, nodes=2_500, noise=10, resigns_at=2_500),
    Level("expert", words.EXPERT, nodes=15_000, resigns_at=2_000),
)
"""Offered no more: their accounts finish the games that go on."""
