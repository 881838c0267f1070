// Calendars and groups of them put elsewhere: dragged, by keys, or from a row's menu. How they stand at the side then is
// what is saved.
import { api } from "./api.js";
import { loadCalendars, showCalendars } from "./calendars.js";
import { byId, el } from "./dom.js";
import { claim } from "./panel.js";
import { say } from "./say.js";
import { state } from "./state.js";
import { tell, tellProblem } from "./status.js";

const list = byId("calendars");
const menu = el("div", { id: "row-menu", popover: true });
/** What the service leaves between calendars that nobody has moved. */
const ROOM = 1024;
/** More than any of their numbers. */
const MOST = 2 ** 31;
let dragged = null;
let saving = Promise.resolve();

document.body.append(menu);
menu.addEventListener("keydown", onMenuKey);
list.addEventListener("dragstart", onDragStart);
list.addEventListener("dragover", onDragOver);
list.addEventListener("drop", (event) => dragged && event.preventDefault());
list.addEventListener("dragend", onDragEnd);

const isGroup = (row) => row.matches(".group");
const inside = (group) => group.querySelector("ul");

/** Moves a calendar or a group by a row: into a group that is open, through it, and out of it. @param {Element} row @param {-1 | 1} step */
export function moveBy(row, step) {
  const beside = (from) => (step < 0 ? from.previousElementSibling : from.nextElementSibling);
  let next = beside(row);
  while (next?.hidden) next = beside(next);
  const held = row.contains(document.activeElement) && document.activeElement;
  if (!next) {
    if (row.parentNode === list) return null;
    put(row, row.closest(".group"), step);
  } else if (isGroup(next) && !isGroup(row) && !inside(next).hidden) {
    if (step < 0) inside(next).append(row);
    else inside(next).prepend(row);
  } else put(row, next, step);
  // What is put elsewhere loses it.
  if (held) held.focus();
  return save(row.dataset.name ?? row.dataset.group);
}

function put(row, beside, step) {
  if (step < 0) beside.before(row);
  else beside.after(row);
}

/** Opens what can be done with a calendar or a group. @param {HTMLElement} button */
export function openMenu(button) {
  const { name, group } = button.closest("li").dataset;
  const found = () => [...list.querySelectorAll("li")].find(({ dataset }) => dataset.name === name && dataset.group === group);
  const move = (step) => found() && moveBy(found(), step);
  menu.replaceChildren(
    entry("moveUp", () => move(-1), "Alt+ArrowUp"),
    entry("moveDown", () => move(1), "Alt+ArrowDown"),
    name === undefined ? entry("renameGroup", () => rename(found())) : entry("toGroup", () => chooseGroup(name)),
  );
  menu.showPopover();
  const { bottom, right } = button.getBoundingClientRect();
  menu.style.top = `${Math.min(bottom, innerHeight - menu.offsetHeight - 8)}px`;
  menu.style.left = `${Math.max(8, right - menu.offsetWidth)}px`;
  menu.firstChild.focus();
}

function entry(key, action, keys) {
  const run = () => {
    menu.hidePopover();
    action();
  };
  return el("button", { type: "button", "aria-keyshortcuts": keys, title: keys?.replace("Arrow", ""), click: run }, say(key));
}

function onMenuKey(event) {
  const { activeElement } = document;
  if (event.key === "ArrowDown") (activeElement.nextElementSibling ?? menu.firstChild).focus();
  else if (event.key === "ArrowUp") (activeElement.previousElementSibling ?? menu.lastChild).focus();
  else if (event.key === "Escape") menu.hidePopover();
  else return;
  event.preventDefault();
}

async function chooseGroup(name) {
  const still = claim();
  // What the form shows is as it was saved last.
  await saving;
  await known();
  const { showManage } = await import("./manage.js");
  return showManage(state.calendars.find((calendar) => calendar.name === name)?.id, "group", still);
}

