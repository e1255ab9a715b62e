"""Reference values of the prediction-powered mean: prediction-powered.json. Drawn data, and the paper's formulas through
numpy's own means and variances, Student's quantile and Welch's degrees of freedom through scipy.

Run with numpy 2.4 and scipy 1.17: python3 make_prediction_powered.py > prediction-powered.json
"""

import json

import numpy as np
from scipy import stats

random = np.random.default_rng(20261130)


def plain(judge, label):
    labelled = ~np.isnan(label)
    f, off = judge[~labelled], (label - judge)[labelled]
    a, b = f.var(ddof=1) / len(f), off.var(ddof=1) / len(off)
    freedom = (a + b) ** 2 / (a**2 / (len(f) - 1) + b**2 / (len(off) - 1))
    return f.mean() + off.mean(), np.sqrt(a + b), freedom


def clustered(judge, label, cluster):
    labelled = ~np.isnan(label)
    f, off = judge[~labelled], (label - judge)[labelled]
    moved = np.zeros(len(judge))
    moved[~labelled] = (f - f.mean()) / len(f)
    moved[labelled] = (off - off.mean()) / len(off)
    names = np.unique(cluster)
    sums = np.array([moved[cluster == name].sum() for name in names])
    return f.mean() + off.mean(), np.sqrt(len(names) / (len(names) - 1) * (sums**2).sum()), len(names) - 1


cases = []
for items, share, clusters in [(40, 0.5, 0), (200, 0.1, 0), (500, 0.4, 0), (120, 0.25, 15), (60, 0.5, 60)]:
    truth = random.choice([-1, -0.5, 0, 0, 0, 0.5, 1], items)
    judge = np.clip(truth + random.choice([0, 0, 0, 0.5, -0.5], items) + 0.25 * (random.random(items) < 0.3), -1, 1)
    label = np.where(random.random(items) < share, truth, np.nan)
    cluster = random.integers(0, clusters, items) if clusters else None
    estimate, error, freedom = plain(judge, label) if cluster is None else clustered(judge, label, cluster)
    half = stats.t.ppf(0.975, freedom) * error
    cases.append(
        {
            "judge": judge.tolist(),
            "label": [None if np.isnan(one) else float(one) for one in label],
            "cluster": None if cluster is None else [f"c{one}" for one in cluster],
            "estimate": estimate,
            "standardError": error,
            "lo": estimate - half,
            "hi": estimate + half,
        }
    )
print(json.dumps({"cases": cases}, indent=1))
