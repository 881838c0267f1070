// The day in view, and what shows it: the list, or a grid in its place.
import { DAYS, TODAY } from "./days.js";
import { dayAt, remembered } from "./state.js";

/**
 * What shows days. `show` brings one into view and returns when that is done; `period` says which day is one period
 * further (of a list: a day).
 * @typedef {{show: (index: number, options: {focus?: boolean}) => void, period: (index: number, step: number) => number,
 *   follows?: boolean}} Shower
 */

let inView = TODAY;
let name = "list";
/** @type {Shower | null} */
let shower = null;
let following = false;
let jumps = 0;
const watchers = [];

/** The day in view: of a list the one at its top. */
export function indexInView() {
  return inView;
}

/** How often somebody has gone to a day: scrolling is none, as browsers do it by themselves. */
export const jumpCount = () => jumps;

/** What the view is called: list, week, day or month. */
export function viewName() {
  return name;
}

/** Whether the day has a column for each calendar. */
export const hasColumns = () => name === "day" && remembered("columns", false);

/** The address that shows the same. */
export function addressOfView() {
  return name === "list" ? "/" : `/?view=${name}&day=${dayAt(inView)}${hasColumns() ? "&by=calendar" : ""}`;
}

/** Calls `watcher(index)` when another day comes into view. */
export function watchView(watcher) {
  watchers.push(watcher);
}

/** Takes what shows the days from now on. @param {string} newName @param {Shower} newShower */
export function setShower(newName, newShower) {
  [name, shower] = [newName, newShower];
}

/** Says that another day is in view. @param {number} index @param {() => void} [before] done before that is told */
export function noteView(index, before) {
  inView = index;
  before?.();
  for (const watcher of watchers) watcher(index);
}

/**
 * Brings a day into view, in this frame.
 * @param {number} index
 * @param {{focus?: boolean}} [options] focus: on its heading
 */
export function jumpTo(index, options = {}) {
  jumps += 1;
  inView = Math.min(Math.max(index, 0), DAYS - 1);
  shower.show(inView, options);
  // Month, bar and title follow when the day is painted; of several jumps in a frame the last one counts.
  if (following) return;
  following = true;
  requestAnimationFrame(() => setTimeout(() => {
    following = false;
    for (const watcher of watchers) watcher(inView);
  }));
}

/** Goes on by a day of the list, a week or a month. @param {number} step 1 or -1 */
export function stepPeriod(step) {
  jumpTo(shower.period(inView, step), { focus: true });
}
