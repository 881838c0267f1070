// Usual recurrence rules in words; others stay as they are written (RFC 5545, 3.3.10).
import { weekdayName, dayLabel } from "./dates.js";
import { say } from "./say.js";

const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const PLAIN = new Set(["FREQ", "INTERVAL", "BYDAY", "UNTIL", "COUNT", "WKST"]);

/** @param {string} rule such as FREQ=WEEKLY;BYDAY=MO,TH */
export function ruleLabel(rule) {
  const parts = new Map(rule.split(";").map((part) => part.split("=")));
  const days = (parts.get("BYDAY") ?? "").split(",").filter(Boolean);
  const isPlain = [...parts.keys()].every((key) => PLAIN.has(key)) && days.every((day) => DAYS.includes(day));
  if (!isPlain || !["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].includes(parts.get("FREQ"))) return rule;
  return [period(parts), days.length ? weekdays(days) : "", end(parts)].filter(Boolean).join(say("comma"));
}

function period(parts) {
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const key = parts.get("FREQ").toLowerCase();
  return interval === 1 ? say(key) : say(`${key}.n`, interval);
}

function weekdays(days) {
  return days.join() === "MO,TU,WE,TH,FR" ? say("workdays") : days.map((day) => weekdayName(DAYS.indexOf(day))).join(" ");
}

function end(parts) {
  if (parts.has("COUNT")) return say("times", parts.get("COUNT"));
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get("UNTIL") ?? "");
  return until ? say("until", `${dayLabel(until.slice(1).join("-"))} ${until[1]}`) : "";
}
