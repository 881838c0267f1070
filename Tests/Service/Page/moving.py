"""Moving, lengthening and making events in the grids: by mouse, by keys and by a finger."""

import stores
from writing import listed


def check(report, world):
    service = world.bare()
    day = stores.days_later(10)
    # In the middle of a week.
    while day.weekday() != 2:
        day += stores.days_later(1) - stores.days_later(0)
    try:
        service.command("add", f"Moved {day} 9:00-10:00")
        service.command("add", "Weekly", "--start", f"{day}T18:00", "--for", "60m", "--every", "week")
        service.command("add", f"Fair {day}", "--all-day")
        # The clocks are set forward on 28 March and back on 31 October 2027.
        service.command("add", "Early", "--start", "2027-03-28T03:00", "--for", "60m")
        service.command("add", "Late", "--start", "2027-10-31T09:00", "--for", "60m")
        with world.tab(service, width=1600, height=1000) as tab:
            by_mouse(report, tab, service, day)
            by_keys(report, tab, service, day)
            by_month(report, tab, service, day)
            clocks(report, tab, service)
            report.quiet(tab)
        with world.tab(service, width=390, height=800, has_touch=True, is_mobile=True) as tab:
            by_finger(report, tab, service, day)
            report.quiet(tab)
    finally:
        service.__exit__()


def times(service, title, days=400):
    return [f"{event['start'][:16]} {event['end'][11:16]}" for event in listed(service, title, days)]


def place(tab, title, day):
    """Where an event stands, in hours: its begin and its length; None for nowhere."""
    return tab.value(
        f"(() => {{ const item = [...document.querySelectorAll('#grid [data-day=\"{day}\"] .block')]"
        f".find(({{ textContent }}) => textContent.includes('{title}'));"
        "return item && ['from', 'size'].map((key) => Number(item.style.getPropertyValue('--' + key))); })()"
    )


def point(tab, hour, day):
    """The middle of a day's column at an hour, in pixels of the window."""
    return tab.value(
        f"(() => {{ const column = document.querySelector('#grid .column[data-day=\"{day}\"]').getBoundingClientRect();"
        "const [one, two] = [...document.querySelectorAll('#grid .hour')].slice(1, 3).map((label) => label.getBoundingClientRect());"
        "const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);"
        f"return [column.left + column.width / 2, one.top + .5625 * rem + ({hour} - 1) * (two.top - one.top)]; }})()"
    )


def shown(tab, day, hour=9):
    tab.go(f"/?view=week&day={day}")
    tab.need(f"document.querySelector('#grid [data-day=\"{day}\"] .block')")
    tab.page.evaluate(f"document.getElementById('grid').scrollTop = {hour - 3} * 48")


def pull(tab, start, end):
    mouse = tab.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    mouse.move(*end)


def drag(tab, start, end):
    pull(tab, start, end)
    tab.page.mouse.up()


