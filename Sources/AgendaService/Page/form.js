// An event as a form, for editing and for adding without words. Only members that were changed are sent.
import { clockValue, foreignZone, later, plusDays } from "./dates.js";
import { el } from "./dom.js";
import { say } from "./say.js";
import { remember, remembered, state } from "./state.js";

/**
 * @param {object} event what the fields hold at first
 * @param {{scopes: boolean, calendars: boolean, save: (values: object, form: FormData) => Promise<void>,
 *   cancel: () => void}} options
 * @returns {HTMLFormElement}
 */
export function eventForm(event, options) {
  const before = fieldsOf(event);
  const allDay = el("input", { type: "checkbox", name: "allDay", checked: before.allDay });
  const form = el(
    "form",
    { class: "fields" },
    field("title", el("input", { name: "summary", required: true, dir: "auto", value: before.summary })),
    el("label", { class: "check" }, allDay, " ", say("wholeDays")),
    field("begins", el("input", { name: "start", required: true })),
    field("ends", el("input", { name: "end", required: true })),
    zoneNote(),
    field("where", el("input", { name: "location", dir: "auto", value: before.location })),
    field("link", el("input", { name: "url", type: "url", value: before.url })),
    field("notes", el("textarea", { name: "description", rows: 4, dir: "auto" }, before.description)),
    options.calendars && calendarField(event.calendar),
    options.scopes && scopeField(),
    el(
      "p",
      { class: "actions" },
      el("button", { class: "primary" }, say("save")),
      el("button", { type: "button", click: options.cancel }, say("cancel")),
    ),
  );
  const times = new FormTimes(form, before);
  allDay.addEventListener("change", () => times.setAllDay(allDay.checked));
  form.addEventListener("submit", (submission) => {
    submission.preventDefault();
    options.save(changed(before, valuesOf(form), times.isMoved), new FormData(form));
  });
  return form;
}

/** Names the zone of the times where it is not the browser's. */
export function zoneNote() {
  const zone = foreignZone(state.zone);
  return zone && el("p", { class: "quiet zone" }, say("timesIn", zone));
}

/** The fields Begins and Ends: the end moves with the start, and whole days keep the times for later. */
class FormTimes {
  /** @param {HTMLFormElement} form @param {{allDay: boolean, start: string, end: string}} event */
  constructor(form, { allDay, start, end }) {
    this.form = form;
    this.clocks = allDay ? { start: "09:00", end: "10:00" } : { start: start.slice(11), end: end.slice(11) };
    this.typesEnd = false;
    this.show(allDay, start, end);
    this.last = start;
    form.elements.start.addEventListener("input", () => this.startChanged());
    form.elements.end.addEventListener("input", () => (this.typesEnd = true));
  }

  /** Whether the end is where the start took it, and nobody typed another one. */
  get isMoved() {
    return !this.typesEnd;
  }

  startChanged() {
    const { start, end } = this.form.elements;
    // While one types, there may be no time.
    if (!start.value || start.value.length !== this.last.length) return;
    if (end.value) end.value = later(end.value, clockValue(start.value) - clockValue(this.last));
    this.last = start.value;
  }

  setAllDay(allDay) {
    const { start, end } = this.form.elements;
    const [first, last] = [start.value || this.last, end.value || start.value || this.last];
    if (allDay) {
      this.clocks = { start: first.slice(11), end: last.slice(11) };
      const isMidnight = last.slice(11) === "00:00" && last > first;
      this.show(true, first.slice(0, 10), isMidnight ? plusDays(last.slice(0, 10), -1) : last.slice(0, 10));
    } else {
      const isMidnight = this.clocks.end === "00:00" && this.clocks.start !== "00:00";
      const day = isMidnight ? plusDays(last, 1) : last;
      this.show(false, `${first}T${this.clocks.start}`, `${day}T${this.clocks.end}`);
    }
    this.last = start.value;
  }

  show(allDay, start, end) {
    for (const [name, value] of [["start", start], ["end", end]]) {
      const input = this.form.elements[name];
      input.type = allDay ? "date" : "datetime-local";
      input.value = value;
    }
    this.form.elements.end.previousElementSibling.textContent = say(allDay ? "lastDay" : "ends");
  }
}

function field(key, control) {
  return el("label", {}, el("span", {}, say(key)), control);
}

/** A choice of the calendars that can be written to; the user's own, which the service makes, is called "local". */
export function calendarField(chosen = remembered("calendar", "") || state.calendar || "local") {
  const writable = state.calendars.filter(({ writable }) => writable);
  const options = writable.map(({ name, kind }) => option(name, name, kind === "local" && chosen === "local" ? name : chosen));
  const isLocal = ({ name, kind }) => kind === "local" || name === "local";
  if (!writable.some(isLocal)) options.unshift(option("local", say("ownCalendar"), chosen));
  const select = el("select", { name: "calendar", change: () => remember("calendar", select.value) }, ...options);
  return field("calendar", select);
}

const option = (value, name, chosen) => el("option", { value, selected: value === chosen }, name);

function scopeField() {
  const choice = (scope) => {
    const input = el("input", { type: "radio", name: "scope", value: scope, checked: scope === "this" });
    return el("label", { class: "check" }, input, " ", say(scope));
  };
  return el("fieldset", {}, el("legend", {}, say("scope")), ...["this", "future", "all"].map(choice));
}

/** The event's members as fields have them: times without offset, the last day instead of the one after. */
function fieldsOf(event) {
  const allDay = Boolean(event.allDay);
  return {
    summary: event.summary ?? "",
    allDay,
    start: event.start.slice(0, allDay ? 10 : 16),
    end: allDay ? plusDays(event.end.slice(0, 10), -1) : event.end.slice(0, 16),
    location: event.location ?? "",
    url: event.url ?? "",
    description: event.description ?? "",
  };
}

function valuesOf(form) {
  const data = Object.fromEntries(new FormData(form));
  const { summary, start, end, location, url, description } = data;
  return { summary, allDay: form.elements.allDay.checked, start, end, location, url, description };
}

/**
 * The members that differ, as the service wants them: null for an emptied one, the end exclusive. A start alone takes
 * the end along there as well, and keeps what the form does not show: the length in a night when clocks change.
 */
function changed(before, now, isEndMoved) {
  const timing = ["allDay", "start", "end"].some((name) => before[name] !== now[name]);
  const isStartAlone = timing && isEndMoved && before.allDay === now.allDay;
  const patch = {};
  for (const [name, value] of Object.entries(now)) {
    const isTime = name === "start" || name === "end" || name === "allDay";
    if (isTime ? timing && (name === "start" || !isStartAlone) : before[name] !== value) {
      patch[name] = value === "" ? null : value;
    }
  }
  if (patch.end && now.allDay) patch.end = plusDays(now.end, 1);
  return patch;
}
