"""Narrow, zoomed, printed, in forced colours, in the dark, and without motion."""

VIEWS = ("conflicts", "free", "history", "problems", "help", "date")


def check(report, world):
    for name in world.stores:
        service = world.service(name)
        with world.tab(service, width=360, height=740) as tab:
            narrow(report, tab, f"{name}, 360 wide")
        # What 200 % zoom makes of a window of 1280 by 800.
        with world.tab(service, width=640, height=400, device_scale_factor=2) as tab:
            narrow(report, tab, f"{name}, 200 %")
    fingers(report, world)
    looks(report, world)
    printed(report, world)


def narrow(report, tab, where):
    wide = {"list": tab.too_wide}
    tab.press("n", "Enter")
    tab.need("document.querySelector('#panel .details')")
    wide["event"] = tab.too_wide
    tab.press("Escape", "c")
    tab.need("document.querySelector('#panel input[name=words]')")
    wide["new"] = tab.too_wide
    tab.press("Escape")
    for view in VIEWS:
        tab.command(view)
        tab.need(f"document.querySelector('#panel[data-view={view}]')")
        panel = tab.value("document.getElementById('panel').scrollWidth - document.getElementById('panel').clientWidth")
        wide[view] = max(tab.too_wide, panel)
        tab.press("Escape")
    worst = {view: pixels for view, pixels in wide.items() if pixels > 0}
    report.check(f"{where}: nothing scrolls sideways", not worst, worst)
    small = tab.value("""[...document.querySelectorAll('#bar button, #bar input')].filter((control) =>
        control.checkVisibility() && (control.getBoundingClientRect().height < 24 || control.getBoundingClientRect().right > innerWidth))
        .map((control) => control.outerHTML.slice(0, 60))""")
    report.check(f"{where}: the bar can be used", not small, small)
    report.quiet(tab)


def fingers(report, world):
    """Whatever can be touched is 44 pixels high, except links in running text."""
    with world.tab(width=820, height=1100, has_touch=True, is_mobile=True) as tab:
        small, over = {}, tab.value("""['bar', 'view'].filter((id) => {
            const boxes = [...document.getElementById(id).children].filter((child) => child.checkVisibility()).map((child) => child.getBoundingClientRect());
            return boxes.some((one, index) => boxes.slice(index + 1).some((other) => one.left < other.right - 2 && other.left < one.right - 2 && one.top < other.bottom - 2 && other.top < one.bottom - 2));
        })""")
        report.check("nothing in the bar lies over another", not over, over)
        look = lambda: tab.value("""[...document.querySelectorAll('button, .button, input, select, textarea, summary, .event > a')].filter((control) => {
            const box = (control.matches('[type=checkbox], [type=radio]') ? control.closest('label') : control).getBoundingClientRect();
            return control.checkVisibility() && box.height && box.top < innerHeight && box.bottom > 0 && Math.min(box.height, box.width) < 43.5;
        }).map((control) => control.outerHTML.slice(0, 70))""")
        small["list"] = look()
        tab.press("n", "Enter")
        tab.need("document.querySelector('#panel .details')")
        small["event"] = look()
        tab.press("Escape", "c")
        tab.need("document.querySelector('#panel input[name=words]')")
        small["new"] = look()
        for view in (*VIEWS, "manage", "devices", "todos", "invitations"):
            tab.command(view)
            tab.need(f"document.querySelector('#panel[data-view={view}]')")
            small[view] = look()
        found = {view: controls[:3] for view, controls in small.items() if controls}
        report.check("fingers meet what they touch", not found, found)


def looks(report, world):
    ground = "getComputedStyle(document.body).backgroundColor"
    with world.tab(color_scheme="dark") as tab:
        report.check("it is dark in the dark", tab.value(ground) == "rgb(21, 23, 26)", tab.value(ground))
    with world.tab(reduced_motion="reduce") as tab:
        moving = tab.value("""[...document.querySelectorAll('*')].filter((element) =>
            getComputedStyle(element).transitionDuration !== '0s' || getComputedStyle(element).animationName !== 'none').length""")
        report.check("nothing moves where motion is reduced", moving == 0, f"{moving} elements")
    with world.tab(forced_colors="active") as tab:
        bar = "getComputedStyle(document.querySelector('.event > a'), '::before').backgroundColor"
        report.check("calendars keep their colours in forced colours", tab.value(bar) not in ("rgb(255, 255, 255)", "rgb(0, 0, 0)"), tab.value(bar))
        tab.press("n")
        outline = tab.value("getComputedStyle(document.activeElement).outlineStyle")
        report.check("and the focus is seen", outline != "none", outline)
        tab.shot(world.place / "forced-colours.png")


def printed(report, world):
    with world.tab() as tab:
        tab.page.emulate_media(media="print")
        shown = tab.value("""[...document.querySelectorAll('#bar > *, #side, #panel, #status')].filter((box) => box.checkVisibility()).map(({ id }) => id)""")
        report.check("only the month's name and the list are printed", shown == ["month-in-view"], shown)
        first = tab.value("[...document.querySelectorAll('.day')].find((day) => day.checkVisibility())?.matches('.today')")
        report.check("from today on", first)
        pages = tab.page.pdf(path=str(world.place / "print.pdf"), prefer_css_page_size=True)
        report.check("on paper, too", pages.startswith(b"%PDF") and len(pages) > 20_000, len(pages))
