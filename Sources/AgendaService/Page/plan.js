// What overlaps.
import { api } from "./api.js";
import { clockOf, longDay, timeText } from "./dates.js";
import { el } from "./dom.js";
import { claim, showPanel } from "./panel.js";
import { eventRow } from "./results.js";
import { say } from "./say.js";
import { whenAnswered } from "./status.js";

/** Opens the conflicts of the next 30 days. */
export const showConflicts = () => whenAnswered(claim(), api.conflicts(), ({ conflicts }) => {
  const groups = conflicts.flatMap(({ start, end, events }) => [
    el("h3", {}, `${timeText(start)}–${clockOf(end)}`),
    el("ul", { class: "results" }, ...events.map(eventRow)),
  ]);
  showPanel("conflicts", say("conflicts"), groups.length ? groups : [el("p", { class: "quiet" }, say("noConflicts"))]);
});
