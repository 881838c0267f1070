"""A node of a bank by the number of users that there are: how long an answer takes, and what memory it has."""

import csv

from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from theme import duration, end_labels, frame, tick

NAME = "users"
TIMES = {"cold": "read, closed", "news": "nothing new", "warm": "read, open", "start": "start"}
MEMORY = {"idle": "started", "busy": "50 open"}


def read(path):
    """By what was measured the values, by users."""
    found = {}
    with path.open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found.setdefault(row["what"], {})[int(row["users"])] = float(row["value"])
    return found


def draw(path, theme):
    found = read(path)
    figure, times, memory = frame(
        theme,
        "A node of a bank, by the number of its users",
        "Of whom 50 ask. A calendar that is not open on the node is made anew of the bank for its first answer.\n"
        "Medians; logarithmic scales but for memory.",
        panels=2,
        right=0.835,
        top=0.71,
        wspace=1.1,
    )
    times.set_yscale("log")
    lines(times, theme, {name: found[what] for what, name in TIMES.items()}, duration)
    # The lowest label is two lines high.
    times.set_ylim(bottom=1)
    times.yaxis.set_major_locator(FixedLocator([1, 10, 100, 1_000]))
    times.yaxis.set_major_formatter(FuncFormatter(tick))
    memory.set_ylim(0, 1.2 * max(value for what in MEMORY for value in found[what].values()))
    lines(memory, theme, {name: found[what] for what, name in MEMORY.items()}, mebibytes)
    memory.yaxis.set_major_formatter(FuncFormatter(mebibytes))
    return figure


def mebibytes(value, _=None):
    return f"{value:.0f} MiB"


def lines(axes, theme, found, said):
    """A line for each measure, with its name and its first and last value at the end."""
    labels = []
    for color, (name, values) in zip((theme.agenda, theme.khal, theme.calcurse, theme.recurring), found.items()):
        counts, measured = zip(*sorted(values.items()))
        axes.plot(counts, measured, color=color, linewidth=2, marker="o", markersize=5, clip_on=False)
        labels.append((counts[-1], measured[-1], color, name, f"{said(measured[0])} → {said(measured[-1])}"))
    axes.set_xscale("log")
    axes.set_xlabel("users", color=theme.muted, size=9.5)
    axes.xaxis.set_major_locator(FixedLocator(counts))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_locator(NullLocator())
    end_labels(axes, theme, labels)
