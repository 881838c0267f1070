"""Screenshots to look at, in .build/service: each view in four widths, light and dark, and in unusual surroundings."""

import re

import axe

WIDTHS = {360: 740, 900: 900, 1600: 1000, 2560: 1300}
UNUSUAL = {
    "forced": {"width": 1280, "height": 800, "forced_colors": "active"},
    "zoomed": {"width": 640, "height": 400, "device_scale_factor": 2},
    "touch": {"width": 820, "height": 1100, "has_touch": True, "is_mobile": True},
}


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
            with world.tab(world.service("scripts"), locale="zh-CN", **options) as tab:
                tab.press("n", "Enter")
                tab.need("document.querySelector('#panel .actions, #panel .quiet')")
                count += taken(world, tab, f"scripts-{name}", ["event"])
    finally:
        service.__exit__()
        empty.__exit__()
    report.check(f"{count} screenshots are in {world.place}", count > 0)


def taken(world, tab, name, views):
    """Takes a picture of each view; how many these are."""
    count = 0
    for view in views:
        tab.shot(world.place / "shots" / f"{name}-{re.sub(r'[^a-z]+', '-', view.lower())}.png")
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
