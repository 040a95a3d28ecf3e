"""Celery's command without its shell for AMQP, which nobody uses here: with it each process would load the library of a
terminal, 9 MB.

    python -m mastery_site.lean_celery --app mastery_site worker
"""

import sys
from types import ModuleType


def leave_out_shell() -> None:
    """`celery.bin.amqp` asks `click_repl` for this one function."""
    stand_in = ModuleType("click_repl")
    stand_in.register_repl = lambda group: None  # type: ignore[attr-defined]
    sys.modules["click_repl"] = stand_in


if __name__ == "__main__":
    leave_out_shell()
    from celery.__main__ import main

    main()
