// All 488 days in one strip: the load of each day, conflicts, months, and where the view is. A slider for the keyboard.
import { api } from "./api.js";
import { hiddenCalendars } from "./calendars.js";
import { longDay, shortMonth } from "./dates.js";
import { byId, el } from "./dom.js";
import { setMonthCounts } from "./month.js";
import { say } from "./say.js";
import { DAYS, TODAY } from "./days.js";
import { dayAt } from "./state.js";
import { setCounts } from "./timeline.js";
import { indexInView, jumpTo } from "./view.js";

const HEIGHT = 24;
const SVG = "http://www.w3.org/2000/svg";
const ribbon = byId("ribbon");
const hint = el("output", { class: "hint", hidden: true });
let counts = new Array(DAYS).fill(0);
let conflicts = new Set();
let pulled = null;

/** Makes the strip and its listeners. */
export function startRibbon() {
  ribbon.setAttribute("role", "slider");
  ribbon.tabIndex = 0;
  ribbon.setAttribute("aria-valuemin", "0");
  ribbon.setAttribute("aria-valuemax", String(DAYS - 1));
  ribbon.addEventListener("keydown", onKey);
  ribbon.addEventListener("pointerdown", onDown);
  ribbon.addEventListener("pointermove", onMove);
  ribbon.addEventListener("pointerup", onUp);
  ribbon.addEventListener("pointercancel", onUp);
  ribbon.addEventListener("pointerleave", () => pulled === null && (hint.hidden = true));
  drawRibbon();
  return loadRibbon();
}

/** Asks for the load of the days anew; the calendars that are off do not count. */
export async function loadRibbon() {
  const answer = await api.ribbon(hiddenCalendars()).catch(() => null);
  if (!answer) return;
  counts = answer.counts.map((count, index) => count + (answer.items?.[index] ?? 0));
  conflicts = new Set(answer.conflicts);
  drawRibbon();
  setCounts(counts);
  setMonthCounts(counts);
}

/** Draws the strip, also after another language was chosen. */
export function drawRibbon() {
  const most = Math.max(4, ...counts);
  // By the square root, so that one event is seen beside a day of forty.
  const bar = (index) => {
    const height = (Math.sqrt(counts[index] / most) * HEIGHT).toFixed(1);
    return `M${index},${HEIGHT}v-${height}h.8v${height}z`;
  };
  const busy = Array.from(counts.keys()).filter((index) => counts[index]);
  const overlaps = [...conflicts].map((index) => `M${index},${HEIGHT}v2.5h.8v-2.5z`);
  const svg = shape("svg", { viewBox: `0 0 ${DAYS} ${HEIGHT + 3}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(
    shape("path", { class: "load", d: busy.map(bar).join("") }),
    shape("path", { class: "conflict", d: overlaps.join("") }),
    shape("path", { class: "today", d: `M${TODAY + 0.4},0v${HEIGHT + 3}` }),
  );
  ribbon.replaceChildren(svg, ...months(), el("span", { class: "in-view" }), hint);
  followRibbon(indexInView());
}

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function months() {
  const firsts = Array.from({ length: DAYS }, (_, index) => index).filter((index) => dayAt(index).endsWith("-01"));
  return firsts.map((index) => {
    const day = dayAt(index);
    const name = day.slice(5, 7) === "01" ? day.slice(0, 4) : shortMonth(day);
    const label = el("span", { class: "tick", "aria-hidden": "true" }, name);
    label.style.setProperty("--at", index / DAYS);
    return label;
  });
}

/** Marks the day in view. */
export function followRibbon(index) {
  ribbon.querySelector(".in-view")?.style.setProperty("--at", index / DAYS);
  ribbon.setAttribute("aria-valuenow", String(index));
  ribbon.setAttribute("aria-valuetext", describe(index, longDay(dayAt(index))));
}

function describe(index, day) {
  const count = counts[index];
  const events = count === 1 ? say("oneEvent") : count ? say("events", count) : say("noEvents");
  return `${day}: ${events}${conflicts.has(index) ? `, ${say("overlapping")}` : ""}`;
}

function indexAtPointer(event) {
  const { left, width } = ribbon.getBoundingClientRect();
  return Math.min(Math.max(Math.floor(((event.clientX - left) / width) * DAYS), 0), DAYS - 1);
}

function onDown(event) {
  if (event.button !== 0) return;
  ribbon.setPointerCapture(event.pointerId);
  pulled = -1;
  onMove(event);
}

function onMove(event) {
  const index = indexAtPointer(event);
  hint.textContent = describe(index, longDay(dayAt(index)));
  hint.hidden = false;
  hint.style.setProperty("--at", index / DAYS);
  hint.classList.toggle("late", index > DAYS / 2);
  if (pulled === null || pulled === index) return;
  pulled = index;
  jumpTo(index);
}

function onUp() {
  pulled = null;
  hint.hidden = true;
}

const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -28, PageUp: 28 };

function onKey(event) {
  const ends = { Home: 0, End: DAYS - 1 };
  const target = event.key in ends ? ends[event.key] : indexInView() + STEPS[event.key];
  if (Number.isNaN(target)) return;
  event.preventDefault();
  jumpTo(target);
}
