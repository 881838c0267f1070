"""Ten people, made up, and what is in their calendars."""

import datetime
import random

from client import event

PEOPLE = {
    "anna": "Anna Lindqvist", "mehmet": "Mehmet Yıldız", "meiling": "林美玲", "haruto": "小川陽翔", "layla": "ليلى منصور",
    "oksana": "Оксана Гнатюк", "priya": "प्रिया नायर", "eleni": "Ελένη Μαρκάκη", "noam": "נועם ברק", "joao": "João Teixeira",
}  # fmt: skip
SUBJECTS = [
    "Lunch with {}", "Call {}", "{}: birthday", "Rehearsal with {}", "Train with {}", "Budget ({})", "Swimming with {}",
    "Dinner at the place of {}",
]  # fmt: skip


def fill(user, client, count=12, today=None):
    """Puts events of the next two weeks into a user's calendar. The same ones each time."""
    dice = random.Random(user.name)
    today = today or datetime.date.today()
    written = {}
    for number in range(count):
        name = PEOPLE[dice.choice(sorted(set(PEOPLE) - {user.name}))]
        day = today + datetime.timedelta(dice.randrange(14))
        text = event(f"{user.name}-{number}", dice.choice(SUBJECTS).format(name), f"{day:%Y%m%d}", dice.randrange(7, 19))
        href = f"{user.calendar}{number}.ics"
        answer = user.put(client, href, text)
        assert answer.status == 201, answer
        written[href] = answer.etag
    return written
