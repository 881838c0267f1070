// A calendar at the side, as `PageHTML.calendar` writes it.
import { el } from "./dom.js";

/** @param {{name: string, writable: boolean}} calendar @param {number} index its place, by which it is coloured */
export function calendarItem({ name, writable }, index) {
  const box = el("input", { type: "checkbox", value: name, checked: true });
  const attributes = { class: `c-${index}`, "data-name": name, "data-writable": String(writable) };
  return el("li", attributes, el("label", {}, box, " ", el("span", {}, name)));
}
