// To-dos: all of them by when they are due, their parts below them, and the form of one, or of a journal entry.
import { api, Problem } from "./api.js";
import { calendarField, field, onSubmit, option, scopeField, titleField } from "./form.js";
import { clockOf, longDay, plusDays } from "./dates.js";
import { byId, el, styled } from "./dom.js";
import { askWhich } from "./edit.js";
import { openEvent } from "./event.js";
import { isClosed, tick } from "./item.js";
import { claim, closePanel, openView, returnTo, showPanel } from "./panel.js";
import { translated } from "./problems.js";
import { ruleLabel } from "./rules.js";
import { currentLanguage, say, titleOf } from "./say.js";
import { calendarIndex, dayAt, isWritable, remember, remembered, state } from "./state.js";
import { tell, tellProblem, whenAnswered } from "./status.js";
import { indexInView } from "./view.js";

const SOON = 7;
const DONE_DAYS = 14;
const folded = new Set(remembered("folded", []));
let all = [];
styled("items.css", import.meta.url);

/** Opens the list. @param {{focus?: boolean | string}} [options] focus: the id of a to-do whose row takes it */
export async function showTodos({ focus } = {}, still = claim(focus !== false)) {
  const at = focus === false ? document.activeElement?.closest(".task")?.dataset.id : null;
  // Who writes keeps the field, also one who came back to it meanwhile.
  const isWriting = () => focus === false && document.activeElement?.closest("#panel form");
  if (!isWriting()) await whenAnswered(still, api.todos(), ({ todos }) => {
    // What is as it was stays: a finger may be on its way.
    const isSame = JSON.stringify(todos) === JSON.stringify(all);
    if (isWriting() || (focus === false && isSame)) return;
    all = todos;
    // What one has begun to write meanwhile stays in its line.
    const line = openView() === "todos" ? byId("panel").querySelector(".adder") : adder();
    showPanel("todos", say("todos"), [line, ...sections()], { focus: focus === undefined ? undefined : focus === true });
    const wanted = at ?? (typeof focus === "string" ? focus : null);
    if (wanted) rowOf(wanted)?.querySelector(".open")?.focus({ preventScroll: true });
  });
}

document.addEventListener("changed", () => openView() === "todos" && showTodos({ focus: false }));

/** The row of a to-do; of one that repeats that of what is next now. */
const rowOf = (id) =>
  document.querySelector(`#panel .task[data-id="${CSS.escape(id)}"]`) ??
  document.querySelector(`#panel .task[data-id^="${CSS.escape(id.split("-")[0])}"]`);
const dayOf = (todo) => (todo.due ?? "").slice(0, 10);

/** The sections that have something, with their to-dos; parts stand below their to-do, wherever they are due. */
function sections() {
  const open = all.filter((todo) => !isClosed(todo));
  const known = new Set(open.map(({ uid }) => uid));
  const parts = Map.groupBy(open.filter(({ parent }) => known.has(parent)), ({ parent }) => parent);
  const placed = new Set();
  const row = (todo, depth = 0) => {
    placed.add(todo.id);
    return taskRow(todo, (parts.get(todo.uid) ?? []).filter(({ id }) => !placed.has(id)), (part) => row(part, depth + 1));
  };
  const { today } = state;
  const groups = Map.groupBy(open.filter(({ parent, uid }) => !known.has(parent) || parent === uid), (todo) => {
    const day = dayOf(todo);
    if (!day) return "noDay";
    return day < today ? "overdue" : day === today ? "today" : day < plusDays(today, SOON) ? "soon" : "later.todos";
  });
  const lists = ["overdue", "today", "soon", "later.todos", "noDay"].filter((key) => groups.has(key)).map((key) =>
    el("section", {}, el("h3", {}, `${say(key)} (${groups.get(key).length})`), el("ul", { class: "tasks" }, ...groups.get(key).map((todo) => row(todo)))));
  // To-dos that are parts of each other stand below none.
  const rest = open.filter(({ id }) => !placed.has(id));
  if (rest.length) lists.push(el("section", {}, el("h3", {}, say("noDay")), el("ul", { class: "tasks" }, ...rest.map((todo) => taskRow(todo, [], row)))));
  if (!lists.length) lists.push(el("p", { class: "quiet" }, say("noTodos")));
  return [...lists, doneSection()];
}

