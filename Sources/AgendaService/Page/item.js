// To-dos and journal entries among events. `PageHTML+Items` renders the same rows, without buttons.
import { api } from "./api.js";
import { longDay, plusDays, spanLabel, timeLabel, timeText } from "./dates.js";
import { el } from "./dom.js";
import { claim } from "./panel.js";
import { say, titleOf } from "./say.js";
import { calendarIndex, isWritable } from "./state.js";
import { tell, tellProblem } from "./status.js";
import { todos } from "./waiting.js";

/** Whether what the service answered is an event; to-dos and journal entries have no end. */
export const isEvent = (item) => "end" in item;
export const isTodo = (item) => "percent" in item;
export const isClosed = ({ status }) => status === "completed" || status === "cancelled";

/** What a status says, and how much is done. */
export const statusLabel = ({ status, percent }) =>
  status && say(status === "cancelled" ? status : `is.${status}`) + (percent > 0 && percent < 100 ? `, ${percent} %` : "");

/** An item as it stands among the events of a day; an overdue to-do on the whole of today. */
export function entryOf(item, day) {
  const time = isTodo(item) ? item.due : item.start;
  const late = time.slice(0, 10) < day;
  const allDay = late || item.allDay;
  const start = late ? day : time;
  return { ...item, item, late, allDay, start, end: allDay ? plusDays(day, 1) : start };
}

/** The row of an entry on a day. */
export function itemRow({ item, late, ...entry }, day) {
  const todo = isTodo(item);
  const closed = todo && isClosed(item);
  const marks = { closed, late, recurring: item.recurring };
  const names = ["event", todo ? "todo" : "journal", `c-${calendarIndex(item.calendar)}`];
  for (const name of item.alsoIn) names.push(`also-${calendarIndex(name)}`);
  const label = late ? say("late") : todo || !item.allDay ? timeLabel(entry, day) : "";
  const link = el(
    "a",
    { href: `/events/${encodeURIComponent(item.id)}` },
    el("time", { datetime: todo ? item.due : item.start }, label),
    " ",
    el("span", { class: "what", dir: "auto" }, titleOf(item)),
    " ",
    closed && el("em", {}, statusLabel(item)),
    closed && " ",
    el("span", { class: "in" }, [item.calendar, ...item.alsoIn].join(", ")),
  );
  const classes = [...names, ...Object.keys(marks).filter((mark) => marks[mark])];
  return el("li", { class: classes.join(" ") }, boxOf(item, todo), link);
}

function boxOf(item, todo) {
  const sign = todo ? ({ completed: "☑", cancelled: "☒" })[item.status] ?? "☐" : "✎";
  if (!todo || !isWritable(item.calendar)) return el("span", { class: "box", "aria-hidden": true }, sign);
  const pressed = String(isClosed(item));
  const label = `${say("is.completed")}: ${titleOf(item)}`;
  return el(
    "button",
    { class: "box", type: "button", "aria-pressed": pressed, "aria-label": label, click: () => tick(item.id) },
    sign,
  );
}

/** Says that a to-do is done, or not any more. */
export async function tick(id) {
  try {
    const todo = await api.event(id);
    const answer = await api.setStatus(id, isClosed(todo) ? "needs-action" : "completed", todo.etag);
    tell(say("saved", titleOf(todo)), answer.number);
  } catch (error) {
    tellProblem(error);
  }
}

/** The buttons of a view. */
export function itemActions(item) {
  const kind = isTodo(item) ? "todos" : "journals";
  const words = say(isClosed(item) ? "reopen" : "tick");
  const button = (action, text, click) => el("button", { type: "button", "data-action": action, click }, text);
  return el(
    "p",
    { class: "actions" },
    isTodo(item) && button("tick", words, () => tick(item.id)),
    button("edit", say("edit"), () => todos("editTodo")(item.id, kind, null, claim())),
    button("delete", say("delete"), () => todos("deleteTodo")(item.id, kind, claim())),
  );
}

/** When something is, for panels and results. */
export function whenLabel(item) {
  if (isEvent(item)) return spanLabel(item);
  const todo = isTodo(item);
  const time = todo ? item.due : item.start;
  if (!time) return say(todo ? "todo" : "journal");
  const when = time.length > 10 ? timeText(time) : longDay(time);
  return todo ? say("dueOn", when) : `${say("journal")}, ${when}`;
}

const MOST_OVERLAPS = 5;

/** What something overlaps. @param {object[]} overlaps */
export function overlapLine(overlaps) {
  if (!overlaps.length) return null;
  const titles = overlaps.slice(0, MOST_OVERLAPS).map((other) => `${titleOf(other)} (${whenLabel(other)})`);
  if (overlaps.length > MOST_OVERLAPS) titles.push(say("more", overlaps.length - MOST_OVERLAPS));
  return el("p", { class: "unclear", dir: "auto" }, say("overlapsWith", titles.join("; ")));
}
