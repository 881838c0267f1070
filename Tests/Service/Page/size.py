"""The page's bytes, compressed as a proxy would: what the list loads, and what all views load."""

import gzip
import re

# The goals.
MOST = {"the list": 60_000, "all views": 100_000}
LANGUAGES = ("en", "de", "zh")

STATIC = r"from \"\./([\w.-]+)\""
# What is loaded when it is first used, and the style sheets of such views.
LATE = r"(?:import\(|URL\(|styled\()\"(?:\./)?([\w.-]+\.(?:js|css))\""


def check(report, world):
    service = world.service()
    sums = {}
    for language in LANGUAGES:
        html = service.ask("GET", "/", [("Accept-Language", language)]).text
        first = set(re.findall(r"/assets/[\w./-]+\.(?:js|css)", html))
        shell = len(gzip.compress(html.encode())) + size(service, "/sw.js")
        for what, pattern in {"the list": STATIC, "all views": f"{STATIC}|{LATE}"}.items():
            sums[what, language] = shell + sum(size(service, name) for name in followed(service, first, pattern))
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
