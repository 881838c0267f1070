"""To-dos, and invitations."""

import invitations
import stores
from person import Tasks, Wrong

task = TASKS = Tasks()


@task("Write down a to-do")
def add_todo(p):
    p.todos()
    p.fill("Add a to-do", f"Pay rent {p.day()}")
    p.press("Add", within="#panel")
    p.stored(lambda: (p.todo("Pay rent") or {}).get("due"), p.day())
    p.panel("Pay rent")


@task("Tick a to-do")
def tick(p):
    p.has_todo("Ticked one", due=p.day())
    p.todos()
    p.press("done: Ticked one")
    p.stored(lambda: p.todo("Ticked one")["status"], "completed")


@task("Take back a tick")
def untick(p):
    p.has_todo("Unticked one", due=p.day())
    p.todos()
    p.press("done: Unticked one")
    p.stored(lambda: p.todo("Unticked one")["status"], "completed")
    p.press("Undo", within="#status")
    p.stored(lambda: p.todo("Unticked one")["status"], "needs-action")


@task("Have a to-do due at another time")
def due_day(p):
    p.has_todo("Put off", due=p.day())
    p.todos()
    p.press("Put off")
    p.fill("Due, Date", p.day(2))
    p.fill("Due, time", "17:30")
    p.press("Save")
    p.stored(lambda: p.todo("Put off")["due"][:16], f"{p.day(2)}T17:30")


@task("Give a to-do a priority and a category")
def priority(p):
    p.has_todo("Weighed", due=p.day())
    p.todos()
    p.press("Weighed")
    p.choose("Priority", "1 (high)")
    p.fill("Categories", "home")
    p.press("Save")
    p.stored(lambda: [p.todo("Weighed")[key] for key in ("priority", "categories")], [1, ["home"]])


@task("Add a part of a to-do")
def subtask(p):
    p.has_todo("Move house", due=p.day())
    p.todos()
    p.press("Add a part of Move house")
    p.fill("Add a part of Move house", "Pack books")
    p.press("Add", within="#panel")
    p.stored(lambda: (p.todo("Pack books") or {}).get("parent"), lambda seen: seen and seen == p.todo("Move house")["uid"])


@task("Have a to-do repeat each month")
def repeat_todo(p):
    p.has_todo("Water meter", due=p.day())
    p.todos()
    p.press("Water meter")
    p.choose("Repeats", "every month")
    p.press("Save")
    p.stored(lambda: p.todo("Water meter")["recurring"], True)


@task("Delete a to-do")
def delete_todo(p):
    p.has_todo("Needless", due=p.day())
    p.todos()
    p.press("Needless")
    p.press("Delete", within="#panel .actions")
    p.stored(lambda: p.todo("Needless"), None)


def waits(p, uid, title, day=0):
    """An invitation that came is in the store."""
    text = invitations.lines(uid, title, p.first)
    path = p.service.folder / "in.ics"
    path.write_text(text, newline="")
    p.service.command("import", path)


def answer(p, title):
    event = p.whole(title)
    return next((one["status"] for one in event.get("participants", []) if "kim@" in one["address"]), None)


@task("Accept an invitation that waits")
def accept(p):
    waits(p, f"accept-{p.hand.name}", "Planning day")
    p.start()
    p.press("Invitations")
    p.press("Accept: Planning day")
    p.stored(lambda: answer(p, "Planning day"), "ACCEPTED")


@task("Decline an invitation with a note")
def decline(p):
    waits(p, f"decline-{p.hand.name}", "Late call")
    p.start()
    p.press("Invitations")
    p.press("Add a note")
    p.fill("Note to the organizer", "I am away")
    p.press("Decline: Late call")
    p.stored(lambda: answer(p, "Late call"), "DECLINED")
    p.shows("decodeURIComponent(document.querySelector('#panel a[download]')?.href ?? '').includes('COMMENT:I am away')")


@task("Open a mail with an invitation and say maybe")
def open_mail(p):
    path = p.service.folder / "mail.eml"
    path.write_bytes(invitations.mail(invitations.lines(f"mail-{p.hand.name}", "Summer party", p.first)))
    p.start()
    p.press("Invitations")
    p.give("#panel input[type=file]", path)
    p.panel("Invitation from Bea")
    p.press("Maybe")
    p.stored(lambda: answer(p, "Summer party"), "TENTATIVE")


@task("Change an answer later")
def change_answer(p):
    waits(p, f"change-{p.hand.name}", "Trade fair")
    p.ask("PATCH", f"/v1/invitations/{p.whole('Trade fair')['id']}", {"answer": "accept"}, "*")
    p.week()
    p.open("Trade fair")
    p.press("Decline: Trade fair")
    p.stored(lambda: answer(p, "Trade fair"), "DECLINED")


@task("Invite the guests of an event")
def invite(p):
    p.service.command("add", f"Garden party {p.day()} 18:00", "--attendee", "jo@example.org")
    p.week()
    p.open("Garden party")
    p.press("Invite the guests")
    p.shows("decodeURIComponent(document.querySelector('#panel a[download]')?.href ?? '').includes('METHOD:REQUEST')")
