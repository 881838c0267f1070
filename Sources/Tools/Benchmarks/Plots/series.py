"""The programs beside each other over many series: what it costs to read what repeats without end."""

from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from measurements import Measurements
from theme import duration, frame, rows, tick, two_lines

NAME = "series"
SAMPLES = {"series5k": "one file", "folder5k": "5,000 files"}


def draw(path, theme):
    measured = Measurements(path)
    values = [
        (program, sample, measured.spread(program, sample, "488 days"))
        for program in measured.programs()
        for sample in SAMPLES
        if program != "true"
    ]
    values = sorted((value for value in values if value[2]), key=lambda value: value[2][1])
    figure, axes = frame(
        theme,
        "Reading 488 days of 5,000 events, of which 250 repeat without end",
        "Whole process, store warm, logarithmic scale; medians of runs by turns, with the middle half of the runs.\n"
        "recurring-ical-events has no store: it reads the file and lists, in one.",
        height=1.85 + 0.55 * len(values),
        left=0.27,
        right=0.9,
    )
    rows(axes, theme, len(values))
    axes.set_xscale("log")
    for place, (program, sample, (low, median, high)) in enumerate(values):
        color = theme.color(program)
        axes.hlines(place, low, high, color=color, linewidth=1.4)
        axes.plot(median, place, color=color, marker="o", markersize=8)
        two_lines(axes, theme, (0, place), -10, program, SAMPLES[sample], ("axes fraction", "data"), ha="right")
        axes.annotate(
            duration(median), (high, place), (9, 0), textcoords="offset points", va="center", color=theme.text
        )
    axes.set_xlim(10, 10 ** 5.2)
    axes.xaxis.set_major_locator(FixedLocator([10.0**power for power in range(1, 6)]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(tick))
    return figure
