// Calendars on, off and solo, alone and in groups. One rule of a style sheet hides a calendar, however many events it has.
import { api } from "./api.js";
import { calendarList } from "./calendar.js";
import { byId, el } from "./dom.js";
import { say } from "./say.js";
import { calendarIndex, remember, remembered, state } from "./state.js";
import { relabel } from "./nodes.js";
import { sentence } from "./problems.js";
import { show as tellWith, tell, undo } from "./status.js";
import { keepPlace } from "./timeline.js";

const list = byId("calendars");
const sheet = new CSSStyleSheet();
const colors = new CSSStyleSheet();
const hidden = new Set(remembered("hidden", []));
/** Those that are not even at the side. */
const unlisted = new Set(remembered("unlisted", []));
/** The groups of which only the name is shown. */
const folded = new Set(remembered("folded", []));
let colorsSeen = null;
let asked = 0;
const watchers = [];

/** @returns {string[]} the names of all calendars, as they stand at the side */
export const namesInOrder = () => [...list.querySelectorAll("[data-name]")].map(({ dataset }) => dataset.name);

/** @returns {string[]} the names of the calendars that are off */
export function hiddenCalendars() {
  return state.calendars.map(({ name }) => name).filter((name) => hidden.has(name));
}

/** Calls `watcher` when calendars are switched. */
export function watchCalendars(watcher) {
  watchers.push(watcher);
}

/** Brings the switches of the first response to life. */
export function startCalendars() {
  document.adoptedStyleSheets = [colors, sheet];
  freshColors();
  // What became of a calendar without events is no change of the timeline.
  document.addEventListener("undone", loadCalendars);
  list.addEventListener("change", ({ target }) => set(namesIn(target.closest("li")), target.checked));
  list.addEventListener("click", onClick);
  list.addEventListener("keydown", onKey);
  // What is dragged needs it at once.
  list.addEventListener("pointerover", order, { once: true });
  equip();
  label();
  show();
}

/** What moves calendars. */
const order = () => import("./order.js");

function onClick({ target }) {
  if (target.matches(".solo")) solo(target.value);
  else if (target.matches(".more")) order().then(({ openMenu }) => openMenu(target));
  else if (target.matches(".fold")) fold(target.closest("li").dataset.group);
}

function onKey(event) {
  if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  order().then(({ moveBy }) => moveBy(event.target.closest("li"), event.key === "ArrowUp" ? -1 : 1));
}

const isGroup = ({ dataset }) => dataset.group !== undefined;

/** The calendars that are in an element of the list, or that are it. */
const namesIn = (item) => (isGroup(item) ? [...item.querySelectorAll("[data-name]")] : [item]).map(({ dataset }) => dataset.name);

/** Gives each row what needs scripts. */
function equip() {
  for (const item of list.querySelectorAll("li")) {
    item.draggable = true;
    const button = (type, value) => el("button", { type: "button", class: type, value });
    (isGroup(item) ? item.firstElementChild : item).append(isGroup(item) ? button("fold") : button("solo", item.dataset.name), button("more"));
  }
}

function fold(group) {
  if (!folded.delete(group)) folded.add(group);
  remember("folded", [...folded]);
  label();
}

/** Puts the calendars where they are to stand, if they stand otherwise; the focus stays. */
export function showCalendars(isNew = false) {
  const wanted = el("ul", {}, ...calendarList(state.calendars));
  if (!isNew && shape(wanted) === shape(list)) return;
  const held = list.contains(document.activeElement) ? document.activeElement : null;
  const { name, group } = held?.closest("li").dataset ?? {};
  list.replaceChildren(...wanted.childNodes);
  equip();
  label();
  show();
  const row = held && [...list.querySelectorAll("li")].find(({ dataset }) => dataset.name === name && dataset.group === group);
  row?.querySelector(held.matches("button") ? `.${held.className}` : "input").focus();
}

const shape = (root) =>
  JSON.stringify([...root.querySelectorAll("li")].map((item) => [item.dataset.name, item.closest("[data-group]")?.dataset.group]));

/** @returns {string[]} the names of the calendars that could not be read */
export function failedCalendars() {
  return state.calendars.filter(({ status }) => status === "failed").map(({ name }) => name);
}

/** Asks which calendars there are and how they are; a new one gets its switch and its colour. */
export async function loadCalendars() {
  const own = (asked += 1);
  const answer = await api.calendars().catch(() => null);
  // What is moved meanwhile is shown already, and what was asked for later is newer.
  if (!answer || state.moving || own !== asked) return;
  const before = state.calendars.map(({ name }) => name).join("\n");
  state.calendars = answer.calendars;
  state.work = answer.work ?? state.work;
  const isNew = before !== state.calendars.map(({ name }) => name).join("\n");
  showCalendars(isNew);
  if (isNew) {
    freshColors();
    relabel();
  } else if (colorsSeen !== null && colorsSeen !== colorsOf(answer)) freshColors();
  colorsSeen = colorsOf(answer);
  label();
}

