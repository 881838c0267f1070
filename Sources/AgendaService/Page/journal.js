/* Journal entries: the last ones among the events of a day, and their view; nothing here changes them. The HTML of one,
   which the service renders the same for the first response:

   <li class="event journal c-2 also-0 recurring"><span class="box" aria-hidden="true">✎</span><a href="/events/ID">
   <time datetime="START">18:00</time> <span class="what" dir="auto">TITLE</span> <span class="in">Home</span></a></li>

   An entry about a day has no text in its <time>. */
import { longDay } from "./dates.js";
import { el, outgoing } from "./dom.js";
import { say } from "./say.js";
import { calendarIndex } from "./state.js";

/** Whether what the service answered is a journal entry. */
export const isJournal = (item) => "descriptions" in item;

/** An entry as it stands among the events of a day. */
export const journalEntry = (journal) => ({ ...journal, journal, end: journal.start });

/** The row of an entry. */
export function journalItem({ journal }) {
  const names = ["event", "journal", `c-${calendarIndex(journal.calendar)}`];
  for (const name of journal.alsoIn) names.push(`also-${calendarIndex(name)}`);
  if (journal.recurring) names.push("recurring");
  const link = el(
    "a",
    { href: `/events/${encodeURIComponent(journal.id)}` },
    el("time", { datetime: journal.start }, journal.start.slice(11, 16)),
    " ",
    el("span", { class: "what", dir: "auto" }, journal.summary || say("untitled")),
    " ",
    el("span", { class: "in" }, [journal.calendar, ...journal.alsoIn].join(", ")),
  );
  return el("li", { class: names.join(" ") }, el("span", { class: "box", "aria-hidden": true }, "✎"), link);
}

/** When an entry is, for results. */
export function journalLabel({ start }) {
  if (!start) return say("journal");
  return `${say("journal")}, ${longDay(start.slice(0, 10))}${start.length > 10 ? `, ${start.slice(11, 16)}` : ""}`;
}

/** The view of an entry. @param {(key: string, value: unknown) => Node[]} fact @param {(text: string) => Node[]} linked */
export function journalView(journal, fact, linked) {
  return el(
    "article",
    { class: `details c-${calendarIndex(journal.calendar)}` },
    el("p", { class: "span" }, journalLabel(journal)),
    el(
      "dl",
      {},
      ...fact("status", journal.status && say(`journal.${journal.status}`)),
      ...fact("calendar", el("span", { class: "swatch" }, [journal.calendar, ...journal.alsoIn].join(", "))),
      ...fact("categories", journal.categories.join(", ")),
      ...fact("links", journal.url && outgoing(journal.url)),
    ),
    ...journal.descriptions.map((text) => el("p", { class: "notes", dir: "auto" }, ...linked(text))),
  );
}
