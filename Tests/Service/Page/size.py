"""The page's bytes, compressed as a proxy would: what the list loads, what the calendar's views and the form load besides, and all
that the page has."""

import gzip
import re

# The goals. The calendar is list, week, day, month and columns, an event and its form; what is set up beside it is seldom opened.
MOST = {"the list": 60_000, "the calendar's views and the form": 90_000, "all that the page has": 115_000}
LANGUAGES = ("en", "de", "zh")
# What the views of the calendar and the form begin with, besides the list.
CALENDAR = ("grid.js", "eventform.js")

STATIC = r"from \"\./([\w.-]+)\""
# The style sheets of a view.
STYLED = r"styled\(\"([\w.-]+\.css)\""
# What is loaded when it is first used, and the style sheets of such views.
LATE = r"(?:import\(|URL\(|styled\()\"(?:\./)?([\w.-]+\.(?:js|css))\""


def check(report, world):
    service = world.service()
    sums = {}
    for language in LANGUAGES:
        html = service.ask("GET", "/", [("Accept-Language", language)]).text
        first = set(re.findall(r"/assets/[\w./-]+\.(?:js|css)", html))
        folder = next(name for name in first if name.endswith(".js")).rsplit("/", 1)[0]
        shell = len(gzip.compress(html.encode())) + size(service, "/sw.js")
        calendar = first | {f"{folder}/{name}" for name in CALENDAR}
        # The words of views that are seldom opened are named by their language.
        late = first | {f"{folder}/late-{language}.js"}
        for what, begin, pattern in (
            ("the list", first, STATIC),
            ("the calendar's views and the form", calendar, f"{STATIC}|{STYLED}"),
            ("all that the page has", late, f"{STATIC}|{LATE}"),
        ):
            sums[what, language] = shell + sum(size(service, name) for name in followed(service, begin, pattern))
        report.check(f"nothing comes from elsewhere, {language}", not re.search(r"(?:src|href)=\"(?:https?:)?//", html))
    for (what, language), total in sums.items():
        print(f"       {what}, {language}: {total / 1000:.1f} kB gzipped")
        report.check(f"{what}, {language}: at most {MOST[what] // 1000} kB", total <= MOST[what], f"{total} bytes")


def size(service, name):
    return len(gzip.compress(service.ask("GET", name).text.encode()))


def followed(service, names, pattern):
    """The files and those that they name, and so on."""
    found, rest = set(), list(names)
    while rest:
        name = rest.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".js"):
            folder = name.rsplit("/", 1)[0]
            for match in re.finditer(pattern, service.ask("GET", name).text):
                rest.append(f"{folder}/{next(filter(None, match.groups()))}")
    return found
