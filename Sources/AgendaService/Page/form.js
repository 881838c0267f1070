// What forms are made of.
import { foreignZone } from "./dates.js";
import { el } from "./dom.js";
import { say } from "./say.js";
import { remember, remembered, state } from "./state.js";

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

/** A control under its name. @param {string} key the name's word @param {HTMLElement} control */
export function field(key, control) {
  return el("label", {}, el("span", {}, say(key)), control);
}

/** The title's field: what came without one needs none. */
export const titleField = ({ id, summary }) => field("title", el("input", { name: "summary", required: !id || Boolean(summary), dir: "auto", value: summary ?? "" }));

/** A choice of a select. @param {string} value @param {string} name @param {string} [chosen] the value that is chosen */
export const option = (value, name, chosen) => el("option", { value, selected: String(value) === String(chosen) }, name);

/** A choice of the calendars that can be written to; the user's own, which the service makes, is called "local". */
export function calendarField(chosen = remembered("calendar", "") || state.calendar || "local") {
  const writable = state.calendars.filter(({ writable }) => writable);
  const options = writable.map(({ name, kind }) => option(name, name, kind === "local" && chosen === "local" ? name : chosen));
  const isLocal = ({ name, kind }) => kind === "local" || name === "local";
  if (!writable.some(isLocal)) options.unshift(option("local", say("ownCalendar"), chosen));
  const select = el("select", { name: "calendar", change: () => remember("calendar", select.value) }, ...options);
  return field("calendar", select);
}

/** Which instances of a series something may be done to. */
export const SCOPES = ["this", "future", "all"];

/** The choice of which instances of a series are changed. */
export function scopeField() {
  const choice = (scope) => {
    const input = el("input", { type: "radio", name: "scope", value: scope, checked: scope === "this" });
    return el("label", { class: "check" }, input, " ", say(scope));
  };
  return el("fieldset", { class: "scope" }, el("legend", {}, say("scope")), ...SCOPES.map(choice));
}
