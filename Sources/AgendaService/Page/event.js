// The view of one event: at once from what the list knows, then with all that the service knows.
import { api } from "./api.js";
import { copies } from "./copies.js";
import { markOf } from "./day.js";
import { timeText } from "./dates.js";
import { byId, el, outgoing } from "./dom.js";
import { editEvent, deleteEvent } from "./edit.js";
import { zoneNote } from "./form.js";
import { isEvent, itemActions, statusLabel, whenLabel } from "./item.js";
import { claim, hasNote, openView, showPanel } from "./panel.js";
import { bareAddress } from "./people.js";
import { ruleLabel } from "./rules.js";
import { say, titleOf } from "./say.js";
import { calendarIndex, dayAt, isWritable } from "./state.js";
import { tellProblem } from "./status.js";
import { invitationRole, invitations, ruling } from "./waiting.js";
import { eventOf } from "./nodes.js";
import { addressOfView, indexInView, stepPeriod, viewName } from "./view.js";

let shown = null;

/** The id of the event in the panel; null when another view is there. */
export function shownEvent() {
  return openView() === "event" ? shown : null;
}

/** @returns {string | null} the id in the address of an event's link */
export function idOf(link) {
  const path = link?.getAttribute("href") ?? "";
  return path.startsWith("/events/") ? decodeURIComponent(path.slice(8)) : null;
}

/**
 * Opens an event.
 * @param {string} id
 * @param {{focus?: boolean, history?: boolean, gone?: () => void}} [options] focus: false leaves it in the list; history:
 *   false adds no entry to the browser's history; gone is called instead of a complaint where there is no such event
 */
export async function openEvent(id, options = {}) {
  const isOpen = shownEvent() === id;
  shown = id;
  const path = `/events/${encodeURIComponent(id)}`;
  if (options.history !== false && location.pathname !== path) history.pushState({ id }, "", path);
  markOpen(path);
  const known = !isOpen && eventOf(id);
  if (known) render(known, options.focus);
  const still = claim(options.focus !== false, !isOpen);
  // Who hears the page waits for the rest.
  byId("panel").ariaBusy = String(Boolean(known));
  try {
    const event = await api.event(id);
    if (shown !== id || !still()) return;
    render(event, known ? false : options.focus);
  } catch (error) {
    if (error.status === 404 && options.gone) return still() && options.gone();
    tellProblem(error, still);
  } finally {
    if (shown === id || openView() !== "event") byId("panel").ariaBusy = "false";
  }
}

function markOpen(path) {
  for (const link of document.querySelectorAll("#timeline [aria-current=true]")) link.removeAttribute("aria-current");
  if (!path) return;
  for (const link of document.querySelectorAll(`#timeline a[href="${CSS.escape(path)}"]`)) {
    link.setAttribute("aria-current", "true");
  }
}

function onClosed() {
  markOpen(null);
  shown = null;
  if (location.pathname.startsWith("/events/")) history.replaceState({ view: viewName() }, "", addressOfView());
}

function render(event, focus) {
  const id = event.id;
  const body = el(
    "article",
    { class: `details c-${calendarIndex(event.calendar)}` },
    el("p", { class: "span" }, whenLabel(event)),
    !event.allDay && zoneNote(),
    joinLine(event),
    facts(event),
    ...(event.descriptions ?? [event.description]).map((text) => text && el("p", { class: "notes", dir: "auto" }, ...linked(text))),
    event.participants?.length ? participants(event) : null,
    invitation(event),
    event.copies?.length ? copies(event) : null,
    event.appliedRules && applied(event),
    actions(event),
  );
  // What is as it was stays: a finger may be on its way.
  if (shownEvent() === id && (hasNote() || isShown(body) && byId("panel-title").textContent === titleOf(event))) return;
  showPanel("event", titleOf(event), [body], { focus, closed: onClosed });
  shown = id;
}

/** Whether the panel shows this already; what is filled later is as it was if it is made of the same. */
function isShown(body) {
  const copy = byId("panel").querySelector(".details")?.cloneNode(true);
  for (const section of copy?.querySelectorAll("[data-later]") ?? []) section.replaceChildren();
  return copy?.isEqualNode(body);
}

function joinLine(event) {
  const link = event.links?.find(({ kind }) => kind === "join" || kind === "conference");
  return link && el("p", {}, joinLink(link.address));
}

/** The link to a meeting, as a button to see. */
export function joinLink(address) {
  const link = outgoing(address, say("join"));
  if (link instanceof HTMLElement) link.className = "button primary";
  return link;
}

