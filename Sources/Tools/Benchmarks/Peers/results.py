"""What the runs of a case took, and how it stands to what ran beside it."""

import dataclasses
import pathlib
import statistics


def milliseconds(seconds):
    return f"{seconds * 1e3:.1f}" if seconds < 0.1 else f"{seconds * 1e3:,.0f}"


def figure(number):
    """Three digits or more."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


@dataclasses.dataclass
class Ratio:
    """One case's time over another's, from the rounds in which both ran: the machine's noise hit both."""

    values: list

    @property
    def median(self):
        return statistics.median(self.values)

    @property
    def spread(self):
        return f"{figure(min(self.values))}..{figure(max(self.values))}"

    def __str__(self):
        return f"{figure(self.median)} x ({self.spread})"


@dataclasses.dataclass
class Result:
    """The seconds of each run, by the round in which it took place."""

    rounds: dict

    @property
    def median(self):
        return statistics.median(self.rounds.values())

    @property
    def spread(self):
        return f"{milliseconds(min(self.rounds.values()))}..{milliseconds(max(self.rounds.values()))}"

    def __str__(self):
        return f"{milliseconds(self.median):>9}  {self.spread:>19}  {len(self.rounds):>3}"

    def over(self, other):
        both = self.rounds.keys() & other.rounds.keys()
        return Ratio([self.rounds[turn] / other.rounds[turn] for turn in sorted(both)])


class Record:
    """Every run as a line of a file, from which plots are drawn; no file, no record."""

    def __init__(self, path: pathlib.Path | None):
        self.path = path
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("program\tsample\twhat\tround\tmilliseconds\n")

    def add(self, program, sample, what, result):
        if self.path:
            with self.path.open("a") as file:
                for turn, seconds in result.rounds.items():
                    file.write(f"{program}\t{sample}\t{what}\t{turn}\t{seconds * 1e3:.3f}\n")
