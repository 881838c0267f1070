"""Adding, changing and deleting, by the page and for the command."""

import datetime
import json

import stores
from tab import MODULE


def listed(service, title, days=60):
    """The events of this title that the command lists."""
    document = json.loads(service.command("list", "--json", "--from", stores.today(), "--days", days))
    return [event for event in document["events"] if event["summary"] == title]


def check(report, world):
    service = world.fresh("samples")
    try:
        with world.tab(service) as tab:
            words(report, tab, service)
            fields(report, tab, service)
            fresh(report, tab, service)
            moving(report, tab, service)
            change(report, tab, service)
            series(report, tab, service)
            moved(report, tab, service)
            last_days(report, tab)
            removal(report, tab, service)
            meanwhile(report, tab, service)
            report.quiet(tab)
        elsewhere(report, world, service)
        unseen(report, world, service)
    finally:
        service.__exit__()


def words(report, tab, service):
    day = stores.today() + datetime.timedelta(days=3)
    tab.press("c")
    report.check("c asks for words", tab.value("document.activeElement.name") == "words")
    tab.type(f"Lunch with Kim {day} 12:30-13:30 @ Cafe Nord")
    understood = tab.becomes("document.querySelector('.preview .card b')?.textContent === 'Lunch with Kim'")
    report.check("what was understood is shown", understood, tab.text(".preview"))
    tab.becomes("document.querySelector('.preview .card')?.textContent.includes('Cafe Nord')")
    card = tab.text(".preview .card")
    report.check("with its time and place", "12:30–13:30" in card and "Cafe Nord" in card, card)
    report.check("nothing is added by that", not listed(service, "Lunch with Kim"))
    tab.press("Enter")
    report.check("Enter adds it", tab.says("Added Lunch with Kim"), tab.text("#status"))
    report.check("it is in the list", tab.lists("Lunch with Kim"))
    report.check("the list is at its day", tab.becomes(f"document.querySelector('#d{day}').getBoundingClientRect().top < 200"), tab.day_at_top)
    found = listed(service, "Lunch with Kim")
    report.check("the command lists it", [event["start"][:16] for event in found] == [f"{day}T12:30"], found)
    report.check("its calendar is there, too", tab.becomes("document.querySelector('#calendars li[data-name=local]')"))
    tab.press("c")
    tab.type("???")
    report.check("it says what it does not understand", tab.becomes("document.querySelector('.preview .unclear')"), tab.text(".preview"))
    tab.press("Escape")


def fields(report, tab, service):
    day = stores.today() + datetime.timedelta(days=4)
    tab.press("c")
    tab.reach("#panel button[type=button]:not(.close)")
    tab.press("Enter")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    tab.type("By fields")
    tab.page.fill("input[name=start]", f"{day}T15:00")
    tab.page.fill("input[name=end]", f"{day}T16:30")
    tab.page.fill("input[name=location]", "Room 7")
    tab.press("Enter")
    report.check("fields add an event", tab.says("Added By fields"), tab.text("#status"))
    found = listed(service, "By fields")
    times = [(event["start"][11:16], event["end"][11:16], event["location"]) for event in found]
    report.check("with its values", times == [("15:00", "16:30", "Room 7")], times)


