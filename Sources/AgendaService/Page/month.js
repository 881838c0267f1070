// The mini month: a grid by the ARIA authoring guide, with one day in the tab order.
import { dayOf, eventCount, longDay, longWeekday, monthLabel, numberOf, plusDays, plusMonths, startOfWeek, weekdayOf } from "./dates.js";
import { byId, el } from "./dom.js";
import { say } from "./say.js";
import { DAYS } from "./days.js";
import { dayAt, indexOf, state } from "./state.js";
import { indexInView, jumpTo } from "./view.js";

const box = byId("month");
let counts = [];
let cursor = "";
let chosen = "";

/** Tells how many events each day has. */
export function setMonthCounts(numbers) {
  counts = numbers;
  draw();
}

/** Shows the month of the day in view. */
export function followMonth(index) {
  chosen = dayAt(index);
  if (box.contains(document.activeElement)) return;
  const same = cursor.slice(0, 7) === chosen.slice(0, 7) && box.firstChild;
  cursor = chosen;
  if (same) mark();
  else draw();
}

/** Draws the month anew, also after another language was chosen. */
export function draw() {
  cursor ||= dayAt(indexInView());
  const focused = box.querySelector("table")?.contains(document.activeElement);
  box.replaceChildren(heading(), grid());
  mark();
  if (focused) focusCursor();
}

function heading() {
  const step = (label, sign, months) =>
    el("button", { class: "icon", type: "button", "aria-label": say(label), click: () => turn(months) }, sign);
  const title = el("h2", { id: "month-title", "aria-live": "polite" }, monthLabel(cursor));
  return el("div", { class: "month-head" }, title, step("previousMonth", "‹", -1), step("nextMonth", "›", 1));
}

function turn(months) {
  cursor = plusMonths(cursor, months);
  draw();
  box.querySelector(`[aria-label="${say(months < 0 ? "previousMonth" : "nextMonth")}"]`).focus();
}

function grid() {
  const first = `${cursor.slice(0, 7)}-01`;
  const start = numberOf(startOfWeek(first));
  const names = say("columns").split(" ");
  const head = Array.from({ length: 7 }, (_, column) => {
    const day = dayOf(start + column);
    return el("th", { scope: "col", abbr: longWeekday(day) }, names[weekdayOf(day)]);
  });
  const week = (row) => el("tr", {}, ...Array.from({ length: 7 }, (_, column) => cell(dayOf(start + row * 7 + column))));
  return el(
    "table",
    { role: "grid", "aria-labelledby": "month-title", keydown: onKey, click: onClick },
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...Array.from({ length: 6 }, (_, row) => week(row))),
  );
}

function cell(day) {
  const index = indexOf(day);
  const count = counts[index] ?? 0;
  const load = count > 7 ? "busy load-3" : count > 3 ? "busy load-2" : count ? "busy" : "";
  const classes = `${day.slice(0, 7) === cursor.slice(0, 7) ? "" : "other"} ${load}`.trim();
  const attributes = { "data-day": day, class: classes || null, tabindex: -1, "aria-label": `${longDay(day)}, ${eventCount(count)}` };
  if (day === state.today) attributes["aria-current"] = "date";
  if (index < 0 || index >= DAYS) attributes["aria-disabled"] = "true";
  return el("td", attributes, String(Number(day.slice(8))));
}

function mark() {
  for (const element of box.querySelectorAll("td")) {
    element.tabIndex = element.dataset.day === cursor ? 0 : -1;
    element.setAttribute("aria-selected", String(element.dataset.day === chosen));
  }
}

function focusCursor() {
  box.querySelector(`[data-day="${cursor}"]`)?.focus();
}

function onClick({ target }) {
  const day = target.closest("td")?.dataset.day;
  if (day) choose(day);
}

function choose(day) {
  cursor = day;
  chosen = day;
  mark();
  jumpTo(indexOf(day));
}

const isRightToLeft = () => getComputedStyle(document.documentElement).direction === "rtl";
/** The day that a key of a grid of days leads to (ARIA authoring guide). @type {Record<string, (day: string, shift: boolean) => string>} */
export const dayMoves = {
  ArrowLeft: (day) => plusDays(day, isRightToLeft() ? 1 : -1),
  ArrowRight: (day) => plusDays(day, isRightToLeft() ? -1 : 1),
  ArrowUp: (day) => plusDays(day, -7),
  ArrowDown: (day) => plusDays(day, 7),
  Home: startOfWeek,
  End: (day) => plusDays(startOfWeek(day), 6),
  PageUp: (day, shift) => plusMonths(day, shift ? -12 : -1),
  PageDown: (day, shift) => plusMonths(day, shift ? 12 : 1),
};

function onKey(event) {
  if (event.key === "Enter" || event.key === " ") choose(cursor);
  else if (dayMoves[event.key]) move(dayMoves[event.key](cursor, event.shiftKey));
  else return;
  event.preventDefault();
}

function move(day) {
  const month = cursor.slice(0, 7);
  cursor = day;
  if (day.slice(0, 7) === month) mark();
  else draw();
  focusCursor();
}
