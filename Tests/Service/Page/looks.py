"""The looks: one scale of space, three sizes of type, nothing cut or wider than the window, 44 pixels for fingers."""

import json
import re

import axe

PAGE = "Sources/AgendaService/Page"
SPACE = r"(?<![\w-])(?:padding|margin|gap|column-gap|row-gap)(?:-(?:block|inline))?(?:-(?:start|end))?: ([^;}]+)"
# A pixel is a line, and no space.
FREE = r"(?<![\w.-])(?!1px)\d*\.?\d+(?:px|rem|em)"
SIZES = """() => {
    const sizes = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const box = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !box.checkVisibility()) continue;
        const { fontSize } = getComputedStyle(box);
        if (!sizes.has(fontSize)) sizes.set(fontSize, box.outerHTML.slice(0, 80));
    }
    return [...sizes].sort((one, other) => parseFloat(one[0]) - parseFloat(other[0]));
}"""
# What has a box of its own; of a box to tick the label counts. Links in texts are as high as a line, the days of the small month
# are in a grid as wide as the screen allows, and what lies in an hour's grid is as high as it lasts.
LOW = """() => {
    const touched = "button, summary, select, .button, input:not([type=checkbox], [type=radio], [type=color]), label:has([type=checkbox], [type=radio]), .card";
    const seen = (box) => box.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const low = [...document.querySelectorAll(touched)].filter((box) => seen(box) && !box.closest("[inert], #grid, .day"));
    return low.filter((box) => box.getBoundingClientRect().height && box.getBoundingClientRect().height < 43.9)
        .map((box) => box.outerHTML.slice(0, 90));
}"""
CUT = """() => [...document.querySelectorAll("h1, h2, h3, button, .button, summary")]
    .filter((box) => box.checkVisibility() && box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1 && !box.closest("#grid :is(ol, .corner)"))
    .map((box) => box.outerHTML.slice(0, 90))"""
SCREENS = {
    "360": {"width": 360, "height": 740},
    "900": {"width": 900, "height": 900},
    "1600": {"width": 1600, "height": 1000},
    "2560": {"width": 2560, "height": 1300},
    "zoomed": {"width": 640, "height": 400, "device_scale_factor": 2},
    "German": {"width": 360, "height": 740, "locale": "de-DE"},
    "Chinese": {"width": 360, "height": 740, "locale": "zh-CN"},
}
FINGERS = {"has_touch": True, "is_mobile": True}


def check(report, world):
    for path in sorted((world.root / PAGE).glob("*.css")):
        written(report, path.name, path.read_text())
    service = axe.filled(world)
    # German has the longest words, and fingers the least room, on the narrowest screen.
    screens = {"German": SCREENS["German"]} if world.quick else SCREENS
    try:
        for name, options in screens.items():
            with world.tab(service, **options) as tab:
                for view in axe.views(tab):
                    seen(report, tab, f"{view}, {name}")
        for name, options in {name: SCREENS[name] for name in (("360",) if world.quick else ("360", "900"))}.items():
            with world.tab(service, **options, **FINGERS) as tab:
                for view in axe.views(tab):
                    low = tab.page.evaluate(LOW)
                    report.check(f"fingers, {view}, {name}", not low, "; ".join(low[:6]))
    finally:
        service.__exit__()


def written(report, name, text):
    """What the style sheet says: names of the scale and no lengths of its own."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    odd = [match[0] for match in re.finditer(SPACE, text) if re.search(FREE, match[1])]
    report.check(f"space is on the scale, {name}", not odd, "; ".join(odd[:9]))
    odd = [size for size in re.findall(r"font-size: ([^;}]+)", text) if size.strip() not in ("var(--small)", "var(--text)", "var(--large)", "inherit", "80%")]
    report.check(f"sizes of type are the three, {name}", not odd, "; ".join(odd[:9]))


def seen(report, tab, where):
    sizes = tab.page.evaluate(SIZES)
    report.check(f"three sizes of type, {where}", len(sizes) <= 3, json.dumps(sizes))
    cut = tab.page.evaluate(CUT)
    report.check(f"no name is cut, {where}", not cut, "; ".join(cut[:6]))
    report.check(f"it is not wider than the window, {where}", tab.too_wide <= 0, f"by {tab.too_wide} pixels")
