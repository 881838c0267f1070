// Free time: of the calendars that are chosen, with the way to propose it to the people whose they are.
import { api } from "./api.js";
import { hiddenCalendars, namesInOrder } from "./calendars.js";
import { clockOf, later, longDay } from "./dates.js";
import { el, styled } from "./dom.js";
import { addByFields } from "./edit.js";
import { field, option } from "./form.js";
import { showPanel } from "./panel.js";
import { addressOfCalendar, noteAddress } from "./people.js";
import { say } from "./say.js";
import { calendarIndex, dayAt, state } from "./state.js";
import { tellProblem } from "./status.js";
import { hasColumns, indexInView } from "./view.js";
import { isMe } from "./waiting.js";

styled("items.css", import.meta.url);

/** Opens the search for free time. */
export function showFree() {
  const slots = el("div", { class: "slots", "aria-live": "polite" });
  const choice = (name, values, chosen, label) => el("select", { name }, ...values.map((value) => option(value, label(value), chosen)));
  const hour = (name, value) => el("input", { type: "time", name, value, required: true, "aria-label": say("between") });
  const hidden = hiddenCalendars();
  const whose = namesInOrder().map((name) => personRow(name, !hidden.includes(name)));
  const form = el(
    "form",
    { class: "fields" },
    field("atLeast", choice("for", ["15m", "30m", "45m", "1h", "2h", "4h"], "30m", lengthLabel)),
    el("fieldset", { class: "pair" }, el("legend", {}, say("between")), hour("from", "09:00"), " – ", hour("to", "17:00")),
    field("within", choice("days", ["3", "7", "14", "30"], "7", (days) => say("daysCount", days))),
    el("fieldset", { class: "whose" }, el("legend", {}, say("freeIn")), ...whose),
  );
  let run = 0;
  const find = async () => {
    const own = (run += 1);
    // What was found for other choices is not to be pressed, nor shown after what was asked for later.
    slots.inert = true;
    const found = await findSlots(form).catch((error) => own === run && form.isConnected && tellProblem(error));
    if (own !== run) return;
    slots.inert = false;
    slots.replaceChildren(...(found ?? []));
  };
  form.addEventListener("change", ({ target }) => target.name !== "address" && find());
  form.addEventListener("submit", (submission) => submission.preventDefault());
  showPanel("free", say("free"), [form, slots]);
  find();
}

/** A calendar to choose, and the address by which its person is invited. */
function personRow(name, checked) {
  const address = el("input", {
    type: "email", name: "address", value: addressOfCalendar(name), placeholder: say("addressToInvite"), "aria-label": `${say("addressToInvite")}: ${name}`,
    change: () => address.reportValidity() && noteAddress(name, address.value.trim()),
  });
  const box = el("input", { type: "checkbox", name: "calendar", value: name, checked });
  return el("div", { class: `pair c-${calendarIndex(name)}` }, el("label", { class: "check" }, box, " ", el("span", { class: "swatch", dir: "auto" }, name)), address);
}

function lengthLabel(length) {
  const number = parseInt(length, 10);
  return say(length.endsWith("h") ? "hours" : "minutes", number);
}

/** What is free, as elements. */
async function findSlots(form) {
  const data = new FormData(form);
  const { for: length, from, to, days } = Object.fromEntries(data);
  const chosen = data.getAll("calendar");
  const none = (key) => [el("p", { class: "quiet" }, say(key))];
  if (!chosen.length) return none("chooseCalendars");
  const rest = namesInOrder().filter((name) => !chosen.includes(name));
  // Beside the columns of a later day, from that day on.
  const day = hasColumns() ? dayAt(indexInView()) : "";
  const answer = await api.free({ for: length, between: `${from}-${to}`, days, ...(day > state.today && { from: day }) }, rest);
  if (!answer.slots.length) return none("noFree");
  const minutes = parseInt(length, 10) * (length.endsWith("h") ? 60 : 1);
  const byDay = Map.groupBy(answer.slots, (slot) => slot.start.slice(0, 10));
  return [...byDay].flatMap(([day, slots]) => [
    el("h3", {}, longDay(day)),
    el("ul", { class: "chips" }, ...slots.map((slot) => slotItem(slot, minutes, chosen))),
  ]);
}

/** A slot, which opens a new event of the length that was looked for, with those as guests whose calendars were chosen. */
function slotItem(slot, minutes, chosen) {
  const label = `${clockOf(slot.start)}–${clockOf(slot.end)}`;
  // Asked at the click: an address that was just typed leaves the slots as they are, which one may be about to press.
  const guests = () => chosen.map((name) => ({ name, address: addressOfCalendar(name), rsvp: true })).filter(({ address }) => address && !isMe(address));
  const start = slot.start.slice(0, 16);
  const open = () => addByFields({ start, end: later(start, minutes * 60_000), allDay: false, participants: guests() });
  return el("li", {}, el("button", { type: "button", "aria-label": `${label}: ${say(guests().length ? "propose" : "useSlot")}`, click: open }, label));
}