function rename(row) {
  const name = prompt(say("groupName"), row.dataset.group)?.trim();
  if (!name || name === row.dataset.group) return null;
  row.dataset.group = name;
  return save(name);
}

/** The page that came first does not say by which numbers calendars are set up. */
const known = () => state.calendars.every(({ id }) => id !== undefined) || loadCalendars();

/** Shows at once how the calendars stand, and saves what that changes, one after the other. */
async function save(name) {
  const rows = [...list.querySelectorAll("[data-name]")].map((item) => [item.dataset.name, item.closest(".group")?.dataset.group ?? null]);
  await known();
  const calendars = new Map(state.calendars.map((calendar) => [calendar.name, calendar]));
  const there = rows.filter(([name]) => calendars.has(name));
  const orders = numbered(there.map(([name]) => calendars.get(name).order));
  const changes = there
    .map(([name, group], index) => ({ calendar: calendars.get(name), values: { order: orders[index], group } }))
    .filter(({ calendar, values }) => calendar.order !== values.order || (calendar.group ?? null) !== values.group);
  for (const { calendar, values } of changes) Object.assign(calendar, values);
  showCalendars();
  state.moving += 1;
  saving = saving.then(() => send(changes, name));
  return saving;
}

async function send(changes, name) {
  try {
    const numbers = [];
    for (const { calendar, values } of changes) numbers.push((await api.setUp(calendar.id, values, "*")).number);
    if (changes.length) tell(say("saved", name), numbers);
  } catch (error) {
    tellProblem(error);
  }
  state.moving -= 1;
  await loadCalendars();
}

/**
 * Numbers that rise, of which as many as can be are what they were.
 * @param {number[]} orders @returns {number[]}
 */
export function numbered(orders) {
  const lengths = [];
  const before = [];
  orders.forEach((order, index) => {
    lengths[index] = 1;
    for (let at = 0; at < index; at += 1) {
      if (orders[at] < order && lengths[at] >= lengths[index]) [lengths[index], before[index]] = [lengths[at] + 1, at];
    }
  });
  const kept = new Set();
  for (let at = lengths.indexOf(Math.max(...lengths)); at >= 0; at = before[at] ?? -1) kept.add(at);
  const result = [...orders];
  for (let at = 0; at < orders.length; at += 1) {
    if (kept.has(at)) continue;
    let end = at;
    while (end < orders.length && !kept.has(end)) end += 1;
    const low = at ? result[at - 1] : 0;
    const count = end - at + 1;
    const high = end < orders.length ? orders[end] : Math.min(low + ROOM * count, MOST);
    const step = (high - low) / count;
    if (step < 1) return orders.map((_, index) => (index + 1) * ROOM);
    for (let place = at; place < end; place += 1) result[place] = Math.floor(low + step * (place - at + 1));
    at = end;
  }
  return result;
}

function onDragStart(event) {
  dragged = event.target.closest("li");
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged.dataset.name ?? dragged.dataset.group);
  dragged.classList.add("dragged");
  state.moving += 1;
}

/** What is dragged stands where it would be dropped. */
function onDragOver(event) {
  if (!dragged) return;
  event.preventDefault();
  const row = event.target.closest("li");
  if (!row) return void (event.target === list && list.append(dragged));
  if (dragged.contains(row)) return;
  const over = isGroup(dragged) ? (row.closest(".group") ?? row) : row;
  const { top, height } = (isGroup(dragged) || !isGroup(over) ? over : over.firstElementChild).getBoundingClientRect();
  const step = event.clientY < top + height / 2 ? -1 : 1;
  if (step > 0 && isGroup(over) && !isGroup(dragged)) inside(over).prepend(dragged);
  else if (dragged !== (step < 0 ? over.previousElementSibling : over.nextElementSibling)) put(dragged, over, step);
}

function onDragEnd(event) {
  const row = dragged;
  dragged = null;
  row.classList.remove("dragged");
  state.moving -= 1;
  if (event.dataTransfer.dropEffect === "none") showCalendars();
  else save(row.dataset.name ?? row.dataset.group);
}
