// Begins the page. A document that came without anything is filled first: the other modules read it.
import { askToSignIn, forget, isSignedIn, showInstead } from "./access.js";
import { api } from "./api.js";
import { calendarList } from "./calendar.js";
import { monthLabel } from "./dates.js";
import { byId } from "./dom.js";
import { locale, say, startLanguage } from "./say.js";

const main = byId("timeline");

async function fill() {
  const [{ calendars, usual = "", ...shown }, { today, timeZone, revision }, day] = await Promise.all([
    api.calendars(), api.begin(), dayOfAddress(),
  ]);
  Object.assign(main.dataset, { today, zone: timeZone, revision, calendar: usual });
  for (const name of ["weekStart", "clock", "dateFormat"]) main.dataset[name] = shown[name] ?? "";
  if (day) main.dataset.from = day;
  byId("month-in-view").textContent = monthLabel(main.dataset.from || today);
  byId("calendars").replaceChildren(...calendarList(calendars));
}

/** The day of the event that the address names. */
async function dayOfAddress() {
  const id = /^\/events\/(.+)$/.exec(location.pathname)?.[1];
  if (!id) return null;
  // What cannot be had is said when it is opened.
  const event = await api.event(decodeURIComponent(id)).catch(() => ({}));
  return (event.start ?? event.due)?.slice(0, 10);
}

async function start() {
  await startLanguage();
  if (!main.dataset.today) {
    if (!isSignedIn()) return askToSignIn();
    try {
      await fill();
    } catch (error) {
      if (error.status !== 401) return showInstead(say("agenda"), error.message);
      await forget();
      return askToSignIn();
    }
  }
  main.dataset.clock ||= new Intl.DateTimeFormat(locale(), { hour: "numeric" }).resolvedOptions().hour12 ? "12h" : "24h";
  await import("./app.js");
}

start();
