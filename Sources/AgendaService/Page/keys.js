// Single keys, by what they write and not by where they lie. Off in fields, and wherever the user switched them off.
import { byId, el } from "./dom.js";
import { deleteEvent, editEvent } from "./edit.js";
import { eventInHand, openEvent, stepToEvent } from "./event.js";
import { longDay } from "./dates.js";
import { claim, closePanel, showPanel } from "./panel.js";
import { say } from "./say.js";
import { focusSearch } from "./search.js";
import { DAYS, TODAY } from "./days.js";
import { dayAt, indexOf, remember, remembered } from "./state.js";
import { redoChange, undoChange } from "./status.js";
import { indexInView, jumpTo, stepPeriod } from "./view.js";
import { showView, toggleColumns } from "./views.js";
import { invitations, todos } from "./waiting.js";
import { addInWords } from "./words.js";

/** What the keys do, and what the list of them says, in its order; `leave` also works where the others are off. */
const KEYS = [
  [{ j: () => stepPeriod(1), k: () => stepPeriod(-1) }, "key.j"],
  [{ n: () => stepToEvent(1), p: () => stepToEvent(-1) }, "key.n"],
  [{ t: () => jumpTo(TODAY, { focus: true }) }, "key.t"],
  [{ g: askForDate }, "key.g"],
  [{ l: () => showView("list"), w: () => showView("week") }, "key.l"],
  [{ d: () => showView("day"), m: () => showView("month") }, "key.d"],
  [{ b: () => toggleColumns() }, "key.b"],
  [{ o: () => todos("showTodos")({}, claim()) }, "key.o"],
  [{ i: () => invitations("showInvitations")({}, claim()) }, "key.i"],
  [{ s: enterSide }, "key.s"],
  [{ "/": focusSearch }, "key.slash"],
  [{ c: () => addInWords() }, "key.c"],
  [{ e: () => withEvent((id) => editEvent(id, openEvent)) }, "key.e"],
  [{ M: () => inGrid("moveByKeys"), a: () => inGrid("makeByKeys") }, "key.move"],
  [{ Delete: removeEvent, Backspace: removeEvent, x: removeEvent }, "key.delete"],
  [{ u: () => undoChange() }, "key.u"],
  [{ U: () => redoChange() }, "key.redo"],
  [{ Esc: leave }, "key.escape"],
  [{ "?": showHelp }, "key.help"],
];
const ACTIONS = Object.assign({}, ...KEYS.map(([actions]) => actions));

/** Listens. */
export function startKeys() {
  document.addEventListener("keydown", onKey);
}

function onKey(event) {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === "Escape") return leave();
  if (event.ctrlKey || event.metaKey || event.altKey || !remembered("keys", true)) return;
  if (event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) return;
  const action = ACTIONS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Moves or makes an event in a grid, by keys. */
function inGrid(name) {
  return import("./grid.js").then(({ gridKeys }) => gridKeys[name]());
}

function leave() {
  const menu = document.querySelector("[data-do=menu][aria-expanded=true]");
  menu?.click();
  menu?.focus();
  closePanel();
}

/** Puts the focus on the month, from where the tab key goes on to calendars and views. */
function enterSide() {
  if (!byId("month").checkVisibility()) document.querySelector("[data-do=menu]").click();
  byId("month").querySelector("td[tabindex='0']").focus();
}

function removeEvent() {
  withEvent(deleteEvent);
}

function withEvent(action) {
  const id = eventInHand();
  if (id) action(id);
}

/** Asks for a date and goes there. */
export function askForDate() {
  const date = el("input", {
    type: "date", name: "date", required: true, value: dayAt(indexInView()), min: dayAt(0), max: dayAt(DAYS - 1),
  });
  const form = el(
    "form",
    { class: "fields" },
    el("label", {}, el("span", {}, say("date")), date),
    el("p", { class: "quiet" }, say("outside", longDay(dayAt(0)), longDay(dayAt(DAYS - 1)))),
    el("p", { class: "actions" }, el("button", { class: "primary" }, say("go"))),
  );
  form.addEventListener("submit", (submission) => {
    submission.preventDefault();
    closePanel();
    jumpTo(indexOf(date.value), { focus: true });
  });
  showPanel("date", say("goTo"), [form], { focus: date });
}

/** Opens the list of keys, with the switch for them. */
export function showHelp() {
  const rows = KEYS.flatMap(([actions, text]) => {
    const names = Object.keys(actions).map((key) => el("kbd", {}, key));
    return [el("dt", {}, ...names), el("dd", {}, say(text))];
  });
  const box = el("input", { type: "checkbox", checked: remembered("keys", true) });
  box.addEventListener("change", () => remember("keys", box.checked));
  const choice = el("label", { class: "check" }, box, " ", say("keysOn"));
  showPanel("help", say("shortcuts"), [el("dl", { class: "keys" }, ...rows), choice]);
}
