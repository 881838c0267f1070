// The clock of the days' zone, which need not be the browser's.
import { numberOf } from "./dates.js";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const formats = new Map();

/** The offset of a zone from UTC at an instant, in minutes; 0 for a zone that the browser does not know. */
export function offsetAt(instant, zone) {
  if (!formats.has(zone)) formats.set(zone, formatOf(zone));
  const name = formats.get(zone)?.formatToParts(instant).find(({ type }) => type === "timeZoneName").value ?? "";
  const [, sign, hours, minutes] = /GMT([+-])(\d+):?(\d*)/.exec(name) ?? [null, "+", 0, 0];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function formatOf(timeZone) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return null;
  }
}

/** How the clocks change on a day; null where they do not. @param {string} day @returns {import("./layout.js").ClockChange | null} */
export function clockChange(day, zone) {
  const midnight = numberOf(day) * DAY;
  let low = midnight - offsetAt(midnight, zone) * MINUTE;
  let high = midnight + DAY - offsetAt(midnight + DAY, zone) * MINUTE - MINUTE;
  const [before, after] = [offsetAt(low, zone), offsetAt(high, zone)];
  if (before === after) return null;
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  const minutes = [before, after].map((offset) => (high + offset * MINUTE - midnight) / MINUTE);
  return { from: Math.min(...minutes), to: Math.max(...minutes), twice: after < before, after };
}

/** The instant of a minute of a day. @param {boolean} second whether it is the later one of two */
export function instantOf(day, minute, second, zone) {
  const wall = numberOf(day) * DAY + minute * MINUTE;
  const offsets = [wall - DAY, wall + DAY].map((instant) => offsetAt(instant, zone));
  const found = (second ? offsets.reverse() : offsets).find((offset) => offsetAt(wall - offset * MINUTE, zone) === offset);
  return wall - (found ?? offsets[0]) * MINUTE;
}

/** A time with its offset, as the service writes it. */
export function timeAt(instant, zone) {
  const offset = offsetAt(instant, zone);
  const sign = offset < 0 ? "-" : "+";
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const shift = `${sign}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return new Date(instant + offset * MINUTE).toISOString().slice(0, 19) + shift;
}
