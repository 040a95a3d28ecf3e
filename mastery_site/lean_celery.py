"""Celery's command without its shell for AMQP, which this site does not use. The shell would make each process load a
terminal library of 9 MB.

    python -m mastery_site.lean_celery --app mastery_site worker
"""

import sys
from types import ModuleType


def leave_out_shell() -> None:
    """Puts a stand-in in the place of `click_repl`: `celery.bin.amqp` uses only this one function of it."""
    stand_in = ModuleType("click_repl")
    stand_in.register_repl = lambda group: None  # type: ignore[attr-defined]
    sys.modules["click_repl"] = stand_in


if __name__ == "__main__":
    leave_out_shell()
    from celery.__main__ import main

    main()
