// An event as a form, for editing and for adding without words. Only members that were changed are sent.
import { plusDays } from "./dates.js";
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
  setTimes(form, before);
  allDay.addEventListener("change", () => setTimes(form, { ...timesOf(form), allDay: allDay.checked }));
  form.addEventListener("submit", (submission) => {
    submission.preventDefault();
    options.save(changed(before, valuesOf(form)), new FormData(form));
  });
  return form;
}

function field(key, control) {
  return el("label", {}, el("span", {}, say(key)), control);
}

/** A choice of the calendars that can be written to; the user's own, which the service makes, is called "". */
export function calendarField(chosen = remembered("calendar", "")) {
  const writable = state.calendars.filter(({ writable }) => writable);
  const options = writable.map(({ name, kind }) => option(kind === "local" ? "" : name, name, chosen));
  if (!writable.some(({ kind }) => kind === "local")) options.unshift(option("", say("ownCalendar"), chosen));
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

function setTimes(form, { allDay, start, end }) {
  for (const [name, value] of [["start", start], ["end", end]]) {
    const input = form.elements[name];
    input.type = allDay ? "date" : "datetime-local";
    input.value = allDay ? value.slice(0, 10) : value.length > 10 ? value : `${value}T${name === "start" ? "09" : "10"}:00`;
  }
  form.elements.end.previousElementSibling.textContent = say(allDay ? "lastDay" : "ends");
}

const timesOf = (form) => ({ start: form.elements.start.value, end: form.elements.end.value });

function valuesOf(form) {
  const data = Object.fromEntries(new FormData(form));
  const { summary, start, end, location, url, description } = data;
  return { summary, allDay: form.elements.allDay.checked, start, end, location, url, description };
}

/** The members that differ, as the service wants them: null for an emptied one, the end exclusive. */
function changed(before, now) {
  const timing = ["allDay", "start", "end"].some((name) => before[name] !== now[name]);
  const patch = {};
  for (const [name, value] of Object.entries(now)) {
    const isTime = name === "start" || name === "end" || name === "allDay";
    if (isTime ? timing : before[name] !== value) patch[name] = value === "" ? null : value;
  }
  if (timing && now.allDay) patch.end = plusDays(now.end, 1);
  return patch;
}
