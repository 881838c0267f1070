"""Time against events: what follows the size of the store, and what follows the days that are shown."""

import math

from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from measurements import Measurements
from theme import duration, end_labels, frame, time_axis

NAME = "events"
LINES = (
    ("cold import", "cold import", "khal"),
    ("488 days", "agenda timeline", "agenda"),
    ("default view", "agenda list", "recurring"),
)
REMARKS = {"488 days": "488 days", "default view": "7 days"}


def events(sample):
    """big<M> has M times 100,000, big<K>k has K times 1,000."""
    return int(sample[3:-1]) * 1_000 if sample.endswith("k") else int(sample[3:]) * 100_000


def draw(path, theme):
    measured = Measurements(path)
    samples = sorted(measured.samples(), key=events)
    figure, axes = frame(
        theme,
        "Time against events in the store",
        "Events over twenty years: the more there are, the more lie in the days shown. Whole process,\n"
        "both scales logarithmic; medians of runs by turns, with the middle half of the runs.",
        right=0.785,
    )
    labels, everything, per_event = [], [], None
    for what, name, color in LINES:
        color = getattr(theme, color)
        found = [(events(sample), measured.spread("agenda", sample, what)) for sample in samples]
        found = [(count, *times) for count, times in found if times]
        if not found:
            continue
        counts, lows, medians, highs = zip(*found)
        everything += lows + highs
        if what == "cold import":
            # Clear of the import's line, above it.
            per_event = 2.2 * max(time / count for count, time in zip(counts, medians))
            everything.append(counts[-1] * per_event)
        axes.vlines(counts, lows, highs, color=color, linewidth=1.2, clip_on=False)
        axes.plot(counts, medians, color=color, linewidth=2.2, marker="o", markersize=5, clip_on=False)
        remark = ", ".join(part for part in (REMARKS.get(what), duration(medians[-1])) if part)
        labels.append((counts[-1], medians[-1], color, name, remark))
    time_axis(axes, everything)
    axes.set_xscale("log")
    axes.set_xlim(events(samples[0]) / 1.15, events(samples[-1]))
    axes.xaxis.set_major_locator(FixedLocator([10.0**power for power in range(3, 8)]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    axes.set_xlabel("events", color=theme.muted, size=9.5)
    if per_event:
        linear(axes, theme, (events(samples[0]), events(samples[-1])), per_event)
    end_labels(axes, theme, labels)
    return figure


def linear(axes, theme, ends, per_event):
    """A line for what costs ten times as much with ten times the events."""
    axes.plot(ends, [count * per_event for count in ends], color=theme.muted, linewidth=1, linestyle=(0, (4, 3)))
    middle = math.sqrt(ends[0] * ends[1])
    begin, end = (axes.transData.transform((count, count * per_event)) for count in ends)
    axes.annotate(
        "linear",
        (middle, middle * per_event),
        (0, 4),
        textcoords="offset points",
        rotation=math.degrees(math.atan2(end[1] - begin[1], end[0] - begin[0])),
        rotation_mode="anchor",
        ha="center",
        color=theme.muted,
        size=9,
    )
