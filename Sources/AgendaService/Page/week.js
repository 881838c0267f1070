// On which day a week begins.
import { weekdayOf } from "./dates.js";
import { dayAt, state } from "./state.js";

/** The first weekday, 0 being Monday: as the settings say, else as is usual where the browser is. */
export function firstWeekday() {
  if (state.work.weekStart !== null) return state.work.weekStart;
  const here = new Intl.Locale(navigator.language);
  return ((here.getWeekInfo?.() ?? here.weekInfo)?.firstDay ?? 1) - 1;
}

/** The day with which a day's week begins, by their nodes. @param {number} index */
export function firstOfWeek(index) {
  return index - ((weekdayOf(dayAt(index)) - firstWeekday() + 7) % 7);
}
