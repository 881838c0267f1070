// Weeks among the days of the timeline.
import { firstWeekday, weekdayOf } from "./dates.js";
import { dayAt } from "./state.js";

/** The day with which a day's week begins, by their nodes. @param {number} index */
export function firstOfWeek(index) {
  return index - ((weekdayOf(dayAt(index)) - firstWeekday() + 7) % 7);
}
