"""Time against sources that hold the same events: what it costs to show each event once."""

import lines
from measurements import Measurements

NAME = "copies"


def draw(path, theme):
    return lines.draw(
        theme,
        Measurements(path),
        "Reading 488 days, by sources with the same events",
        "2,440 events that one, two and four sources have: agenda shows each once, khal once for each source.\n"
        "Whole process, store warm, logarithmic scale; medians of runs by turns, with their middle half.",
        samples={count: f"copies{count}" for count in (1, 2, 4)},
        axis="sources",
        ticks=[1, 2, 4],
        right=0.785,
    )
