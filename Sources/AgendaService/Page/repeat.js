// How an event repeats, as a sentence and as fields: each follows the other.
import { plusDays, weekdayName, weekdayOf } from "./dates.js";
import { debounced, el } from "./dom.js";
import { field, option } from "./form.js";
import { DAYS, lastDay, ruleLabel } from "./rules.js";
import { say } from "./say.js";

const UNITS = ["", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const PARTS = new Set(["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "UNTIL", "COUNT", "WKST"]);

/**
 * A rule as the fields hold it; null if they cannot.
 * @param {string} rule @param {string} start the day of the event's start @param {string} [zone] the event's
 */
export function fieldsOfRule(rule, start, zone) {
  if (!rule) return { unit: "", every: "1", days: [], month: "", until: "", count: "", weekStart: "" };
  const parts = new Map(rule.split(";").map((part) => part.split("=")));
  if (![...parts.keys()].every((key) => PARTS.has(key)) || !UNITS.includes(parts.get("FREQ"))) return null;
  const unit = parts.get("FREQ");
  const values = (key) => (parts.get(key) ?? "").split(",").filter(Boolean);
  const [days, monthDays, months] = [values("BYDAY"), values("BYMONTHDAY"), values("BYMONTH")];
  const found = {
    unit, every: parts.get("INTERVAL") ?? "1", days: [], month: "",
    until: (parts.has("UNTIL") && lastDay(parts.get("UNTIL"), zone)) || "", count: parts.get("COUNT") ?? "", weekStart: parts.get("WKST") ?? "",
  };
  if (unit === "WEEKLY" && days.every((day) => DAYS.includes(day)) && !monthDays.length && !months.length) return { ...found, days: days.length ? days : [DAYS[weekdayOf(start)]] };
  if (unit === "MONTHLY" && !months.length) {
    if (!days.length && monthDays.length <= 1 && (monthDays[0] ?? dayOfMonth(start)) === dayOfMonth(start)) return { ...found, month: "day" };
    if (!monthDays.length && days.length === 1) {
      if (days[0] === nth(start)) return { ...found, month: "nth" };
      if (days[0] === last(start)) return { ...found, month: "last" };
    }
    return null;
  }
  const isOfStart = (!monthDays.length || monthDays.join() === dayOfMonth(start)) && (!months.length || months.join() === String(Number(start.slice(5, 7))));
  return !days.length && (unit === "YEARLY" ? isOfStart : unit === "DAILY" && !monthDays.length && !months.length) ? found : null;
}

const dayOfMonth = (day) => String(Number(day.slice(8, 10)));
const nth = (day) => `${Math.ceil(Number(day.slice(8, 10)) / 7)}${DAYS[weekdayOf(day)]}`;
const last = (day) => `-1${DAYS[weekdayOf(day)]}`;
/** Whether a day is among the last seven of its month. */
const isInLastWeek = (day) => plusDays(day, 7).slice(5, 7) !== day.slice(5, 7);

/** The controls of a repetition. */
export class RepeatFields {
  /** @param {object} event @param {(words: string) => Promise<string>} read reads a sentence as a rule @param {() => void} changed */
  constructor(event, read, changed) {
    [this.read, this.changed] = [read, changed];
    this.unit = el("select", { name: "repeat", change: () => this.follow() });
    this.every = el("input", { type: "number", name: "every", min: 1, max: 999 });
    this.days = DAYS.map((day, index) => el("input", { type: "checkbox", name: "weekday", value: day, "aria-label": weekdayName(index) }));
    this.month = el("select", { name: "monthDay" });
    this.ends = el("select", { name: "repeatEnds" }, ...["never", "onDay", "afterTimes"].map((key) => option(key, say(`ends.${key}`), "never")));
    this.until = el("input", { type: "date", name: "until", "aria-label": say("lastDay") });
    this.count = el("input", { type: "number", name: "count", min: 1, max: 9999, "aria-label": say("ends.afterTimes") });
    this.words = el("input", { name: "repeatWords", dir: "auto", autocomplete: "off", placeholder: say("repeatHint") });
    this.fault = el("p", { class: "unclear", role: "status" });
    this.week = el("div", { class: "weekdays", role: "group", "aria-label": say("onDays") },
      ...this.days.map((box, index) => el("label", {}, box, el("span", { "aria-hidden": true }, weekdayName(index)))));
    this.more = el("div", { class: "more" }, this.week, this.month,
      el("div", { class: "pair" }, field("repeatEnds", this.ends), this.until, this.count));
    this.element = el("fieldset", { class: "repeat" }, el("legend", {}, say("repeats")),
      el("div", { class: "pair" }, field("howOften", this.unit), field("repeatEvery", this.every)), this.more,
      field("inWords", this.words), this.fault);
    this.ends.addEventListener("change", () => this.follow());
    const readSoon = debounced(300, () => this.readWords());
    this.words.addEventListener("input", () => {
      this.isUnread = true;
      readSoon();
    });
    this.take(event);
  }

  /** Shows how an event repeats. */
  take({ rules = [], start, timeZone }) {
    [this.start, this.zone] = [start.slice(0, 10), timeZone ?? undefined];
    this.fill(rules);
  }

  /** Shows a rule; one that the fields cannot show is kept as it is. */
  fill(rules) {
    const fields = rules.length > 1 ? null : fieldsOfRule(rules[0], this.start, this.zone);
    this.kept = fields ? null : rules;
    const chosen = fields ? fields.unit : "kept";
    const choices = UNITS.map((unit) => option(unit, say(`unit.${unit || "none"}`), chosen));
    if (!fields) choices.push(option("kept", rules.map((rule) => ruleLabel(rule, this.zone)).join("; "), chosen));
    this.unit.replaceChildren(...choices);
    const { every, days, month, until, count, weekStart } = fields ?? fieldsOfRule("", this.start);
    this.weekStart = weekStart;
    this.every.value = every;
    for (const box of this.days) box.checked = days.includes(box.value);
    [this.until.value, this.count.value] = [until, count];
    this.ends.value = until ? "onDay" : count ? "afterTimes" : "never";
    this.fillMonth(month);
    this.show();
  }

  fillMonth(chosen = this.month.value) {
    const weekday = weekdayName(weekdayOf(this.start));
    const choices = [option("day", say("monthDay", dayOfMonth(this.start)), chosen), option("nth", say("monthNth", parseInt(nth(this.start), 10), weekday), chosen)];
    if (isInLastWeek(this.start) || chosen === "last") choices.push(option("last", say("monthLast", weekday), chosen));
    this.month.replaceChildren(...choices);
  }

  /** A choice that needs another one gets it. */
  follow() {
    this.isUnread = false;
    if (this.unit.value === "WEEKLY" && !this.days.some(({ checked }) => checked)) this.days[weekdayOf(this.start)].checked = true;
    if (this.ends.value === "onDay" && !this.until.value) this.until.value = plusDays(this.start, 30);
    if (this.ends.value === "afterTimes" && !this.count.value) this.count.value = 10;
    this.show();
    this.changed();
  }

  show() {
    const unit = this.unit.value;
    this.more.hidden = !unit || unit === "kept";
    this.every.parentElement.hidden = this.more.hidden;
    this.week.hidden = unit !== "WEEKLY";
    this.month.hidden = unit !== "MONTHLY";
    this.until.hidden = this.ends.value !== "onDay";
    this.count.hidden = this.ends.value !== "afterTimes";
    const words = unit && unit !== "kept" ? say(`unit.n.${unit}`) : "";
    this.every.previousElementSibling.textContent = words || say("repeatEvery");
  }

  /** Another start: its weekday goes along where it is the only one. */
  move(start) {
    if (!start || start === this.start) return;
    const [before, now] = [DAYS[weekdayOf(this.start)], DAYS[weekdayOf(start)]];
    if (this.days.filter(({ checked }) => checked).map(({ value }) => value).join() === before) {
      for (const box of this.days) box.checked = box.value === now;
    }
    this.start = start;
    this.fillMonth();
  }

  /** Reads words that are newer than the other fields. @returns {Promise<boolean>} false for words that are not understood */
  async settle() {
    if (this.isUnread) await this.readWords();
    if (this.isUnread) this.words.focus();
    return !this.isUnread;
  }

  async readWords() {
    const words = this.words.value.trim();
    this.fault.textContent = "";
    if (!words) return (this.isUnread = false);
    try {
      const rule = await this.read(words);
      if (words !== this.words.value.trim()) return;
      this.isUnread = false;
      this.fill(rule ? [rule] : []);
      this.changed();
    } catch (error) {
      if (error.name !== "AbortError" && words === this.words.value.trim()) this.fault.textContent = error.message;
    }
  }

  /** The rules that the fields say, in a form that compares. @returns {string[]} */
  get value() {
    const unit = this.unit.value;
    if (unit === "kept") return this.kept;
    if (!unit) return [];
    const parts = [`FREQ=${unit}`];
    if (Number(this.every.value) > 1) parts.push(`INTERVAL=${Number(this.every.value)}`);
    const days = this.days.filter(({ checked }) => checked).map(({ value }) => value);
    if (unit === "WEEKLY" && days.length) parts.push(`BYDAY=${days}`);
    if (unit === "MONTHLY") {
      const day = { nth: `BYDAY=${nth(this.start)}`, last: `BYDAY=${last(this.start)}` };
      parts.push(day[this.month.value] ?? `BYMONTHDAY=${dayOfMonth(this.start)}`);
    }
    if (this.ends.value === "onDay" && this.until.value) parts.push(`UNTIL=${this.until.value.replaceAll("-", "")}`);
    if (this.ends.value === "afterTimes" && this.count.value) parts.push(`COUNT=${Number(this.count.value)}`);
    // With which day a week begins has no field: it decides which weeks are every second one.
    if (this.weekStart) parts.push(`WKST=${this.weekStart}`);
    return [parts.join(";")];
  }
}
