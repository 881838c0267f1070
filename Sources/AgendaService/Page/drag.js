// Moving, lengthening and making events in the grids, by pointer and by keys. What would be is shown while one moves; it is saved
// when the pointer is let go, or by Enter.
import { clockChange, instantOf, timeAt } from "./clock.js";
import { dayLabel, numberOf, plusDays, timeLabel, weekdayName, weekdayOf } from "./dates.js";
import { DAYS } from "./days.js";
import { el } from "./dom.js";
import { addByFields, changeTimes } from "./edit.js";
import { eventInHand, idOf } from "./event.js";
import { axisOf, minuteOf } from "./layout.js";
import { eventOf } from "./nodes.js";
import { say, titleOf } from "./say.js";
import { dayAt, indexOf, isWritable, state } from "./state.js";
import { tell, tellAside } from "./status.js";
import { indexInView, jumpTo, viewName } from "./view.js";

/** Minutes: to which moves are rounded, and of a new event. */
const STEP = 15;
const HOUR = 60;
/** Pixels from which on a press is a move, and of the edge that makes an event longer. */
const SLOP = 5;
const EDGE = 7;
const EDGE_OF_FINGERS = 14;
/** Milliseconds that a finger rests before it takes hold: till then it scrolls. */
const HOLD = 400;
/** Milliseconds within which two clicks are one. */
const DOUBLE = 500;

/**
 * What would be. `event` is null for a new one; `days` are for what stands above the hours or in a month, else `start` and
 * `end` are places on the day's axis, in minutes.
 * @typedef {{event: object | null, kind: "move" | "length" | "make" | "days", index: number, start: number, end: number,
 *   days: number, byKeys: boolean}} Move
 */
/** @type {Move | null} */
let move = null;
let press = null;
let clicked = null;
let box = null;
let redraw = () => {};

/** Whether an event can be moved. */
export function isMovable(event) {
  return !event.item && isWritable(event.calendar);
}

