// The calendars at the side, as `PageHTML.calendars` writes them.
import { el } from "./dom.js";

/**
 * The calendars in their owner's order, those of a group together where its first one stands.
 * @param {{order: number, group: string | null}[]} calendars @returns {object[][]} a group's calendars, or one alone
 */
export function arranged(calendars) {
  const groups = new Map();
  const sorted = calendars.map((calendar, index) => ({ ...calendar, index })).sort((a, b) => a.order - b.order);
  for (const calendar of sorted) {
    const key = calendar.group ?? calendar.index;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(calendar);
  }
  return [...groups.values()];
}

/** The elements of the list. @param {object[]} calendars in the service's order, by which they are coloured */
export function calendarList(calendars) {
  return arranged(calendars).map((part) => {
    const group = part[0].group;
    const items = part.map(calendarItem);
    if (!group) return items[0];
    const box = el("input", { type: "checkbox", checked: true });
    const head = el("div", {}, el("label", {}, box, " ", el("span", {}, group)));
    return el("li", { class: "group", "data-group": group }, head, el("ul", {}, ...items));
  });
}

function calendarItem({ name, writable, index }) {
  const box = el("input", { type: "checkbox", value: name, checked: true });
  const attributes = { class: `c-${index}`, "data-name": name, "data-writable": String(writable) };
  return el("li", attributes, el("label", {}, box, " ", el("span", {}, name)));
}