function doneSection() {
  const from = plusDays(state.today, -DONE_DAYS);
  const done = all.filter((todo) => isClosed(todo) && (todo.completed ?? "").slice(0, 10) >= from)
    .sort((one, other) => (one.completed < other.completed ? 1 : -1));
  if (!done.length) return null;
  const rows = done.map((todo) => taskRow(todo, [], null));
  return el("details", {}, el("summary", {}, `${say("doneLately")} (${done.length})`), el("ul", { class: "tasks" }, ...rows));
}

function taskRow(todo, parts, row) {
  const closed = isClosed(todo);
  const title = titleOf(todo);
  const isOpen = !folded.has(todo.uid);
  const canWrite = isWritable(todo.calendar);
  const box = el(
    "button",
    { class: "box", type: "button", "aria-pressed": String(closed), "aria-label": `${say("is.completed")}: ${title}`, disabled: !canWrite, click: () => tickRow(todo) },
    { completed: "☑", cancelled: "☒" }[todo.status] ?? "☐",
  );
  const facts = [dueLabel(todo), todo.percent > 0 && todo.percent < 100 && `${todo.percent} %`, todo.priority && `!${todo.priority}`, ...todo.categories.map((name) => `#${name}`), todo.recurring && "⟳"];
  const open = el(
    "button",
    { class: "open", type: "button", click: () => editTodo(todo.id) },
    el("b", { dir: "auto" }, title),
    " ",
    el("span", { class: dayOf(todo) && dayOf(todo) < state.today && !closed ? "unclear" : "quiet" }, facts.filter(Boolean).join(" · ")),
  );
  const fold = () => {
    if (folded.has(todo.uid)) folded.delete(todo.uid);
    else folded.add(todo.uid);
    remember("folded", [...folded]);
    showTodos({ focus: todo.id });
  };
  const folder = parts.length > 0 && el(
    "button",
    { class: "icon", type: "button", "aria-expanded": String(isOpen), "aria-label": say("partsOf", title), click: fold },
    isOpen ? "▾" : "▸",
  );
  const adds = row && canWrite && el("button", { class: "icon", type: "button", "aria-label": say("addPart", title), title: say("addPart", title), click: () => addPart(todo) }, "+");
  const below = parts.length > 0 && el("ul", { class: "tasks", hidden: !isOpen }, ...parts.map(row));
  const look = `task c-${calendarIndex(todo.calendar)}${closed ? " closed" : ""}`;
  return el("li", { class: look, "data-id": todo.id, keydown: (event) => onKey(event, todo) }, el("div", { class: "line" }, box, open, folder, adds), below);
}

function dueLabel(todo) {
  if (!todo.due) return null;
  const clock = todo.due.length > 10 ? `, ${clockOf(todo.due)}` : "";
  const day = dayOf(todo);
  return (day === state.today ? say("today") : longDay(day)) + clock;
}

/** Arrows, j and k go through the list, Space ticks. */
function onKey(event, todo) {
  if (!event.target.matches(".open, .box") || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1, ...(remembered("keys", true) && { j: 1, k: -1 }) }[event.key];
  if (!step && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === " ") return isWritable(todo.calendar) && tickRow(todo);
  const rows = [...document.querySelectorAll("#panel .open")].filter((button) => button.checkVisibility());
  const own = event.currentTarget.querySelector(".open");
  const next = rows[rows.indexOf(own) + step];
  next?.focus();
}

async function tickRow(todo) {
  const rows = [...document.querySelectorAll("#panel .task")].map(({ dataset }) => dataset.id);
  const near = rows[rows.indexOf(todo.id) + 1] ?? rows[rows.indexOf(todo.id) - 1];
  const still = claim();
  await tick(todo.id);
  await showTodos({ focus: near ?? true }, still);
}

// Adding

/** A line to write a to-do in, in words. @param {object} [whole] the one that it is a part of */
function adder(whole) {
  const words = el("input", { name: "words", required: true, autocomplete: "off", dir: "auto", placeholder: say("todoHint") });
  const said = el("div", { "aria-live": "polite" });
  const form = el(
    "form",
    { class: "fields adder" },
    el("label", {}, el("span", {}, whole ? say("addPart", titleOf(whole)) : say("addTodo")), words),
    el("button", { class: "primary" }, say("add")),
    said,
  );
  onSubmit(form, async () => {
    const still = claim();
    const { value } = words;
    try {
      const values = { words: value.trim(), language: currentLanguage() };
      const answer = whole ? await addBelow(whole, values) : await api.addTodo({ ...values, calendar: remembered("calendar", "") || undefined });
      tell(say("added", titleOf(answer.understood)), answer.change);
      if (words.value === value) words.value = "";
      await showTodos({}, still);
      if (!whole && openView() === "todos") document.querySelector("#panel .adder input")?.focus();
    } catch (error) {
      if (error instanceof Problem) said.replaceChildren(...problem(error, words));
      else throw error;
    }
  });
  return form;
}

