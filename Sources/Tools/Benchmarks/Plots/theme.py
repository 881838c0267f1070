"""How the charts look: colours for a light and a dark page, the frame, the ticks, and the files."""

import dataclasses
import re

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

# matplotlib's own font lays out the text, so that the layout is the same on every machine; readers see it in theirs.
matplotlib.rcParams.update(
    {"font.family": "DejaVu Sans", "font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "agenda"}
)
FAMILIES = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


@dataclasses.dataclass(frozen=True)
class Theme:
    suffix: str
    background: str
    text: str
    muted: str
    grid: str
    # Distinguishable also without seeing red or green.
    agenda: str
    khal: str
    calcurse: str
    recurring: str
    # A scale from the fewest to the most.
    ramp: tuple

    def color(self, program):
        return {
            "agenda": self.agenda,
            "khal": self.khal,
            "calcurse": self.calcurse,
            "recurring-ical-events": self.recurring,
        }[program]


LIGHT = Theme(
    suffix="",
    background="#ffffff",
    text="#1f2328",
    muted="#59636e",
    grid="#e4e8ec",
    agenda="#0969da",
    khal="#c2410c",
    calcurse="#a83a86",
    recurring="#0b7d62",
    ramp=("#e07b39", "#a83a86", "#0a3069"),
)
DARK = Theme(
    suffix="~dark",
    background="#0d1117",
    text="#f0f6fc",
    muted="#9aa4af",
    grid="#242b33",
    agenda="#58a6ff",
    khal="#ff9a5c",
    calcurse="#e79acb",
    recurring="#4fc9a4",
    ramp=("#ffb27a", "#e079c0", "#6cb0ff"),
)


def frame(theme, title, subtitle, height=4.5, panels=1, **margins):
    """A figure with its title above one axes or more, side by side; the height in inches."""
    figure = Figure(figsize=(7.8, height), facecolor=theme.background)
    figure.text(0.025, 1 - 0.22 / height, title, color=theme.text, size=14, weight="bold", va="top")
    figure.text(0.025, 1 - 0.55 / height, subtitle, color=theme.muted, size=9.5, va="top", linespacing=1.35)
    every = figure.subplots(1, panels, squeeze=False)[0]
    usual = {"left": 0.09, "right": 0.8, "top": 1 - 1.12 / height, "bottom": 0.58 / height}
    figure.subplots_adjust(**(usual | margins))
    for axes in every:
        axes.set_facecolor(theme.background)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.spines["bottom"].set_color(theme.muted)
        axes.tick_params(colors=theme.muted, length=0, labelsize=9.5)
        axes.grid(axis="y", color=theme.grid, linewidth=0.8)
        axes.set_axisbelow(True)
    return (figure, *every)


def rows(axes, theme, count):
    """Gives each of a chart's values a row, the first one on top; the scale is at the bottom alone."""
    axes.grid(visible=False)
    axes.grid(axis="x", color=theme.grid, linewidth=0.8)
    axes.set_ylim(count - 0.5, -0.5)
    axes.yaxis.set_major_locator(NullLocator())


def duration(milliseconds):
    """As short as it can be said: 8.4 ms, 152 ms, 2.3 s."""
    if milliseconds >= 1e3:
        return f"{milliseconds / 1e3:,.1f} s" if milliseconds < 99.5e3 else f"{milliseconds / 1e3:,.0f} s"
    return f"{milliseconds:.0f} ms" if milliseconds >= 10 else f"{milliseconds:.1f} ms"


def tick(milliseconds, _=None):
    return f"{milliseconds / 1e3:g} s" if milliseconds >= 1e3 else f"{milliseconds:g} ms"


def time_axis(axes, values):
    """A logarithmic axis of whole decades, or thirds of them when there are few, around all values."""
    axes.set_yscale("log")
    axes.set_ylim(min(values) / 1.5, max(values) * 1.6)
    decades = [10.0**power for power in range(-2, 7)]
    seen = [value for value in decades if axes.get_ylim()[0] <= value <= axes.get_ylim()[1]]
    ticks = decades if len(seen) > 2 else [value * step for value in decades for step in (1, 2, 5)]
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(tick))


def spread_out(positions, gap):
    """The positions of labels, moved apart where they are closer than the gap, in the order of the values."""
    order = sorted(range(len(positions)), key=lambda index: positions[index])
    moved = sorted(positions)
    for _ in range(200):
        for lower in range(len(moved) - 1):
            overlap = gap - (moved[lower + 1] - moved[lower])
            if overlap > 1e-6:
                moved[lower] -= overlap / 2
                moved[lower + 1] += overlap / 2
    return [position for _, position in sorted(zip(order, moved))]


def end_labels(axes, theme, labels, gap=27, offset=10):
    """Names at the right ends of the lines: (x, y, colour, name, remark below it); the gap is in points."""
    scale = 72 / axes.figure.dpi
    points = [axes.transData.transform((x, y)) * scale for x, y, *_ in labels]
    for (x, y, color, name, remark), point, height in zip(
        labels, points, spread_out([point[1] for point in points], gap)
    ):
        shift = height - point[1]
        for text, lift, style in (
            (name, 5.5 if remark else 0, {"weight": "bold", "size": 10, "color": color}),
            (remark, -6.5, {"size": 8.5, "color": theme.muted}),
        ):
            axes.annotate(text, (x, y), (offset, shift + lift), textcoords="offset points", va="center", **style)


def two_lines(axes, theme, point, offset, above, below, coordinates="data", **style):
    """A word that matters, and what it means below it."""
    for text, lift, kind in (
        (above, 6, {"color": theme.text, "weight": "bold"}),
        (below, -7, {"color": theme.muted, "size": 8.5}),
    ):
        axes.annotate(
            text, point, (offset, lift), coordinates, textcoords="offset points", va="center", **kind, **style
        )


def save(figure, folder, name, theme):
    """An SVG whose bytes depend on nothing but what it shows, and a PNG. Returns the path of the SVG."""
    stem = f"{name}{theme.suffix}"
    path = folder / f"{stem}.svg"
    # The first text is the title.
    figure.savefig(path, metadata={"Date": None, "Creator": None, "Title": figure.texts[0].get_text()})
    text = re.sub(r"font-family: [^;\"]*; ", "", path.read_text())
    text = text.replace("</style>", f" text{{font-family: {FAMILIES}}}</style>", 1)
    path.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n")
    figure.savefig(folder / f"{stem}.png", dpi=200)
    return path
