"""How strong the computers play MASTER: 1 sees a twelfth of its turns, the last thinks for 20 s."""

from __future__ import annotations

from engine import level as words
from engine.level import Level

LEVELS = (
    Level("newcomer", words.NEWCOMER, turns=1, captures=0, misses=0.92, noise=600),
    Level("novice", words.NOVICE, turns=1, captures=0, misses=0.89, noise=470),
    Level("learner", words.LEARNER, turns=1, captures=0, misses=0.85, noise=378),
    Level("leisure", words.LEISURE, turns=1, captures=0, misses=0.803, noise=305, resigns_at=2_000),
    Level("hobby", words.HOBBY, turns=1, captures=0, misses=0.75, noise=250, resigns_at=2_000),
    Level("keen", words.KEEN, turns=1, captures=0, misses=0.67, noise=190, resigns_at=2_000),
    Level("steady", words.STEADY, turns=1, captures=0, misses=0.56, noise=138, resigns_at=2_000),
    Level("fair", words.FAIR, turns=1, captures=0, misses=0.375, noise=79, resigns_at=2_000),
    Level("regular", words.REGULAR, turns=1, captures=2, misses=0.275, overlooks=0.72, noise=60, resigns_at=2_000),
    Level("seasoned", words.SEASONED, turns=1, captures=2, misses=0.18, overlooks=0.45, noise=45, resigns_at=2_000),
    Level("skilled", words.SKILLED, turns=1, captures=3, misses=0.1, overlooks=0.21, noise=32, resigns_at=2_000),
    Level("strong", words.STRONG, turns=1, captures=4, misses=0.045, overlooks=0.07, noise=18, resigns_at=2_000),
    Level("adept", words.ADEPT, nodes=1_500, resigns_at=2_000),
    Level("veteran", words.VETERAN, nodes=4_000, resigns_at=2_000),
    Level("top", words.TOP, nodes=11_000, resigns_at=2_000),
    Level("elite", words.ELITE, nodes=35_000, resigns_at=2_000),
    Level("champion", words.CHAMPION, seconds=20, resigns_at=2_000),
)
"""Weakest first; `python -m benches.ladder master` measures how far they are apart. Those that count no nodes look one
turn ahead and miss some of their own turns and of the answers, as beginners do. The first three don't resign, so that a
learner finds the win."""

RETIRED = (
    Level("beginner", words.BEGINNER, turns=1, captures=0, misses=0.3, noise=60, resigns_at=2_000),
    Level("casual", words.CASUAL, turns=1, captures=2, misses=0.15, noise=40, resigns_at=2_000),
    Level("club", words.CLUB, nodes=6_000, noise=10, resigns_at=2_000),
    Level("expert", words.EXPERT, nodes=30_000, resigns_at=2_000),
)
"""Offered no more: their accounts finish the games that go on."""
