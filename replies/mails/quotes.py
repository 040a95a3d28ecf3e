"""Asks `quotequail` for marks of quotes that our own table does not know, of other languages and older programs.

It was chosen over `mail-parser-reply` on the layouts of `tests/replies/mails/layouts` (`python -m
benches.reply_quotes`): by itself it finds the first line of more of them, and takes a wrong one for fewer than half as
many. Neither is enough alone, since both give up what stands below a quote, and neither knows all eight languages; and
both take seconds for some texts of a few kilobytes. So it is shown two short lines at a time.
"""

from __future__ import annotations

import logging

LONGEST = 400

logger = logging.getLogger(__name__)


def begins_quote(*lines: str) -> bool:
    """Whether these lines, taken as one, begin with what stands above a quote."""
    import quotequail  # loaded with the first mail that is read

    try:
        parts = quotequail.quote("\n".join(line[:LONGEST] for line in lines), quote_intro_line=True)
    except Exception:  # its reasons are its own; our table has been asked too
        logger.exception("A line could not be judged")
        return False
    return len(parts) == 2 and not parts[0][1]
