"""What `run` passes on: where the programs are, and what is to be measured how often."""

import argparse
import pathlib

# The parts in the order of measurement; by default all but the last two.
PARTS = ("loads", "lists", "participants", "parsing", "sizes", "growth", "copies")
COMPARED = ("x2", "x2p0", "x2p100", "series5k", "folder5k")


def names(text):
    return list(dict.fromkeys(name for name in text.split(",") if name))


def parts(text):
    found = names(text)
    if unknown := set(found) - set(PARTS):
        raise argparse.ArgumentTypeError(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return found


def at_least_one(text):
    if (number := int(text)) < 1:
        raise ValueError
    return number


def parsed():
    options = argparse.ArgumentParser(prog="bench-peers", usage=argparse.SUPPRESS)
    for name in ("agenda", "generator", "place"):
        options.add_argument(f"--{name}", required=True, type=pathlib.Path)
    for name in ("khal", "calcurse", "recurring", "floor", "sqlite3", "tsv"):
        options.add_argument(f"--{name}", type=pathlib.Path)
    options.add_argument("--runs", type=at_least_one, default=10)
    options.add_argument("--least", type=at_least_one, default=3)
    options.add_argument("--cap", type=float, default=60)
    options.add_argument("--parts", type=parts, default=list(PARTS[:-2]))
    options.add_argument("--samples", type=names, default=list(COMPARED))
    options.add_argument("--big10", action="store_true")
    for name in ("version", "missing"):
        options.add_argument(f"--{name}", action="append", default=[])
    return options.parse_args()
