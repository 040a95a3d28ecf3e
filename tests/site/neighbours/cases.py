"""What a case of a task is: it makes two rows, breaks the first, and returns what asks whether either was done."""

from collections.abc import Callable

Done = Callable[[], tuple[bool, bool]]
CASES: dict[str, Callable[..., Done]] = {}


def case(task: str) -> Callable[[Callable[..., Done]], Callable[..., Done]]:
    def add(make: Callable[..., Done]) -> Callable[..., Done]:
        CASES[task] = make
        return make

    return add


def ask_each(rows, find) -> Done:
    """Whether `find`, asked for the number of each row, found something."""
    keys = [getattr(row, "pk", row) for row in rows]
    return lambda: tuple(bool(find(key)) for key in keys)