def by_mouse(report, tab, service, day):
    next_day = day + (stores.days_later(1) - stores.days_later(0))
    shown(tab, day)
    drag(tab, point(tab, 9.5, day), point(tab, 10.75, day))
    report.check("a drag moves an event by a quarter of an hour and more", tab.says("Saved Moved"), tab.text("#status"))
    report.check("it is where it was let go", times(service, "Moved") == [f"{day}T10:15 11:15"], times(service, "Moved"))
    report.check("and is drawn there", settles(tab, "Moved", day, [10.25, 1]), place(tab, "Moved", day))
    drag(tab, point(tab, 10.5, day), point(tab, 9.25, next_day))
    report.check("to another day", settles(tab, "Moved", next_day, [9, 1]) and times(service, "Moved") == [f"{next_day}T09:00 10:00"], times(service, "Moved"))
    tab.page.click("#status button")
    report.check("undo brings it back", settles(tab, "Moved", day, [10.25, 1]), times(service, "Moved"))
    low = point(tab, 11.25, day)
    drag(tab, (low[0], low[1] - 3), (low[0], low[1] + 45))
    report.check("its lower edge makes it longer", settles(tab, "Moved", day, [10.25, 2]) and times(service, "Moved") == [f"{day}T10:15 12:15"], times(service, "Moved"))
    pull(tab, point(tab, 10.5, day), point(tab, 14, day))
    ghost = tab.text("#grid .ghost")
    report.check("what would be is shown", "13:45–15:45" in ghost, ghost)
    tab.press("Escape")
    tab.page.mouse.up()
    report.check("Escape leaves it where it was", place(tab, "Moved", day) == [10.25, 2] and not tab.value("document.querySelector('#grid .ghost')"))
    report.check("and no event is opened by a drag", tab.value("document.getElementById('panel').hidden"))
    tab.page.mouse.click(*point(tab, 10.5, day))
    report.check("a click still opens it", tab.becomes("document.querySelector('#panel .details')"))
    tab.press("Escape")
    drag(tab, point(tab, 14.1, next_day), point(tab, 15.5, next_day))
    report.check("a drag over free hours makes an event", fields(tab) == [f"{next_day}T14:00", f"{next_day}T15:30"], fields(tab))
    tab.press("Escape")
    tab.page.mouse.dblclick(*point(tab, 16.7, next_day))
    report.check("so does a double click", fields(tab) == [f"{next_day}T16:30", f"{next_day}T17:30"], fields(tab))
    tab.type("Doubled")
    tab.press("Enter")
    report.check("with a title it is added", tab.says("Added Doubled") and times(service, "Doubled") == [f"{next_day}T16:30 17:30"], times(service, "Doubled"))
    drag(tab, point(tab, 18.5, day), point(tab, 20.5, day))
    asked = tab.becomes("document.querySelector('#panel[data-view=move] button')")
    report.check("of a series it asks which", asked, tab.text("#panel"))
    tab.page.click("#panel .actions button >> nth=0")
    report.check("and moves only this one", tab.says("Saved Weekly") and times(service, "Weekly")[:2] == [f"{day}T20:00 21:00", f"{day + 7 * (next_day - day)}T18:00 19:00"], times(service, "Weekly")[:2])


def fields(tab):
    tab.becomes("document.querySelector('#panel input[name=start]')")
    return tab.value("['start', 'end'].map((name) => document.querySelector(`#panel input[name=${name}]`)?.value)")


def settles(tab, title, day, wanted):
    """Whether an event comes to stand there."""
    for _ in range(100):
        if place(tab, title, day) == wanted:
            return True
        tab.page.wait_for_timeout(20)
    return False


def hold(tab, title, day):
    tab.page.evaluate(
        f"[...document.querySelectorAll('#grid [data-day=\"{day}\"] .event a')].find((link) => link.textContent.includes('{title}')).focus()"
    )


def begin(tab, key):
    tab.page.evaluate("document.getElementById('status').replaceChildren()")
    tab.press(key)
    tab.need("document.getElementById('status').textContent.includes('Enter')")


def by_keys(report, tab, service, day):
    shown(tab, day)
    hold(tab, "Moved", day)
    begin(tab, "M")
    report.check("M says what the arrows do", "Enter" in tab.text("#status"), tab.text("#status"))
    tab.press("ArrowDown", "ArrowDown", "ArrowRight")
    report.check("each place is read aloud", "10:45" in tab.text("#status"), tab.text("#status"))
    tab.press("Enter")
    later = day + (stores.days_later(1) - stores.days_later(0))
    report.check("arrows and Enter move it", settles(tab, "Moved", later, [10.75, 2]) and times(service, "Moved") == [f"{later}T10:45 12:45"], times(service, "Moved"))
    hold(tab, "Moved", later)
    begin(tab, "M")
    tab.press("Shift+ArrowUp", "Shift+ArrowUp", "Enter")
    report.check("with Shift they change its end", settles(tab, "Moved", later, [10.75, 1.5]), times(service, "Moved"))
    hold(tab, "Moved", later)
    begin(tab, "M")
    tab.press("ArrowLeft", "ArrowUp", "Escape")
    report.check("Escape leaves it", place(tab, "Moved", later) == [10.75, 1.5] and times(service, "Moved") == [f"{later}T10:45 12:15"])
    tab.go(f"/?view=day&day={later}")
    tab.need("document.querySelectorAll('#grid .column').length === 1")
    begin(tab, "a")
    tab.press("ArrowDown", "ArrowDown", "Shift+ArrowDown", "Enter")
    report.check("a makes one by keys", fields(tab) == [f"{later}T09:30", f"{later}T10:45"], fields(tab))
    tab.press("Escape")
    tab.go(f"/?view=week&day={day}")
    tab.need("document.querySelector('#grid .bar')")
    hold(tab, "Fair", day)
    begin(tab, "M")
    tab.press("ArrowRight", "Enter")
    report.check("a whole day is moved by days", tab.says("Saved Fair") and times(service, "Fair")[0].startswith(str(later)), times(service, "Fair"))
    tab.press("u")
    tab.becomes("/Undone|undone/.test(document.getElementById('status').textContent)")


