"""Adding events: in words, by fields, by the place in a grid."""

from person import Tasks

task = TASKS = Tasks()


@task("Add an event in words")
def add_in_words(p):
    p.writes(f"Lunch with Kim {p.day()} 12:30-13:30 @ Cafe Nord")
    p.press("Add", within="#panel")
    p.keeps("Lunch with Kim", f"{p.day()} 12:30-13:30")
    p.stored(lambda: p.whole("Lunch with Kim")["location"], "Cafe Nord")
    p.lists("Lunch with Kim", p.day())


@task("See what is meant before it is added")
def preview(p):
    p.writes(f"Gym {p.day()} 18:00 for 2h")
    p.shows("document.querySelector('.preview .card')?.textContent.includes('18:00–20:00')")
    p.escape()
    p.keeps("Gym")


@task("Say which of two times was meant")
def which_time(p):
    p.writes(f"Coffee {p.day()} at 3")
    p.shows("document.querySelector('.preview .choices button')")
    name = p.hand.window.run("() => [...document.querySelectorAll('.preview .choices button')].map((one) => one.textContent).find((text) => /15:00|3 ?pm/i.test(text))")
    p.press(name)
    p.shows("document.querySelector('.preview .card')")
    p.press("Add", within="#panel")
    p.keeps("Coffee", f"{p.day()} 15:00-16:00")


@task("Add an event by fields")
def add_by_fields(p):
    p.writes_fields("Board meeting")
    p.fill("Begins", f"{p.day()}T15:00")
    p.fill("Ends", f"{p.day()}T16:30")
    p.fill("Where", "Room 7")
    p.press("Save")
    p.keeps("Board meeting", f"{p.day()} 15:00-16:30")
    p.stored(lambda: p.whole("Board meeting")["location"], "Room 7")
    p.lists("Board meeting", p.day())


@task("Add a whole day")
def add_whole_day(p):
    p.writes_fields("Company trip")
    p.press("Whole days")
    p.fill("Begins", p.day())
    p.press("Save")
    p.keeps("Company trip", f"{p.day()}..{p.day(1)}")


@task("Add a holiday of five days")
def add_holiday(p):
    p.writes_fields("Ski holiday")
    p.press("Whole days")
    p.fill("Begins", p.day())
    p.fill("Last day", p.day(4))
    p.press("Save")
    p.keeps("Ski holiday", f"{p.day()}..{p.day(5)}")
    p.lists("Ski holiday", p.day(4))


@task("Add an event to another calendar")
def add_elsewhere(p):
    p.writes(f"Shared lunch {p.day()} 12:00")
    p.choose("Calendar", "mine")
    p.press("Add", within="#panel")
    p.keeps("Shared lunch", f"{p.day()} 12:00-13:00")
    p.stored(lambda: p.whole("Shared lunch")["calendar"], "mine")


@task("Add an event with a link and notes")
def add_link(p):
    p.writes(f"Video call {p.day()} 10:00")
    p.shows("document.querySelector('.preview .card')")
    p.press("Fill in fields instead")
    p.press("More", within="#panel")
    p.fill("Link", "https://meet.example.org/room")
    p.fill("Notes", "Bring the numbers")
    p.press("Save")
    p.keeps("Video call", f"{p.day()} 10:00-11:00")
    p.stored(lambda: [p.whole("Video call")[key] for key in ("url", "description")], ["https://meet.example.org/room", "Bring the numbers"])


@task("Add an event each week, in words")
def add_series(p):
    p.writes(f"Choir {p.day()} 19:00 every week until {p.day(14)}")
    p.shows("document.querySelector('.preview .card')?.textContent.includes('every week')")
    p.press("Add", within="#panel")
    p.keeps("Choir", *[f"{p.day(offset)} 19:00-20:00" for offset in (0, 7, 14)])


