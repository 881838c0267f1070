"""Changing events: their place in the grids, their fields, one of a series, deleting, undo."""

from person import Tasks

task = TASKS = Tasks()
WEEKLY = ["FREQ=WEEKLY;COUNT=3"]


@task("Move an event to another hour")
def move_hour(p):
    p.has("Moved hour", 0, "09:00")
    p.week()
    p.shift("Moved hour", quarters=6)
    p.keeps("Moved hour", f"{p.day()} 10:30-11:30")
    p.says("Saved Moved hour")


@task("Move an event to another day")
def move_day(p):
    p.has("Moved day", 0, "09:00")
    p.week()
    p.shift("Moved day", days=1)
    p.keeps("Moved day", f"{p.day(1)} 09:00-10:00")
    p.lists("Moved day", p.day(1))


@task("Make an event longer")
def lengthen(p):
    p.has("Lengthened", 0, "09:00")
    p.week()
    p.stretch("Lengthened", 4)
    p.keeps("Lengthened", f"{p.day()} 09:00-11:00")


@task("Move a whole day to another")
def move_whole_day(p):
    p.has("Moved fair", 0)
    p.week()
    p.shift_days("Moved fair", 1)
    p.keeps("Moved fair", f"{p.day(1)}..{p.day(2)}")


@task("Move an event in the month", "pt")
def move_in_month(p):
    p.has("Moved in month", 0)
    p.start(f"/?view=month&day={p.day()}")
    p.shift_days("Moved in month", 1)
    p.keeps("Moved in month", f"{p.day(1)}..{p.day(2)}")


@task("Take back a move")
def undo_move(p):
    p.has("Moved back", 0, "09:00")
    p.week()
    p.shift("Moved back", days=1, quarters=4)
    p.keeps("Moved back", f"{p.day(1)} 10:00-11:00")
    p.press("Undo", within="#status")
    p.keeps("Moved back", f"{p.day()} 09:00-10:00")


@task("Rename an event")
def rename(p):
    p.has("Old name", 0, "09:00")
    p.edits("Old name")
    p.fill("Title", "New name")
    p.press("Save")
    p.keeps("New name", f"{p.day()} 09:00-10:00")
    p.keeps("Old name")
    p.lists("New name", p.day())


@task("Begin earlier; the end follows")
def begin_earlier(p):
    p.has("Earlier", 0, "12:00", 90)
    p.edits("Earlier")
    p.fill("Begins", f"{p.day()}T10:00")
    p.press("Save")
    p.keeps("Earlier", f"{p.day()} 10:00-11:30")


@task("Write where an event is, and a note")
def add_place(p):
    p.has("Placed", 0, "09:00")
    p.edits("Placed")
    p.fill("Where", "Market hall")
    p.fill("Notes", "Take the tram")
    p.press("Save")
    p.stored(lambda: [p.whole("Placed")[key] for key in ("location", "description")], ["Market hall", "Take the tram"])


@task("Make an event last the whole day")
def make_whole_day(p):
    p.has("Turned whole", 0, "09:00")
    p.edits("Turned whole")
    p.press("Whole days")
    p.press("Save")
    p.keeps("Turned whole", f"{p.day()}..{p.day(1)}")


@task("Change one event of a series")
def change_one(p):
    p.has("Standup", 0, "09:00", rules=WEEKLY)
    p.edits("Standup", p.day(7))
    p.fill("Begins", f"{p.day(7)}T11:00")
    p.press("Only this one")
    p.press("Save")
    p.keeps("Standup", f"{p.day()} 09:00-10:00", f"{p.day(7)} 11:00-12:00", f"{p.day(14)} 09:00-10:00")


@task("Change this and all later events of a series")
def change_future(p):
    p.has("Training", 0, "09:00", rules=WEEKLY)
    p.edits("Training", p.day(7))
    p.fill("Begins", f"{p.day(7)}T11:00")
    p.press("This and all later ones")
    p.press("Save")
    p.keeps("Training", f"{p.day()} 09:00-10:00", f"{p.day(7)} 11:00-12:00", f"{p.day(14)} 11:00-12:00")


@task("Change all of a series")
def change_all(p):
    p.has("Yoga", 0, "09:00", rules=WEEKLY)
    p.edits("Yoga")
    p.fill("Title", "Pilates")
    p.press("All of the series")
    p.press("Save")
    p.keeps("Pilates", *[f"{p.day(offset)} 09:00-10:00" for offset in (0, 7, 14)])
    p.keeps("Yoga")


@task("Move one event of a series in the week")
def move_one(p):
    p.has("Series moved", 0, "09:00", rules=WEEKLY)
    p.week()
    p.shift("Series moved", quarters=8)
    p.press("Only this one")
    p.keeps("Series moved", f"{p.day()} 11:00-12:00", f"{p.day(7)} 09:00-10:00", f"{p.day(14)} 09:00-10:00")


@task("Delete an event")
def delete(p):
    p.has("Cancelled plan", 0, "09:00")
    p.week()
    p.open("Cancelled plan")
    p.press("Delete")
    p.keeps("Cancelled plan")
    p.lacks("Cancelled plan")


@task("Bring back what was deleted")
def undo_delete(p):
    p.has("Came back", 0, "09:00")
    p.week()
    p.open("Came back")
    p.press("Delete")
    p.says("Deleted Came back")
    p.press("Undo", within="#status")
    p.keeps("Came back", f"{p.day()} 09:00-10:00")
    p.lists("Came back", p.day())


@task("Delete one event of a series")
def delete_one(p):
    p.has("Lesson", 0, "09:00", rules=WEEKLY)
    p.week(p.day(7))
    p.open("Lesson")
    p.press("Delete")
    p.press("Only this one")
    p.keeps("Lesson", f"{p.day()} 09:00-10:00", f"{p.day(14)} 09:00-10:00")


@task("Take back an older change by the history")
def undo_older(p):
    p.has("Older change", 0, "09:00")
    p.has("Newer change", 1, "09:00")
    p.start()
    p.press("History")
    p.press("Undo: Older change")
    p.keeps("Older change")
    p.keeps("Newer change", f"{p.day(1)} 09:00-10:00")
    p.says("Undone: Older change")
