/* The HTML of a day and of an event. The service renders the same for the first response (white space between
   elements is one space where shown, none elsewhere):

   a day that has events; `today` and aria-current only on today, `weekend` on Saturday and Sunday,
   `data-month` only on the first day of a month:

   <section class="day today weekend n3" id="d2026-11-21" data-month="November 2026" aria-current="date"
   ><h2 tabindex="-1"><time datetime="2026-11-21"><span>Sat</span> <b>21 Nov</b></time></h2><ol>EVENTS</ol></section>

   `n3` is the number of its events, at most 40; with scripts the property --n says the same.

   an empty day: the same with class "day empty" and without <ol>; in the first response the day that the page is
   about (today, or `from`) has the class `here` as its last one, by which it is in view without scripts too

   an event; N is the calendar's place in /v1/calendars, `also-N` one class for each of `alsoIn`; then the classes
   that apply, in this order: `all-day` (also a whole day of a longer event), the status unless it is confirmed
   (`tentative`, `cancelled`), `declined` (participation is so), `recurring`, `transparent`. With scripts, the events
   of today are `over` or `running`, too.
   <em> stands there only for tentative, cancelled and declined, `where` only if there is a location,
   `in` has the names joined by ", ":

   <li class="event c-2 also-0 recurring"><a href="/events/ID"><time datetime="START">09:30–11:30</time>
   <span class="what" dir="auto">TITLE</span> <em>cancelled</em> <span class="where" dir="auto">PLACE</span>
   <span class="in">Home, family</span></a></li>

   To-dos and journal entries stand among them, see todo.js and journal.js. ID is percent-encoded; START is the member `start` as it stands; the times are those of `timeLabel` in dates.js. */
import { el } from "./dom.js";
import { dayLabel, monthLabel, timeLabel, weekdayName, weekdayOf } from "./dates.js";
import { say } from "./say.js";
import { calendarIndex, state } from "./state.js";
import { journalItem } from "./journal.js";
import { todoItem } from "./todo.js";

/**
 * The section of a day, without events yet.
 * @param {string} day
 */
export function daySection(day) {
  const section = el("section", { id: `d${day}` });
  section.append(el("h2", { tabindex: -1 }));
  labelDay(section, day);
  return section;
}

/** Writes a section's heading and its marks anew: for another language, and for another today. */
export function labelDay(section, day) {
  const weekday = weekdayOf(day);
  const today = day === state.today;
  section.className = "day";
  section.classList.toggle("today", today);
  section.classList.toggle("weekend", weekday > 4);
  section.classList.toggle("empty", !section.querySelector("ol"));
  if (day.endsWith("-01")) section.dataset.month = monthLabel(day);
  if (today) section.setAttribute("aria-current", "date");
  else section.removeAttribute("aria-current");
  const time = el("time", { datetime: day }, el("span", {}, weekdayName(weekday)), " ", el("b", {}, dayLabel(day)));
  section.firstElementChild.replaceChildren(time);
}

/**
 * The list of a day's events; null for none.
 * @param {object[]} events in their order
 * @param {string} day
 */
export function dayList(events, day) {
  return events.length ? el("ol", {}, ...events.map((event) => rowOf(event)(event, day))) : null;
}

const rowOf = (entry) => (entry.todo ? todoItem : entry.journal ? journalItem : eventItem);

function eventItem(event, day) {
  const mark = markOf(event);
  const link = el(
    "a",
    { href: `/events/${encodeURIComponent(event.id)}` },
    el("time", { datetime: event.start }, timeLabel(event, day)),
    " ",
    el("span", { class: "what", dir: "auto" }, event.summary || say("untitled")),
    " ",
    mark && el("em", {}, say(mark)),
    mark && " ",
    event.location && el("span", { class: "where", dir: "auto" }, event.location),
    event.location && " ",
    el("span", { class: "in" }, [event.calendar, ...event.alsoIn].join(", ")),
  );
  return el("li", { class: classesOf(event, day).join(" ") }, link);
}

/** What a reader must know before counting on the event: cancelled, declined or tentative; else null. */
export function markOf(event) {
  if (event.status === "cancelled") return "cancelled";
  if (event.participation === "declined") return "declined";
  return event.status === "tentative" || event.participation === "tentative" ? "tentative" : null;
}

function classesOf(event, day) {
  const names = ["event", `c-${calendarIndex(event.calendar)}`];
  for (const name of event.alsoIn) names.push(`also-${calendarIndex(name)}`);
  if (timeLabel(event, day) === say("allDay")) names.push("all-day");
  if (event.status !== "confirmed") names.push(event.status);
  if (event.participation === "declined") names.push("declined");
  if (event.recurring) names.push("recurring");
  if (event.transparent) names.push("transparent");
  if (day === state.today && !event.allDay) names.push(...progressOf(event));
  return names;
}

function progressOf(event) {
  if (Date.parse(event.end) <= Date.now()) return ["over"];
  return Date.parse(event.start) <= Date.now() ? ["running"] : [];
}