def fresh(report, tab, service):
    """A new event is what its form shows, and what its words said."""
    day = stores.today() + datetime.timedelta(days=6)

    def fields_instead(words):
        tab.press("Escape", "c")
        tab.type(words)
        tab.need("document.querySelector('.preview .card, .preview .unclear')")
        tab.reach("#panel .actions button[type=button]")
        tab.press("Enter")
        tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")

    times = lambda title: [(event["start"][:16], event["end"][:16]) for event in listed(service, title)]
    for title, hour in ("Begins later", 14), ("Begins earlier", 8):
        fields_instead(title)
        report.check("words without a day are the title", tab.value("document.activeElement.value") == title)
        tab.page.fill("input[name=start]", f"{day}T{hour:02}:00")
        tab.press("Enter")
        report.check("a start alone adds an event", tab.says(f"Added {title}"), tab.text("#status"))
        wanted = [(f"{day}T{hour:02}:00", f"{day}T{hour + 1:02}:00")]
        report.check("that ends when the form said", times(title) == wanted, times(title))
    fields_instead(f"Choir {day} 18:00-19:30 every week @ Studio #music")
    tab.page.fill("textarea[name=description]", "Bring the scores")
    tab.page.focus("input[name=summary]")
    tab.press("Enter")
    report.check("fields after words add an event", tab.says("Added Choir"), tab.text("#status"))
    later = day + datetime.timedelta(days=7)
    wanted = [(f"{on}T18:00", f"{on}T19:30") for on in (day, later)]
    report.check("that repeats as the words said", times("Choir")[:2] == wanted, times("Choir"))
    found = listed(service, "Choir")[0]
    kept = (found.get("location"), found.get("categories"))
    report.check("with their place and category", kept == ("Studio", ["music"]), kept)
    tab.press("c")
    tab.type(f"Once {day} 16:00")
    tab.need("document.querySelector('.preview .card')")
    tab.press("Enter", "Enter")
    report.check("Enter twice adds", tab.says("Added Once"), tab.text("#status"))
    report.check("one event", len(listed(service, "Once")) == 1, times("Once"))


def moving(report, tab, service):
    """Begins moves Ends, and whole days keep the times for later."""
    day = stores.today() + datetime.timedelta(days=5)
    service.command("add", f"Movable {day} 12:00-13:00")
    report.check("an event to move is there", tab.lists("Movable"))
    tab.open("Movable")
    tab.press("e")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    value = lambda name: tab.value(f"document.querySelector('#panel input[name={name}]').value")
    tab.page.fill("input[name=start]", f"{day}T10:00")
    report.check("an earlier start takes the end along", value("end") == f"{day}T11:00", value("end"))
    other = day + datetime.timedelta(days=2)
    tab.page.fill("input[name=start]", f"{other}T10:00")
    report.check("another day, too", value("end") == f"{other}T11:00", value("end"))
    tab.page.check("input[name=allDay]")
    report.check("whole days have no times", (value("start"), value("end")) == (f"{other}", f"{other}"), value("end"))
    tab.page.uncheck("input[name=allDay]")
    report.check("the times are still known", (value("start"), value("end")) == (f"{other}T10:00", f"{other}T11:00"), value("start"))
    tab.page.fill("input[name=start]", f"{day}T22:00")
    tab.page.fill("input[name=end]", f"{day + datetime.timedelta(days=1)}T00:00")
    tab.page.check("input[name=allDay]")
    report.check("until midnight is one day", (value("start"), value("end")) == (f"{day}", f"{day}"), value("end"))
    tab.page.uncheck("input[name=allDay]")
    tab.page.fill("input[name=start]", f"{day}T10:00")
    report.check("and until midnight again", value("end") == f"{day}T12:00", value("end"))
    tab.page.fill("input[name=end]", f"{day}T11:00")
    tab.page.focus("input[name=summary]")
    tab.press("Enter")
    report.check("the move is saved", tab.says("Saved Movable"), tab.text("#status"))
    times = [(event["start"][:16], event["end"][:16]) for event in listed(service, "Movable")]
    report.check("with its length", times == [(f"{day}T10:00", f"{day}T11:00")], times)
    tab.press("Escape")


def elsewhere(report, world, service):
    """The zone is named to a browser elsewhere, and what the service says is Chinese."""
    with world.tab(service, timezone_id="Pacific/Auckland", locale="zh-CN") as tab:
        tab.press("c")
        tab.type("???")
        tab.need("document.querySelector('.preview .unclear')")
        text = tab.text(".preview")
        report.check("what is unclear is Chinese", all(ord(sign) > 127 or not sign.isalpha() for sign in text), text)
        tab.reach("#panel button[type=button]:not(.close)")
        tab.press("Enter")
        note = tab.becomes("document.querySelector('#panel .zone')")
        report.check("the zone of the times is named", note, tab.text("#panel"))


