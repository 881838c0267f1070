"""A line for each program: its time for 488 days against something that grows."""

from matplotlib.ticker import FixedLocator

from theme import duration, end_labels, frame, time_axis


def draw(theme, measured, title, subtitle, samples, axis, ticks, **margins):
    """`samples` has the name of the sample of each number."""
    figure, axes = frame(theme, title, subtitle, **margins)
    labels, everything = [], []
    for program in measured.programs():
        found = [(count, measured.spread(program, sample, "488 days")) for count, sample in samples.items()]
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
    first, last = min(samples), max(samples)
    axes.set_xlabel(axis, color=theme.muted, size=9.5)
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.set_xlim(first - (last - first) / 50, last)
    time_axis(axes, everything)
    end_labels(axes, theme, labels)
    return figure