def by_month(report, tab, service, day):
    tab.go(f"/?view=month&day={day}")
    tab.need("document.querySelector('#grid [role=gridcell] .bar')")
    centre = lambda what: tab.value(f"(() => {{ const r = {what}.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()")
    bar = f"[...document.querySelectorAll('#grid [data-day=\"{day}\"] .bar')].find((item) => item.textContent.includes('Fair')).firstElementChild"
    target = day - (stores.days_later(2) - stores.days_later(0))
    drag(tab, centre(bar), centre(f"document.querySelector('#grid [data-day=\"{target}\"]')"))
    report.check("in the month a drag moves by days", tab.says("Saved Fair") and times(service, "Fair")[0].startswith(str(target)), times(service, "Fair"))
    cell = centre(f"document.querySelector('#grid [data-day=\"{target}\"]')")
    number = tab.value(f"(() => {{ const r = document.querySelector('#grid [data-day=\"{target}\"]').getBoundingClientRect(); return [r.right - 4, r.bottom - 3]; }})()")
    tab.page.mouse.dblclick(*number)
    report.check("a double click makes a whole day", fields(tab) == [str(target), str(target)], [fields(tab), cell])
    tab.press("Escape")


def clocks(report, tab, service):
    tab.go("/?view=day&day=2027-03-28")
    tab.need("document.querySelector('#grid .block')")
    report.check("3:00 is two hours after midnight in spring", place(tab, "Early", "2027-03-28") == [2, 1], place(tab, "Early", "2027-03-28"))
    report.check("that day has 23 hours", tab.value("document.querySelectorAll('#grid .hour').length") == 23)
    tab.go("/?view=day&day=2027-10-31")
    tab.need("document.querySelector('#grid .block')")
    report.check("9:00 is ten hours after midnight in autumn", place(tab, "Late", "2027-10-31") == [10, 1], place(tab, "Late", "2027-10-31"))
    hours = tab.value("[...document.querySelectorAll('#grid .hour')].map((label) => label.lastElementChild.textContent)")
    report.check("and 2:00 stands twice", len(hours) == 25 and hours.count("02:00") == 2, hours)
    tab.page.evaluate("document.getElementById('grid').scrollTop = 0")
    hold(tab, "Late", "2027-10-31")
    begin(tab, "M")
    tab.press(*["ArrowUp"] * 26, "Enter")
    settles(tab, "Late", "2027-10-31", [3.5, 1])
    found = [event["start"] for event in listed(service, "Late", 400)]
    report.check("the later half past two can be chosen", found == ["2027-10-31T02:30:00+01:00"], found)
    hold(tab, "Late", "2027-10-31")
    begin(tab, "M")
    tab.press(*["ArrowUp"] * 4, "Enter")
    settles(tab, "Late", "2027-10-31", [2.5, 1])
    found = [event["start"] for event in listed(service, "Late", 400)]
    report.check("and the earlier one", found == ["2027-10-31T02:30:00+02:00"], found)


def by_finger(report, tab, service, day):
    shown(tab, day)
    later = day + (stores.days_later(1) - stores.days_later(0))
    at = times(service, "Moved")[0]
    tab.page.evaluate("document.getElementById('grid').scrollTop = 7 * 48")
    touch = tab.context.new_cdp_session(tab.page)

    def send(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    start = point(tab, 11, later)
    send("touchStart", start)
    send("touchMove", (start[0], start[1] - 60))
    send("touchEnd")
    tab.page.wait_for_timeout(50)
    report.check("a finger that moves at once scrolls", times(service, "Moved") == [at] and not tab.value("document.querySelector('#grid .ghost')"))
    tab.page.evaluate("document.getElementById('grid').scrollTop = 7 * 48")
    start, end = point(tab, 11, later), point(tab, 13, later)
    send("touchStart", start)
    held = tab.becomes("document.querySelector('#grid .ghost')")
    report.check("one that rests takes hold", held)
    for part in (0.3, 0.7, 1):
        send("touchMove", (start[0], start[1] + (end[1] - start[1]) * part))
    send("touchEnd")
    moved = tab.says("Saved Moved")
    report.check("and moves it", moved and times(service, "Moved") == [f"{later}T12:45 14:15"], times(service, "Moved"))
