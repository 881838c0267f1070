// Invitations: what waits for an answer, a mail that brings one, the answer, and how the others hear of it.
import { api } from "./api.js";
import { calendarField } from "./form.js";
import { el, styled } from "./dom.js";
import { openEvent } from "./event.js";
import { overlapLine, whenLabel } from "./item.js";
import { claim, hasNote, openView, showPanel } from "./panel.js";
import { bareAddress } from "./people.js";
import { translated } from "./problems.js";
import { say, titleOf } from "./say.js";
import { calendarIndex } from "./state.js";
import { show, tell, tellProblem, undo } from "./status.js";
import { askInvitations, isMe } from "./waiting.js";

const ANSWERS = { accept: "ACCEPTED", tentative: "TENTATIVE", decline: "DECLINED" };
styled("items.css", import.meta.url);

/** Opens the list of what waits. @param {{focus?: boolean}} [options] */
export async function showInvitations(options = {}, still = claim(options.focus !== false)) {
  const { invitations } = await askInvitations();
  if (!still()) return;
  const file = el("input", { type: "file", accept: ".eml,.ics,message/rfc822,text/calendar", change: () => openFile(file) });
  const list = el("ol", { class: "invitations" }, ...invitations.map(waitingRow));
  showPanel("invitations", say("invitations"), [
    invitations.length ? list : el("p", { class: "quiet" }, say("noInvitations")),
    el("form", { class: "fields" }, el("label", {}, el("span", {}, say("openInvitation")), file)),
  ], { ...options, of: invitations });
}

// After a change the list is written anew, unless somebody writes a note in it.
document.addEventListener("changed", () => {
  if (openView() === "invitations" && !hasNote()) showInvitations({ focus: false });
});

function waitingRow(event) {
  const open = (click) => {
    click.preventDefault();
    openEvent(event.id);
  };
  const title = el("a", { href: `/events/${encodeURIComponent(event.id)}`, dir: "auto", click: open }, titleOf(event));
  return el(
    "li",
    { class: `c-${calendarIndex(event.calendar)}` },
    el("h3", {}, title),
    el("p", {}, whenLabel(event), event.recurring && event.scope === "all" ? `, ${say("repeatsFromThen")}` : ""),
    el("p", { class: "quiet", dir: "auto" }, say("invitedBy", bareAddress(event.organizer) || "?")),
    overlapLine(event.overlaps),
    answerForm(event, event.scope),
  );
}

/**
 * The three answers with a note.
 * @param {object} event
 * @param {string | null} scope what the answer is about; null to let the user choose
 * @param {string} [status] the present answer
 */
function answerForm(event, scope, status) {
  const note = el("textarea", { name: "note", rows: 2, dir: "auto" });
  const choice = scope === null && scopeChoice();
  const send = (verb) => answer(event, verb, note.value.trim(), choice ? choice.value() : scope);
  const buttons = Object.entries(ANSWERS).map(([verb, value]) =>
    el(
      "button",
      { type: "button", "aria-pressed": status ? String(status === value) : null, "aria-label": `${say(`do.${verb}`)}: ${titleOf(event)}`, "data-action": verb, click: () => send(verb) },
      say(`do.${verb}`),
    ),
  );
  return el(
    "div",
    { class: "answer", role: "group", "aria-label": say("yourAnswer") },
    choice && choice.element,
    el("details", {}, el("summary", {}, say("addNote")), el("label", {}, el("span", { class: "quiet-words" }, say("noteToOrganizer")), note)),
    el("p", { class: "actions" }, ...buttons),
  );
}

function scopeChoice() {
  const radios = ["all", "this"].map((value) => el("input", { type: "radio", name: "answerScope", value, checked: value === "all" }));
  const labels = radios.map((radio) => el("label", { class: "check" }, radio, " ", say(radio.value)));
  return { element: el("fieldset", {}, el("legend", {}, say("answerWhich")), ...labels), value: () => radios.find(({ checked }) => checked).value };
}

async function answer(event, verb, comment, scope) {
  const still = claim();
  try {
    const present = await api.event(event.id);
    const values = { answer: verb, ...(comment && { comment }) };
    const result = await api.answer(event.id, values, present.recurring ? scope : undefined, present.etag);
    tellOthers(result, { verb, comment }, still);
  } catch (error) {
    tellProblem(error);
  }
}

/**
 * Fills a section of an event's panel: the answers of an attendee, or what its guests are told.
 * @param {HTMLElement} section @param {object} event @param {"answer" | "invite"} role
 */
export async function fillSection(section, event, role) {
  if (role === "answer") {
    const own = event.participants.find(({ address }) => isMe(address));
    section.replaceChildren(el("h3", {}, say("yourAnswer")), answerForm(event, event.recurring ? null : "all", own.status.toUpperCase()));
    return;
  }
  const answered = await api.invite(event.id, event.recurring ? "all" : undefined, true).catch(() => null);
  if (!answered) return;
  const byServer = answered.delivery === "server";
  const words = byServer ? say("serverTells", answered.calendar) : say("guestsToTell", recipients(answered));
  if (!byServer && !answered.messages.length) return;
  const invite = async () => {
    const still = claim();
    try {
      tellOthers(await api.invite(event.id), { verb: "invite" }, still);
    } catch (error) {
      tellProblem(error);
    }
  };
  section.replaceChildren(
    el("h3", {}, say("guests")),
    el("p", {}, words),
    !byServer && el("p", { class: "actions" }, el("button", { type: "button", "data-action": "invite", click: invite }, say("tellGuests"))),
  );
}

