// Calendars on, off and solo. One rule of a style sheet hides a calendar, however many events it has.
import { byId, el } from "./dom.js";
import { say } from "./say.js";
import { calendarIndex, remember, remembered, state } from "./state.js";
import { keepPlace } from "./timeline.js";

const list = byId("calendars");
const sheet = new CSSStyleSheet();
const hidden = new Set(remembered("hidden", []));
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
  document.adoptedStyleSheets = [sheet];
  list.addEventListener("change", ({ target }) => set(target.value, target.checked));
  list.addEventListener("click", ({ target }) => target.matches("button") && solo(target.value));
  for (const item of list.children) item.append(el("button", { type: "button", class: "solo", value: item.dataset.name }));
  label();
  show();
}

/** Names the buttons, after another language was chosen. */
export function label() {
  for (const button of list.querySelectorAll("button")) {
    const alone = isAlone(button.value);
    button.textContent = alone ? "◉" : "◎";
    button.title = alone ? say("showAll") : say("solo", button.value);
    button.setAttribute("aria-label", button.title);
  }
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
  for (const box of list.querySelectorAll("input")) box.checked = !hidden.has(box.value);
  const off = hiddenCalendars().map(calendarIndex);
  const on = state.calendars.map(({ name }) => calendarIndex(name)).filter((index) => !off.includes(index));
  // An event that another calendar has too stays as long as one of them is on.
  const unless = on.length ? `:not(${on.map((index) => `.also-${index}`).join()})` : "";
  sheet.replaceSync(off.map((index) => `.event.c-${index}${unless}{display:none}`).join(""));
}
