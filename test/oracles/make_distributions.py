"""Reference values of the distributions, to 17 digits, from their definitions at 60 digits: distributions.json.

Run with mpmath 1.3: python3 make_distributions.py > distributions.json
"""

import json

from mpmath import betainc, binomial, erfc, mp, mpf, sqrt

mp.dps = 60


def normal_cdf(x):
    return erfc(-x / sqrt(2)) / 2


def student_cdf(t, df):
    # Both forms are exact; the series of each converges where the other's does not.
    square = t * t
    if square < df:
        tail = (1 - betainc(mpf(1) / 2, df / 2, 0, square / (df + square), regularized=True)) / 2
    else:
        tail = betainc(df / 2, mpf(1) / 2, 0, df / (df + square), regularized=True) / 2
    return tail if t < 0 else 1 - tail


def quantile(cdf, p, low, high):
    """The root between two ends, by halving in steps that end far below a double's precision."""
    for _ in range(220):
        middle = (low + high) / 2
        if cdf(middle) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def reach(df):
    """Beyond every quantile asked for."""
    return mpf(10) ** 13 if float(df) < 6 else mpf(40)


def number(x):
    return float(mp.nstr(x, 17))


def mid_p(losses, gains):
    n, k = losses + gains, min(losses, gains)
    if losses == gains:
        return mpf(1)
    terms = [binomial(n, j) for j in range(k + 1)]
    return (2 * sum(terms) - terms[-1]) / mpf(2) ** n


normal_points = ["-37", "-20", "-8", "-3", "-2.5000001", "-2.5", "-2.4999999", "-1", "-1e-6", "1e-9", "0.3", "2", "2.5", "5"]
normal_shares = ["1e-300", "1e-100", "1e-16", "1e-5", "0.0062", "0.0063", "0.1", "0.4999999", "0.500001", "0.9", "0.999"]
freedoms = ["1", "2", "2.5", "5", "29", "199", "1999", "100000"]
student_points = ["-30", "-4", "-1", "-0.01", "1e-6", "0.5", "2", "12"]
student_shares = ["1e-12", "0.005", "0.2", "0.26", "0.49999", "0.6", "0.9", "0.975", "0.995"]
flips = [(0, 3), (1, 2), (7, 19), (0, 60), (120, 180), (500, 501), (900, 1200)]

print(
    json.dumps(
        {
            "normal_distribution": [
                {"x": float(x), "p": number(normal_cdf(mpf(float(x))))} for x in normal_points
            ],
            "normal_quantile": [
                {"p": float(p), "z": number(quantile(normal_cdf, mpf(float(p)), mpf(-40), mpf(40)))}
                for p in normal_shares
            ],
            "student_distribution": [
                {"t": float(t), "df": float(df), "p": number(student_cdf(mpf(float(t)), mpf(df)))}
                for df in freedoms
                for t in student_points
            ],
            "student_quantile": [
                {
                    "p": float(p),
                    "df": float(df),
                    "t": number(
                        quantile(lambda t, df=df: student_cdf(t, mpf(df)), mpf(float(p)), -reach(df), reach(df))
                    ),
                }
                for df in freedoms
                for p in student_shares
            ],
            "mid_p": [{"losses": b, "gains": c, "p": number(mid_p(b, c))} for b, c in flips],
        },
        indent=1,
    )
)
