/* To-dos: how one stands among the events of a day, and its view. The HTML of one; the service renders the same for the
   first response, with the box as a <span class="box" aria-hidden="true"> that cannot be pressed:

   <li class="event todo c-2 also-0 closed late recurring"><button class="box" type="button" aria-pressed="false"
   aria-label="Done: TITLE">☐</button><a href="/events/ID"><time datetime="DUE">18:00</time>
   <span class="what" dir="auto">TITLE</span> <em>done</em> <span class="in">Home</span></a></li>

   `closed` is what is done or cancelled, and has an <em>; `late` is what stands on today and was due before. */
import { api } from "./api.js";
import { longDay, plusDays, timeLabel } from "./dates.js";
import { el, outgoing } from "./dom.js";
import { say } from "./say.js";
import { calendarIndex, isWritable } from "./state.js";
import { tell, tellProblem } from "./status.js";

/** Whether what the service answered is a to-do, no event. */
export const isTodo = (item) => "percent" in item;

const isClosed = ({ status }) => status === "completed" || status === "cancelled";
const boxOf = ({ status }) => ({ completed: "☑", cancelled: "☒" })[status] ?? "☐";

/**
 * A to-do as it stands among the events of a day: when it is due, or the whole of today when that is over.
 * @param {object} todo
 * @param {string} day
 */
export function entryOf(todo, day) {
  const late = todo.due.slice(0, 10) < day;
  const allDay = late || todo.allDay;
  const start = late ? day : todo.due;
  return { ...todo, todo, late, allDay, start, end: allDay ? plusDays(day, 1) : start };
}

/** The row of an entry on a day. */
export function todoItem(entry, day) {
  const { todo, late } = entry;
  const names = ["event", "todo", `c-${calendarIndex(todo.calendar)}`];
  for (const name of todo.alsoIn) names.push(`also-${calendarIndex(name)}`);
  if (isClosed(todo)) names.push("closed");
  if (late) names.push("late");
  if (todo.recurring) names.push("recurring");
  const link = el(
    "a",
    { href: `/events/${encodeURIComponent(todo.id)}` },
    el("time", { datetime: todo.due }, late ? say("late") : timeLabel(entry, day)),
    " ",
    el("span", { class: "what", dir: "auto" }, todo.summary || say("untitled")),
    " ",
    isClosed(todo) && el("em", {}, say(`todo.${todo.status}`)),
    isClosed(todo) && " ",
    el("span", { class: "in" }, [todo.calendar, ...todo.alsoIn].join(", ")),
  );
  return el("li", { class: names.join(" ") }, box(todo), link);
}

/** The box before a title: a button where the to-do can be changed. */
function box(todo) {
  if (!isWritable(todo.calendar)) return el("span", { class: "box", "aria-hidden": true }, boxOf(todo));
  return el(
    "button",
    {
      class: "box", type: "button", "aria-pressed": String(isClosed(todo)),
      "aria-label": `${say("todo.completed")}: ${todo.summary || say("untitled")}`, click: () => tick(todo.id),
    },
    boxOf(todo),
  );
}

/** Says that a to-do is done, or is not after all. */
export async function tick(id) {
  try {
    const todo = await api.event(id);
    const status = isClosed(todo) ? "needs-action" : "completed";
    const answer = await api.setStatus(id, status, todo.etag);
    tell(say(status === "completed" ? "ticked" : "reopened", todo.summary || say("untitled")), answer.number);
  } catch (error) {
    tellProblem(error);
  }
}

const whenOf = (time) => time && (time.length > 10 ? `${longDay(time.slice(0, 10))}, ${time.slice(11, 16)}` : longDay(time));

/** When a to-do is due, for results. */
export const dueLabel = (todo) => (todo.due ? say("dueOn", whenOf(todo.due)) : say("notDue"));

/** The view of a to-do. @param {(key: string, value: unknown) => Node[]} fact @param {(text: string) => Node[]} linked */
export function todoView(todo, fact, linked) {
  const others = todo.alsoIn.length ? `, ${say("alsoIn", todo.alsoIn.join(", "))}` : "";
  const button = el(
    "button",
    { type: "button", "data-action": "tick", click: () => tick(todo.id) },
    say(isClosed(todo) ? "reopen" : "tick"),
  );
  return el(
    "article",
    { class: `details c-${calendarIndex(todo.calendar)}` },
    el("p", { class: "span" }, dueLabel(todo)),
    el(
      "dl",
      {},
      ...fact("status", say(`todo.${todo.status}`)),
      ...fact("doneOn", whenOf(todo.completed)),
      ...fact("begins", todo.start !== todo.due && whenOf(todo.start)),
      ...fact("percent", todo.percent && `${todo.percent} %`),
      ...fact("priority", todo.priority && String(todo.priority)),
      ...fact("where", todo.location && el("span", { dir: "auto" }, ...linked(todo.location))),
      ...fact("calendar", el("span", { class: "swatch" }, todo.calendar + others)),
      ...fact("repeats", todo.recurring && say("yes")),
      ...fact("categories", todo.categories.join(", ")),
      ...fact("links", todo.url && outgoing(todo.url)),
    ),
    todo.description && el("p", { class: "notes", dir: "auto" }, ...linked(todo.description)),
    isWritable(todo.calendar)
      ? el("p", { class: "actions" }, button)
      : el("p", { class: "quiet" }, say("readOnly", todo.calendar)),
  );
}
