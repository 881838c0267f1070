"""Search, and calendars on, off and alone."""

SHOWN = "[...document.querySelectorAll('.event')].filter((event) => getComputedStyle(event).display !== 'none').length"
SHOWN_OF = "[...document.querySelectorAll('.event.c-{0}')].filter((event) => getComputedStyle(event).display !== 'none').length"


def check(report, world):
    with world.tab() as tab:
        search(report, tab)
        calendars(report, tab)
        report.quiet(tab)


def search(report, tab):
    tab.press("/")
    report.check("/ goes to the search", tab.value("document.activeElement.name") == "q")
    tab.type("harbour")
    found = tab.becomes("document.querySelector('#panel[data-view=search] .results a b')?.textContent.includes('Harbour')")
    report.check("it finds while one types", found, tab.text("#panel"))
    report.check("and says how many", tab.says("found"), tab.text("#status"))
    report.check("the focus stays in the field", tab.value("document.activeElement.name") == "q")
    tab.press("ArrowDown")
    report.check("the arrow goes into what was found", tab.value("document.activeElement.matches('.results a')"))
    tab.press("Enter")
    report.check("Enter opens it", tab.becomes("document.querySelector('#panel[data-view=event]')"))
    day = tab.value("document.querySelector('#timeline a[aria-current]').closest('.day').id.slice(1)")
    report.check("the list is at its day", tab.day_at_top == day, f"{tab.day_at_top}, not {day}")
    tab.press("Escape", "/")
    tab.type("zzzzqq")
    report.check("it says when there is nothing", tab.says("Nothing found"), tab.text("#status"))
    tab.press("Escape", "Escape", "t")


def calendars(report, tab):
    all_of_them = tab.value(SHOWN)
    index = tab.value("[...document.querySelectorAll('#calendars li')].findIndex((item) => item.dataset.name === 'Team')")
    tab.press("s")
    tab.reach("#calendars li[data-name=Team] input")
    tab.press("Space")
    report.check("a calendar is off", tab.value(SHOWN_OF.format(index)) == 0, tab.value(SHOWN_OF.format(index)))
    report.check("the others stay", 0 < tab.value(SHOWN) < all_of_them, tab.value(SHOWN))
    tab.reload()
    report.check("it is off after a reload, too", tab.value(SHOWN_OF.format(index)) == 0)
    tab.reach("#calendars li[data-name=Team] button")
    tab.press("Enter")
    seen = tab.value(SHOWN)
    report.check("one calendar is alone", 0 < seen < all_of_them / 2, seen)
    counts = "document.getElementById('ribbon').getAttribute('aria-valuetext')"
    report.check("the bar counts it alone", tab.becomes(f"/: (no|1|[1-4]) event/.test({counts})"), tab.value(counts))
    tab.press("Enter")
    report.check("and all are there again", tab.value(SHOWN) == all_of_them, f"{tab.value(SHOWN)} of {all_of_them}")
