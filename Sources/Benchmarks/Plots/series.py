"""The programs beside each other over many series: what it costs to read what repeats without end."""

from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from measurements import Measurements
from theme import duration, frame, tick, two_lines

NAME = "series"
SAMPLES = {"series5k": "one file", "folder5k": "5,000 files"}


def draw(path, theme):
    measured = Measurements(path)
    rows = [
        (program, sample, measured.spread(program, sample, "488 days"))
        for program in measured.programs()
        for sample in SAMPLES
        if program != "true"
    ]
    rows = sorted((row for row in rows if row[2]), key=lambda row: row[2][1])
    figure, axes = frame(
        theme,
        "Reading 488 days of 5,000 events, of which 250 repeat without end",
        "Whole process, store warm, logarithmic scale; medians of runs by turns, with the middle half of the runs.\n"
        "recurring-ical-events has no store: it reads the file and lists, in one.",
        height=1.85 + 0.55 * len(rows),
        left=0.27,
        right=0.9,
    )
    axes.grid(visible=False)
    axes.grid(axis="x", color=theme.grid, linewidth=0.8)
    axes.set_xscale("log")
    for place, (program, sample, (low, median, high)) in enumerate(rows):
        color = theme.color(program)
        axes.hlines(place, low, high, color=color, linewidth=1.4)
        axes.plot(median, place, color=color, marker="o", markersize=8)
        two_lines(axes, theme, (0, place), -10, program, SAMPLES[sample], ("axes fraction", "data"), ha="right")
        axes.annotate(
            duration(median), (high, place), (9, 0), textcoords="offset points", va="center", color=theme.text
        )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(10, 10 ** 5.2)
    axes.yaxis.set_major_locator(NullLocator())
    axes.xaxis.set_major_locator(FixedLocator([10.0**power for power in range(1, 6)]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(tick))
    return figure
