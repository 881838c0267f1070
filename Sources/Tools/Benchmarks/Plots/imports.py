"""Cold import against libical's floor: the whole import beside the mere parsing of the same bytes."""

from matplotlib.ticker import FuncFormatter

from measurements import Measurements
from theme import duration, frame, rows, two_lines

NAME = "import"
SAMPLES = {
    "x2": ("x2", "976 events, 2 participants each"),
    "x2p100": ("x2p100", "976 events, 100 participants each"),
    "series5k": ("series5k", "5,000 events, some endless series"),
    "outlook5k": ("outlook5k", "the same with Outlook's lines"),
    "apple5k": ("apple5k", "the same with Apple's lines"),
    "google5k": ("google5k", "the same with Google's lines"),
    "big1": ("big1", "100,000 events over 20 years"),
}


def draw(path, theme):
    measured = Measurements(path)
    values = []
    for sample, names in SAMPLES.items():
        ratio = measured.ratio("agenda", "libical", sample, "cold import")
        if ratio:
            times = [measured.spread(program, sample, "cold import")[1] for program in ("agenda", "libical")]
            values.append((names, ratio, times))
    figure, axes = frame(
        theme,
        "Cold import against libical’s floor",
        "From a file to a committed store, as a multiple of the processor time in which a program merely parses the\n"
        "same bytes with libical. Medians of runs by turns, with the middle half of the runs.",
        height=1.75 + 0.62 * len(values),
        left=0.3,
        right=0.955,
    )
    rows(axes, theme, len(values))
    furthest = max([ratio[2] for _, ratio, _ in values] + [1])
    for place, ((name, description), (low, median, high), (own, floor)) in enumerate(values):
        axes.barh(place, median, height=0.5, color=theme.agenda)
        axes.hlines(place, low, high, color=theme.text, linewidth=1.2)
        two_lines(axes, theme, (0, place), -10, name, description, ha="right")
        times = f"{median:.1f} ×" if median >= 1 else f"{median:.2f} ×"
        two_lines(axes, theme, (max(high, 1), place), 8, times, f"{duration(own)} / {duration(floor)}")
    axes.axvline(1, color=theme.khal, linewidth=1.8)
    style = {"color": theme.khal, "weight": "bold", "size": 9, "ha": "center"}
    axes.annotate("libical parses", (1, -0.5), (0, 5), textcoords="offset points", **style)
    axes.set_xlim(0, furthest * 1.3)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda times, _: f"{times:g} ×"))
    return figure
