// What the first response says of itself, and what this browser remembers.
import { numberOf, plusDays } from "./dates.js";
import { TODAY } from "./days.js";
import { byId } from "./dom.js";

const timeline = byId("timeline");

/** What all parts of the page share. `first` is the day of node 0. */
export const state = {
  today: timeline.dataset.today,
  first: plusDays(timeline.dataset.today, -TODAY),
  zone: timeline.dataset.zone,
  /** The calendar of new events that the user prefers; empty for their own. */
  calendar: timeline.dataset.calendar,
  revision: timeline.dataset.revision,
  /** Working hours in minutes, their weekdays, and with which weekday a week begins, 0 being Monday; null: as is usual. */
  work: { start: 540, end: 1020, days: [0, 1, 2, 3, 4] },
  /**
   * In the service's order, which the colours follow; at the side they stand in their owner's.
   * @type {{name: string, writable: boolean, status?: string, id?: number, order?: number, group?: string | null}[]}
   */
  calendars: calendarsAtTheSide(),
  /** How many things move calendars now: what the service says of their order is older. */
  moving: 0,
};

function calendarsAtTheSide() {
  const calendars = [];
  for (const { className, dataset } of byId("calendars").querySelectorAll("[data-name]")) {
    calendars[Number(className.slice(2))] = { name: dataset.name, writable: dataset.writable === "true" };
  }
  return calendars;
}

/** @param {string} day @returns {number} its node; outside of 0..<488 when the timeline does not reach it */
export function indexOf(day) {
  return numberOf(day) - numberOf(state.first);
}

/** @param {number} index @returns {string} */
export function dayAt(index) {
  return plusDays(state.first, index);
}

const places = new Map();
let placed = null;

/** A calendar's place, by which `calendars.css` gives its colour. */
export function calendarIndex(name) {
  if (placed !== state.calendars) {
    placed = state.calendars;
    places.clear();
    placed.forEach((calendar, index) => places.set(calendar.name, index));
  }
  return places.get(name) ?? -1;
}

/** @param {string} name */
export function isWritable(name) {
  return state.calendars.some((calendar) => calendar.name === name && calendar.writable);
}

/** Remembers a value in this browser; private windows may refuse, and then it holds until the page is closed. */
export function remember(key, value) {
  try {
    localStorage.setItem(`agenda.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is lost but a preference.
  }
}

/** @param {string} key @param {unknown} otherwise */
export function remembered(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`agenda.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