const recipients = ({ messages }) => messages.flatMap(({ to }) => to).join(say("comma"));

/** Says after a deletion how guests hear of it, if nobody tells them. */
export async function tellOfDeletion(id, still) {
  const result = await api.invite(id).catch(() => null);
  if (result?.messages?.length) tellOthers(result, { verb: "cancelled" }, still);
}

/** Says that an answer or an invitation is kept, and how it travels; who has opened something meanwhile gets to that by a button. */
function tellOthers(result, what, still) {
  const saved = say("saved", titleOf(result));
  askInvitations();
  if (still()) {
    tell(saved, result.number ?? undefined);
    showTold(result, what);
  } else show(saved, [...undo(result.number), ...(result.messages.length ? [["writeMail", () => showTold(result, what)]] : [])]);
}

/** Says how an answer or an invitation travels: a server sends it, or the user does. */
function showTold(result, { verb, comment = "" }) {
  const title = titleOf(result);
  if (!result.messages.length) {
    const words = result.delivery === "server" ? say("serverTells", result.calendar) : say("nobodyToTell");
    return showPanel("told", title, [el("p", {}, words), back()]);
  }
  const subject = `${say(`subject.${verb}`)}: ${title}`;
  const when = result.start ? whenLabel({ ...result, allDay: result.start.length === 10 }) : "";
  const body = [title, when, comment].filter(Boolean).join("\r\n");
  const rows = result.messages.map((message) => {
    const data = `data:text/calendar;charset=utf-8;method=${message.method.toUpperCase()},${encodeURIComponent(message.text)}`;
    const mail = `mailto:${message.to.map(encodeURIComponent).join(",")}?${[["subject", subject], ["body", body]].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`;
    return el(
      "li",
      {},
      el("p", { dir: "auto" }, say("youTell", message.to.join(say("comma")))),
      el(
        "p",
        { class: "actions" },
        el("a", { class: "button", href: data, download: message.method === "reply" ? "reply.ics" : "invite.ics" }, say("saveFile")),
        el("a", { class: "button", href: mail }, say("writeMail")),
      ),
      el("p", { class: "quiet" }, say("attachFile")),
    );
  });
  showPanel("told", subject, [el("ul", { class: "invitations" }, ...rows), back()]);
}

const back = () => el("p", { class: "actions" }, el("button", { type: "button", click: () => showInvitations() }, say("invitations")));

// A mail or a calendar from this machine

async function openFile(input) {
  const [file] = input.files;
  if (!file) return;
  const still = claim();
  try {
    const content = contentOf(new Uint8Array(await file.arrayBuffer()));
    const found = await api.takeInvitation(content);
    if (still()) showMessage(content, found);
  } catch (error) {
    tellProblem(error);
  }
}

/** A text; what is no UTF-8 as base64, since the mail's parts say in which signs they are. */
function contentOf(bytes) {
  try {
    return { message: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { message: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")), encoding: "base64" };
  }
}

function showMessage(content, found) {
  const from = found.organizer?.name || found.organizer?.address || found.sender || "?";
  const isAnswered = ["request", "add"].includes(found.method) && !isMe(found.organizer?.address);
  const trust = found.senderNamed === false && el("input", { type: "checkbox", name: "trust" });
  const calendar = found.stored ? null : calendarField();
  const take = async (answer, comment) => {
    const still = claim();
    const values = { ...content, answer, ...(comment && { comment }), ...(trust && { trustSender: trust.checked }) };
    const place = calendar?.querySelector("select").value;
    try {
      const result = await api.takeInvitation({ ...values, ...(place && { calendar: place }) });
      tellOthers(result, { verb: answer, comment }, still);
    } catch (error) {
      tellProblem(error);
    }
  };
  const note = el("textarea", { name: "note", rows: 2, dir: "auto" });
  const button = (verb) => el("button", { type: "button", class: verb === "store" ? "primary" : null, "data-action": verb, click: () => take(verb, isAnswered ? note.value.trim() : "") }, say(`do.${verb}`));
  const answers = isAnswered ? Object.keys(ANSWERS).map(button) : [];
  showPanel("message", titleOf(found), [
    el("p", {}, say(`message.${found.method ?? "publish"}`, from)),
    found.start && el("p", {}, whenLabel({ ...found, allDay: found.start.length === 10 })),
    found.comment && el("p", { class: "notes", dir: "auto" }, found.comment),
    found.replies.length ? el("ul", { class: "people" }, ...found.replies.map(replyRow)) : null,
    overlapLine(found.overlaps),
    found.outcome === "updated" ? el("ul", { class: "quiet" }, ...found.changes.map((line) => el("li", { dir: "auto" }, line))) : null,
    found.outcome === "older" ? el("p", { class: "unclear" }, say("newerIsHere")) : null,
    el(
      "div",
      { class: "fields" },
      trust && el("p", { class: "unclear", dir: "auto" }, say("strangeSender", found.sender)),
      trust && el("label", { class: "check" }, trust, " ", say("knowSender")),
      calendar,
      isAnswered && el("label", {}, el("span", {}, say("noteToOrganizer")), note),
    ),
    el("p", { class: "actions" }, ...answers, button("store")),
    back(),
  ]);
}

function replyRow({ attendee, comment, outcome }) {
  const words = [say(attendee.status.toLowerCase()), comment, outcome !== "noted" && translated(outcome)].filter(Boolean).join(" · ");
  return el("li", {}, el("span", { dir: "auto" }, attendee.name || attendee.address), el("small", { dir: "auto" }, words));
}
