// An event as a form, for editing and for adding without words.
import { clockValue, foreignZone, later, plusDays } from "./dates.js";
import { el } from "./dom.js";
import { say } from "./say.js";
import { remember, remembered, state } from "./state.js";

/**
 * @param {object} event what the fields hold at first
 * @param {{scopes: boolean, calendars: boolean, save: (filled: Filled, form: FormData) => Promise<void>,
 *   cancel: () => void}} options
 * @typedef {{changes: object, values: object, follow: (event: object) => void}} Filled the members that differ from the
 *   event, as the service wants them, all fields, and what takes a newer state of the event, but for what was typed over
 * @returns {HTMLFormElement}
 */
export function eventForm(event, options) {
  let before = fieldsOf(event);
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
  const follow = (newer) => {
    const [old, now] = [before, valuesOf(form)];
    before = fieldsOf(newer);
    for (const name of TEXTS) if (now[name] === old[name]) form.elements[name].value = before[name];
    if (TIMES.every((name) => now[name] === old[name])) {
      allDay.checked = before.allDay;
      times.begin(before);
    } else if (TIMES.some((name) => before[name] !== old[name])) times.typesEnd = true;
  };
  onSubmit(form, () => {
    const values = valuesOf(form);
    return options.save({ changes: changed(before, values, times.isMoved), values, follow }, new FormData(form));
  });
  return form;
}

const TIMES = ["allDay", "start", "end"];
const TEXTS = ["summary", "location", "url", "description"];

/** Calls `save` when a form is sent, and not again before that is done. */
export function onSubmit(form, save) {
  let saving = false;
  form.addEventListener("submit", async (submission) => {
    submission.preventDefault();
    if (saving) return;
    saving = true;
    await save().finally(() => (saving = false));
  });
}

/** Names the zone of the times where it is not the browser's. */
export function zoneNote() {
  const zone = foreignZone(state.zone);
  return zone && el("p", { class: "quiet zone" }, say("timesIn", zone));
}

/** The fields Begins and Ends: the end moves with the start, and whole days keep the times for later. */
class FormTimes {
  /** @param {HTMLFormElement} form @param {{allDay: boolean, start: string, end: string}} event */
  constructor(form, event) {
    this.form = form;
    this.begin(event);
    form.elements.start.addEventListener("input", () => this.startChanged());
    form.elements.end.addEventListener("input", () => (this.typesEnd = true));
  }

  begin({ allDay, start, end }) {
    this.clocks = allDay ? { start: "09:00", end: "10:00" } : { start: start.slice(11), end: end.slice(11) };
    this.typesEnd = false;
    this.show(allDay, start, end);
    this.last = start;
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

/** A control under its name. @param {string} key the name's word @param {HTMLElement} control */
export function field(key, control) {
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

/** The choice of which instances of a series are changed. */
export function scopeField() {
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
  const differs = (name) => before[name] !== now[name];
  const names = TEXTS.filter(differs);
  if (differs("allDay")) names.push(...TIMES);
  else if (differs("start")) names.push("start", ...(isEndMoved ? [] : ["end"]));
  // A start that stays may be in an hour that clocks show twice.
  else if (differs("end")) names.push("end");
  return membersOf(names.map((name) => [name, now[name]]), now.allDay);
}

/** Fields as the service has them: null for an empty one, the day after the last one. */
function membersOf(fields, allDay) {
  const members = Object.fromEntries(fields.map(([name, value]) => [name, value === "" ? null : value]));
  if (members.end && allDay) members.end = plusDays(members.end, 1);
  return members;
}

/**
 * The members of a new event. What its words said and no field shows stays, and so does the exact time unless another
 * one is typed.
 * @param {object} event what the form held at first @param {Filled} filled
 */
export function newMembers(event, { values, changes }) {
  const { rules, categories } = event;
  const isTyped = TIMES.some((name) => name in changes);
  const { start, end, timeZone } = event;
  const members = membersOf(Object.entries(values).filter(([, value]) => value !== ""), values.allDay);
  return { rules, categories, ...members, ...(!isTyped && { start, end, timeZone }) };
}
