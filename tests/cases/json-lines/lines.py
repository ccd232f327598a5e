"""Reads JSON lines: each must be one whole object. Prints the keys of each, and values of those named."""
import json
import sys


def unique(pairs):
    assert len({key for key, _ in pairs}) == len(pairs), "a key is there twice"
    return dict(pairs)


data = sys.stdin.buffer.read().decode("utf-8")
assert data == "" or data.endswith("\n"), "the last line has no end"
for line in data.split("\n")[:-1]:
    row = json.loads(line, object_pairs_hook=unique)
    assert isinstance(row, dict), line
    shown = [f"{key}={json.dumps(row[key])}" if key in sys.argv[1:] else key for key in row]
    print(" ".join(shown if len(shown) < 30 else shown[:30]))
