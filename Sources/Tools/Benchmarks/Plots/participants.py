"""Time against participants: what it costs to read a calendar whose events have ever more of them."""

import lines
from measurements import Measurements

NAME = "participants"


def draw(path, theme):
    return lines.draw(
        theme,
        Measurements(path),
        "Reading 488 days, by participants",
        "976 events with 0, 2, 20 and 100 participants each. Whole process, store warm, logarithmic scale;\n"
        "medians of runs by turns, with the middle half of the runs.",
        samples={count: f"x2p{count}" for count in (0, 2, 20, 100)},
        axis="participants per event",
        ticks=[0, 20, 40, 60, 80, 100],
        right=0.755,
    )
