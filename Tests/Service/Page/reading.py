"""The list and the ways through it."""

import datetime
import json

import stores

TODAY = "document.querySelector('.day.today')"
BAR = "parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)"
# Where today is in each frame that is drawn, from the first one on.
WATCH = """{
    window.places = [];
    const look = () => {
        const today = document.querySelector(".day.today");
        if (today && performance.getEntriesByType("paint").length) places.push(Math.round(today.getBoundingClientRect().top));
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


def check(report, world):
    for width, height in ((1280, 800), (360, 740)):
        with world.tab(width=width, height=height, before=WATCH) as tab:
            places = sorted(set(tab.value("places")))
            report.check(f"nothing jumps while the page loads, {width} wide", places[-1] - places[0] <= 1, f"today is at {places}")
    with world.tab() as tab:
        whole_list(report, tab)
        widths(report, tab)
        keys(report, tab)
        month(report, tab)
        ribbon(report, tab)
        report.quiet(tab)
    with world.tab(world.service("crowded")) as tab:
        now(report, tab)
        report.quiet(tab)


def whole_list(report, tab):
    today = stores.today().isoformat()
    top = tab.value(f"{TODAY}.getBoundingClientRect().top - {BAR}")
    report.check("today is at the top at first", abs(top) <= 1 and tab.day_at_top == today, f"{top} px, {tab.day_at_top}")
    days = tab.value("document.querySelectorAll('.day').length")
    report.check("the list has 488 days", days == 488, days)
    first = (stores.today() - datetime.timedelta(days=120)).isoformat()
    report.check("it begins 120 days ago", tab.value("document.querySelector('.day').id") == f"d{first}")
    day = stores.today()
    label = lambda weekday, month: f"{day:{weekday}} {day.day} {day:{month}}"
    report.check("today has its whole name", tab.text(".today h2") == label("%A", "%B"), tab.text(".today h2"))
    tab.page.set_viewport_size({"width": 390, "height": 800})
    narrow = tab.becomes(f"document.querySelector('.today h2').textContent === {json.dumps(label('%a', '%b'))}")
    report.check("and a short one where there is no room", narrow, tab.text(".today h2"))
    tab.page.set_viewport_size({"width": 1280, "height": 800})
    cut = "[...document.querySelectorAll('.day h2')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent).slice(0, 3)"
    wide = tab.becomes(f"document.querySelector('.today h2').textContent === {json.dumps(label('%A', '%B'))}")
    report.check("none is cut", wide and tab.value(cut) == [], tab.value(cut))
    counted = tab.value("document.querySelectorAll('.event').length")
    report.check("all events are in it", counted > 800, counted)


def widths(report, tab):
    """Who turns a phone, or makes the window narrower, goes on reading where they were."""
    tab.page.mouse.move(600, 400)
    # As many events as today has: on some days they are higher than the window.
    tab.page.mouse.wheel(0, tab.value(f"{TODAY}.offsetHeight + 300"))
    tab.need("scrollY > 0 && document.querySelector('.day.today').getBoundingClientRect().bottom < 0")
    # As long as a jump holds the list: this ends it.
    tab.press("Shift")
    there = tab.day_at_top
    for width, height in ((390, 800), (800, 390), (1280, 800)):
        tab.page.set_viewport_size({"width": width, "height": height})
        kept = tab.becomes(f"innerWidth === {width} && {tab.DAY_AT_TOP} === '{there}'")
        tab.press("Shift")
        report.check(f"{width} wide the same day is at the top", kept and tab.day_at_top == there, f"{there}, then {tab.day_at_top}")
    tab.press("?")
    tab.need("document.querySelector('#panel[data-view=help]')")
    report.check("beside a panel, too", tab.becomes(f"{tab.DAY_AT_TOP} === '{there}'"), f"{there}, then {tab.day_at_top}")
    tab.press("Escape", "Shift")
    report.check("and without it", tab.becomes(f"{tab.DAY_AT_TOP} === '{there}'"), f"{there}, then {tab.day_at_top}")
    tab.press("t")


def keys(report, tab):
    today = stores.today()
    tab.press("j")
    report.check("j goes to the next day", tab.day_at_top == str(today + datetime.timedelta(days=1)), tab.day_at_top)
    heading = tab.value("document.activeElement.matches('.day > h2')")
    report.check("its heading has the focus", heading)
    tab.press("k", "k")
    report.check("k goes to the day before", tab.day_at_top == str(today - datetime.timedelta(days=1)), tab.day_at_top)
    tab.press("t")
    report.check("t goes to today", tab.day_at_top == str(today), tab.day_at_top)
    tab.press("n")
    first = tab.value("document.activeElement.closest('.day')?.id + document.activeElement.matches('a')")
    report.check("n goes to the next event", first == f"d{today}true", first)
    title = tab.text(":focus .what")
    tab.press("n", "p")
    report.check("p goes back", tab.text(":focus .what") == title, tab.text(":focus .what"))
    tab.press("Enter")
    opened = tab.becomes("document.querySelector('#panel .details')")
    report.check("Enter opens the event", opened and tab.text("#panel-title") == title, tab.text("#panel-title"))
    report.check("the address is the event's", tab.value("location.pathname").startswith("/events/"))
    report.check("the focus is in the panel", tab.value("document.activeElement.id") == "panel-title")
    tab.press("Escape")
    report.check("Escape closes it", tab.value("document.getElementById('panel').hidden"))
    report.check("the focus is back", tab.text(":focus .what") == title, tab.text(":focus .what"))
    far = today + datetime.timedelta(days=200)
    tab.press("g")
    tab.need("document.activeElement.name === 'date'")
    tab.page.fill("input[name=date]", far.isoformat())
    tab.press("Enter")
    report.check("g goes to a date", tab.becomes(f"document.activeElement.closest('#d{far}')"), tab.day_at_top)
    report.check("which is at the top", tab.day_at_top == far.isoformat(), tab.day_at_top)
    title = f"{far:%B %Y}"
    report.check("the title is its month", tab.becomes(f"document.getElementById('month-in-view').textContent === '{title}'"))
    tab.press("t")


def month(report, tab):
    today = stores.today()
    tab.need(f"document.querySelector('#month [tabindex=\"0\"]').dataset.day === '{today}'")
    tab.press("s")
    report.check("s goes to the small month", tab.value("document.activeElement.dataset.day") == str(today))
    tab.press("ArrowDown")
    later = today + datetime.timedelta(days=7)
    report.check("arrows go on by a week", tab.value("document.activeElement.dataset.day") == str(later))
    tab.press("Enter")
    report.check("Enter jumps to it", tab.day_at_top == str(later), tab.day_at_top)
    tab.press("PageDown")
    next_month = tab.value("document.activeElement.dataset.day")
    report.check("PageDown shows the next month", next_month[:7] > str(later)[:7], next_month)
    spoken = tab.value("document.activeElement.getAttribute('aria-label')")
    report.check("a day is spoken with its events", "event" in spoken and next_month[:4] in spoken, spoken)
    tab.page.evaluate("document.activeElement.blur()")
    tab.press("t")


def ribbon(report, tab):
    tab.press("s")
    tab.reach("#ribbon", backwards=True)
    tab.press("End")
    last = stores.today() + datetime.timedelta(days=367)
    report.check("End on the bar goes to the last day", tab.value(
        f"document.getElementById('d{last}').getBoundingClientRect().top < innerHeight"), tab.day_at_top)
    spoken = "document.activeElement.getAttribute('aria-valuetext')"
    said = tab.becomes(f"/ {last.year}: .*event/.test({spoken})")
    report.check("the bar says the day", said, tab.value(spoken))
    tab.press("Home")
    first = stores.today() - datetime.timedelta(days=120)
    report.check("Home goes to the first", tab.day_at_top == str(first), tab.day_at_top)
    tab.press("t")
    # What a mouse or a finger does, too: press, pull, let go.
    box = tab.page.locator("#ribbon").bounding_box()
    place = lambda index: (box["x"] + box["width"] * (index + 0.5) / 488, box["y"] + 10)
    tab.page.mouse.move(*place(150))
    tab.page.mouse.down()
    tab.page.mouse.move(*place(300), steps=5)
    pulled = stores.today() + datetime.timedelta(days=180)
    report.check("pulling on the bar goes along", tab.becomes(
        f"document.getElementById('d{pulled}').getBoundingClientRect().top - {BAR} <= 1"), tab.day_at_top)
    report.check("and says where", tab.value("!document.querySelector('.hint').hidden"))
    tab.page.mouse.up()
    report.check("conflicts are marked", tab.value("document.querySelector('#ribbon .conflict').getAttribute('d').length") > 20)
    tab.press("t")


def now(report, tab):
    day = f"document.querySelectorAll('#d{stores.today()} .event').length"
    report.check("40 events of a day are all there", tab.value(day) == 40, tab.value(day))
    report.check("what runs is marked in the list", tab.becomes(
        "[...document.querySelectorAll('.today .running .what')].some(({ textContent }) => textContent === 'Running now')"))
    report.check("and stands beside it", tab.becomes("document.querySelector('#next .now')"), tab.text("#next"))
    link = tab.value("document.querySelector('#next .now .button')?.href")
    report.check("with the link to join", link == "https://meet.example.org/now", f"{link}: {tab.text('#next')}")
