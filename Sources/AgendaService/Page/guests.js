// The guests of a form: who they are, whether they must come, and what is known of their time.
import { clockOf, plusDays } from "./dates.js";
import { el } from "./dom.js";
import { eventsAt } from "./nodes.js";
import { bareAddress, calendarOf, isAddress } from "./people.js";
import { say } from "./say.js";
import { indexOf } from "./state.js";

/** Addresses as people write them: `Kim <kim@example.org>, lee@example.org`. */
export function addressesIn(text) {
  return text.split(/[,;\n]/).map((part) => part.trim()).filter(Boolean).map((part) => {
    const [, name, address] = /^"?(.*?)"?\s*<(.+)>$/.exec(part) ?? [null, "", part];
    return { address: address.trim(), name: name.trim() || null };
  });
}

/** The controls of the guests. */
export class GuestFields {
  /** @param {object} event @param {() => void} changed */
  constructor(event, changed) {
    this.changed = changed;
    this.input = el("input", { name: "guest", type: "text", inputmode: "email", autocomplete: "off", placeholder: "kim@example.org", "aria-label": say("guestAddress") });
    this.list = el("ul", { class: "people" });
    this.fault = el("p", { class: "unclear", role: "status" });
    this.element = el("fieldset", { class: "guests" }, el("legend", {}, say("guests")), this.list,
      el("div", { class: "pair" }, this.input, el("button", { type: "button", click: () => this.add() }, say("addGuest"))), this.fault);
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !this.input.value.trim()) return;
      event.preventDefault();
      this.add();
    });
    this.input.addEventListener("input", () => this.refuse());
    this.take(event);
  }

  /** Shows the guests of an event. The organizer may be one of them, and stays. */
  take({ participants = [], organizer }) {
    [this.guests, this.organizer] = [participants.map((guest) => ({ ...guest })), organizer];
    this.show();
  }

  /** Takes what is typed. @returns {boolean} whether nothing is left that is no address */
  add() {
    const typed = addressesIn(this.input.value);
    const wrong = typed.find(({ address }) => !isAddress(bareAddress(address)));
    this.refuse(wrong?.address);
    if (wrong) return false;
    for (const guest of typed) {
      const isKnown = this.guests.some(({ address }) => bareAddress(address).toLowerCase() === bareAddress(guest.address).toLowerCase());
      if (!isKnown) this.guests.push({ ...guest, rsvp: true });
    }
    this.input.value = "";
    this.show();
    if (typed.length) this.changed();
    return true;
  }

  /** Says beside the field whose address is none; nothing where all are some. @param {string} [address] */
  refuse(address) {
    const isWrong = address !== undefined;
    this.fault.textContent = isWrong ? say("noAddress", address) : "";
    this.input.ariaInvalid = String(isWrong);
    if (isWrong) this.input.focus();
  }

  show() {
    this.list.replaceChildren(...this.guests.map((guest, index) => this.row(guest, index)));
    this.follow();
  }

  row(guest, index) {
    const name = guest.name || bareAddress(guest.address);
    const optional = el("input", {
      type: "checkbox", checked: guest.role === "OPT-PARTICIPANT", "aria-label": `${say("optional")}: ${name}`,
      change: () => {
        guest.role = optional.checked ? "OPT-PARTICIPANT" : "REQ-PARTICIPANT";
        this.changed();
      },
    });
    const remove = () => {
      this.guests.splice(index, 1);
      this.show();
      this.input.focus();
      this.changed();
    };
    const busy = el("small", { "data-guest": index });
    const title = el("span", { dir: "auto", title: bareAddress(guest.address) }, name);
    if (guest.address === this.organizer) return el("li", {}, title, el("small", {}, say("organizer")));
    return el("li", {}, title, busy,
      el("label", { class: "check" }, optional, " ", say("optional")),
      el("button", { type: "button", class: "icon", "aria-label": `${say("removeGuest")}: ${name}`, click: remove }, "×"));
  }

  /** Says who has time, as far as their calendars are here. @param {{start: string, end: string, allDay: boolean}} [times] */
  follow(times = this.times) {
    this.times = times;
    if (!times?.start || !times.end) return;
    for (const note of this.list.querySelectorAll("[data-guest]")) {
      const busy = busyOf(this.guests[note.dataset.guest], times);
      note.textContent = busy === null ? "" : busy.length ? say("isBusy", busy.map(spanOf).join(say("comma"))) : say("isFree");
      note.className = busy?.length ? "unclear" : "quiet";
    }
  }

  /** The guests in a form that compares. */
  get value() {
    return this.guests.map(({ address, name, role, rsvp }) => ({ address, name: name ?? null, role: role ?? "REQ-PARTICIPANT", rsvp: rsvp ?? false }));
  }
}

const spanOf = ({ start, end, allDay }) => (allDay ? say("allDay") : `${clockOf(start)}–${clockOf(end)}`);

/** What a guest has at that time; null where their calendar is not here, or the days are not. */
function busyOf(guest, { start, end, allDay }) {
  const calendar = calendarOf({ ...guest, address: bareAddress(guest.address) });
  if (!calendar) return null;
  const found = new Map();
  for (let day = start.slice(0, 10); day <= end.slice(0, 10); day = plusDays(day, 1)) {
    const events = eventsAt(indexOf(day));
    if (!events) return null;
    for (const event of events) {
      const isTheirs = event.calendar === calendar.name || event.alsoIn?.includes(calendar.name);
      const from = allDay ? start : start.slice(0, 16);
      const to = allDay ? plusDays(end, 1) : end.slice(0, 16);
      const blocks = isTheirs && !event.item && !event.transparent && event.status !== "cancelled" && (!event.allDay || allDay);
      if (blocks && event.start.slice(0, 16) < to && event.end.slice(0, 16) > from) found.set(event.id, event);
    }
  }
  return [...found.values()];
}