@task("Add an event each second week by fields, until a day")
def add_series_by_fields(p):
    p.writes_fields("Book club")
    p.fill("Begins", f"{p.day()}T20:00")
    p.choose("How often", "weekly")
    p.fill("Every so many weeks", "2")
    p.choose("Ends", "on a day", within="#panel .repeat")
    p.fill("Last day", p.day(28))
    p.press("Save")
    p.keeps("Book club", *[f"{p.day(offset)} 20:00-21:00" for offset in (0, 14, 28)])


@task("Add an event on the same weekday of each month")
def add_monthly(p):
    p.writes_fields("Council")
    p.fill("Begins", f"{p.day()}T18:00")
    p.fill("In words", "every month")
    p.shows("document.querySelector('#panel [name=repeat]').value === 'MONTHLY'")
    p.press("Save")
    p.stored(lambda: [rule.split(";")[0] for rule in p.whole("Council").get("rules", [])], ["FREQ=MONTHLY"])


@task("Add an event with a reminder")
def add_reminder(p):
    p.has("Dentist", 0, "09:00")
    p.edits("Dentist")
    p.choose("Add a reminder", "15 min before")
    p.press("Save")
    p.stored(lambda: [alarm["trigger"] for alarm in p.whole("Dentist")["alarms"]], ["-PT15M"])


@task("Invite somebody to an event")
def add_guest(p):
    p.has("Kick-off", 0, "09:00")
    p.edits("Kick-off")
    p.fill("Mail address of a guest", "jo@example.org")
    p.press("Invite")
    p.press("Save")
    p.stored(lambda: [one["address"] for one in p.whole("Kick-off")["participants"] if "jo@" in one["address"]], ["mailto:jo@example.org"])


@task("Give an event a category")
def add_category(p):
    p.has("Piano", 0, "09:00")
    p.edits("Piano")
    p.press("More", within="#panel")
    p.fill("Categories", "music")
    p.press("Save")
    p.stored(lambda: p.whole("Piano")["categories"], ["music"])


@task("Keep an event private, and leave me free")
def keep_private(p):
    p.has("Surprise", 0, "09:00")
    p.edits("Surprise")
    p.press("More", within="#panel")
    p.choose("Shows me as", "free")
    p.choose("Who may see it", "only I")
    p.press("Save")
    p.stored(lambda: [p.whole("Surprise")[key] for key in ("transparent", "class")], lambda seen: seen[0] is True and str(seen[1]).lower() == "private")


@task("Add a flight that begins and ends in two zones")
def add_flight(p):
    p.writes_fields("Flight to New York")
    p.fill("Begins", f"{p.day()}T10:20")
    p.fill("Ends", f"{p.day()}T13:05")
    p.press("Time zones", within="#panel")
    p.fill("Ends on the clock of", "America/New_York")
    p.press("Save")
    # 13:05 in New York is 19:05 in Berlin, in the weeks between two changes of clocks 18:05.
    p.stored(lambda: [one["end"][11:16] for one in p.events("Flight to New York")], lambda seen: seen in (["19:05"], ["18:05"]))
    p.stored(lambda: p.whole("Flight to New York")["endTimeZone"], "America/New_York")


@task("Make an event over free hours of a day")
def make_over_hours(p):
    p.start(f"/?view=day&day={p.day()}")
    p.make(p.day(), 13, 14.5)
    p.fill("Title", "Drawn")
    p.press("Save")
    p.keeps("Drawn", f"{p.day()} 13:00-14:30")
    p.lists("Drawn", p.day())


@task("Make an hour by a double click")
def make_hour(p):
    p.start(f"/?view=day&day={p.day()}")
    p.make_at(p.day(), 10)
    p.fill("Title", "Doubled")
    p.press("Save")
    p.keeps("Doubled", f"{p.day()} 10:00-11:00")


@task("Take back what was added")
def undo_added(p):
    p.writes(f"By mistake {p.day()} 10:00")
    p.press("Add", within="#panel")
    p.keeps("By mistake", f"{p.day()} 10:00-11:00")
    p.press("Undo", within="#status")
    p.keeps("By mistake")
    p.lacks("By mistake")
