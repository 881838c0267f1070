"""Screenshots to look at, in .build/service: each store, three widths, light and dark."""

WIDTHS = {360: 740, 900: 900, 1600: 1000}


def check(report, world):
    widths = {360: 740, 1600: 1000} if world.quick else WIDTHS
    count = 0
    for name in world.stores:
        for width, height in widths.items():
            for scheme in ("light", "dark"):
                options = {"color_scheme": scheme, "width": width, "height": height}
                if name == "scripts":
                    options["locale"] = "zh-CN"
                with world.tab(world.service(name), **options) as tab:
                    tab.shot(world.place / f"{name}-{width}-{scheme}.png")
                    tab.press("n", "Enter")
                    tab.need("document.querySelector('#panel .actions, #panel .quiet')")
                    tab.shot(world.place / f"{name}-{width}-{scheme}-event.png")
                    count += 2
    report.check(f"{count} screenshots are in {world.place}", count > 0)
