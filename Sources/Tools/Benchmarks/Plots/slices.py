"""The slice sweep: how the 488 days are best divided among readers."""

import csv

from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from theme import frame, time_axis

NAME = "slices"
TITLES = {"x2": "x2: 2 events a day", "series5k": "series5k: 5,000 events, 5 % series"}


def read(path):
    """The points of each line, by sample and number of readers: days of a slice, median, best, worst."""
    found = {}
    with path.open() as file:
        for sample, days, readers, *times, _ in list(csv.reader(file, delimiter="\t"))[1:]:
            line = found.setdefault(sample, {}).setdefault(int(readers), [])
            line.append((int(days), *map(float, times)))
    return found


def draw(path, theme):
    found = read(path)
    figure, *every = frame(
        theme,
        "Reading 488 days in slices",
        "One line for each number of readers, dashed at 61 days a slice. Warm store, within the process; medians of\n"
        "runs by turns; both scales logarithmic.",
        panels=len(found),
        right=0.965,
        top=0.71,
        wspace=0.2,
    )
    counts = sorted({readers for lines in found.values() for readers in lines})
    ramp = LinearSegmentedColormap.from_list("readers", theme.ramp)
    colors = {readers: ramp(place / max(len(counts) - 1, 1)) for place, readers in enumerate(counts)}
    key(figure, theme, colors)
    for axes, (sample, lines) in zip(every, found.items()):
        axes.set_title(TITLES.get(sample, sample), loc="left", color=theme.text, size=9.5, pad=8)
        panel(axes, theme, lines, colors)
    return figure


def key(figure, theme, colors):
    """The numbers of readers in the colours of their lines, at the upper right."""
    right, step = 0.965, 0.021
    for place, (readers, color) in enumerate(reversed(colors.items())):
        figure.text(right - place * step, 0.95, readers, color=color, weight="bold", ha="right", va="top", size=11)
    figure.text(right - len(colors) * step - 0.005, 0.95, "readers", color=theme.muted, ha="right", va="top")


def panel(axes, theme, lines, colors):
    days = sorted({point[0] for line in lines.values() for point in line})
    axes.set_xscale("log")
    axes.set_xlim(days[0] / 1.2, days[-1] * 1.2)
    axes.xaxis.set_major_locator(FixedLocator(days))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:g}"))
    axes.set_xlabel("days per slice", color=theme.muted, size=9.5)
    time_axis(axes, [point[1] for line in lines.values() for point in line])
    if 61 in days:
        axes.axvline(61, color=theme.muted, linewidth=1, linestyle=(0, (4, 3)))
    for readers, line in sorted(lines.items()):
        lengths, medians, *_ = zip(*sorted(line))
        axes.plot(lengths, medians, color=colors[readers], linewidth=1.7, marker="o", markersize=3.5)
