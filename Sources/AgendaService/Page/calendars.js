// Calendars on, off and solo. One rule of a style sheet hides a calendar, however many events it has.
import { api } from "./api.js";
import { calendarItem } from "./calendar.js";
import { byId, el } from "./dom.js";
import { say } from "./say.js";
import { calendarIndex, remember, remembered, state } from "./state.js";
import { relabel } from "./nodes.js";
import { keepPlace } from "./timeline.js";

const list = byId("calendars");
const sheet = new CSSStyleSheet();
const colors = new CSSStyleSheet();
const hidden = new Set(remembered("hidden", []));
/** Those that are not even at the side. */
const unlisted = new Set(remembered("unlisted", []));
let colorsSeen = null;
const watchers = [];

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
  list.addEventListener("change", ({ target }) => set(target.value, target.checked));
  list.addEventListener("click", ({ target }) => target.matches("button") && solo(target.value));
  for (const item of list.children) item.append(soloButton(item.dataset.name));
  label();
  show();
}

const soloButton = (name) => el("button", { type: "button", class: "solo", value: name });

/** @returns {string[]} the names of the calendars that could not be read */
export function failedCalendars() {
  return state.calendars.filter(({ status }) => status === "failed").map(({ name }) => name);
}

/** Asks which calendars there are and how they are; a new one gets its switch and its colour. */
export async function loadCalendars() {
  const answer = await api.calendars().catch(() => null);
  if (!answer) return;
  const before = state.calendars.map(({ name }) => name).join("\n");
  state.calendars = answer.calendars;
  state.work = answer.work ?? state.work;
  if (before !== state.calendars.map(({ name }) => name).join("\n")) {
    list.replaceChildren(...state.calendars.map(calendarItem));
    for (const item of list.children) item.append(soloButton(item.dataset.name));
    freshColors();
    relabel();
    show();
  } else if (colorsSeen !== null && colorsSeen !== colorsOf(answer)) freshColors();
  colorsSeen = colorsOf(answer);
  label();
}

const colorsOf = ({ calendars }) => calendars.map(({ color }) => color).join("\n");

/** Whether a calendar is at the side. @param {string} name */
export const isListed = (name) => !unlisted.has(name);

/** Takes a calendar with its events from the side and the list, or puts it back. @param {string} name @param {boolean} on */
export function setListed(name, on) {
  if (on === isListed(name)) return;
  if (on) unlisted.delete(name);
  else unlisted.add(name);
  remember("unlisted", [...unlisted]);
  set(name, on);
}

/** The sheet of the colours is the owner's: a link to it would come without the page's proof. */
async function freshColors() {
  const text = await api.colors().catch(() => null);
  if (text !== null) colors.replaceSync(text);
}

/** Names the buttons and says what could not be read, also after another language was chosen. */
export function label() {
  [...list.children].forEach((item, index) => labelState(item, state.calendars[index].status));
  for (const button of list.querySelectorAll("button")) {
    const alone = isAlone(button.value);
    button.textContent = alone ? "◉" : "◎";
    button.setAttribute("aria-pressed", String(alone));
    button.title = alone ? say("showAll") : say("solo", button.value);
    button.setAttribute("aria-label", button.title);
  }
}

function labelState(item, status) {
  item.querySelector(".state")?.remove();
  if (status !== "failed" && status !== "partial") return;
  const words = say(status === "failed" ? "notRead" : "partlyRead");
  item.lastElementChild.before(el("span", { class: "state", role: "img", "aria-label": words, title: words }, "!"));
}

const isAlone = (name) => !hidden.has(name) && hiddenCalendars().length === state.calendars.length - 1;

function set(name, on) {
  if (on) hidden.delete(name);
  else hidden.add(name);
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
  for (const box of list.querySelectorAll("input")) {
    box.checked = !hidden.has(box.value);
    box.closest("li").hidden = unlisted.has(box.value);
  }
  const off = hiddenCalendars().map(calendarIndex);
  const on = state.calendars.map(({ name }) => calendarIndex(name)).filter((index) => !off.includes(index));
  // An event that another calendar has too stays as long as one of them is on.
  const unless = on.length ? `:not(${on.map((index) => `.also-${index}`).join()})` : "";
  sheet.replaceSync(off.map((index) => `.event.c-${index}${unless}{display:none}`).join(""));
}
