"""The tasks of records. Each may run twice."""

from celery import shared_task

from records import animating, book, bulk, puzzles


@shared_task
def draw_animations() -> int:
    """Draws the animations that were asked for; returns how many. Two workers share them."""
    return animating.draw_waiting()


@shared_task
def write_bulk_files() -> int:
    """Writes the files of all games of a month that lack something; returns of how many months."""
    return bulk.write_due()


@shared_task
def update_book() -> int:
    """Brings the book of finished games up to date; returns with how many games. Two workers share them."""
    return book.update_marked()


@shared_task
def check_book() -> int:
    """Compares the book with the games, and puts right what differs; returns how many entries did."""
    return book.check()


@shared_task
def find_puzzles() -> int:
    """Looks for puzzles in analysed games; returns in how many. Two workers may look at one, which finds the same."""
    return puzzles.find_some()


@shared_task
def choose_puzzle() -> int:
    """Chooses the puzzle of the day, where there is none; whether there is one now."""
    return int(puzzles.choose_of_day())