function problem(error, words) {
  const choose = (choice) => {
    words.value = choice;
    words.focus();
  };
  return [
    el("p", { class: "unclear" }, translated(error.message)),
    el("p", { class: "quiet" }, translated(error.body.remedy ?? "")),
    ...(error.body.choices ?? []).map((choice) => el("button", { type: "button", dir: "auto", click: () => choose(choice) }, choice)),
  ];
}

/** Words cannot say of what something is a part: what they mean is added by its values. */
async function addBelow(whole, values) {
  const { understood } = await api.addTodo(values, true);
  const { summary, due, start, priority, location, categories, rules } = understood;
  return api.addTodo({ summary, due, start, priority, location, categories, rules, parent: whole.uid, calendar: whole.calendar });
}

function addPart(todo) {
  const form = adder(todo);
  showPanel("todo", say("addPart", titleOf(todo)), [form, el("p", { class: "actions" }, el("button", { type: "button", click: () => showTodos({ focus: todo.id }) }, say("cancel")))], { focus: form.elements.words });
}

// The form

/**
 * Opens the form of a to-do, or of a journal entry.
 * @param {string | null} id null for a new one @param {string} [kind] as the routes call it @param {object} [entry] what a new one holds at first
 */
export async function editTodo(id, kind, entry, still = claim()) {
  if (!id) return showForm({ start: dayAt(indexInView()), categories: [], ...entry, descriptions: [] });
  const [todo, { todos }] = await Promise.all([api.todo(id, kind), api.todos()]);
  if (!isWritable(todo.calendar)) return tell(say("readOnly", todo.calendar));
  if (!still()) return;
  all = todos;
  showForm(todo);
}

const kindOf = (todo) => (todo.descriptions ? "journals" : "todos");

/** What is shown when the form is left: the list of to-dos, or the journal entry. */
function leave({ id, descriptions }, still) {
  if (!descriptions) return showTodos({ focus: id }, still);
  if (still && !still()) return undefined;
  return id ? openEvent(id, { gone: closePanel }) : closePanel();
}

/** A day and, if it has one, a time. */
function moment(key, name, time) {
  const [day, clock] = [(time ?? "").slice(0, 10), (time ?? "").slice(11, 16)];
  const date = el("input", { type: "date", name, value: day, "aria-label": `${say(key)}, ${say("date")}` });
  const hour = el("input", { type: "time", name: `${name}Time`, value: clock, "aria-label": `${say(key)}, ${say("atTime")}` });
  return el("fieldset", { class: "pair" }, el("legend", {}, say(key)), date, " ", hour);
}

const RULES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].map((name) => `FREQ=${name}`);

function showForm(todo) {
  const rule = ruleOf(todo);
  const rules = ["", ...RULES, ...(rule && !RULES.includes(rule) ? [rule] : [])];
  const parts = partsOf(todo);
  const wholes = all.filter((other) => other.uid !== todo.uid && !isClosed(other) && !parts.has(other.uid));
  const priorities = ["", 1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => {
    const word = { 1: "high", 5: "medium", 9: "low" }[level];
    return option(level, level === "" ? "–" : word ? `${level} (${say(word)})` : String(level), todo.priority || "");
  });
  const isEntry = kindOf(todo) === "journals";
  const [text = todo.description, ...texts] = todo.descriptions ?? [];
  const statuses = isEntry ? ["", "draft", "final", "cancelled"] : ["needs-action", "in-process", "completed", "cancelled"];
  const form = el(
    "form",
    { class: "fields" },
    titleField(todo),
    !isEntry && moment("due", "due", todo.due),
    moment(isEntry ? "date" : "begins", "start", todo.start),
    field("status", el("select", { name: "status" }, ...statuses.map((status) =>
      option(status, status ? say(status === "cancelled" ? status : `is.${status}`) : "–", todo.status ?? "")))),
    !isEntry && field("percentDone", el("input", { type: "number", name: "percent", min: 0, max: 100, value: todo.percent ?? 0 })),
    !isEntry && field("priority", el("select", { name: "priority" }, ...priorities)),
    field("repeats", el("select", { name: "rule" }, ...rules.map((text) => option(text, text ? ruleLabel(text) : "–", rule)))),
    field("categories", el("input", { name: "categories", dir: "auto", value: todo.categories.join(", ") })),
    !isEntry && field("partOf", el("select", { name: "parent" }, option("", "–", todo.parent ?? ""), ...wholes.map(({ uid, summary }) => option(uid, summary ?? uid, todo.parent)))),
    field("notes", el("textarea", { name: "description", rows: isEntry ? 8 : 3, dir: "auto" }, text ?? "")),
    ...texts.map((other) => el("p", { class: "notes", dir: "auto" }, other)),
    calendarField(todo.calendar),
    todo.recurring && scopeField(),
    el(
      "p",
      { class: "actions" },
      el("button", { class: "primary" }, say("save")),
      el("button", { type: "button", click: () => leave(todo) }, say("cancel")),
      todo.id && el("button", { type: "button", "data-action": "delete", click: () => deleteTodo(todo.id, kindOf(todo)) }, say("delete")),
    ),
  );
  const before = valuesOf(form);
  onSubmit(form, () => save(todo, form, before));
  showPanel("todo", say(isEntry ? "journal" : "editTodo"), [form], { focus: form.elements.summary });
}

