// What an assistant proposes: each change with what it would do, what it would overlap and both zones, to accept, change or
// refuse.
import { api } from "./api.js";
import { el, styled } from "./dom.js";
import { overlapLine, whenLabel } from "./item.js";
import { claim, openView, showPanel } from "./panel.js";
import { sentence, translated } from "./problems.js";
import { locale, say, titleOf } from "./say.js";
import { calendarIndex, state } from "./state.js";
import { tell, tellProblem, whenAnswered, withWords } from "./status.js";
import { askInvitations } from "./waiting.js";

/** What the command's form calls a value, by the page's words. */
const NAMES = {
  summary: "title", start: "begins", end: "ends", zone: "zone", location: "where", every: "repeats", alarm: "alarms", attendee: "guests", category: "categories",
  url: "link", status: "status", busy: "showsMe", description: "notes", due: "due", priority: "priority", percent: "percentDone", completed: "is.completed", parent: "partOf",
};
styled("items.css", import.meta.url);

/** Opens the list. @param {{focus?: boolean}} [options] */
export const showProposals = ({ focus } = {}, still = claim(focus !== false)) => whenAnswered(still, withWords("/v1/proposals"), ({ proposals }) => {
  const rows = proposals.map(row);
  showPanel("proposals", say("proposals"), [
    el("p", { class: "quiet" }, say("proposalsHint")),
    rows.length ? el("ol", { class: "invitations" }, ...rows) : el("p", { class: "quiet" }, say("noProposals")),
  ], { focus, of: proposals });
});

for (const news of ["changed", "undone"]) {
  document.addEventListener(news, () => openView() === "proposals" && showProposals({ focus: false }));
}

function row(proposal) {
  const { number, tool, difference, stale, fault, about, becomes, overlaps } = proposal;
  const [event] = becomes;
  const shown = event ?? about;
  const title = `${say(`proposal.${tool}`)}${say("colon")}${titleOf(shown?.summary ? shown : { summary: titleIn(difference) })}`;
  const button = (key, click, look) =>
    el("button", { type: "button", class: look, "data-action": key, "aria-label": `${say(key)}${say("colon")}${title}`, click }, say(key));
  const canChange = event && !fault && (tool === "add_event" || tool === "edit_event");
  return el(
    "li",
    { class: shown ? `c-${calendarIndex(shown.calendar)}` : null },
    el("h3", { dir: "auto" }, title),
    shown && el("p", {}, whenLabel(shown)),
    shown && ownZone(shown),
    // Of what is new or goes, all there is to say is above.
    tool === "add_event" || tool?.startsWith("delete") ? null : el("ul", { class: "differences" }, ...difference.map(lineOf)),
    overlapLine(overlaps),
    fault || stale ? el("p", { class: "unclear", dir: "auto" }, fault ? sentence(translated(fault)) : say("staleProposal")) : null,
    el(
      "p",
      { class: "actions" },
      !fault && button(stale ? "acceptStale" : "acceptIt", () => accept(number, { stale }), stale ? null : "primary"),
      canChange && button("changeIt", () => change(proposal, event)),
      button("refuse", () => refuse(number)),
    ),
  );
}

const titleIn = (difference) => /^\+summary: (.*)$/m.exec(difference.join("\n"))?.[1];

/** The times in the event's own zone, where its clock shows others than the reader's. */
function ownZone({ start, end, timeZone, allDay }) {
  if (!timeZone || allDay || timeZone === state.zone) return null;
  const form = { timeZone, weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  try {
    const words = new Intl.DateTimeFormat(locale(), form).formatRange(new Date(start), new Date(end));
    return el("p", { class: "quiet" }, say("inItsZone", words, timeZone));
  } catch {
    return null;
  }
}

/** A line such as `-start: 2026-11-27 12:30`, in words of the page. */
function lineOf(line) {
  const [, sign, name, value] = /^([-+])([\w-]+): (.*)$/s.exec(line) ?? [];
  if (!sign) return el("li", { class: "quiet", dir: "auto" }, line.replace(/^@ /, ""));
  const word = NAMES[name] ? say(NAMES[name]) : name;
  return el("li", {}, el(sign === "-" ? "del" : "ins", {}, el("span", { class: "quiet-words" }, say(sign === "-" ? "wasSo" : "becomesSo"), " "), word, say("colon"), el("bdi", {}, value)));
}

/** Makes a proposed change. @returns {Promise<boolean>} whether it was made */
async function accept(number, values) {
  const still = claim();
  try {
    const answer = await api.ask("POST", `/v1/proposals/${number}`, values);
    await after(still);
    tell(say("saved", titleOf(answer)), answer.number);
    return true;
  } catch (error) {
    tellProblem(error);
    // What has changed since is said in the list.
    if (error.status === 404 || error.body?.code === "stale") after(still);
    return false;
  }
}

async function refuse(number) {
  const still = claim();
  try {
    await api.ask("DELETE", `/v1/proposals/${number}`);
    await after(still);
    tell(say("wasRefused"));
  } catch (error) {
    tellProblem(error);
    if (error.status === 404) after(still);
  }
}

const after = (still) => Promise.all([showProposals({}, still), askInvitations()]);

/** Opens the form of events with what is proposed. */
async function change({ number, tool, stale }, event) {
  const still = claim();
  const { eventForm } = await import("./eventform.js");
  if (!still()) return;
  const isNew = tool === "add_event";
  // An edited series stays the series that the proposal is about.
  const form = eventForm({ ...event, recurring: false }, {
    scopes: false,
    calendars: isNew,
    cancel: () => showProposals(),
    read: (members) => api.add(members, true),
    save: async ({ changes, members }, data) => {
      // Times go together: the service counts what is left out from what was proposed.
      const moved = ["start", "end", "allDay", "timeZone", "endTimeZone"].some((name) => name in changes);
      const times = moved && Object.fromEntries(["start", "end", "allDay", "timeZone", "endTimeZone"].filter((name) => name in members).map((name) => [name, members[name]]));
      const status = event.status !== "confirmed" && { status: event.status };
      const values = isNew ? { ...members, ...status, calendar: data.get("calendar") || undefined } : { ...changes, ...times };
      await accept(number, { stale, ...(Object.keys(values).length && { values }) });
    },
  });
  showPanel("proposal", say("changeIt"), [form], { focus: form.elements.summary });
}
