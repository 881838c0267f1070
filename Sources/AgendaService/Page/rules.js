// Usual recurrence rules in words; others stay as they are written (RFC 5545, 3.3.10).
import { mediumDay, weekdayName } from "./dates.js";
import { say } from "./say.js";
import { state } from "./state.js";

/** The weekdays as rules name them, Monday first. */
export const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const PLAIN = new Set(["FREQ", "INTERVAL", "BYDAY", "UNTIL", "COUNT", "WKST"]);

/**
 * @param {string} rule such as FREQ=WEEKLY;BYDAY=MO,TH
 * @param {string} [zone] the event's, in which its last day is counted
 */
export function ruleLabel(rule, zone = state.zone) {
  const parts = new Map(rule.split(";").map((part) => part.split("=")));
  const days = (parts.get("BYDAY") ?? "").split(",").filter(Boolean);
  const isPlain = [...parts.keys()].every((key) => PLAIN.has(key)) && days.every((day) => DAYS.includes(day));
  if (!isPlain || !["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].includes(parts.get("FREQ"))) return rule;
  return [period(parts), days.length ? weekdays(days) : "", end(parts, zone)].filter(Boolean).join(say("comma"));
}

function period(parts) {
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const key = parts.get("FREQ").toLowerCase();
  return interval === 1 ? say(key) : say(`${key}.n`, interval);
}

function weekdays(days) {
  return days.join() === "MO,TU,WE,TH,FR" ? say("workdays") : days.map((day) => weekdayName(DAYS.indexOf(day))).join(" ");
}

function end(parts, zone) {
  if (parts.has("COUNT")) return say("times", parts.get("COUNT"));
  const day = lastDay(parts.get("UNTIL") ?? "", zone);
  return day ? say("until", mediumDay(day)) : "";
}

/** The day of UNTIL: a time in UTC is on another day of the event's own clock in half of the world's mornings. */
export function lastDay(until, zone = state.zone) {
  const [, date, clock] = /^(\d{8})(?:T(\d{6})Z)?/.exec(until) ?? [];
  if (!date) return null;
  const day = date.replace(/^(....)(..)/, "$1-$2-");
  if (!clock) return day;
  const instant = new Date(`${day}T${clock.replace(/^(..)(..)/, "$1:$2:")}Z`);
  try {
    // Swedish writes dates as ISO 8601 does.
    return instant.toLocaleDateString("sv", { timeZone: zone });
  } catch {
    return instant.toLocaleDateString("sv", { timeZone: state.zone });
  }
}
