// What overlaps, and when there is time.
import { api } from "./api.js";
import { clockOf, longDay, timeText } from "./dates.js";
import { el } from "./dom.js";
import { addByFields } from "./edit.js";
import { showPanel } from "./panel.js";
import { eventRow } from "./results.js";
import { say } from "./say.js";
import { tellProblem } from "./status.js";

/** Opens the conflicts of the next 30 days. */
export async function showConflicts() {
  try {
    const { conflicts } = await api.conflicts();
    const groups = conflicts.flatMap(({ start, end, events }) => [
      el("h3", {}, `${timeText(start)}–${clockOf(end)}`),
      el("ul", { class: "results" }, ...events.map(eventRow)),
    ]);
    showPanel("conflicts", say("conflicts"), groups.length ? groups : [el("p", { class: "quiet" }, say("noConflicts"))]);
  } catch (error) {
    tellProblem(error);
  }
}

/** Opens the search for free time. */
export function showFree() {
  const slots = el("div", { class: "slots", "aria-live": "polite" });
  const choice = (name, values, chosen, label) =>
    el("select", { name }, ...values.map((value) => el("option", { value, selected: value === chosen }, label(value))));
  const row = (key, ...controls) => el("label", {}, el("span", {}, say(key)), ...controls);
  const hour = (name, value) => el("input", { type: "time", name, value, required: true, "aria-label": say("between") });
  const form = el(
    "form",
    { class: "fields" },
    row("atLeast", choice("for", ["15m", "30m", "45m", "1h", "2h", "4h"], "30m", lengthLabel)),
    el("fieldset", { class: "pair" }, el("legend", {}, say("between")), hour("from", "09:00"), " – ", hour("to", "17:00")),
    row("within", choice("days", ["3", "7", "14", "30"], "7", (days) => say("daysCount", days))),
  );
  const find = () => findSlots(form, slots).catch(tellProblem);
  form.addEventListener("change", find);
  form.addEventListener("submit", (submission) => submission.preventDefault());
  showPanel("free", say("free"), [form, slots]);
  find();
}

function lengthLabel(length) {
  const number = parseInt(length, 10);
  return say(length.endsWith("h") ? "hours" : "minutes", number);
}

async function findSlots(form, box) {
  const { for: length, from, to, days } = Object.fromEntries(new FormData(form));
  const answer = await api.free({ for: length, between: `${from}-${to}`, days });
  const byDay = Map.groupBy(answer.slots, (slot) => slot.start.slice(0, 10));
  const groups = [...byDay].flatMap(([day, slots]) => [
    el("h3", {}, longDay(day)),
    el("ul", { class: "chips" }, ...slots.map(slotItem)),
  ]);
  box.replaceChildren(...(groups.length ? groups : [el("p", { class: "quiet" }, say("noFree"))]));
}

function slotItem(slot) {
  const label = `${clockOf(slot.start)}–${clockOf(slot.end)}`;
  const open = () => addByFields({ start: slot.start.slice(0, 16), end: slot.end.slice(0, 16), allDay: false });
  return el("li", {}, el("button", { type: "button", "aria-label": `${label}: ${say("useSlot")}`, click: open }, label));
}
