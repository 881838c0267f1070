// Why this copy: what the service says of each copy that is not shown, in words of the page's language.
import { el } from "./dom.js";
import { longDay } from "./dates.js";
import { say } from "./say.js";
import { calendarIndex } from "./state.js";

/** The section about an event's other copies. */
export function copies(event) {
  const rows = event.copies.map((copy) =>
    el("li", {}, el("b", { class: `swatch c-${calendarIndex(copy.calendar)}` }, copy.calendar), " ", reasonLabel(copy.reason)),
  );
  const hint = el("p", {}, say("copiesHint", event.calendar));
  return el("section", { class: "copies" }, el("h3", {}, say("copies")), hint, el("ul", {}, ...rows));
}

const FIXED = new Map([
  ["it has other instances only", "copy.instances"],
  ["its source is not writable", "copy.readOnly"],
  ["its source comes later", "copy.later"],
  ["you said that it is the same", "copy.same"],
  ["it is a mirror's block", "copy.block"],
]);

/** @param {string} reason such as SEQUENCE 0 < 2; one that the page does not know stays as it is */
function reasonLabel(reason) {
  if (FIXED.has(reason)) return say(FIXED.get(reason));
  const [, property, own, shown] = /^([A-Z-]+) (\w+) < (\w+)$/.exec(reason) ?? [];
  if (property === "SEQUENCE") return say("copy.revision", own, shown);
  if (!property) return reason;
  return own === "absent" ? say("copy.undated", moment(shown)) : say("copy.older", moment(own), moment(shown));
}

/** An instant as iCalendar writes it: 20261123T043031Z. */
function moment(text) {
  const [, day, hour, minute] = /^(\d{8})T(\d\d)(\d\d)/.exec(text) ?? [];
  if (!day) return text;
  return `${longDay(day.replace(/(....)(..)(..)/, "$1-$2-$3"))}, ${hour}:${minute} UTC`;
}
