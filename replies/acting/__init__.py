"""What the lines of an answer ask for, and what its writer is told."""

from replies.acting.answering import Thread, write_answer
from replies.acting.contract import Answer, Asked
from replies.acting.doing import act, tell_fault, tell_nothing_found

__all__ = ["Answer", "Asked", "Thread", "act", "tell_fault", "tell_nothing_found", "write_answer"]
