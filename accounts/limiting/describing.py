"""The limits of the site in words: for `/rules/limits/`, and for whoever comes to one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from accounts.limiting.limits import ACTIONS, ASKED_BY_ALLAUTH, DAY, HOUR, MINUTE, WIDER, Action, Limit, Per
from accounts.words import limits as words
from engine.words import Said, Sentence


def describe_all() -> Iterator[tuple[str, list[Said], str | Said]]:
    """For each action its name, its limits and a note, as the page tells them."""
    for action in (*ACTIONS.values(), *ASKED_BY_ALLAUTH.values()):
        told = [describe(action, limit) for limit in action.limits]
        yield action.noun.capitalize(), told + ([describe_tries(action)] if action.counts_tries else []), action.note


def describe_networks() -> Said:
    """What a network address is, in sentences."""
    wider = [words.WIDER(times=times, bits=bits) for bits, times in WIDER.items()]
    return words.NETWORKS(wider=wider)


def describe(action: Action, limit: Limit) -> Said:
    """Such as “10 in 24 hours by one player to the same player”."""
    sentence = {
        Per.SENDER: words.BY_SENDER,
        Per.PAIR: words.TO_SAME.get(action.recipient),
        Per.RECIPIENT: words.TO_ONE.get(action.recipient),
        Per.ADDRESS: words.BY_ADDRESS,
        Per.NETWORK: words.BY_NETWORK,
    }[limit.per]
    return _of(sentence)(most=limit.most, span=describe_span(limit.span))


def describe_tries(action: Action) -> Said:
    limit = action.of_tries
    return words.OF_TRIES_BY_ADDRESS(most=limit.most, span=describe_span(limit.span))


def describe_refused_try(limit: Limit, *, when: Said) -> Said:
    """The sentence for a place that has sent a form too often, valid or not."""
    sentence = words.TRIED_BY_ADDRESS if limit.per == Per.ADDRESS else words.TRIED_BY_NETWORK
    return sentence(most=limit.most, span=describe_span(limit.span), when=when)


def describe_refusal(action: Action, limit: Limit, *, when: Said) -> Said:
    """The sentence for somebody who has come to a limit, with when it goes on."""
    sentence = {
        Per.SENDER: words.REACHED_BY_SENDER,
        Per.PAIR: words.REACHED_TO_SAME.get(action.recipient),
        Per.RECIPIENT: words.REACHED_TO_ONE.get(action.recipient),
        Per.ADDRESS: words.REACHED_BY_ADDRESS,
        Per.NETWORK: words.REACHED_BY_NETWORK,
    }[limit.per]
    return _of(sentence)(most=limit.most, things=action.noun, span=describe_span(limit.span), when=when)


def _of(sentence: Sentence | None) -> Sentence:
    """The sentence for what a limit counts by. Raises LookupError for a recipient that `words.limits` has none for."""
    if sentence is None:
        raise LookupError("accounts.words.limits has no sentence for this recipient.")
    return sentence


def describe_span(span: timedelta) -> Said:
    """“10 minutes”, “an hour”, “24 hours”, “30 days”."""
    if span in (MINUTE, HOUR):
        return words.A_MINUTE() if span == MINUTE else words.AN_HOUR()
    if span > DAY:
        return words.DAYS(n=span // DAY)
    return words.HOURS(n=span // HOUR) if span > HOUR else words.MINUTES(n=span // MINUTE)