const colorsOf = ({ calendars }) => calendars.map(({ color }) => color).join("\n");

/** Whether a calendar is at the side. @param {string} name */
export const isListed = (name) => !unlisted.has(name);

/**
 * Says what was added; where its calendar is off, that too, beside what switches it on.
 * @param {string} words what @param {{understood: {calendar: string}, change?: number}} answer
 */
export function tellAdded(words, { understood: { calendar }, change }) {
  const added = say("added", words);
  if (!hidden.has(calendar)) return tell(added, change);
  const reveal = () => {
    if (isListed(calendar)) set([calendar], true);
    else setListed(calendar, true);
    tell(added, change);
  };
  tellWith(`${sentence(added)} ${sentence(say("calendarIsOff", calendar))}`, [...undo(change), ["showCalendar", reveal]]);
}

/** Takes a calendar with its events from the side and the list, or puts it back. @param {string} name @param {boolean} on */
export function setListed(name, on) {
  if (on === isListed(name)) return;
  if (on) unlisted.delete(name);
  else unlisted.add(name);
  remember("unlisted", [...unlisted]);
  set([name], on);
}

/** The sheet of the colours is the owner's: a link to it would come without the page's proof. */
async function freshColors() {
  const text = await api.colors().catch(() => null);
  if (text !== null) colors.replaceSync(text);
}

/** Names the buttons and says what could not be read, also after another language was chosen. */
export function label() {
  const statuses = new Map(state.calendars.map(({ name, status }) => [name, status]));
  for (const item of list.querySelectorAll("li")) {
    const { name, group } = item.dataset;
    const more = item.querySelector(".more");
    more.textContent = "⋯";
    more.title = say("moreOf", name ?? group);
    more.setAttribute("aria-label", more.title);
    if (isGroup(item)) labelFold(item, group);
    else labelState(item, statuses.get(name));
  }
  for (const button of list.querySelectorAll(".solo")) {
    const alone = isAlone(button.value);
    button.textContent = alone ? "◉" : "◎";
    button.setAttribute("aria-pressed", String(alone));
    button.title = alone ? say("showAll") : say("solo", button.value);
    button.setAttribute("aria-label", button.title);
  }
}

function labelFold(item, group) {
  const button = item.querySelector(".fold");
  const isOpen = !folded.has(group);
  item.lastElementChild.hidden = !isOpen;
  button.textContent = isOpen ? "▾" : "▸";
  button.title = say("foldGroup", group);
  button.setAttribute("aria-label", button.title);
  button.setAttribute("aria-expanded", String(isOpen));
}

function labelState(item, status) {
  item.querySelector(".state")?.remove();
  if (status !== "failed" && status !== "partial") return;
  const words = say(status === "failed" ? "notRead" : "partlyRead");
  item.querySelector("button").before(el("span", { class: "state", role: "img", "aria-label": words, title: words }, "!"));
}

const isAlone = (name) => !hidden.has(name) && hiddenCalendars().length === state.calendars.length - 1;

function set(names, on) {
  for (const name of names) {
    if (on) hidden.delete(name);
    else hidden.add(name);
  }
  changed();
}

function solo(name) {
  const alone = isAlone(name);
  hidden.clear();
  if (!alone) state.calendars.forEach((calendar) => calendar.name !== name && hidden.add(calendar.name));
  changed();
}

function changed() {
  remember("hidden", [...hidden]);
  label();
  keepPlace(show);
  for (const watcher of watchers) watcher();
}

function show() {
  for (const item of list.querySelectorAll("li")) {
    const names = namesIn(item);
    const shown = names.filter((name) => !hidden.has(name)).length;
    const box = item.querySelector("input");
    box.checked = shown === names.length;
    box.indeterminate = shown > 0 && !box.checked;
    item.hidden = names.every((name) => unlisted.has(name));
  }
  const off = hiddenCalendars().map(calendarIndex);
  const on = state.calendars.map(({ name }) => calendarIndex(name)).filter((index) => !off.includes(index));
  // An event that another calendar has too stays as long as one of them is on.
  const unless = on.length ? `:not(${on.map((index) => `.also-${index}`).join()})` : "";
  sheet.replaceSync(off.map((index) => `.event.c-${index}${unless}{display:none}`).join(""));
}
