// Days and their events; `PageHTML.swift` describes their HTML, which the service renders the same.
import { el, narrow } from "./dom.js";
import { dayLabel, monthLabel, timeLabel, weekdayName, weekdayOf } from "./dates.js";
import { itemRow } from "./item.js";
import { say, titleOf } from "./say.js";
import { calendarIndex, state } from "./state.js";

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
  const [weekdays, months] = narrow.matches ? [] : ["longWeekdays", "months"];
  const time = el("time", { datetime: day }, el("span", {}, weekdayName(weekday, weekdays)), " ", el("b", {}, dayLabel(day, months)));
  section.firstElementChild.replaceChildren(time);
}

/**
 * The list of a day's events; null for none.
 * @param {object[]} events in their order
 * @param {string} day
 */
export function dayList(events, day) {
  return events.length ? el("ol", {}, ...events.map((event) => (event.item ? itemRow : eventItem)(event, day))) : null;
}

function eventItem(event, day) {
  const mark = markOf(event);
  const link = el(
    "a",
    { href: `/events/${encodeURIComponent(event.id)}` },
    el("time", { datetime: event.start }, timeLabel(event, day)),
    " ",
    el("span", { class: "what", dir: "auto" }, titleOf(event)),
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

/** The classes that an event has, in the list and in the grids. */
export function classesOf(event, day) {
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
