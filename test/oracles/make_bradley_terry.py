"""Reference strengths of Bradley and Terry's model by maximum likelihood (scipy's trust-exact), another way than Hunter's
rounds: bradley-terry.json.

Run with numpy 2.4 and scipy 1.17: python3 make_bradley_terry.py > bradley-terry.json
"""

import json

import numpy as np
from scipy.optimize import minimize


def strengths(wins):
    size = len(wins)
    total = wins.sum(axis=1)
    met = wins + wins.T

    def spread(free):
        return np.concatenate(([0.0], free))

    def value(free):
        b = spread(free)
        return -sum(
            wins[i, j] * -np.logaddexp(0, b[j] - b[i]) for i in range(size) for j in range(size) if i != j
        )

    def chance(b):
        return 1 / (1 + np.exp(b[None, :] - b[:, None]))

    def slope(free):
        b = spread(free)
        return -(total - (met * chance(b)).sum(axis=1))[1:]

    def curve(free):
        b = spread(free)
        p = chance(b)
        w = met * p * (1 - p)
        h = np.diag(w.sum(axis=1)) - w
        return h[1:, 1:]

    found = minimize(value, np.zeros(size - 1), jac=slope, hess=curve, method="trust-exact", options={"gtol": 1e-13})
    free = found.x
    # Newton's last steps, to the end of what doubles hold.
    for _ in range(5):
        free = free - np.linalg.solve(curve(free), slope(free))
    return spread(free)


def case(name, wins):
    wins = np.array(wins, dtype=float)
    return {"name": name, "wins": wins.ravel().tolist(), "size": len(wins), "strengths": strengths(wins).tolist()}


random = np.random.default_rng(20261130)
dense = random.integers(1, 40, (6, 6)).astype(float) / 2
np.fill_diagonal(dense, 0)
star = np.zeros((5, 5))
for other in range(1, 5):
    star[0, other] = random.integers(1, 60)
    star[other, 0] = random.integers(1, 60) + 0.5
chain = np.zeros((4, 4))
for at in range(3):
    chain[at, at + 1] = 30
    chain[at + 1, at] = 0.5

print(
    json.dumps(
        [
            case("two", [[0, 37.5], [22.5, 0]]),
            case(
                "seven",
                [
                    [0, 7, 9, 7, 7, 9, 11],
                    [6, 0, 7, 5, 11, 9, 9],
                    [4, 6, 0, 7, 7, 8, 12],
                    [6, 8, 6, 0, 6, 7, 10],
                    [6, 2, 6, 7, 0, 7, 12],
                    [4, 4, 5, 6, 6, 0, 6],
                    [2, 4, 1, 3, 1, 7, 0],
                ],
            ),
            case("dense", dense),
            case("star", star),
            case("chain", chain),
        ],
        indent=1,
    )
)