def unseen(report, world, service):
    """What is added to a calendar that is off, or not even at the side, is said to be unseen, and shown by a button."""
    day = stores.days_later(4)
    for number, switch in enumerate((f"{MODULE}('calendars.js').then(({{ setListed }}) => setListed('mine', false))",
                                     "document.querySelector('#calendars input[value=mine]').click()")):
        with world.tab(service) as tab:
            tab.value(switch)
            tab.press("c")
            tab.type(f"Unseen {number} {day} 15:00")
            tab.page.select_option("#panel select[name=calendar]", "mine")
            tab.page.focus("#panel input[name=words]")
            tab.press("Enter")
            said = tab.says("mine is switched off here")
            report.check(f"what cannot be seen is said ({number})", said and f"Added Unseen {number}" in tab.text("#status"), tab.text("#status"))
            buttons = tab.value("[...document.querySelectorAll('#status button')].map(({ textContent }) => textContent).join()")
            report.check(f"with a way to undo it and to see it ({number})", buttons == "Undo,Show it", buttons)
            row = f"[...document.querySelectorAll('.event')].find((one) => one.textContent.includes('Unseen {number}'))"
            tab.need(row)
            report.check(f"it is not seen ({number})", tab.value(f"!{row}.checkVisibility()"))
            tab.page.get_by_role("button", name="Show it").focus()
            tab.press("Enter")
            listed_now = tab.value("!document.querySelector('#calendars [data-name=mine]').hidden")
            report.check(f"then it is ({number})", tab.becomes(f"{row}.checkVisibility()") and listed_now)
            buttons = tab.value("[...document.querySelectorAll('#status button')].map(({ textContent }) => textContent).join()")
            report.check(f"and can be undone still ({number})", buttons == "Undo", buttons)
            report.quiet(tab)


def change(report, tab, service):
    tab.open("Lunch with Kim")
    tab.press("e")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    tab.press("Control+A")
    tab.type("Dinner with Kim")
    tab.press("Enter")
    report.check("an edit is saved", tab.says("Saved Dinner with Kim"), tab.text("#status"))
    report.check("the list has the new title", tab.lists("Dinner with Kim") and tab.lacks("Lunch with Kim"))
    report.check("the panel, too", tab.becomes("document.getElementById('panel-title').textContent === 'Dinner with Kim'"))
    tab.press("Escape", "u")
    report.check("u takes it back", tab.says("Undone") and tab.lists("Lunch with Kim"), tab.text("#status"))
    tab.press("U")
    report.check("U makes it again", tab.says("Done again") and tab.lists("Dinner with Kim"), tab.text("#status"))


def series(report, tab, service):
    start = stores.today() + datetime.timedelta(days=1)
    service.command("add", f"Water the plants {start} 18:00-18:30", "--every", "day", "--count", "6")
    report.check("a series of the command is there", tab.lists("Water the plants"))
    times = lambda title: [event["start"][8:16] for event in listed(service, title)]
    stamp = lambda offset: f"{start + datetime.timedelta(days=offset):%d}T18:00"

    def edit(number, title, scope):
        day = start + datetime.timedelta(days=number)
        tab.page.evaluate(f"document.querySelector('#d{day} h2').focus()")
        tab.press("Escape")
        links = f"[...document.querySelectorAll('#d{day} .event a')].find((a) => /(Water|Plants)/.test(a.textContent))"
        tab.page.evaluate(f"{links}.focus()")
        tab.press("e")
        tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
        tab.press("Control+A")
        tab.type(title)
        tab.reach("#panel input[name=scope]")
        tab.press(*["ArrowDown"] * ["this", "future", "all"].index(scope))
        tab.press("Enter")
        report.check(f"{scope} of a series is saved", tab.says(f"Saved {title}"), tab.text("#status"))

    edit(1, "Plants, this", "this")
    report.check("this: one day is changed", times("Plants, this") == [stamp(1)], times("Plants, this"))
    edit(3, "Plants, later", "future")
    report.check("future: the later days are", times("Plants, later") == [stamp(3), stamp(4), stamp(5)], times("Plants, later"))
    edit(0, "Plants, all", "all")
    left = times("Plants, all")
    report.check("all: the others are", stamp(0) in left and stamp(2) in left and not times("Water the plants"), left)


