"""Boundaries of looks that spend alpha as O'Brien and Fleming's do: alpha-spending.json. Another way than the program's: on
the scale of Z, by the trapezoidal rule on a grid of its own, with nothing but the standard library.

Run with Python 3.11: python3 make_alpha_spending.py > alpha-spending.json
The equally spaced ones agree with those that are printed for this spending function (2.963 and 1.969; 4.877, 3.357, 2.680,
2.290 and 2.031), which is checked here.
"""

import json
from math import erfc, exp, pi, sqrt
from statistics import NormalDist

normal = NormalDist()


def above(z):
    return erfc(z / sqrt(2)) / 2


def spent(t, alpha):
    return 4 * above(normal.inv_cdf(1 - alpha / 4) / sqrt(t))


def boundaries(times, alpha, points=1200):
    found, grid, density = [], None, None
    for k, t in enumerate(times):
        chance = spent(t, alpha) - (spent(times[k - 1], alpha) if k else 0)
        if k:
            # Z_k = r Z_{k-1} + sqrt(1 - r^2) e, r = sqrt(t_{k-1} / t_k)
            r = sqrt(times[k - 1] / t)
            rest = sqrt(1 - r * r)

        def beyond(b):
            if not k:
                return 2 * above(b)
            return sum(w * (above((b - r * z) / rest) + above((b + r * z) / rest)) for z, w in zip(grid, density))

        low, high = 0.0, 8.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if beyond(middle) > chance else (low, middle)
        found.append(high)
        end = min(high, 7.5)
        width = 2 * end / points
        zs = [-end + i * width for i in range(points + 1)]
        if k:
            scale = rest * sqrt(2 * pi)
            values = [sum(w * exp(-(((z - r * u) / rest) ** 2) / 2) for u, w in zip(grid, density)) / scale for z in zs]
        else:
            values = [exp(-z * z / 2) / sqrt(2 * pi) for z in zs]
        ends = {0, points}
        grid, density = zs, [v * width * (0.5 if i in ends else 1) for i, v in enumerate(values)]
    return found


printed = {2: [2.963, 1.969], 5: [4.877, 3.357, 2.680, 2.290, 2.031]}
cases = []
for times, alpha in [
    ([1.0], 0.05),
    ([0.5, 1.0], 0.05),
    ([0.2, 0.4, 0.6, 0.8, 1.0], 0.05),
    ([0.1, 0.15, 0.7, 1.0], 0.05),
    ([0.33, 0.9, 0.95], 0.05),
    ([0.25, 0.5, 1.0], 0.01),
]:
    values = boundaries(times, alpha)
    if alpha == 0.05 and times == [(i + 1) / len(times) for i in range(len(times))] and len(times) in printed:
        assert all(abs(a - b) < 6e-4 for a, b in zip(values, printed[len(times)])), values
    cases.append({"shares": times, "alpha": alpha, "boundaries": values, "spent": [spent(t, alpha) for t in times]})
print(json.dumps(cases, indent=1))
