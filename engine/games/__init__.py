"""A folder a game, and nothing else knows of it; none imports another. `engine.registry` finds them.

A folder is named after the game's slug. It needs `rules.py` alone, whose `ruleset` fulfils `engine.contract.Ruleset`.
What else it may hold is found by its name, too:

- `pieces.py`: how its pieces look (`engine.drawing.pieces`); without it they are discs with letters;
- `tree.py`, `evaluation.py`, `levels.py`: what only a search needs (`engine.search`);
- `telling.py`: what a turn did in sentences, which `rules.py` gives as `tell`; without it a turn is told by its text;
- `editing.py`: what its positions are put together from by hand (`engine.editing`);
- `lessons.toml`: small positions with a task each (`engine.lessons`);
- `brief.py`: the game in five lines (`engine.brief`); `card.py`: how long and how hard it is (`engine.card`);
- `rules.html`: the template of its rules page;
- `measured.json`, `set_ups.json`: what `benches.ladder` and `benches.setups` wrote (`engine.measuring`);
- `chances.json`: what a score is worth, as `benches.chances` wrote it (`engine.search.chances`).
"""
