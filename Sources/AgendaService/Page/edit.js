// Changing and deleting an event, and adding one by fields.
import { api, Problem } from "./api.js";
import { tellAdded } from "./calendars.js";
import { el } from "./dom.js";
import { SCOPES } from "./form.js";
import { isEvent, isTodo } from "./item.js";
import { claim, closePanel, showPanel } from "./panel.js";
import { currentLanguage, say, titleOf } from "./say.js";
import { isWritable } from "./state.js";
import { show, tell, tellProblem } from "./status.js";
import { invitationRole, invitations, todos } from "./waiting.js";

/**
 * Opens the form of an event.
 * @param {string} id
 * @param {(id: string) => void} done called with the event's id when the form is left
 */
export async function editEvent(id, done) {
  const still = claim();
  try {
    const event = await api.event(id);
    if (!isEvent(event)) return todos("editTodo")(id, isTodo(event) ? "todos" : "journals", null, still);
    if (!isWritable(event.calendar)) return tell(say("readOnly", event.calendar));
    await showForm(event, done, still);
  } catch (error) {
    tellProblem(error, still);
  }
}

async function showForm(event, done, still) {
  const { eventForm } = await import("./eventform.js");
  if (!still()) return;
  const form = eventForm(event, {
    scopes: event.recurring,
    calendars: false,
    read,
    effect: (changes, scope) => api.edit(event.id, changes, event.recurring ? scope : undefined, event.etag, true),
    cancel: () => done(event.id),
    save: async (filled, data) => {
      event = await save(event, filled, data.get("scope") ?? "all", done);
    },
  });
  showPanel("edit", say("edit"), [form], { focus: form.elements.summary });
}

/** What a new event comes to, which is not added by that. */
const read = (members) => api.add({ ...members, language: currentLanguage() }, true);

/** Saves what was changed. @returns {Promise<object>} the event that the form is about from now on */
async function save(event, { changes, follow, refused }, scope, done) {
  if (Object.keys(changes).length === 0) {
    done(event.id);
    return event;
  }
  const still = claim();
  try {
    const answer = await api.edit(event.id, changes, scope, event.etag);
    tell(say("saved", titleOf({ ...event, ...changes })), answer.number);
    // An instance that moved with its series is called otherwise.
    if (still()) done(event.id, { gone: closePanel });
  } catch (error) {
    if (error.status === 412) return api.event(event.id).then((newer) => follows(newer, follow), failed(event));
    if (!refused(error)) tellProblem(error);
  }
  return event;
}

/** Somebody else has changed the event: what was typed stays, and can be saved over it. */
function follows(newer, follow) {
  follow(newer);
  tell(say("changedMeanwhile"));
  return newer;
}

const failed = (event) => (error) => {
  tellProblem(error);
  return event;
};

/** Deletes an event; asks first which ones when it is one of a series. */
export async function deleteEvent(id, still = claim()) {
  try {
    const event = await api.event(id);
    if (!isEvent(event)) return todos("deleteTodo")(id, isTodo(event) ? "todos" : "journals", still);
    if (!isWritable(event.calendar)) return tell(say("readOnly", event.calendar));
    if (!event.recurring) await remove(event, "all", still);
    else askWhich(event, "delete", still, (scope, still) => remove(event, scope, still).catch((error) => notRemoved(event, error, still)));
  } catch (error) {
    tellProblem(error);
  }
}

/**
 * Asks which of a series something is done to: in the panel, or where one has gone on meanwhile, beside it.
 * @param {string} view @param {() => boolean} still @param {(scope: string, still: () => boolean) => void} act
 * @param {{closed?: () => void, choice?: Node, cancel?: () => void}} [options] choice: what else one may choose, in the panel alone; of
 *   what is no series it is all that is asked
 */
export function askWhich(item, view, still, act, { closed, choice, cancel = closePanel } = {}) {
  const scopes = item.recurring ? SCOPES : [view];
  const question = say(!item.recurring ? view : view === "move" ? "moveWhich" : "deleteWhich");
  if (!still()) {
    closed?.();
    return show(item.recurring ? `${question} ${titleOf(item)}` : titleOf(item), scopes.map((scope) => [scope, () => act(scope, still)]));
  }
  const buttons = scopes.map((scope) => el("button", { type: "button", click: () => act(scope, claim()) }, say(scope)));
  const leave = el("button", { type: "button", click: cancel }, say("cancel"));
  const content = [el("p", { dir: "auto" }, titleOf(item)), choice, el("p", { class: "actions stacked" }, ...buttons, leave)];
  showPanel(view, question, content, { focus: buttons[0], closed });
}

/**
 * Changes when an event is; asks first which ones when it is one of a series.
 * @param {string} id @param {object} changes as the service wants them @param {() => void} back shows it as it is
 */
export async function changeTimes(id, changes, back) {
  const still = claim();
  try {
    const event = await api.event(id);
    const save = async (scope) => {
      try {
        const answer = await api.edit(event.id, changes, scope, event.etag);
        tell(say("saved", titleOf(event)), answer.number);
      } catch (error) {
        tellProblem(error);
      }
    };
    if (!event.recurring) await save("all");
    else {
      return askWhich(event, "move", still, (scope, still) => {
        if (still()) closePanel();
        save(scope);
      }, { closed: back });
    }
  } catch (error) {
    tellProblem(error);
  }
  back();
}

/** Asks again where somebody else has changed the event meanwhile. */
function notRemoved(event, error, still) {
  if (error.status !== 412) return tellProblem(error);
  tell(say("changedMeanwhileAsk"));
  return deleteEvent(event.id, still);
}

async function remove(event, scope, still) {
  const answer = await api.remove(event.id, scope, event.etag);
  const isHere = still();
  if (isHere) closePanel();
  tell(say("deleted", titleOf(event)), answer.number);
  if (scope === "all" && invitationRole(event) === "invite") invitations("tellOfDeletion")(event.id.split("-")[0], isHere ? claim(false) : () => false);
}

/**
 * Opens an empty form.
 * @param {{summary?: string, start: string, end: string, allDay: boolean, participants?: object[]}} event what it holds at
 *   first, with whatever else an event has
 */
export async function addByFields(event) {
  const still = claim();
  const { eventForm } = await import("./eventform.js");
  if (!still()) return;
  const form = eventForm(event, { scopes: false, calendars: true, cancel: closePanel, read, save: add });
  showPanel("new", say("new"), [form], { focus: form.elements.summary });
}

async function add({ members, refused }, data) {
  const still = claim();
  try {
    const answer = await api.add({ ...members, calendar: data.get("calendar") || undefined });
    tellAdded(answer.understood.summary, answer);
    if (!still()) return;
    closePanel();
    // Guests are told from its panel.
    if (members.participants) await import("./event.js").then(({ openEvent }) => openEvent(answer.id));
  } catch (error) {
    if (error instanceof Problem && !refused(error)) tellProblem(error);
  }
}