function facts(event) {
  const mark = isEvent(event) ? markOf(event) && say(markOf(event)) : statusLabel(event);
  const others = event.alsoIn.length ? `, ${say("alsoIn", event.alsoIn.join(", "))}` : "";
  const links = event.links?.length ? event.links : event.url ? [{ address: event.url }] : [];
  return el(
    "dl",
    {},
    ...fact("status", mark),
    ...fact("priority", !isEvent(event) && event.priority ? String(event.priority) : null),
    ...fact("where", event.location && el("span", { dir: "auto" }, ...linked(event.location))),
    ...fact("calendar", el("span", { class: "swatch" }, event.calendar + others)),
    ...fact("repeats", event.rules?.length ? event.rules.map((rule) => ruleLabel(rule, event.timeZone ?? undefined)).join("; ") : null),
    ...fact("zone", event.timeZone),
    ...fact("categories", event.categories?.join(", ")),
    ...fact("alarms", event.alarms?.length ? list(event.alarms.map(alarmLine)) : null),
    ...fact("links", links.length ? list(links.map(({ address }) => outgoing(address))) : null),
  );
}

function fact(key, value) {
  return value ? [el("dt", {}, say(key)), el("dd", {}, value)] : [];
}

function list(items) {
  return el("ul", {}, ...items.map((item) => el("li", {}, item)));
}

function alarmLine(alarm) {
  if (!alarm.at) return alarm.trigger ?? alarm.action;
  return timeText(alarm.at);
}

/** Text with its web addresses as links. */
function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/).map((part, index) => (index % 2 ? outgoing(part) : part));
}

function participants(event) {
  const rows = event.participants.map((person) => {
    const address = bareAddress(person.address);
    const answer = person.address === event.organizer ? "organizer" : person.status.toLowerCase();
    return el(
      "li",
      { class: answer },
      el("span", { dir: "auto" }, outgoing(person.address, person.name || address)),
      el("small", {}, say(answer)),
    );
  });
  const heading = el("summary", {}, `${say("participants")} (${rows.length})`);
  return el("details", { class: "people", open: rows.length < 9 }, heading, el("ul", {}, ...rows));
}

/** The user's answer, or what the guests are told; filled when what shows it is loaded. */
function invitation(event) {
  const role = isEvent(event) && isWritable(event.calendar) ? invitationRole(event) : null;
  if (!role) return null;
  const section = el("section", { class: "invitation", "data-later": `${role} ${event.etag}` });
  invitations("fillSection")(section, event, role);
  return section;
}

/** What rules did to it; filled when what words them is loaded. */
function applied(event) {
  const section = el("section", { class: "copies", "data-later": JSON.stringify(event.appliedRules) });
  ruling("fillApplied")(section, event.appliedRules);
  return section;
}

function actions(event) {
  if (!isWritable(event.calendar)) return el("p", { class: "quiet" }, say("readOnly", event.calendar));
  if (!isEvent(event)) return itemActions(event);
  const edit = () => editEvent(event.id, openEvent);
  const button = (action, click) => el("button", { type: "button", "data-action": action, click }, say(action));
  return el("p", { class: "actions" }, button("edit", edit), button("delete", () => deleteEvent(event.id)));
}

/** The event that keys mean: the focused one, else the one in the panel, else none. */
export function eventInHand() {
  return idOf(document.activeElement) ?? shownEvent();
}

/** The event links of the list that can be seen, in their order, around the focused or open one, or the day in view. */
export function stepToEvent(step) {
  const focused = document.activeElement;
  const isListed = idOf(focused) && focused.closest("#timeline");
  const start = isListed ? focused : document.querySelector("#timeline a[aria-current=true]");
  const link = viewName() !== "list" ? inGrid(start, step) : start ? neighbour(start, step) : firstFrom(`d${dayAt(indexInView())}`, step);
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: "nearest", behavior: "instant" });
  if (link && shownEvent()) openEvent(idOf(link), { focus: false });
}

/** The next event of a grid; from its edge on in the next week or month. */
function inGrid(start, step) {
  const links = () => linksOf(byId("grid")).filter((link) => !link.parentElement.matches(".unseen"));
  const next = start?.isConnected ? links()[links().indexOf(start) + step] : links().find((link) => link.closest("[data-index]").dataset.index >= indexInView());
  if (next) return next;
  stepPeriod(step);
  return links().at(step > 0 ? 0 : -1);
}

const isSeen = (link) => link.getClientRects().length > 0;
const linksOf = (section) => [...section.querySelectorAll("li.event > a")].filter(isSeen);

function neighbour(link, step) {
  const section = link.closest(".day");
  const links = linksOf(section);
  return links[links.indexOf(link) + step] ?? edgeLink(section, step);
}

function edgeLink(section, step) {
  for (let day = section; day; ) {
    day = step > 0 ? day.nextElementSibling : day.previousElementSibling;
    const links = day?.matches(".day") ? linksOf(day) : [];
    if (links.length) return links.at(step > 0 ? 0 : -1);
  }
  return null;
}

function firstFrom(id, step) {
  const section = document.getElementById(id);
  return (step > 0 && linksOf(section)[0]) || edgeLink(section, step);
}
