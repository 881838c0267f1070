// People's addresses, and whose a calendar is: by the address that it bears as its name, or that was told in this browser.
import { remember, remembered, state } from "./state.js";

/** An address without its `mailto:`. */
export const bareAddress = (address) => (address ?? "").replace(/^mailto:/i, "");

/** Whether a text is a mail address. */
export const isAddress = (text) => /^[^\s@<>]+@[^\s@<>]+$/.test(text);

/** The mail address of the person whose calendar it is; "" if nobody said it. @param {string} name of the calendar */
export const addressOfCalendar = (name) => remembered("people", {})[name] ?? (isAddress(name) ? name : "");

/** Notes the address; an empty one forgets it. */
export function noteAddress(name, address) {
  const { [name]: _, ...others } = remembered("people", {});
  remember("people", address ? { ...others, [name]: address } : others);
}

/** The calendar of a person: with the address noted, or called by it or by the name. @param {{name?: string | null, address: string}} person */
export function calendarOf({ name, address }) {
  const names = [name, address, address.split("@")[0]].filter(Boolean).map((text) => text.toLowerCase());
  const isTheirs = (calendar) => addressOfCalendar(calendar.name).toLowerCase() === names.find((text) => text.includes("@"));
  return state.calendars.find(isTheirs) ?? state.calendars.find((calendar) => names.includes(calendar.name.toLowerCase()));
}
