"""The squashed migration makes all tables at once. Its steps are in `earlier/`: a database that has gone through some of
them, and not all, goes through the others (docs/inside.md, *Migrations*)."""

__path__.append(f"{__path__[0]}/earlier")