def moved(report, tab, service):
    """The instances of a series that moves are called otherwise: that is no failure."""
    start = stores.today() + datetime.timedelta(days=8)
    service.command("add", f"Quartet {start} 19:00-20:00", "--every", "day", "--count", "3")
    report.check("a series to move is there", tab.lists("Quartet"))
    tab.open("Quartet")
    tab.press("e")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    tab.page.fill("input[name=start]", f"{start}T18:00")
    tab.page.check("input[name=scope][value=all]")
    tab.page.focus("input[name=summary]")
    tab.press("Enter")
    report.check("a series that moves is saved", tab.says("Saved Quartet"), tab.text("#status"))
    report.check("its form is left", tab.becomes("!document.querySelector('#panel input[name=summary]')"), tab.text("#panel"))
    report.check("and nothing is complained of", tab.text("#status").startswith("Saved"), tab.text("#status"))
    times = [event["start"][11:16] for event in listed(service, "Quartet")]
    report.check("all of it has moved", times == ["18:00"] * 3, times)
    tab.press("Escape")


def last_days(report, tab):
    """The last day of a rule is one of the event's own clock."""
    label = lambda until, zone: tab.page.evaluate(
        f"async ([until, zone]) => (await {MODULE}('rules.js')).ruleLabel(`FREQ=DAILY;UNTIL=${{until}}`, zone)",
        [until, zone],
    )
    # 09:00 in Auckland, at UTC+13, is 20:00 UTC of the day before; 23:30 in New York, at UTC-5, is 04:30 of the next.
    for until, zone in ("20261203T200000Z", "Pacific/Auckland"), ("20261205T043000Z", "America/New_York"), ("20261204", "Europe/Berlin"):
        said = label(until, zone)
        report.check(f"UNTIL={until} in {zone} is 4 December", said == "every day, until 4 Dec 2026", said)


def removal(report, tab, service):
    tab.open("By fields")
    tab.press("Delete")
    report.check("Delete deletes", tab.says("Deleted By fields") and tab.lacks("By fields"), tab.text("#status"))
    report.check("the command lists it no more", not listed(service, "By fields"))
    # It is the last of the page.
    tab.page.evaluate("document.querySelector('.skip').focus()")
    tab.reach("#status button", backwards=True, most=5)
    tab.press("Enter")
    report.check("the button beside it takes it back", tab.lists("By fields"), tab.text("#status"))
    tab.open("Plants, later")
    tab.press("Delete")
    report.check("of a series it asks which", tab.becomes("document.querySelectorAll('#panel[data-view=delete] button').length === 5"))
    tab.press("Tab", "Enter")
    report.check("this and all later ones are gone", tab.lacks("Plants, later"), listed(service, "Plants, later"))


def meanwhile(report, tab, service):
    tab.open("By fields")
    tab.press("e")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    event = listed(service, "By fields")[0]["id"]
    service.command("edit", event, "--location", "Room 8")
    tab.need("[...document.querySelectorAll('.where')].some(({ textContent }) => textContent === 'Room 8')")
    tab.press("Control+A")
    tab.type("Too late")
    tab.press("Enter")
    report.check("a change in between is told", tab.says("Changed meanwhile"), tab.text("#status"))
    report.check("and its state is shown", tab.becomes("document.querySelector('#panel input[name=location]')?.value === 'Room 8'"))
    report.check("nothing is lost", [event["location"] for event in listed(service, "By fields")] == ["Room 8"])
    typed = tab.value("document.querySelector('#panel input[name=summary]').value")
    report.check("also not what was typed", typed == "Too late", typed)
    tab.press("Enter")
    report.check("which can be saved now", tab.says("Saved Too late"), tab.text("#status"))
    places = [event["location"] for event in listed(service, "Too late")]
    report.check("beside the change of the others", places == ["Room 8"], places)
    tab.press("Escape")
