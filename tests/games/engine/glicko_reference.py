"""Glicko-2 once more, from Mark Glickman's paper alone, step by step: "Example of the Glicko-2 system" (2013).

The one thing added is the time `t`, in periods, that has passed since the last game: it stands wherever the paper has
one period. Nothing here is quick, and nothing is shared with `engine.glicko`.
"""

from math import exp, log, pi, sqrt
from typing import NamedTuple

TAU = 0.5
SCALE = 173.7178
CONVERGED = 1e-12
HIGHEST_DEVIATION = 350


class Player(NamedTuple):
    """A rating, its deviation and its volatility."""

    r: float
    rd: float
    sigma: float


def rate(player: Player, opponents: list[tuple[float, float, float]], t: float = 1) -> Player:
    """The player after games with `opponents`, each a rating, a deviation and the score; no bounds are applied."""
    # Time adds nothing to a deviation that has reached its bound.
    t = min(t, max(HIGHEST_DEVIATION**2 - player.rd**2, 0) / (SCALE * player.sigma) ** 2)
    # Step 2
    mu, phi, sigma = (player.r - 1500) / SCALE, player.rd / SCALE, player.sigma
    others = [((r - 1500) / SCALE, rd / SCALE, s) for r, rd, s in opponents]

    def g(phi_j: float) -> float:
        return 1 / sqrt(1 + 3 * phi_j**2 / pi**2)

    def e(mu_j: float, phi_j: float) -> float:
        return 1 / (1 + exp(-g(phi_j) * (mu - mu_j)))

    # Step 3
    v = 1 / sum(g(phi_j) ** 2 * e(mu_j, phi_j) * (1 - e(mu_j, phi_j)) for mu_j, phi_j, _ in others)
    # Step 4
    gained = sum(g(phi_j) * (s - e(mu_j, phi_j)) for mu_j, phi_j, s in others)
    # Step 5
    sigma = find_volatility(sigma, phi=phi, v=v, delta=v * gained, t=t)
    # Step 6
    phi_star = min(sqrt(phi**2 + t * sigma**2), HIGHEST_DEVIATION / SCALE)
    # Step 7
    phi = 1 / sqrt(1 / phi_star**2 + 1 / v)
    mu = mu + phi**2 * gained
    # Step 8
    return Player(SCALE * mu + 1500, SCALE * phi, sigma)


def find_volatility(sigma: float, *, phi: float, v: float, delta: float, t: float) -> float:
    """Step 5: the Illinois search, with t·eˣ for eˣ."""
    if t == 0:
        return sigma
    a = log(sigma**2)

    def f(x: float) -> float:
        grown = t * exp(x)
        return grown * (delta**2 - phi**2 - v - grown) / (2 * (phi**2 + v + grown) ** 2) - (x - a) / TAU**2

    left = a
    if delta**2 > phi**2 + v:
        right = log((delta**2 - phi**2 - v) / t)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        right = a - k * TAU
    f_left, f_right = f(left), f(right)
    while abs(right - left) > CONVERGED:
        new = left + (left - right) * f_left / (f_right - f_left)
        f_new = f(new)
        if f_new * f_right <= 0:
            left, f_left = right, f_right
        else:
            f_left = f_left / 2
        right, f_right = new, f_new
    return exp(left / 2)
