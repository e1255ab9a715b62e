"""Reference values of sizes and powers among several tests: holm-sizes.json. Quantiles and probabilities of Python's own
normal distribution; the size is searched for, one item at a time, as the first whose power suffices.

Run with Python 3.11: python3 make_holm_sizes.py > holm-sizes.json
"""

import json
from statistics import NormalDist

normal = NormalDist()


def power(variance, difference, items, tests):
    return normal.cdf(difference / (variance / items) ** 0.5 - normal.inv_cdf(1 - 0.05 / tests / 2))


cases = []
for variance in (0.01, 0.1, 0.23):
    for difference in (0.02, 0.04):
        for tests in (1, 2, 7, 40):
            for wanted in (0.8, 0.95):
                items = 1
                while power(variance, difference, items, tests) < wanted:
                    items += 1
                cases.append(
                    {
                        "variance": variance,
                        "difference": difference,
                        "tests": tests,
                        "wanted": wanted,
                        "items": items,
                        "power": power(variance, difference, items, tests),
                        "half": power(variance, difference, max(1, items // 2), tests),
                    }
                )
print(json.dumps(cases, indent=1))
