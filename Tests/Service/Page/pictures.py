"""The pictures of the README: the samples' page, light and dark, on a day that has much of what the page can show."""

import io

from PIL import Image

DAY = "2026-11-24"
MOST = 150_000


def check(report, world):
    folder = world.root / "Sources/AgendaKit/AgendaKit.docc/Resources"
    for scheme, name in {"light": "page.png", "dark": "page~dark.png"}.items():
        options = {"color_scheme": scheme, "width": 1400, "height": 900}
        with world.tab(path=f"/?from={DAY}", **options) as tab:
            tab.page.locator(f"#d{DAY} a", has_text="Dentist").focus()
            tab.press("Enter")
            tab.need("document.querySelector('.copies')")
            tab.page.evaluate("document.activeElement.blur()")
            image = Image.open(io.BytesIO(tab.page.screenshot())).convert("RGB")
        # A palette: these are flat colours and text.
        # By coverage, so that the few pixels of an accent keep their colour.
        image.quantize(255, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(folder / name, optimize=True)
        size = (folder / name).stat().st_size
        report.check(f"{name} is small", size < MOST, f"{size} bytes")
