"""The page's bytes: all that a browser fetches before it can do everything, compressed as a proxy would."""

import gzip
import re

BUDGET = 60_000


def check(report, world):
    service = world.service()
    html = service.ask("GET", "/").text
    names = sorted(set(re.findall(r"/assets/[\w./-]+\.(?:js|css)", html)))
    # Modules name each other.
    for name in names:
        folder = name.rsplit("/", 1)[0]
        imports = re.findall(r"from \"\./([\w.]+)\"", service.ask("GET", name).text) if name.endswith(".js") else []
        names += sorted({f"{folder}/{module}" for module in imports} - set(names))
    names.append("/sw.js")
    kinds = {"html": len(gzip.compress(html.encode()))}
    for name in names:
        kind = name.rsplit(".", 1)[1]
        kinds[kind] = kinds.get(kind, 0) + len(gzip.compress(service.ask("GET", name).text.encode()))
    total = sum(kinds.values())
    parts = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in kinds.items())
    print(f"       {total / 1000:.1f} kB gzipped in {len(names) + 1} files ({parts})")
    report.check("the page is at most 60 kB", total <= BUDGET, f"{total} bytes")
    report.check("nothing comes from elsewhere", not re.search(r"(?:src|href)=\"(?:https?:)?//", html))
