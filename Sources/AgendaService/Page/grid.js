// The place of the grids: week and day with hours, month with titles. It draws one anew when the day, the events or the
// calendars change, and keeps where it is scrolled to and what has the focus.
import { hiddenCalendars, watchCalendars } from "./calendars.js";
import { DAYS } from "./days.js";
import { byId, el, styled } from "./dom.js";
import { makeByKeys, moveByKeys, showMove, startDragging } from "./drag.js";
import { drawHours, hoursPeriod, scrollToHours } from "./hours.js";
import { eventsAt, loadDay, watchNodes } from "./nodes.js";
import { drawTitles, titlesPeriod } from "./titles.js";
import { indexInView, setShower, viewName } from "./view.js";

const SHOWERS = {
  week: { draw: drawHours, period: hoursPeriod },
  day: { draw: drawHours, period: hoursPeriod },
  month: { draw: drawTitles, period: titlesPeriod },
};
const box = el("div", { id: "grid" });
let style = null;
let isDrawn = false;
/** What opens another view. @type {(name: string, index?: number) => void} */
let open = () => {};
let toggleColumns = () => {};

/** What keys do in grids. */
export const gridKeys = { makeByKeys, moveByKeys };

/** Shows a grid in the list's place. @param {string} name week, day or month @param {typeof open} showView @param {() => Promise<void>} byCalendar */
export async function showGrid(name, showView, byCalendar) {
  open = showView;
  toggleColumns = async () => {
    await byCalendar();
    box.querySelector(".by")?.focus();
  };
  if (!style) start();
  const isOther = box.dataset.view !== name;
  box.dataset.view = name;
  box.hidden = false;
  isDrawn &&= !isOther;
  setShower(name, { show, period: (index, step) => SHOWERS[name].period(name, index, step) });
}

function start() {
  style = styled("grid.css", import.meta.url);
  style.addEventListener("load", redraw);
  byId("timeline").append(box);
  startDragging(box, redraw);
  watchNodes({ loaded: drawIfShown, changed: drawIfShown, relabelled: redraw, restarted: redraw });
  watchCalendars(redraw);
  let size = "";
  new ResizeObserver(() => {
    // What fits depends on the size; of a month more than of hours.
    const now = `${box.clientWidth}x${box.clientHeight}`;
    if (now !== size) redraw();
    size = now;
  }).observe(box);
}

const isShown = () => viewName() === box.dataset.view;

function drawIfShown(indices) {
  if (!isShown()) return;
  const { from, to } = box.shown ?? { from: 0, to: DAYS };
  if (indices.some((index) => index >= from && index <= to)) redraw();
}

function redraw() {
  if (isShown()) draw(indexInView());
}

/** Brings a day into view. */
function show(index, { focus }) {
  draw(index);
  for (const day of [box.shown.from, box.shown.to]) if (day >= 0 && day < DAYS) loadDay(day);
  if (focus) box.querySelector(headingOf(index))?.focus({ preventScroll: true });
}

function draw(index) {
  if (!style.sheet) box.classList.add("waits");
  else box.classList.remove("waits");
  const { scrollTop } = box;
  const focus = box.contains(document.activeElement) ? placeOf(document.activeElement) : null;
  const hidden = new Set(hiddenCalendars());
  const shown = (event) => [event.calendar, ...event.alsoIn].some((name) => !hidden.has(name));
  const events = (at) => (eventsAt(at) ?? []).filter(shown);
  const { content, from, to } = SHOWERS[box.dataset.view].draw({ box, name: box.dataset.view, index, events, open, redraw, toggleColumns });
  box.shown = { from, to };
  box.replaceChildren(...content);
  if (!isDrawn && style.sheet) {
    isDrawn = true;
    scrollToHours(box);
  } else box.scrollTop = scrollTop;
  if (focus) box.querySelector(focus)?.focus({ preventScroll: true });
  showMove();
}

/** What has the focus for a day: its heading, or the cell that is one. */
const headingOf = (index) => `[data-index="${index}"][data-heading], [data-index="${index}"] [data-heading]`;

/** How to find an element after the next drawing. */
function placeOf(element) {
  const href = element.getAttribute("href");
  const day = element.closest("[data-index]")?.dataset.index;
  if (href) return `[data-index="${day}"] a[href="${CSS.escape(href)}"], a[href="${CSS.escape(href)}"]`;
  return element.matches("[data-heading]") ? headingOf(day) : null;
}
