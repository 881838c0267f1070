// The fields Begins and Ends of a form, with their zones.
import { clockValue, later, plusDays } from "./dates.js";
import { el } from "./dom.js";
import { field } from "./form.js";
import { say } from "./say.js";
import { state } from "./state.js";

/** What a form has of an event's times: without offset, the last day instead of the one after. */
export const TIMES = ["allDay", "start", "end"];
export const ZONES = ["startZone", "endZone"];

/**
 * An event's times as fields have them. Where it has a zone of its own, or ends in another one, they are on those clocks.
 * @returns {{allDay: boolean, start: string, end: string, startZone: string, endZone: string}} zones: "" for the reader's
 */
export function timesOf(event) {
  const allDay = Boolean(event.allDay);
  if (allDay) return { allDay, start: event.start.slice(0, 10), end: plusDays(event.end.slice(0, 10), -1), startZone: "", endZone: "" };
  // A time without offset is on the reader's clock already, and so is one that no zone of the browser names.
  const isOwn = event.start.length <= 16 || event.floating || !(isForeign(event.timeZone) || isForeign(event.endTimeZone));
  const startZone = isOwn ? "" : event.timeZone || state.zone;
  const endZone = isOwn ? "" : event.endTimeZone || startZone;
  const on = (time, zone) => (zone ? new Date(time).toLocaleString("sv", { timeZone: zone }).replace(" ", "T") : time).slice(0, 16);
  return { allDay, start: on(event.start, startZone), end: on(event.end, endZone), startZone, endZone };
}

const isForeign = (zone) => Boolean(zone) && zone !== state.zone && known().includes(zone);

let names = null;
const known = () => (names ??= Intl.supportedValuesOf("timeZone"));

/**
 * The members that say times which differ, as the service wants them. A start alone takes the end along there as well, and
 * keeps what the form does not show: the length in a night when clocks change.
 * @param {object} before @param {object} now @param {boolean} isEndMoved whether the end is where the start took it
 */
export function timeMembers(before, now, isEndMoved) {
  const differs = (...some) => some.some((name) => before[name] !== now[name]);
  if (!differs(...TIMES, ...ZONES)) return {};
  const end = now.allDay && now.end ? plusDays(now.end, 1) : now.end;
  if (now.startZone && !now.allDay) {
    return { start: now.start, timeZone: now.startZone, end, endTimeZone: now.endZone || now.startZone, ...(differs("allDay") && { allDay: false }) };
  }
  // Its own zone is given up for the reader's.
  const zone = differs("startZone") && !now.allDay ? { timeZone: state.zone } : {};
  if (differs("allDay")) return { allDay: now.allDay, start: now.start, end, ...zone };
  if (differs("start", ...ZONES)) return { start: now.start, ...(isEndMoved && !differs(...ZONES) ? {} : { end }), ...zone };
  // A start that stays may be in an hour that clocks show twice.
  return { end };
}

/** The controls. The end moves with the start, and whole days keep the times for later. */
export class TimeFields {
  /** @param {object} event as `timesOf` gives it */
  constructor(event) {
    this.allDay = el("input", { type: "checkbox", name: "allDay", checked: event.allDay });
    this.start = el("input", { name: "start", required: true });
    this.end = el("input", { name: "end", required: true });
    this.zones = ZONES.map((name) => el("input", { name, list: "zones", autocomplete: "off", value: event[name], placeholder: state.zone }));
    const list = el("datalist", { id: "zones" });
    const details = el(
      "details",
      { class: "zones", open: Boolean(event.startZone) },
      el("summary", {}, say("zones")),
      el("div", { class: "pair" }, field("beginsIn", this.zones[0]), field("endsIn", this.zones[1])),
      list,
    );
    const fill = () => list.childElementCount || list.append(...known().map((zone) => el("option", { value: zone })));
    details.addEventListener("toggle", fill);
    this.details = details;
    this.elements = [
      el("label", { class: "check" }, this.allDay, " ", say("wholeDays")),
      field("begins", this.start),
      field("ends", this.end),
      details,
    ];
    this.begin(event);
    this.start.addEventListener("input", () => this.startChanged());
    this.end.addEventListener("input", () => (this.typesEnd = true));
    this.allDay.addEventListener("change", () => this.setAllDay(this.allDay.checked));
    for (const zone of this.zones) zone.addEventListener("change", () => checkZone(zone));
  }

  begin({ allDay, start, end, startZone, endZone }) {
    this.clocks = allDay ? { start: "09:00", end: "10:00" } : { start: start.slice(11), end: end.slice(11) };
    this.typesEnd = false;
    this.allDay.checked = allDay;
    [this.zones[0].value, this.zones[1].value] = [startZone, endZone];
    this.show(allDay, start, end);
    this.last = start;
  }

  /** What the fields hold now. */
  get values() {
    const [startZone, endZone] = this.zones.map(({ value }) => value.trim());
    return {
      allDay: this.allDay.checked, start: this.start.value, end: this.end.value,
      // One zone alone is the other one's, too; that of the end alone means that it begins here.
      startZone: startZone || (endZone && state.zone), endZone: endZone || startZone,
    };
  }

  /** Whether the end is where the start took it, and nobody typed another one. */
  get isMoved() {
    return !this.typesEnd;
  }

  startChanged() {
    const { start, end } = this;
    // While one types, there may be no time.
    if (!start.value || start.value.length !== this.last.length) return;
    if (end.value) end.value = later(end.value, clockValue(start.value) - clockValue(this.last));
    this.last = start.value;
  }

  setAllDay(allDay) {
    const { start, end } = this;
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
    for (const [input, value] of [[this.start, start], [this.end, end]]) {
      input.type = allDay ? "date" : "datetime-local";
      input.value = value;
    }
    this.end.previousElementSibling.textContent = say(allDay ? "lastDay" : "ends");
    this.details.hidden = allDay;
  }
}

/** A zone's name in the letters of the list, or a complaint. */
function checkZone(input) {
  const typed = input.value.trim().toLowerCase().replaceAll(" ", "_");
  const found = typed && known().find((zone) => zone.toLowerCase() === typed || zone.toLowerCase().endsWith(`/${typed}`));
  if (found) input.value = found;
  input.setCustomValidity(!typed || found || typed === "utc" ? "" : say("noSuchZone", input.value));
  input.reportValidity();
}
