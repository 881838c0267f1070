// Week and day: the hours from top to bottom, a column for each day, and above it what lasts for whole days.
import { clockChange, instantOf, timeAt } from "./clock.js";
import { hiddenCalendars, namesInOrder } from "./calendars.js";
import { clockLabel, clockOf, dayLabel, is12Hours, eventCount, longDay, startOfWeek, weekdayName, weekdayOf } from "./dates.js";
import { DAYS } from "./days.js";
import { el, narrow } from "./dom.js";
import { isMovable } from "./drag.js";
import { axisOf, lanesOf, fitting, minuteOf, sideBySide } from "./layout.js";
import { barsOf, isWhole, piece } from "./piece.js";
import { say } from "./say.js";
import { calendarIndex, dayAt, indexOf, remembered, state } from "./state.js";
import { hasColumns } from "./view.js";
import { chooseZone } from "./zones.js";

/** So many minutes are as high as the lowest block. */
const LOWEST = 24;
/** So many bars are above the hours, until more are wanted. */
const LANES = 5;
let isOpen = false;

/** A week has seven days, on a narrow screen three: from the one in view on. */
function daysOf(name, index) {
  if (name === "day") return [index];
  const first = narrow.matches ? index : indexOf(startOfWeek(dayAt(index)));
  return Array.from({ length: narrow.matches ? 3 : 7 }, (_, offset) => first + offset);
}

/** The day one period further. */
export function hoursPeriod(name, index, step) {
  return index + step * daysOf(name, index).length;
}

/** Draws the grid. */
export function drawHours({ box, name, index, events, open, redraw, toggleColumns }) {
  const indices = daysOf(name, index);
  const whole = indices.map((at) => ({ index: at, day: dayAt(at), events: at >= 0 && at < DAYS ? events(at) : [] }));
  const byCalendar = hasColumns();
  const days = byCalendar ? calendarsOf(whole[0]) : whole;
  for (const column of days) column.change = clockChange(column.day, state.zone);
  const axis = axisOf(days.map(({ change }) => change));
  box.axis = axis;
  const band = bandOf(days, redraw);
  const columns = days.map((column, number) => columnOf(column, number, { name, axis, band, open, toggleColumns }));
  const head = el("div", { class: "head", "aria-hidden": "true" });
  const zone = remembered("zone", "");
  const content = [head, byCalendar ? dayCorner(days[0], toggleColumns) : corner(zone, redraw), gutter(axis, days.find((column) => column.index === index) ?? days[0], zone), ...columns];
  const sizes = { lanes: band.lanes, length: axis.length / 60, days: days.length, lines: lineStart(axis) };
  box.classList.toggle("by-calendar", byCalendar);
  box.classList.toggle("two-zones", zone !== "");
  box.classList.toggle("long-hours", is12Hours());
  for (const [key, value] of Object.entries(sizes)) box.style.setProperty(`--${key}`, value);
  return { content, from: indices[0], to: indices.at(-1) };
}

/** A day as a column for each calendar that is on; an event of several stands in each. */
function calendarsOf({ index, day, events }) {
  const off = new Set(hiddenCalendars());
  const names = namesInOrder().filter((name) => !off.has(name));
  const of = (calendar) => events.filter((event) => event.calendar === calendar || event.alsoIn.includes(calendar));
  return names.length ? names.map((calendar) => ({ index, day, calendar, events: of(calendar) })) : [{ index, day, events }];
}

/** The switch between one column and one for each calendar. @param {boolean} pressed */
function bySwitch(pressed, toggle, ...content) {
  const label = say("byCalendar");
  return el("button", { type: "button", class: "by", "aria-pressed": String(pressed), "aria-label": label, title: label, click: toggle }, ...content);
}

/** Above the hours of one day by calendars: the day, which leads back to one column. */
function dayCorner({ day }, toggle) {
  return el("div", { class: "corner" }, bySwitch(true, toggle, el("span", {}, weekdayName(weekdayOf(day))), " ", el("b", {}, dayLabel(day))));
}

/** Where whole hours stand again after a change by a part of an hour: the lines of the hours begin there anew. */
function lineStart(axis) {
  return (axis.rows.find(({ at }) => at % 60 !== 0)?.at ?? 0) / 60;
}

/** Above the hours: what chooses the zone of the second ones, and its name. */
function corner(zone, redraw) {
  const choose = () => chooseZone(redraw);
  const label = [say("secondZone"), zone].filter(Boolean).join(": ");
  const button = el("button", { type: "button", "aria-label": label, title: label, click: choose }, zone ? cityOf(zone) : "+");
  return el("div", { class: "corner" }, button);
}

const cityOf = (zone) => zone.split("/").at(-1).replaceAll("_", " ");

/** The bars above the hours, with what is left out where there are many. */
function bandOf(days, redraw) {
  const bars = barsOf(days.map(({ events }) => events), isWhole);
  const lanes = lanesOf(bars);
  const all = Math.max(0, ...lanes.map((lane) => lane + 1));
  const most = isOpen ? Infinity : LANES;
  const { shown, rest } = fitting(bars, lanes, days.length, most);
  const toggle = () => {
    isOpen = !isOpen;
    redraw();
  };
  return { bars, lanes: Math.min(all, most), lane: lanes, shown, rest, toggle, isWide: all > LANES };
}

