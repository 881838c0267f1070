// An event as a form: for editing, and for adding without words.
import { AlarmFields } from "./alarms.js";
import { clockOf, dayLabel, mediumDay, weekdayName, weekdayOf } from "./dates.js";
import { debounced, el, styled } from "./dom.js";
import { calendarField, field, onSubmit, option, scopeField, titleField, zoneNote } from "./form.js";
import { GuestFields } from "./guests.js";
import { RepeatFields } from "./repeat.js";
import { say } from "./say.js";
import { TimeFields, TIMES, timeMembers, timesOf, ZONES } from "./times.js";
import { isMe } from "./waiting.js";

const TEXTS = ["summary", "location", "url", "description", "categories"];
const CHOICES = ["class", "transparent"];
const CLASSES = ["public", "private", "confidential"];
const LISTS = ["rules", "alarms", "participants"];
/** What a member is called in the form. */
const NAMES = {
  summary: "title", location: "where", url: "link", description: "notes", transparent: "showsMe", class: "visibleTo",
  rules: "repeats", participants: "guests", start: "begins", end: "ends", timeZone: "zone", allDay: "wholeDays",
};
styled("items.css", import.meta.url);

/**
 * @param {object} event what the fields hold at first
 * @param {{scopes: boolean, calendars: boolean, save: (filled: Filled, form: FormData) => Promise<void>, cancel: () => void,
 *   read: (members: object) => Promise<object>, effect?: (changes: object, scope: string) => Promise<object>}} options
 *   read: what new members come to, without adding anything; effect: the same of changes to a part of a series
 * @typedef {{changes: object, members: object, follow: (event: object) => void, refused: (error: Error) => boolean}} Filled
 *   the members that differ from the event, as the service wants them, those of a new one, what takes a newer state of the event, but
 *   for what was typed, and what says beside a field why it is refused, if it knows which
 * @returns {HTMLFormElement}
 */
export function eventForm(event, options) {
  return new EventForm(event, options).form;
}

class EventForm {
  constructor(event, options) {
    Object.assign(this, { event, options });
    const preview = debounced(300, () => this.preview());
    this.times = new TimeFields(timesOf(event));
    this.repeat = new RepeatFields(event, (words) => this.ruleOf(words), preview);
    this.alarms = new AlarmFields(event, preview);
    this.guests = new GuestFields(event, preview);
    this.parts = { rules: this.repeat, alarms: this.alarms, participants: this.guests };
    this.outlook = el("p", { class: "quiet outlook", "aria-live": "polite" });
    this.scope = options.scopes ? scopeField() : null;
    const others = !event.organizer || isMe(event.organizer);
    const choice = (name, values) => el("select", { name }, ...values.map((value) => option(value, say(`${name}.${value}`))));
    this.form = el(
      "form",
      { class: "fields" },
      titleField(event),
      ...this.times.elements,
      zoneNote(),
      this.repeat.element,
      this.outlook,
      field("where", el("input", { name: "location", dir: "auto" })),
      others && this.guests.element,
      this.alarms.element,
      field("notes", el("textarea", { name: "description", rows: 4, dir: "auto" })),
      options.calendars && calendarField(event.calendar),
      el("details", {}, el("summary", {}, say("moreFields")), el("div", { class: "fields" },
        field("link", el("input", { name: "url", type: "url" })),
        field("categories", el("input", { name: "categories", dir: "auto" })),
        field("showsMe", choice("transparent", ["busy", "free"])),
        field("visibleTo", choice("class", CLASSES)))),
      this.scope,
      el("p", { class: "actions" },
        el("button", { class: "primary" }, say("save")),
        el("button", { type: "button", click: options.cancel }, say("cancel"))),
    );
    this.before = this.fill(event);
    this.form.addEventListener("input", () => {
      this.follow();
      preview();
    });
    this.guests.follow(this.times.values);
    this.preview();
    onSubmit(this.form, () => this.save());
  }

  /** Shows the texts and choices of an event. @returns {object} all values as fields have them */
  fill(event, names = [...TEXTS, ...CHOICES]) {
    const values = {
      summary: event.summary ?? "", location: event.location ?? "", url: event.url ?? "", description: event.description ?? "",
      categories: (event.categories ?? []).join(", "),
      // One that nobody knows is private (RFC 5545 3.8.1.3).
      class: CLASSES.find((name) => name === (event.class ?? "public").toLowerCase()) ?? "private", transparent: event.transparent ? "free" : "busy",
      ...timesOf(event),
    };
    for (const name of names) this.form.elements[name].value = values[name];
    return { ...values, ...this.lists };
  }

  get lists() {
    return Object.fromEntries(LISTS.map((name) => [name, JSON.stringify(this.parts[name].value)]));
  }

  /** What the fields hold now. */
  get values() {
    const texts = [...TEXTS, ...CHOICES].map((name) => [name, this.form.elements[name].value]);
    return { ...Object.fromEntries(texts), ...this.times.values, ...this.lists };
  }

  /** What goes along with what was typed. */
  follow() {
    const { allDay, start, end } = this.times.values;
    // The rule of a series is moved by the service, and of one instance not at all.
    if (!this.event.recurring) this.repeat.move(start.slice(0, 10));
    this.alarms.setAllDay(allDay);
    this.guests.follow({ allDay, start, end });
    if (!this.scope) return;
    // Another repetition is one of the series.
    const one = this.scope.querySelector("[value=this]");
    one.disabled = this.before.rules !== this.values.rules;
    if (one.disabled && one.checked) this.scope.querySelector("[value=all]").checked = true;
  }

