"""When each task runs, and in which queue it waits for a worker. The settings pass both to Celery."""

from datetime import timedelta
from typing import Any

from kombu import Exchange, Queue

MAIL, UPKEEP, THINKING = "mail", "upkeep", "thinking"
"""The queues: for tasks that must not wait, for tasks that may take a minute and can wait, and for the computers'
worker, which runs at low priority."""
ROUTES = {
    "games.tasks.expire_challenges": {"queue": UPKEEP},
    "games.tasks.refresh_on_time": {"queue": UPKEEP},
    "competition.tasks.sweep_ladders": {"queue": UPKEEP},
    "accounts.tasks.build_exports": {"queue": UPKEEP},
    "mastery_site.tasks.prune": {"queue": UPKEEP},
    "mastery_site.tasks.ping": {"queue": UPKEEP},
    "computers.tasks.make_accounts": {"queue": THINKING},
    "computers.tasks.think": {"queue": THINKING},
    "computers.tasks.review": {"queue": THINKING},
    "computers.tasks.compare_some": {"queue": UPKEEP},
    "computers.tasks.measure_levels": {"queue": UPKEEP},
    "competition.tasks.pair": {"queue": UPKEEP},
    "notifications.tasks.read_telegram": {"queue": UPKEEP},
    "records.tasks.draw_animations": {"queue": THINKING},
    "records.tasks.write_bulk_files": {"queue": UPKEEP},
    "records.tasks.update_book": {"queue": UPKEEP},
    "records.tasks.find_puzzles": {"queue": THINKING},
    "records.tasks.choose_puzzle": {"queue": UPKEEP},
    "records.tasks.check_book": {"queue": UPKEEP},
}
"""The tasks that do not wait in the queue of the mail."""
SWEEP_EVERY = timedelta(seconds=20)
EVERY = {
    "games.tasks.flag_expired_games": SWEEP_EVERY,
    "games.tasks.announce_moved_deadlines": SWEEP_EVERY,
    "games.tasks.expire_challenges": timedelta(minutes=10),
    "games.tasks.announce_expiring_challenges": timedelta(hours=1),
    "computers.tasks.look_after": SWEEP_EVERY,
    "computers.tasks.compare_some": timedelta(hours=1),
    "computers.tasks.measure_levels": timedelta(hours=6),
    "notifications.tasks.deliver_due": SWEEP_EVERY,
    "notifications.tasks.write_digests": timedelta(minutes=5),
    "accounts.tasks.carry_out_rescues": timedelta(minutes=5),
    "accounts.tasks.end_restrictions": timedelta(minutes=1),
    "games.tasks.settle_suspensions": timedelta(minutes=1),
    "games.tasks.offer_wished_rematches": timedelta(seconds=20),
    "accounts.tasks.build_exports": timedelta(seconds=30),
    "accounts.tasks.close_accounts": timedelta(minutes=5),
    "games.tasks.end_games_of_closed": timedelta(minutes=1),
    "games.tasks.refresh_on_time": timedelta(minutes=1),
    "competition.tasks.pair": timedelta(minutes=1),
    "competition.tasks.sweep_ladders": timedelta(hours=1),
    "mastery_site.tasks.prune": timedelta(hours=1),
    "records.tasks.draw_animations": timedelta(minutes=1),
    "records.tasks.write_bulk_files": timedelta(hours=1),
    "records.tasks.update_book": timedelta(minutes=1),
    "records.tasks.find_puzzles": timedelta(minutes=10),
    "records.tasks.choose_puzzle": timedelta(minutes=10),
    "records.tasks.check_book": timedelta(days=1),
}


FOR_REPLIES = {"replies.tasks.read_replies": timedelta(seconds=20)}
"""Further tasks on a site that takes replies to its emails. A player's deadline may depend on a reply, so it is read
soon."""

FOR_TELEGRAM = {"notifications.tasks.read_telegram": timedelta(seconds=20)}
"""Further tasks on a site with a Telegram bot. A user who connects Telegram waits for it while the page is open."""


FOR_PING = {"mastery_site.tasks.ping": timedelta(minutes=1)}
"""Further tasks on a site that an outside service watches."""


def list_queues() -> list[Queue]:
    return [Queue(name, Exchange(name), routing_key=name) for name in (MAIL, UPKEEP, THINKING)]


def write_for_beat(*, looks_for_replies: bool, has_telegram: bool, pings: bool) -> dict[str, dict[str, Any]]:
    """Returns the schedule in beat's form. A task that no worker took before it is due again is dropped."""
    every = EVERY | (FOR_REPLIES if looks_for_replies else {}) | (FOR_TELEGRAM if has_telegram else {})
    every |= FOR_PING if pings else {}
    return {
        task.rpartition(".")[2]: {"task": task, "schedule": wait, "options": {"expires": wait.total_seconds()}}
        for task, wait in every.items()
    }
