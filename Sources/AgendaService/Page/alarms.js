// The reminders of a form.
import { el } from "./dom.js";
import { option } from "./form.js";
import { durationLabel } from "./dates.js";
import { say } from "./say.js";

// Minutes before the start; of whole days before their midnight, with an hour to see them.
const BEFORE = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080];
const OF_DAYS = [-540, 900, 2340, 9540];

/** A length as iCalendar has it. @param {number} minutes before the start */
function triggerOf(minutes) {
  const length = Math.abs(minutes);
  const [days, rest] = [Math.floor(length / 1440), length % 1440];
  const time = [[Math.floor(rest / 60), "H"], [rest % 60, "M"]].filter(([number]) => number).map(([number, unit]) => number + unit).join("");
  const text = `P${days ? `${days}D` : ""}${time ? `T${time}` : ""}`;
  return `${minutes > 0 ? "-" : ""}${text === "P" ? "PT0S" : text}`;
}

/** The minutes before the start; null if it counts from elsewhere. */
function minutesOf({ trigger, related }) {
  const [whole, sign, weeks, days, hours, minutes, seconds] = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(trigger) ?? [];
  if (!whole || related === "END" || Number(seconds ?? 0) % 60) return null;
  const total = Number(weeks ?? 0) * 10_080 + Number(days ?? 0) * 1440 + Number(hours ?? 0) * 60 + Number(minutes ?? 0) + Number(seconds ?? 0) / 60;
  return sign === "-" ? total : -total || 0;
}

/** When an alarm goes off, in words. @param {{trigger: string, related?: string}} alarm @param {boolean} allDay */
export function alarmLabel(alarm, allDay) {
  const minutes = minutesOf(alarm);
  if (minutes === null) return alarm.trigger;
  if (minutes === 0) return say(allDay ? "atMidnight" : "atStart");
  if (allDay) {
    const days = Math.ceil(minutes / 1440);
    const clock = new Date((days * 1440 - minutes) * 60_000).toISOString().slice(11, 16);
    return days === 0 ? say("onTheDay", clock) : days > 0 ? say("daysBefore", days, clock) : alarm.trigger;
  }
  if (minutes < 0) return say("afterStart", durationLabel(-minutes));
  return say("before", minutes % 10_080 === 0 ? say("weeksCount", minutes / 10_080) : minutes % 1440 === 0 ? say("daysCount", minutes / 1440) : durationLabel(minutes));
}

/** The controls of the reminders. */
export class AlarmFields {
  /** @param {object} event @param {() => void} changed */
  constructor(event, changed) {
    this.changed = changed;
    this.list = el("ul", { class: "people" });
    // Arrows go over choices that are not meant: by keys, Enter or leaving the list adds.
    const keydown = ({ key }) => {
      this.byArrows = key.startsWith("Arrow");
      if (key === "Enter") setTimeout(() => this.add());
    };
    this.more = el("select", { "aria-label": say("addAlarm"), name: "alarm", keydown, blur: () => this.add(), change: () => this.byArrows || this.add() });
    this.element = el("fieldset", { class: "alarms" }, el("legend", {}, say("alarms")), this.list, this.more);
    this.take(event);
  }

  /** Shows the reminders of an event. */
  take({ alarms = [], allDay = false }) {
    [this.alarms, this.allDay] = [alarms.map((alarm) => ({ ...alarm })), allDay];
    this.show();
  }

  setAllDay(allDay) {
    if (allDay === this.allDay) return;
    this.allDay = allDay;
    this.show();
  }

  add() {
    if (!this.more.value) return;
    this.alarms.push({ trigger: this.more.value, related: "START", action: "DISPLAY" });
    this.show();
    this.changed();
  }

  show() {
    this.list.replaceChildren(...this.alarms.map((alarm, index) => {
      const label = alarmLabel(alarm, this.allDay);
      const remove = () => {
        this.alarms.splice(index, 1);
        this.show();
        this.more.focus();
        this.changed();
      };
      return el("li", {}, el("span", {}, label), el("button", { type: "button", class: "icon", "aria-label": `${say("removeAlarm")}: ${label}`, click: remove }, "×"));
    }));
    const taken = new Set(this.alarms.map(({ trigger }) => trigger));
    const free = (this.allDay ? OF_DAYS : BEFORE).map(triggerOf).filter((trigger) => !taken.has(trigger));
    this.more.replaceChildren(option("", say("addAlarm"), ""), ...free.map((trigger) => option(trigger, alarmLabel({ trigger }, this.allDay), "")));
  }

  /** The alarms in a form that compares. */
  get value() {
    return this.alarms.map(({ trigger, related, action, description }) => ({ trigger, related: related ?? "START", action, description: description ?? null }));
  }
}