  /** The members that differ, as the service wants them: null for an emptied one. */
  get changes() {
    const now = this.values;
    const differing = [...TEXTS, ...CHOICES, ...LISTS].filter((name) => this.before[name] !== now[name]);
    return { ...membersOf(now, differing), ...timeMembers(this.before, now, this.times.isMoved) };
  }

  /** The members of a new event. It begins and ends exactly when its words said, unless other times are typed. */
  get members() {
    const now = this.values;
    const isTyped = [...TIMES, ...ZONES].some((name) => this.before[name] !== now[name]);
    const { start, end, timeZone } = this.event;
    const filled = [...TEXTS, ...CHOICES, ...LISTS].filter((name) => !["", "[]", "busy", "public"].includes(now[name]));
    return { ...membersOf(now, filled), ...(isTyped ? timeMembers({}, now, false) : { start, end, timeZone }) };
  }

  async save() {
    if (!this.guests.add() || !(await this.repeat.settle())) return;
    const follow = (newer) => this.takeNewer(newer);
    await this.options.save({ changes: this.changes, members: this.members, follow, refused: (error) => this.refused(error) }, new FormData(this.form));
  }

  /** Says beside its field what the service refuses. @returns {boolean} whether that is said */
  refused({ message }) {
    const guest = /^participants: '(.*)' is no address$/.exec(message)?.[1];
    if (guest !== undefined) this.guests.refuse(guest);
    return guest !== undefined;
  }

  /** Takes what somebody else has changed; what was typed stays. */
  takeNewer(newer) {
    const [old, now] = [this.before, this.values];
    const same = (name) => now[name] === old[name];
    for (const name of LISTS) if (same(name)) this.parts[name].take(newer);
    this.before = this.fill(newer, [...TEXTS, ...CHOICES].filter(same));
    for (const name of LISTS) if (!same(name)) this.before[name] = old[name];
    if ([...TIMES, ...ZONES].every(same)) this.times.begin(this.before);
    else if ([...TIMES, ...ZONES].some((name) => this.before[name] !== old[name])) this.times.typesEnd = true;
    this.event = newer;
  }

  async ruleOf(words) {
    const { rules, ...rest } = this.members;
    const { understood } = await this.options.read({ ...rest, summary: rest.summary ?? "?", repeat: words });
    return understood.rules[0] ?? "";
  }

  /** Shows the next instances, and what each choice would change. */
  async preview() {
    const run = (this.run = (this.run ?? 0) + 1);
    const isLatest = () => run === this.run && this.form.isConnected;
    const repeats = JSON.parse(this.values.rules).length > 0;
    const { changes } = this;
    const isEdit = Boolean(this.options.effect);
    if (!repeats && !(isEdit && this.event.recurring)) return this.tell("");
    if (isEdit && Object.keys(changes).length === 0) {
      for (const small of this.scope?.querySelectorAll("small") ?? []) small.remove();
      return this.tell("");
    }
    const scopes = isEdit ? (this.scope ? ["future", "all"] : ["all"]) : ["new"];
    const answers = await Promise.all(scopes.map((scope) => this.ask(scope, changes)));
    if (!isLatest()) return;
    answers.forEach((answer, index) => this.showEffect(scopes[index], answer));
    const { instances, fault } = answers.at(-1);
    this.tell(fault ?? (instances?.next.length ? say("nextDates", instances.next.map(({ start }) => dateLabel(start)).join(" · ")) : ""));
    const names = [...new Set(Object.keys(changes).map((name) => say(NAMES[name] ?? name)))];
    if (this.scope) this.outlook.append(el("span", {}, say("willChange", names.join(say("comma")))));
  }

  ask(scope, changes) {
    const asked = scope === "new" ? this.options.read({ summary: "?", ...this.members }) : this.options.effect(changes, scope);
    return asked.then(
      (answer) => ({ instances: answer.instances ?? answer.understood?.instances }),
      (error) => ({ fault: error.message }),
    );
  }

  showEffect(scope, { instances, fault }) {
    const input = this.scope?.querySelector(`[value=${scope}]`);
    if (!input) return;
    input.parentElement.querySelector("small")?.remove();
    const words = fault ?? effectLabel(instances);
    if (words) input.parentElement.append(el("small", { class: fault ? "unclear" : "quiet" }, words));
  }

  tell(words) {
    this.outlook.textContent = words;
  }
}

const dateLabel = (start) => {
  const day = start.slice(0, 10);
  return [weekdayName(weekdayOf(day)), dayLabel(day), start.length > 10 && clockOf(start)].filter(Boolean).join(" ");
};

function effectLabel(instances) {
  if (!instances) return "";
  if (instances.count === null) return say("effectEndless");
  return instances.last ? say("effectCount", instances.count, mediumDay(instances.last.slice(0, 10))) : "";
}

/** Fields as members: null for an empty text, lists as they are. */
function membersOf(values, names) {
  return Object.fromEntries(names.map((name) => {
    const value = values[name];
    if (LISTS.includes(name)) return [name, JSON.parse(value)];
    if (name === "transparent") return [name, value === "free"];
    if (name === "categories") return [name, value.split(",").map((text) => text.trim()).filter(Boolean)];
    return [name, value === "" ? null : value];
  }));
}
