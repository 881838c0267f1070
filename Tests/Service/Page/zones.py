"""Days on which the clocks change, at the pixel, and the hours of a second zone."""

import datetime
import zoneinfo

import stores

# Pixels of an hour: 3rem.
HOUR = 48
# By hand: hours of the day; the hours that its axis has a label for; the one before the change, the one after it and how many
# hours lie between their places; where the lines of the hours begin anew.
DAYS = {
    ("Europe/Berlin", False): (23, 23, "01:00", "10:00", 8, 0),
    ("Europe/Berlin", True): (25, 25, "01:00", "10:00", 10, 0),
    ("Australia/Lord_Howe", False): (23.5, 23, "01:00", "10:00", 8.5, 2.5),
    ("Australia/Lord_Howe", True): (24.5, 24, "01:00", "10:00", 9.5, 2.5),
}
SEEN = """(() => {
    const top = (element) => element.getBoundingClientRect().top;
    const blocks = [...document.querySelectorAll("#grid .block")];
    const block = (hour) => blocks.find((block) => block.querySelector("time").getAttribute("datetime").slice(11, 16) === hour);
    const labels = [...document.querySelectorAll("#grid .hour")];
    const label = (hour) => labels.find((label) => label.lastElementChild.textContent === hour);
    const column = document.querySelector("#grid .column");
    return {
        hours: (column.offsetHeight - document.querySelector("#grid .head").offsetHeight),
        labels: labels.length,
        apart: top(block("BEFORE")) - top(block("AFTER")),
        beside: ["BEFORE", "AFTER"].map((hour) => top(block(hour)) - top(label(hour))),
        lines: Number(document.getElementById("grid").style.getPropertyValue("--lines")),
    };
})()"""
LABELS = "[...document.querySelectorAll('#grid .hour')].map((hour) => [...hour.children].map((part) => part.textContent.replaceAll('\\u202f', ' ')))"


def change(zone, is_longer):
    """The next day that is longer, or shorter, than 24 hours."""
    zone = zoneinfo.ZoneInfo(zone)
    midnight = lambda day: datetime.datetime.combine(day, datetime.time(), zone).utcoffset()
    for count in range(1, 366):
        day = stores.days_later(count)
        before, after = midnight(day), midnight(day + datetime.timedelta(days=1))
        if before != after and (after < before) == is_longer:
            return day
    raise LookupError(zone)


def check(report, world):
    for zone in ("Europe/Berlin", "Australia/Lord_Howe"):
        service = world.bare(zone)
        try:
            for (name, is_longer), wanted in DAYS.items():
                if name == zone:
                    changing(report, world, service, change(zone, is_longer), zone, wanted)
            if zone == "Europe/Berlin":
                second(report, world, service)
        finally:
            service.__exit__()


def changing(report, world, service, day, zone, wanted):
    hours, labels, before, after, between, lines = wanted
    service.command("add", f"One {day} {before}-01:30")
    service.command("add", f"Two {day} {after}-11:00")
    with world.tab(service, path=f"/?view=day&day={day}") as tab:
        tab.need("document.querySelectorAll('#grid .block').length === 2")
        seen = tab.value(SEEN.replace("BEFORE", before).replace("AFTER", after))
        which = f"a day of {hours} hours in {zone}"
        report.check(f"{which} is as high", seen["hours"] == hours * HOUR, seen)
        report.check(f"{which} has a label for each", seen["labels"] == labels, seen)
        report.check(f"{which}: what is after the change stands there", seen["apart"] == -between * HOUR, seen)
        report.check(f"{which}: labels stand beside", seen["beside"] == [9, 9], seen)
        report.check(f"{which}: the lines go with the labels", seen["lines"] == lines, seen)
        report.quiet(tab)


def second(report, world, service):
    long, short = change("Europe/Berlin", True), change("Europe/Berlin", False)
    with world.tab(service, path=f"/?view=day&day={long}") as tab:
        tab.page.locator("#grid .corner button").click()
        tab.need("document.querySelector('#panel select[name=zone]')")
        tab.page.locator("#panel select").select_option("UTC")
        # The change is at 01:00 UTC: before it two hours between the clocks, behind it one.
        hours = [["22:00", "00:00"], ["23:00", "01:00"], ["00:00", "02:00"], ["01:00", "02:00"], ["02:00", "03:00"]]
        seen = tab.value(LABELS)
        report.check("a second zone has its hours on a day of 25", seen[:5] == hours and seen[-1] == ["22:00", "23:00"], seen)
        tab.go(f"/?view=day&day={short}")
        tab.need("document.querySelector('#grid.two-zones .hour i')")
        hours = [["23:00", "00:00"], ["00:00", "01:00"], ["01:00", "03:00"]]
        report.check("it is remembered, and has its hours on a day of 23", tab.value(LABELS)[:3] == hours, tab.value(LABELS))
        report.check("the corner names it", tab.text("#grid .corner") == "UTC", tab.text("#grid .corner"))
        tab.page.locator("#grid .corner button").click()
        tab.need("document.querySelector('#panel select[name=zone]')")
        report.check("what holds is chosen", tab.value("document.querySelector('#panel select').value") == "UTC")
        tab.page.locator("#panel select").select_option("")
        report.check("without one there are none", tab.becomes("!document.querySelector('#grid .hour i')"))
        tab.press("Escape")
        report.check("the corner has the focus again", tab.value("document.activeElement.matches('#grid .corner button')"))
        report.quiet(tab)
    choice = "localStorage.setItem('agenda.zone', '\"UTC\"')"
    with world.tab(service, path=f"/?view=day&day={short}", width=390, height=800, before=choice) as tab:
        tab.need("document.querySelector('#grid.two-zones .hour i') && document.querySelector('#grid .block')")
        offset = "(() => { const top = (part) => part.getBoundingClientRect().top; const hour = [...document.querySelectorAll('#grid .hour')].find((hour) => hour.lastElementChild.textContent === '10:00'); return [...document.querySelectorAll('#grid .block')].map((block) => top(block) - top(hour.lastElementChild)); })()"
        report.check("on a narrow screen the day's own hour stands on the line", 9 in tab.value(offset), tab.value(offset))
        report.check("and nothing is too wide", tab.too_wide <= 0, tab.too_wide)
    tomorrow = stores.days_later(1)
    service.command("todo", "add", "Pay rent", "--due", f"{tomorrow}T18:00")
    with world.tab(service, path=f"/?view=day&day={tomorrow}", locale="en-US") as tab:
        tab.need("document.querySelector('#grid .hour')")
        report.check("hours have am and pm as the times have", tab.value(LABELS)[9][-1] == "9:00 AM", tab.value(LABELS)[9])
        tab.press("o")
        tab.need("/Pay rent/.test(document.getElementById('panel').textContent)")
        due = tab.text("#panel").replace("\u202f", " ")
        report.check("a to-do is due at such a time", "6:00 PM" in due and "18:00" not in due, due)
        report.quiet(tab)
