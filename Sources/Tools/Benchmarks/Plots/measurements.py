"""What the plots show: the files that `run` collected."""

import csv
import statistics


class Measurements:
    """The milliseconds of each round, by program, sample and what was measured."""

    def __init__(self, path):
        self.rounds = {}
        with path.open() as file:
            for row in csv.DictReader(file, delimiter="\t"):
                key = row["program"], row["sample"], row["what"]
                self.rounds.setdefault(key, {})[int(row["round"])] = float(row["milliseconds"])

    def programs(self):
        """In the order in which they were measured."""
        return list(dict.fromkeys(program for program, _, _ in self.rounds))

    def samples(self):
        return list(dict.fromkeys(sample for _, sample, _ in self.rounds))

    def spread(self, program, sample, what):
        """The median between the bounds of the middle half; None if it was not measured."""
        rounds = self.rounds.get((program, sample, what))
        return spread(rounds.values()) if rounds else None

    def ratio(self, program, other, sample, what):
        """The same of one program's time over another's, from the rounds in which both ran."""
        one, two = (self.rounds.get((name, sample, what), {}) for name in (program, other))
        ratios = [one[turn] / two[turn] for turn in one.keys() & two.keys()]
        return spread(ratios) if ratios else None


def spread(values):
    values = list(values)
    quartiles = statistics.quantiles(values, method="inclusive") if len(values) > 1 else values * 3
    return tuple(quartiles)