function columnOf(column, number, { name, axis, band, open, toggleColumns }) {
  const { index, day, calendar, events, change } = column;
  const weekday = weekdayOf(day);
  const today = day === state.today;
  const label = [el("span", {}, weekdayName(weekday)), " ", el("b", {}, dayLabel(day))];
  // The short name is seen, the whole one is heard.
  const short = calendar ? el("b", { class: "swatch", dir: "auto", "aria-hidden": "true" }, calendar) : el("time", { datetime: day, "aria-hidden": "true" }, ...label);
  const heard = [calendar, today && say("today"), longDay(day), eventCount(events.length)].filter(Boolean).join(", ");
  const named = [short, el("span", { class: "quiet-words" }, heard)];
  const id = calendar ? `g${day}-${number}` : `g${day}`;
  const heading = el(
    "h2",
    { id, tabindex: -1, "data-heading": true },
    ...(name === "day" ? named : [el("button", { type: "button", tabindex: -1, click: () => open("day", index) }, ...named)]),
    name === "day" && !calendar && bySwitch(false, toggleColumns, say("byCalendar")),
  );
  const rest = band.rest[number];
  const more = (rest || (isOpen && band.isWide && number === 0)) &&
    el("button", { type: "button", class: "more", "aria-expanded": String(isOpen), click: band.toggle }, isOpen ? say("less") : say("more", rest));
  const list = el("ol", {}, ...bandItems(column, number, band), ...timedItems(column, axis));
  const missing = axis.missing(change);
  const section = el(
    "section",
    { class: calendar ? `column c-${calendarIndex(calendar)}` : "column", "aria-labelledby": id, "data-index": index, "data-day": day, "data-calendar": calendar },
    heading,
    list,
    more || null,
    missing && place(el("div", { class: "missing", title: say("noSuchHour") }), missing[0], missing[1]),
    today && nowLine(axis, change),
  );
  section.style.setProperty("--number", number);
  section.classList.toggle("today", today);
  section.classList.toggle("weekend", weekday > 4);
  if (today) section.setAttribute("aria-current", "date");
  const { start, end, days } = state.work;
  if (days.includes(weekday)) {
    section.style.setProperty("--opens", axis.at(start) / 60);
    section.style.setProperty("--closes", axis.at(end) / 60);
  }
  return section;
}

function place(element, from, to) {
  element.style.setProperty("--from", from / 60);
  element.style.setProperty("--size", (to - from) / 60);
  return element;
}

/** The bars that begin in this column; those that go on from the one before are there for who hears the page alone. */
function bandItems({ day, events }, number, band) {
  const items = band.bars.flatMap((bar, index) => {
    if (bar.from > number || bar.to < number) return [];
    const item = piece(bar.event, day);
    item.classList.add("bar");
    if (bar.from < number || !band.shown[index]) item.classList.add("unseen");
    item.style.setProperty("--lane", band.lane[index]);
    item.style.setProperty("--columns", bar.to - bar.from + 1);
    if (bar.event.start.slice(0, 10) < day) item.classList.add("from-before");
    return [{ item, at: events.indexOf(bar.event) }];
  });
  return items.sort((one, other) => one.at - other.at).map(({ item }) => item);
}

function timedItems({ day, events, change }, axis) {
  const timed = events.filter((event) => !isWhole(event));
  const spans = timed.map((event) => {
    const start = event.start.slice(0, 10) < day ? 0 : placeOf(event.start, change, axis);
    const end = event.end.slice(0, 10) > day ? axis.length : placeOf(event.end, change, axis);
    const low = Math.min(start, axis.length - LOWEST);
    return { start: low, end: Math.max(end, low + LOWEST) };
  });
  const places = sideBySide(spans);
  return timed.map((event, index) => {
    const { start, end } = spans[index];
    const item = place(piece(event, day), start, end);
    item.classList.add("block");
    if (isMovable(event)) item.classList.add("movable");
    if (end - start < 45) item.classList.add("low");
    item.style.setProperty("--left", places[index].left);
    item.style.setProperty("--width", places[index].width);
    return item;
  });
}

function placeOf(time, change, axis) {
  const { minute, second } = minuteOf(time, change);
  return axis.at(minute, second);
}

function nowLine(axis, change) {
  const now = timeAt(Date.now(), state.zone);
  if (now.slice(0, 10) !== state.today) return null;
  return place(el("div", { class: "now-line", "aria-hidden": "true" }), placeOf(now, change, axis), 0);
}

/** The hours, and beside them those of a second zone. */
function gutter(axis, { day }, zone) {
  const labels = axis.rows.map(({ minute, second, at }) => {
    const text = clockLabel(`${String(minute / 60).padStart(2, "0")}:00`);
    const other = zone && clockOf(timeAt(instantOf(day, minute, second, state.zone), zone));
    return place(el("span", { class: "hour" }, zone && el("i", {}, other), el("span", {}, text)), at, at + 60);
  });
  return el("div", { class: "gutter", "aria-hidden": "true" }, ...labels);
}

/** Scrolls to now where today is shown, else to the working hours. */
export function scrollToHours(box) {
  const line = box.querySelector(".now-line");
  const hour = box.querySelector(".hour:last-child");
  if (!hour) return;
  const from = line ? line.style.getPropertyValue("--from") - 3 : state.work.start / 60 - 1;
  const [first, last] = [hour.parentElement.firstElementChild, hour].map((label) => label.offsetTop);
  box.scrollTop = Math.max(0, (from * (last - first)) / hour.style.getPropertyValue("--from"));
}
