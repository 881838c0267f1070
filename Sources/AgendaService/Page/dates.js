// Days are ISO strings and their numbers since 1970: no `Date` of the browser's zone ever decides a day.
import { locale, say } from "./say.js";

const DAY = 86_400_000;

/** @param {string} day such as 2026-11-20 */
export function numberOf(day) {
  return Date.parse(`${day}T00:00:00Z`) / DAY;
}

/** @param {number} number days since 1970-01-01 */
export function dayOf(number) {
  return new Date(number * DAY).toISOString().slice(0, 10);
}

/** @param {string} day @param {number} count */
export function plusDays(day, count) {
  return dayOf(numberOf(day) + count);
}

/** The same day of another month, or its last day. */
export function plusMonths(day, months) {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months + 1, 0);
  const last = first.toISOString().slice(0, 10);
  const same = last.slice(0, 8) + day.slice(8);
  return same < last ? same : last;
}

/**
 * A time on the clock so much later: 2026-11-20T12:00.
 * @param {string} time @param {number} milliseconds
 */
export function later(time, milliseconds) {
  return new Date(clockValue(time) + milliseconds).toISOString().slice(0, time.length);
}

/** A day or time on the clock as a number, to measure distances on it. @param {string} time */
export function clockValue(time) {
  return Date.parse(time.length > 10 ? `${time}Z` : `${time}T00:00:00Z`);
}

/** The days' zone, where the clocks of this browser show other times than it; null where they show the same. */
export function foreignZone(zone) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || own === zone) return null;
  const clock = (timeZone, instant) => new Date(instant).toLocaleString("en", { timeZone });
  try {
    // Zones have several names; two moments half a year apart tell whether it is the same clock.
    const moments = [Date.now(), Date.now() + 182 * DAY];
    return moments.every((moment) => clock(own, moment) === clock(zone, moment)) ? null : zone;
  } catch {
    return zone;
  }
}

/** 0 is Monday. @param {string} day */
export function weekdayOf(day) {
  // Also of a year that is still being typed, such as 0020.
  return (((numberOf(day) + 3) % 7) + 7) % 7;
}

const words = (key) => say(key).split(" ");

/** The name of a weekday, short as headings of columns have it. @param {number} index @param {string} [key] */
export function weekdayName(index, key = "weekdays") {
  return words(key)[index];
}

// What the service says of times and dates, by its settings or by the browser's country.
const set = () => document.getElementById("timeline").dataset;
const WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** The weekday that begins a week; 0 is Monday. */
export const firstWeekday = () => Math.max(0, WEEK.indexOf(set().weekStart));

/** The first day of a day's week. @param {string} day */
export function startOfWeek(day) {
  return plusDays(day, -((weekdayOf(day) - firstWeekday() + 7) % 7));
}

const month = (day, key) => words(key)[Number(day.slice(5, 7)) - 1];

/** A day's month, short: Nov, 11月. */
export const shortMonth = (day) => month(day, "shortMonths");

/** A day as its heading has it: 21 Nov, or 21 November where there is room, 11月21日. @param {string} day @param {string} [key] */
export function dayLabel(day, key = "shortMonths") {
  return say("dayLabel")
    .replace("{day}", String(Number(day.slice(8))))
    .replace("{shortMonth}", month(day, key))
    .replace("{month}", month(day, "months"));
}

/** A month as a heading: November 2026, 2026年11月. @param {string} day any day of it */
export function monthLabel(day) {
  return say("monthLabel")
    .replace("{month}", month(day, "months"))
    .replace("{year}", day.slice(0, 4));
}

// Making a format costs more than a frame allows for a month of days.
const formats = new Map();

const KINDS = {
  long: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  medium: { dateStyle: "medium" },
  weekday: { weekday: "long" },
  clock: { hour: "numeric", minute: "2-digit", hour12: true },
};

function formatted(kind, milliseconds) {
  const key = kind + locale();
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale(), { ...KINDS[kind], timeZone: "UTC" }));
  return formats.get(key).format(milliseconds);
}