const ruleOf = (todo) => {
  if (todo.rules) return todo.rules[0] ?? "";
  const found = todo.jcal?.[1].find(([name]) => name === "rrule");
  if (!found) return todo.recurring ? null : "";
  return Object.entries(found[3]).map(([key, value]) => `${key.toUpperCase()}=${key === "until" ? value.replace(/[-:]/g, "") : [value].flat().join()}`).join(";");
};

/** The UIDs of a to-do's parts, and of theirs. */
function partsOf(todo) {
  const found = new Set();
  let next = [todo.uid];
  while (next.length) {
    next = all.filter(({ uid, parent }) => next.includes(parent) && !found.has(uid)).map(({ uid }) => uid);
    for (const uid of next) found.add(uid);
  }
  return found;
}

function valuesOf(form) {
  const data = Object.fromEntries(new FormData(form));
  const time = (name) => data[name] && (data[`${name}Time`] ? `${data[name]}T${data[`${name}Time`]}` : data[name]);
  const values = {
    summary: data.summary,
    start: time("start") || null,
    status: data.status || null,
    rules: data.rule ? [data.rule] : [],
    categories: data.categories.split(",").map((name) => name.trim()).filter(Boolean),
    description: data.description || null,
    calendar: data.calendar,
  };
  if (!form.elements.due) return values;
  return { ...values, due: time("due") || null, percent: Number(data.percent), priority: Number(data.priority) || null, parent: data.parent || null };
}

async function save(todo, form, before) {
  const now = valuesOf(form);
  const changed = Object.fromEntries(Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
  // One says the other.
  if ("status" in changed) delete changed.percent;
  const kind = kindOf(todo);
  const still = claim();
  try {
    if (!todo.id) {
      const { id, change } = await api.addTodo(now, false, undefined, kind);
      tell(say("added", titleOf(now)), change);
      return await leave({ ...todo, id }, still);
    }
    if (!Object.keys(changed).length) return leave(todo);
    const scope = form.elements.scope?.value;
    const answer = await api.editTodo(todo.id, changed, scope, todo.etag, kind);
    tell(say("saved", titleOf(now)), answer.number);
    form.remove();
    await leave(todo, still);
  } catch (error) {
    if (error.status !== 412) return tellProblem(error);
    tell(say("changedMeanwhile"));
    const newer = await api.todo(todo.id, kind);
    Object.defineProperty(todo, "etag", { value: newer.etag, configurable: true });
  }
}

/** Deletes a to-do or a journal entry; asks first which instances, and what becomes of its parts. */
export async function deleteTodo(id, kind, still = claim()) {
  const [todo, { todos }] = await Promise.all([api.todo(id, kind), api.todos()]);
  if (!isWritable(todo.calendar)) return tell(say("readOnly", todo.calendar));
  all = todos;
  const parts = partsOf(todo).size;
  const withParts = parts > 0 && el("input", { type: "checkbox", name: "parts" });
  const remove = async (scope, still) => {
    try {
      const answer = await api.removeTodo(id, scope, withParts && withParts.checked, todo.etag, kind);
      tell(say("deleted", titleOf(todo)), answer.number);
      if (kindOf(todo) === "todos") await showTodos({}, still);
      else if (still()) closePanel();
    } catch (error) {
      tellProblem(error);
    }
  };
  if (!todo.recurring && !parts) return remove(undefined, still);
  askWhich(todo, "delete", still, (scope, still) => remove(todo.recurring ? scope : undefined, still), {
    choice: withParts && el("label", { class: "check" }, withParts, " ", say("withParts", parts)),
    cancel: () => leave(todo),
  });
}
