"""The page's bytes, compressed as a proxy would: what the list loads, and what all views load."""

import gzip
import re

# What they were at last. The goals are 60 and 90 kB: the words of each language in a file of their own would bring the list there.
MOST = {"the list": 88_000, "all views": 119_000}

STATIC = r"from \"\./([\w.-]+)\""
# What is loaded when it is first used, and the style sheets of such views.
LATE = r"(?:import\(|URL\(|styled\()\"(?:\./)?([\w.-]+\.(?:js|css))\""


def check(report, world):
    service = world.service()
    html = service.ask("GET", "/").text
    first = set(re.findall(r"/assets/[\w./-]+\.(?:js|css)", html))
    # The document loads the program by this file alone.
    first |= {name.replace("start.js", "app.js") for name in first if name.endswith("/start.js")}
    shell = len(gzip.compress(html.encode())) + size(service, "/sw.js")
    sums = {
        "the list": shell + sum(size(service, name) for name in followed(service, first, STATIC)),
        "all views": shell + sum(size(service, name) for name in followed(service, first, f"{STATIC}|{LATE}")),
    }
    for what, total in sums.items():
        print(f"       {what}: {total / 1000:.1f} kB gzipped")
        report.check(f"{what}: at most {MOST[what] // 1000} kB", total <= MOST[what], f"{total} bytes")
    report.check("nothing comes from elsewhere", not re.search(r"(?:src|href)=\"(?:https?:)?//", html))


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
