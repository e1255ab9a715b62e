"""The same bootstrap in numpy: reads the arrays from the standard input, prints seconds and intervals as JSON.

First line: {"resamples": R, "candidates": C, "parts": [units, ...]}; then, part after part, C x units numbers as
little-endian 64-bit floats. The draws are made in pieces of 16 MB: all at once they take 160 MB a part.
"""
import json
import sys
import time

import numpy

head = json.loads(sys.stdin.buffer.readline())
parts = [
    numpy.frombuffer(sys.stdin.buffer.read(8 * head["candidates"] * units), dtype="<f8").reshape(head["candidates"], units)
    for units in head["parts"]
]


def bootstrap(differences, generator):
    units = differences.shape[1]
    means = numpy.empty((differences.shape[0], head["resamples"]))
    step = max(1, (16 << 20) // (8 * units))
    for start in range(0, head["resamples"], step):
        stop = min(head["resamples"], start + step)
        drawn = generator.integers(0, units, size=(stop - start, units))
        for row, values in zip(means, differences):
            row[start:stop] = values[drawn].mean(axis=1)
    return means


best = None
for _ in range(head["repeats"]):
    generator = numpy.random.default_rng(1)
    started = time.perf_counter()
    intervals = [numpy.quantile(bootstrap(part, generator), [0.025, 0.975], axis=1).T.tolist() for part in parts]
    seconds = time.perf_counter() - started
    best = seconds if best is None else min(best, seconds)
print(json.dumps({"seconds": best, "intervals": intervals, "numpy": numpy.__version__}))
