// The month with titles: a grid by the ARIA authoring guide, with one day in the tab order. Days that have more than fits say how
// much, and open.
import { eventCount, longDay, longWeekday, plusMonths, startOfWeek, weekdayName, weekdayOf } from "./dates.js";
import { DAYS } from "./days.js";
import { el, narrow } from "./dom.js";
import { fitting, lanesOf } from "./layout.js";
import { barsOf, piece } from "./piece.js";
import { dayMoves } from "./month.js";
import { say } from "./say.js";
import { dayAt, indexOf, state } from "./state.js";
import { jumpTo } from "./view.js";


/** The same day of another month. */
export function titlesPeriod(_, index, step) {
  return indexOf(plusMonths(dayAt(index), step));
}

/** Draws the grid. */
export function drawTitles({ box, index, events, open }) {
  const month = dayAt(index).slice(0, 7);
  const from = indexOf(startOfWeek(`${month}-01`));
  const next = indexOf(`${plusMonths(`${month}-01`, 1)}`);
  const weeks = Array.from({ length: Math.ceil((next - from) / 7) }, (_, row) => from + row * 7);
  const most = fittingTitles(box, weeks.length);
  const head = el("div", { role: "row", class: "names" }, ...Array.from({ length: 7 }, (_, column) => columnName(dayAt(from + column))));
  const rows = weeks.map((first) => weekRow(first, { month, index, events, open, most }));
  const table = el("div", { role: "grid", "aria-labelledby": "month-in-view", class: "titles" }, head, ...rows);
  table.style.setProperty("--weeks", weeks.length);
  table.addEventListener("keydown", (event) => onKey(event, open));
  return { content: [table], from, to: from + weeks.length * 7 - 1 };
}

function columnName(day) {
  return el("div", { role: "columnheader", "aria-label": longWeekday(day) }, weekdayName(weekdayOf(day)));
}

/** How many titles a day has room for. */
function fittingTitles(box, weeks) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.max(2, Math.floor(((box.clientHeight - 2 * rem) / weeks - 2 * rem) / (1.375 * rem)));
}

function weekRow(first, { month, index, events, open, most }) {
  const days = Array.from({ length: 7 }, (_, column) => {
    const at = first + column;
    return at >= 0 && at < DAYS ? events(at) : [];
  });
  const bars = barsOf(days, () => true);
  const lanes = lanesOf(bars);
  const { shown, rest } = fitting(bars, lanes, 7, most);
  const cells = days.map((list, column) => {
    const [at, day] = [first + column, dayAt(first + column)];
    const items = bars.flatMap((bar, number) => {
      if (bar.from !== column || !shown[number]) return [];
      const item = piece(bar.event, day);
      item.classList.add("bar");
      if (bar.to > bar.from || bar.event.allDay) item.classList.add("wide");
      item.style.setProperty("--lane", lanes[number]);
      item.style.setProperty("--columns", bar.to - bar.from + 1);
      for (const link of item.querySelectorAll("a, button")) link.tabIndex = -1;
      return [item];
    });
    const time = el("time", { datetime: day }, el("span", { "aria-hidden": "true" }, String(Number(day.slice(8)))),
      el("span", { class: "quiet-words" }, `${longDay(day)}, ${eventCount(list.length)}`));
    const cell = el(
      "div",
      { role: "gridcell", tabindex: at === index ? 0 : -1, "data-index": at, "data-day": day, "data-heading": true,
        "aria-selected": String(at === index) },
      el("div", { class: "number", click: () => open("day", at) }, time),
      items.length ? el("ol", {}, ...items) : null,
      rest[column] ? moreOf(rest[column], () => open("day", at)) : null,
    );
    cell.classList.toggle("other", day.slice(0, 7) !== month);
    cell.classList.toggle("weekend", weekdayOf(day) > 4);
    if (day === state.today) cell.setAttribute("aria-current", "date");
    cell.addEventListener("click", ({ target }) => target === cell && jumpTo(at, { focus: true }));
    return cell;
  });
  return el("div", { role: "row" }, ...cells);
}

function moreOf(count, click) {
  const words = say("more", count);
  return el("button", { type: "button", class: "more", tabindex: -1, "aria-label": words, click }, narrow.matches ? `+${count}` : words);
}

function onKey(event, open) {
  if (!event.target.matches("[role=gridcell]") || event.altKey || event.ctrlKey || event.metaKey) return;
  const { day, index } = event.target.dataset;
  if (event.key === "Enter" || event.key === " ") open("day", Number(index));
  else if (dayMoves[event.key]) jumpTo(indexOf(dayMoves[event.key](day, event.shiftKey)), { focus: true });
  else return;
  event.preventDefault();
}
