"""Screenshots to look at, in .build/service: each view in four widths, light and dark, in three languages, with many events
and none, in titles of all scripts, printed, and in unusual surroundings."""

import re

import axe

WIDTHS = {360: 740, 900: 900, 1600: 1000, 2560: 1300}
UNUSUAL = {
    "forced": {"width": 1280, "height": 800, "forced_colors": "active"},
    "zoomed": {"width": 640, "height": 400, "device_scale_factor": 2},
    "touch": {"width": 820, "height": 1100, "has_touch": True, "is_mobile": True},
    **{
        f"{language}-{width}": {"width": width, "height": WIDTHS[width], "locale": language}
        for language in ("de-DE", "zh-CN") for width in (360, 1600)
    },
}  # fmt: skip


def check(report, world):
    service, empty = axe.filled(world), world.bare()
    every = {f"{width}-{scheme}": {"width": width, "height": height, "color_scheme": scheme}
             for width, height in WIDTHS.items() for scheme in ("light", "dark")}  # fmt: skip
    if world.quick:
        every = {name: every[name] for name in ("360-light", "1600-dark")}
    count = 0
    try:
        for name, options in (every | UNUSUAL).items():
            with world.tab(service, **options) as tab:
                count += taken(world, tab, name, axe.views(tab))
        for name, options in every.items():
            with world.tab(empty, **options) as tab:
                count += taken(world, tab, f"empty-{name}", nothing(tab))
            for store in ("scripts", "crowded"):
                with world.tab(world.service(store), locale="zh-CN" if store == "scripts" else "en-GB", **options) as tab:
                    tab.press("n", "Enter")
                    tab.need("document.querySelector('#panel .actions, #panel .quiet')")
                    count += taken(world, tab, f"{store}-{name}", ["event"])
                    count += taken(world, tab, f"{store}-{name}", axe.grids(tab))
        for name, printed in {"samples": service, "crowded": world.service("crowded")}.items():
            with world.tab(printed) as tab:
                count += taken(world, tab, f"printed-{name}", axe.grids(tab), on_paper)
    finally:
        service.__exit__()
        empty.__exit__()
    report.check(f"{count} screenshots are in {world.place}", count > 0)


def on_paper(tab, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    tab.page.pdf(path=str(path.with_suffix(".pdf")), format="A4", prefer_css_page_size=True)


def taken(world, tab, name, views, take=lambda tab, path: tab.shot(path)):
    """Takes a picture of each view; how many these are."""
    count = 0
    for view in views:
        take(tab, world.place / "shots" / f"{name}-{re.sub(r'[^a-z]+', '-', view.lower())}.png")
        count += 1
    return count


def nothing(tab):
    """The views without anything in them."""
    yield "the list"
    tab.press("/")
    tab.type("nothing is called so")
    tab.need("document.querySelector('#panel[data-view=search]')")
    yield "a search"
    for view in axe.VIEWS:
        tab.press("Escape", "Escape")
        tab.command(view)
        tab.need(f"document.querySelector('#panel[data-view={view}]')")
        yield view
    yield from axe.late(tab)
    for key in "wdm":
        tab.press("Escape", "t", key)
        tab.need("document.querySelector('#grid [data-heading]')")
        yield {"w": "the week", "d": "the day", "m": "the month"}[key]
