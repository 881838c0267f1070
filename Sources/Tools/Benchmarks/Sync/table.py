"""What was measured, beside vdirsyncer and the goal."""

import statistics

from results import figure


def shown(values, unit):
    """`1.23 s (1.10..1.50)`; words stand for what could not be measured."""
    if isinstance(values, str):
        return values
    middle = figure(statistics.median(values)) if unit else f"{statistics.median(values):g}"
    if len(set(values)) == 1:
        return f"{middle} {unit}".strip()
    return f"{middle} {unit}".strip() + f" ({figure(min(values))}..{figure(max(values))})"


class Table:
    def __init__(self):
        self.lines = []

    def add(self, goal, what, unit, limit, own, other):
        """A line: what was measured of agenda and of vdirsyncer, each a list or words.

        `limit` is the most that is allowed, if there is a goal."""
        ratio, verdict = "", ""
        if not isinstance(own, str):
            value = statistics.median(own)
            if not isinstance(other, str) and value > 0:
                ratio = f"{figure(statistics.median(other) / value)} x"
            if limit is not None:
                verdict = "met" if value <= limit else "missed"
        must = "" if limit is None else f"<= {limit:g} {unit}".strip()
        self.lines.append((goal, what, shown(own, unit), shown(other, unit), ratio, must, verdict))

    def __str__(self):
        head = ("", "what", "agenda", "vdirsyncer", "ratio", "must be", "")
        rows = [head, *sorted(self.lines, key=lambda line: line[0])]
        widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
        title = "Medians (lowest..highest); ratio: vdirsyncer's median over agenda's"
        return "\n".join(["", title, *lines])
