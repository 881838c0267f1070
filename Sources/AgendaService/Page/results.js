// Lists of events in the panel: of a search, of conflicts. Each row jumps to its day and opens the event.
import { el } from "./dom.js";
import { openEvent } from "./event.js";
import { whenLabel } from "./item.js";
import { returnTo } from "./panel.js";
import { titleOf } from "./say.js";
import { calendarIndex, indexOf } from "./state.js";
import { jumpTo } from "./view.js";

/**
 * A row for an event or a to-do.
 * @param {object} event
 */
export function eventRow(event) {
  const link = el(
    "a",
    { class: "card", href: `/events/${encodeURIComponent(event.id)}`, click: (click) => go(click, event) },
    el("b", { dir: "auto" }, titleOf(event)),
    el("span", {}, whenLabel(event)),
    event.location && el("span", { dir: "auto" }, event.location),
  );
  return el("li", { class: `c-${calendarIndex(event.calendar)}` }, link);
}

function go(click, event) {
  if (click.ctrlKey || click.metaKey || click.shiftKey) return;
  click.preventDefault();
  const day = event.due ?? event.start;
  if (day) jumpTo(indexOf(day.slice(0, 10)));
  openEvent(event.id);
  // In the list, where the keys go on; in the search they would write.
  returnTo(document.querySelector("#timeline [aria-current=true]"));
}
