"""Time against participants: what it costs to read a calendar whose events have ever more of them."""

from matplotlib.ticker import FixedLocator

from measurements import Measurements
from theme import duration, end_labels, frame, time_axis

NAME = "participants"
COUNTS = (0, 2, 20, 100)


def draw(path, theme):
    measured = Measurements(path)
    figure, axes = frame(
        theme,
        "Reading 488 days, by participants",
        "976 events with 0, 2, 20 and 100 participants each. Whole process, store warm, logarithmic scale;\n"
        "medians of runs by turns, with the middle half of the runs.",
        right=0.755,
    )
    labels, everything = [], []
    for program in measured.programs():
        found = [(count, measured.spread(program, f"x2p{count}", "488 days")) for count in COUNTS]
        found = [(count, *times) for count, times in found if times]
        if program == "true" or not found:
            continue
        counts, lows, medians, highs = zip(*found)
        everything += lows + highs
        color, is_own = theme.color(program), program == "agenda"
        axes.vlines(counts, lows, highs, color=color, linewidth=1.2, clip_on=False)
        width = 2.6 if is_own else 1.6
        axes.plot(counts, medians, color=color, linewidth=width, marker="o", markersize=5, clip_on=False)
        labels.append((counts[-1], medians[-1], color, program, f"{duration(medians[0])} → {duration(medians[-1])}"))
    axes.set_xlabel("participants per event", color=theme.muted, size=9.5)
    axes.xaxis.set_major_locator(FixedLocator([0, 20, 40, 60, 80, 100]))
    axes.set_xlim(-2, 100)
    time_axis(axes, everything)
    end_labels(axes, theme, labels)
    return figure