/** The whole name of a day's weekday. @param {string} day */
export const longWeekday = (day) => formatted("weekday", numberOf(day) * DAY);

/** A day in full, for panels and for what is read aloud. */
export function longDay(day) {
  return set().dateFormat ? `${longWeekday(day)}, ${mediumDay(day)}` : formatted("long", numberOf(day) * DAY);
}

/** A day with its year: in the form of the service's `date-format`, else 27 Nov 2026, 27.11.2026, 2026年11月27日. */
export function mediumDay(day) {
  const pattern = set().dateFormat;
  if (!pattern) return formatted("medium", numberOf(day) * DAY);
  const [Y, m, d] = day.split("-");
  const bare = (digits) => String(Number(digits));
  const parts = {
    Y, m, d, y: Y.slice(2), e: bare(d).padStart(2), "-m": bare(m), "-d": bare(d),
    B: month(day, "months"), b: shortMonth(day), "%": "%",
  };
  return pattern.replace(/%(-?.)/g, (_, part) => parts[part]);
}

/** Whether times of day are shown with am and pm. */
export const is12Hours = () => set().clock === "12h";

/** A time of day, such as 09:30, as it is shown here: 09:30, or 9:30 am. */
export function clockLabel(clock) {
  return is12Hours() ? formatted("clock", Date.parse(`1970-01-01T${clock}Z`)) : clock;
}

/** The time of day of 2026-11-27T09:30:00, as it is shown here. */
export const clockOf = (time) => clockLabel(time.slice(11, 16));

/** A day and time on the clock. @param {string} time */
export const timeText = (time) => `${longDay(time.slice(0, 10))}, ${clockOf(time)}`;

const inZone = (at) => new Date(at).toLocaleString("sv", { timeZone: set().zone });

/** The day of an instant in the days' zone. @param {string} at */
export const dayOfMoment = (at) => mediumDay(inZone(at).slice(0, 10));

/** An instant on the clock of the days' zone. @param {string} at */
export const momentLabel = (at) => `${dayOfMoment(at)}, ${clockOf(inZone(at))}`;

/** Whether an event goes on past the day: midnight of the next day still belongs to the day before. */
function endsAfter(event, day) {
  const next = plusDays(day, 1);
  const end = event.end.slice(0, 10);
  return end > next || (end === next && event.end.slice(11, 16) !== "00:00");
}

/**
 * An event's time on one of its days: 09:30–11:30, 18:00–24:00, from 21:45, until 06:15, all day.
 * @param {{start: string, end: string, allDay: boolean}} event
 * @param {string} day
 */
export function timeLabel(event, day) {
  if (event.allDay) return say("allDay");
  const before = event.start.slice(0, 10) < day;
  const after = endsAfter(event, day);
  const start = clockOf(event.start);
  const end = event.end.slice(0, 10) > day ? clockLabel("24:00") : clockOf(event.end);
  if (before && after) return say("allDay");
  if (before) return say("until", end);
  if (after) return say("from", start);
  return event.start === event.end ? start : `${start}–${end}`;
}

/** When an event is, with its days: for panels and results. */
export function spanLabel(event) {
  const first = event.start.slice(0, 10);
  if (event.allDay) {
    const last = plusDays(event.end.slice(0, 10), -1);
    return last > first ? `${longDay(first)} – ${longDay(last)}` : longDay(first);
  }
  if (!endsAfter(event, first)) return `${longDay(first)}, ${timeLabel(event, first)}`;
  return `${timeText(event.start)} – ${timeText(event.end)}`;
}

/** How many events a day has. @param {number} count */
export const eventCount = (count) => (count === 1 ? say("oneEvent") : count ? say("events", count) : say("noEvents"));

/** @param {number} minutes */
export function durationLabel(minutes) {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return say("minutes", minutes);
  return minutes % 60 ? say("hoursMinutes", hours, minutes % 60) : say("hours", hours);
}
