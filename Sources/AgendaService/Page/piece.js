// An event in a grid, as a block or a bar: what is seen of it, and what is read aloud.
import { dayLabel, plusDays, timeLabel, weekdayName, weekdayOf } from "./dates.js";
import { classesOf, markOf } from "./day.js";
import { el } from "./dom.js";
import { isClosed, isTodo, itemRow, statusLabel } from "./item.js";
import { say, titleOf } from "./say.js";

/** Whether something stands in the band above the hours: to-dos, journal entries, and what lasts for whole days. */
export function isWhole(event) {
  return Boolean(event.item) || event.allDay || Date.parse(event.end) - Date.parse(event.start) >= 86_400_000;
}

/** A bar of the days that it is on. @typedef {{event: object, from: number, to: number}} Bar */

/**
 * The bars of some days beside each other.
 * @param {object[][]} days the events of each @param {(event: object) => boolean} wanted
 * @returns {Bar[]}
 */
export function barsOf(days, wanted) {
  const bars = [];
  const open = new Map();
  days.forEach((events, column) => {
    for (const event of events.filter(wanted)) {
      const bar = event.item ? null : open.get(event.id);
      if (bar?.to === column - 1) bar.to = column;
      else {
        const fresh = { event, from: column, to: column };
        bars.push(fresh);
        open.set(event.id, fresh);
      }
    }
  });
  return bars;
}

/** @param {object} event @param {string} day one of its days @param {{time?: boolean}} [options] time: whether it is written */
export function piece(event, day, { time = true } = {}) {
  if (event.item) return heardRow(event, day);
  const mark = markOf(event);
  const title = titleOf(event);
  const label = timeLabel(event, day);
  const link = el(
    "a",
    { href: `/events/${encodeURIComponent(event.id)}`, "aria-label": spoken(event, day), title: `${label} ${title}` },
    el("span", { class: "what", dir: "auto" }, title),
    " ",
    time && !isWhole(event) && el("time", { datetime: event.start }, event.start.slice(0, 10) < day ? label : label.split("–")[0]),
    " ",
    mark && el("em", {}, say(mark)),
    mark && " ",
    event.location && el("span", { class: "where", dir: "auto" }, event.location),
  );
  return el("li", { class: classesOf(event, day).join(" ") }, link);
}

/** A to-do or a journal entry: To-do: Water the cactus, overdue, home. */
function heardRow(entry, day) {
  const { item, late } = entry;
  const row = itemRow(entry, day);
  const todo = isTodo(item);
  const when = late ? say("late") : !item.allDay && timeLabel(entry, day);
  const rest = [titleOf(item), when, todo && isClosed(item) && statusLabel(item), item.calendar, ...item.alsoIn];
  row.querySelector("a").setAttribute("aria-label", `${say(todo ? "todo" : "journal")}: ${rest.filter(Boolean).join(", ")}`);
  return row;
}

/** An event as one would say it: 09:30 to 10:30 Stand-up, Room 2, work. */
export function spoken(event, day) {
  const mark = markOf(event);
  const names = [event.calendar, ...event.alsoIn].join(", ");
  const rest = [titleOf(event), mark && say(mark), event.location, names].filter(Boolean);
  return `${spokenTime(event, day)} ${rest.join(", ")}`;
}

function spokenTime(event, day) {
  if (!event.allDay) return timeLabel(event, day).replace(/^(.+)–(.+)$/, (_, start, end) => say("fromTo", start, end));
  const [first, last] = [event.start.slice(0, 10), plusDays(event.end.slice(0, 10), -1)];
  const name = (day) => `${weekdayName(weekdayOf(day))} ${dayLabel(day)}`;
  return last > first ? `${say("fromTo", name(first), name(last))}:` : `${say("allDay")}:`;
}