/** Listens in the grids' box. @param {HTMLElement} grid @param {() => void} draw puts back what was moved */
export function startDragging(grid, draw) {
  [box, redraw] = [grid, draw];
  box.addEventListener("pointerdown", onDown);
  box.addEventListener("pointermove", onMove);
  box.addEventListener("pointerup", onUp);
  box.addEventListener("pointercancel", drop);
  box.addEventListener("click", onClick);
  box.addEventListener("dragstart", (event) => event.preventDefault());
  box.addEventListener("contextmenu", (event) => press?.isTouch && event.preventDefault());
  // While an event is held, a finger does not scroll.
  box.addEventListener("touchmove", (event) => move && event.preventDefault(), { passive: false });
  box.addEventListener("click", (event) => {
    if (!press?.wasMove) return;
    press = null;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  document.addEventListener("keydown", onKey, { capture: true });
}

/** Shows again what is moved after the grid was drawn. */
export function showMove() {
  if (move) show();
}

/** Begins to move the event in hand by keys. */
export function moveByKeys() {
  const event = eventOf(eventInHand());
  if (!event || viewName() === "list") return;
  if (!isMovable(event)) return tell(say("readOnly", event.calendar ?? titleOf(event)));
  const isTimed = viewName() !== "month" && box.querySelector(`.block a[href="${CSS.escape(`/events/${encodeURIComponent(event.id)}`)}"]`);
  move = isTimed ? { ...timed(event), kind: "move", byKeys: true } : { event, kind: "days", days: 0, byKeys: true };
  tell(say(isTimed ? "moveHelp" : "moveDaysHelp"));
  show();
}

/** Begins a new event on the day in view: with hours by keys, else in the form. */
export function makeByKeys() {
  const day = dayAt(indexInView());
  if (!["week", "day"].includes(viewName())) return addByFields({ start: `${day}T09:00`, end: `${day}T10:00`, allDay: false });
  const now = day === state.today ? Math.ceil(minuteOf(timeAt(Date.now(), state.zone), null).minute / HOUR) * HOUR : state.work.start;
  const start = Math.min(now, 23 * HOUR);
  move = { event: null, kind: "make", index: indexInView(), start, end: start + HOUR, days: 0, byKeys: true };
  tell(say("makeHelp"));
  show();
}

// By pointer

function onDown(event) {
  if (event.button !== 0 || !event.isPrimary || move?.byKeys) return;
  const item = event.target.closest("li.event");
  const column = columnAt(event);
  if (!column || event.target.closest("button, h2, .number") || (item && !idOf(item.querySelector("a")))) return;
  if (!item && (viewName() === "month" || placeAt(column, event) < 0)) return;
  const known = item && eventOf(idOf(item.querySelector("a")));
  if (item && !(known && isMovable(known))) return;
  const isTouch = event.pointerType === "touch";
  const area = item?.matches(".block") && item.getBoundingClientRect();
  const edge = isTouch ? EDGE_OF_FINGERS : EDGE;
  const isEdge = area && area.bottom - event.clientY <= edge && (!isTouch || area.height > 3 * edge);
  // The grid may be drawn anew before the pointer moves.
  press = {
    calendar: column.dataset.calendar, known, isTouch, isEdge, kind: item ? (item.matches(".block") ? "move" : "days") : "make", at: Number(column.dataset.index),
    place: item && !item.matches(".block") ? 0 : placeAt(column, event), x: event.clientX, y: event.clientY, id: event.pointerId,
  };
  if (isTouch) press.timer = setTimeout(() => begin(event), HOLD);
}

function begin(event) {
  const { known, kind, at, place } = press;
  if (kind === "make") {
    const start = Math.max(0, Math.floor(place / STEP) * STEP);
    move = { event: null, kind, index: at, start, end: start + 2 * STEP, days: 0, byKeys: false, calendar: press.calendar };
  } else if (kind === "move") {
    const endsHere = known.end.slice(0, 10) <= plusDays(dayAt(at), 1);
    move = { ...timed(known), kind: press.isEdge && endsHere ? "length" : kind, byKeys: false };
  } else move = { event: known, kind, days: 0, byKeys: false };
  Object.assign(press, { from: { ...move }, wasMove: true });
  box.setPointerCapture(event.pointerId);
  if (press.isTouch) navigator.vibrate?.(10);
  show();
}

function onMove(event) {
  if (!press || event.pointerId !== press.id) return;
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (!press.from) {
    if (far < SLOP) return;
    if (press.isTouch) return forget();
    begin(event);
  }
  if (!move) return;
  const column = columnAt(event);
  if (!column) return;
  const days = Number(column.dataset.index) - press.at;
  const { from } = press;
  if (move.kind === "days") move.days = days;
  else {
    scrollAtEdge(event);
    const by = placeAt(column, event) - press.place;
    const most = axisAt(from.index + days).length;
    const round = (place) => Math.round(place / STEP) * STEP;
    if (move.kind === "move") {
      const start = Math.min(Math.max(round(from.start + by), 0), most - STEP);
      Object.assign(move, { index: from.index + days, start, end: start + from.end - from.start });
    } else if (move.kind === "length") move.end = Math.max(round(from.end + by), from.start + STEP);
    else {
      const here = Math.min(Math.max(round(placeAt(column, event)), 0), most);
      [move.start, move.end] = here < from.start ? [here, from.start + STEP] : [from.start, Math.max(here, from.start + STEP)];
    }
  }
  show();
}

function onUp(event) {
  if (press?.id !== event.pointerId) return;
  clearTimeout(press.timer);
  if (!move) return forget();
  save();
  // The click that follows is part of the move.
  setTimeout(forget);
}

function drop() {
  forget();
  if (!move) return;
  move = null;
  redraw();
}

function forget() {
  clearTimeout(press?.timer);
  press = null;
}

/** Two clicks at one place: the browser's own event needs the same element, which the first one may have drawn anew. */
function onClick(event) {
  const { timeStamp, clientX, clientY } = event;
  const isSecond = timeStamp - (clicked?.timeStamp ?? -Infinity) < DOUBLE && Math.hypot(clientX - clicked.clientX, clientY - clicked.clientY) < SLOP;
  clicked = isSecond ? null : event;
  if (isSecond) onDouble(event);
}

function onDouble(event) {
  const cell = columnAt(event);
  if (!cell || event.target.closest("li, button, h2, .number")) return;
  const [index, day] = [Number(cell.dataset.index), cell.dataset.day];
  const { calendar } = cell.dataset;
  if (viewName() === "month") return addByFields({ start: day, end: plusDays(day, 1), allDay: true });
  const place = placeAt(cell, event);
  if (place < 0) return addByFields({ start: day, end: plusDays(day, 1), allDay: true, calendar });
  const start = Math.min(Math.floor(place / (2 * STEP)) * 2 * STEP, axisAt(index).length - HOUR);
  addByFields(newEvent({ index, start, end: start + HOUR, calendar }));
}

function scrollAtEdge({ clientY }) {
  const { top, bottom } = box.getBoundingClientRect();
  const head = zeroOf(box.querySelector(".column")) - box.scrollTop;
  if (clientY < top + head + 24) box.scrollTop -= 12;
  else if (clientY > bottom - 24) box.scrollTop += 12;
}

// By keys

function onKey(event) {
  if (!move) return;
  if (event.key === "Escape") drop();
  else if (!move.byKeys || event.altKey || event.ctrlKey || event.metaKey) return;
  else if (event.key === "Enter") save();
  else if (!arrow(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

function arrow({ key, shiftKey }) {
  const along = { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0;
  const across = ({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0) * (document.dir === "rtl" ? -1 : 1);
  if (!along && !across) return false;
  if (move.kind === "days") move.days += across + (viewName() === "month" ? 7 : 1) * along;
  else if (shiftKey) move.end = Math.max(move.end + along * STEP, move.start + STEP);
  else {
    const start = Math.min(Math.max(move.start + along * STEP, 0), axisAt(move.index).length - STEP);
    Object.assign(move, { index: Math.min(Math.max(move.index + across, 0), DAYS - 1), start, end: start + move.end - move.start });
  }
  // A change of the length alone keeps the start as it is written.
  if (shiftKey && move.kind === "move" && !move.isMoved) move.kind = "length";
  else if (!shiftKey && move.kind === "length") move.kind = "both";
  else if (shiftKey && move.kind === "move") move.kind = "both";
  move.isMoved ||= !shiftKey;
  const shown = move.kind === "days" ? indexOf(day(move.event)) + move.days : move.index;
  if (!box.querySelector(`[data-index="${shown}"]`)) jumpTo(shown);
  show();
  tellAside(labelOf());
  return true;
}

const day = (event) => event.start.slice(0, 10);

// What would be

/** A timed event as a move that has not begun. */
function timed(event) {
  const index = indexOf(day(event));
  const { minute, second } = minuteOf(event.start, clockChange(day(event), state.zone));
  const start = axisAt(index).at(minute, second);
  return { event, index, start, end: start + (Date.parse(event.end) - Date.parse(event.start)) / 60_000, days: 0 };
}

/** The axis on which a day is drawn; that of the day alone where it is not. */
function axisAt(index) {
  const isShown = box.querySelector(`.column[data-index="${index}"]`);
  return isShown ? box.axis : axisOf([clockChange(dayAt(index), state.zone)]);
}

/** The instant of a place; one behind the day's end is on the next. */
function instantAt(index, place) {
  const axis = axisAt(index);
  if (place >= axis.length) return instantAt(index + 1, place - axis.length);
  const { minute, second } = axis.minuteAt(place);
  return instantOf(dayAt(index), minute, second, state.zone);
}

/** A time for the service: with its offset where the clocks show it twice. */
function timeOf(index, place) {
  const time = timeAt(instantAt(index, place), state.zone);
  const change = clockChange(time.slice(0, 10), state.zone);
  const { minute } = minuteOf(time, null);
  return change?.twice && minute >= change.from && minute < change.to ? time : time.slice(0, 16);
}

/** @param {{calendar?: string}} move calendar: in whose column it is made */
function newEvent({ index, start, end, calendar }) {
  return { start: timeOf(index, start), end: timeOf(index, end), allDay: false, ...(isWritable(calendar) && { calendar }) };
}

/** What changes, as the service wants it; null for nothing. */
function changes() {
  const { event, kind, index, start, end, days } = move;
  if (kind === "days") {
    return days ? { start: plusDays(day(event), days) + (event.allDay ? "" : event.start.slice(10, 16)) } : null;
  }
  const old = timed(event);
  const members = {};
  if (kind !== "length" && (index !== old.index || start !== old.start)) members.start = timeOf(index, start);
  if (kind !== "move" && end - start !== old.end - old.start) members.end = timeOf(index, end);
  return Object.keys(members).length ? members : null;
}

function labelOf() {
  const { event, kind, index, start, end, days } = move;
  const named = (date) => `${weekdayName(weekdayOf(date))} ${dayLabel(date)}`;
  if (kind === "days") return named(plusDays(day(event), days));
  const [first, last] = [instantAt(index, start), instantAt(index, start) + (end - start) * 60_000];
  const span = { start: timeAt(first, state.zone), end: timeAt(last, state.zone), allDay: false };
  return `${named(dayAt(index))}, ${timeLabel(span, dayAt(index))}`;
}

function show() {
  for (const old of box.querySelectorAll(".ghost")) old.remove();
  for (const old of box.querySelectorAll(".target, .moving")) old.classList.remove("target", "moving");
  const { event, kind, index, start, end, days } = move;
  if (event) {
    const path = `/events/${encodeURIComponent(event.id)}`;
    for (const link of box.querySelectorAll(`a[href="${CSS.escape(path)}"]`)) link.parentElement.classList.add("moving");
  }
  if (kind === "days") {
    const length = event.allDay ? numberOf(event.end.slice(0, 10)) - numberOf(day(event)) : 1;
    const first = indexOf(day(event)) + days;
    for (let at = first; at < first + length; at += 1) box.querySelector(`[data-index="${at}"]:is(.column, [role=gridcell])`)?.classList.add("target");
    return;
  }
  const columns = [...box.querySelectorAll(`.column[data-index="${index}"]`)];
  const column = columns.find((one) => one.dataset.calendar && one.dataset.calendar === (event?.calendar ?? move.calendar)) ?? columns[0];
  if (!column) return;
  const ghost = el("div", { class: "ghost", "aria-hidden": "true" }, el("b", { dir: "auto" }, event ? titleOf(event) : ""), " ", labelOf().split(", ").at(-1));
  ghost.style.setProperty("--from", start / HOUR);
  ghost.style.setProperty("--size", (Math.min(end, box.axis.length) - start) / HOUR);
  column.append(ghost);
  if (move.byKeys) ghost.scrollIntoView({ block: "nearest" });
}

function save() {
  const [{ event, kind }, done] = [move, move];
  if (kind === "make") {
    move = null;
    redraw();
    return addByFields(newEvent(done));
  }
  const members = changes();
  move = null;
  if (!members) return redraw();
  return changeTimes(event.id, members, redraw);
}

// Where the pointer is

function columnAt({ clientX, clientY }) {
  const isMonth = viewName() === "month";
  return [...box.querySelectorAll(isMonth ? "[role=gridcell]" : ".column")].find((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return clientX >= left && clientX < right && (!isMonth || (clientY >= top && clientY < bottom));
  });
}

/** How far below a column's top its first minute is, in pixels. */
function zeroOf(column) {
  return column.offsetHeight - box.axis.length * pixels(column);
}

/** The pixels of a minute: the height of the column is that of its head and of its hours. */
function pixels(column) {
  const [first, last] = [...box.querySelectorAll(".hour")].filter((_, at, all) => at === 1 || at === all.length - 1);
  const hours = (label) => Number(label.style.getPropertyValue("--from"));
  return column ? (last.offsetTop - first.offsetTop) / (hours(last) - hours(first)) / HOUR : 0;
}

/** The place on the axis; below 0 above the hours. */
function placeAt(column, { clientY, y = clientY }) {
  const { top, bottom } = box.getBoundingClientRect();
  const head = zeroOf(column);
  if (y < top + head || y > bottom) return y < top + head ? -1 : box.axis.length;
  return (y - column.getBoundingClientRect().top - head) / pixels(column);
}
