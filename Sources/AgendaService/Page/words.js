// Adding in words. What was understood is shown while one types, by a dry run of the service.
import { api, Problem } from "./api.js";
import { debounced, el } from "./dom.js";
import { addByFields } from "./edit.js";
import { calendarField, onSubmit, zoneNote } from "./form.js";
import { isEvent, whenLabel } from "./item.js";
import { claim, closePanel, showPanel } from "./panel.js";
import { translated } from "./problems.js";
import { ruleLabel } from "./rules.js";
import { currentLanguage, say } from "./say.js";
import { calendarIndex, dayAt, indexOf } from "./state.js";
import { tellAdded } from "./calendars.js";
import { indexInView, jumpTo } from "./view.js";
import { todos } from "./waiting.js";

/** Opens the view. @param {string} [text] the words it begins with */
export function addInWords(text = "") {
  const words = el("input", {
    name: "words", value: text, dir: "auto", required: true, autocomplete: "off", placeholder: say("wordsHint"),
  });
  const [todo, entry] = ["todo", "journal"].map((name) => el("input", { type: "checkbox", name }));
  todo.addEventListener("input", () => (entry.checked = false));
  entry.addEventListener("input", () => (todo.checked = false));
  const preview = el("div", { class: "preview", "aria-live": "polite" }, el("p", { class: "quiet" }, say("wordsHelp")));
  const dialog = { words, todo, entry, preview, understood: null, running: null, asked: null };
  const form = el(
    "form",
    { class: "fields" },
    el("label", {}, el("span", {}, say("words")), words),
    el("label", { class: "check" }, todo, " ", say("todo")),
    el("label", { class: "check" }, entry, " ", say("journal")),
    preview,
    zoneNote(),
    calendarField(),
    el("p", { class: "actions" },
      el("button", { class: "primary" }, say("add")),
      el("button", { type: "button", click: () => fillFields(dialog) }, say("byFields"))),
  );
  dialog.form = form;
  const askSoon = debounced(150, () => understand(dialog));
  form.addEventListener("input", askSoon);
  onSubmit(form, () => add(dialog));
  showPanel("new", say("new"), [form], { focus: words });
  if (text) askSoon();
}

/** Opens the fields, with all of the words understood: one may be quicker than the service, and than the wait after a key. */
async function fillFields(dialog) {
  const still = claim();
  understand(dialog);
  for (let asked; asked !== dialog.asked; ) await (asked = dialog.asked);
  if (!still()) return;
  if (dialog.entry.checked) return todos("editTodo")(null, "journals", dialog.understood ?? { summary: dialog.words.value.trim() });
  addByFields(fieldsOf(dialog));
}

/** What the fields hold at first: what was understood, else the words as a title and an hour of the day in view. */
function fieldsOf({ understood, words }) {
  if (understood && isEvent(understood)) return understood;
  const day = dayAt(indexInView());
  return { summary: words.value.trim(), start: `${day}T09:00`, end: `${day}T10:00`, allDay: false };
}

function valuesOf(dialog) {
  const calendar = dialog.form.elements.calendar.value || undefined;
  return { words: dialog.words.value.trim(), language: currentLanguage(), calendar };
}

/** Asks what the words mean. A later call takes the place of one that has no answer yet. */
const understand = (dialog) => (dialog.asked = ask(dialog));

async function ask(dialog) {
  dialog.running?.abort();
  const values = valuesOf(dialog);
  if (!values.words) return dialog.preview.replaceChildren(el("p", { class: "quiet" }, say("wordsHelp")));
  dialog.running = new AbortController();
  try {
    showUnderstood(dialog, (await send(dialog)(values, true, dialog.running.signal)).understood);
  } catch (error) {
    if (error instanceof Problem) showProblem(dialog, error);
  }
}

/** What adds the words: as a to-do, as a journal entry, or as an event. */
const send = ({ todo, entry }) => (values, dryRun, signal) =>
  todo.checked || entry.checked ? api.addTodo(values, dryRun, signal, entry.checked ? "journals" : "todos") : api.add(values, dryRun, signal);

/** When it is. What is not stored yet has no `percent`, which tells a to-do. */
const whenOf = (understood) =>
  (understood.takesToday ? `${say("today")}, ` : "") + whenLabel("due" in understood ? { percent: null, ...understood } : understood);

function showUnderstood(dialog, event) {
  dialog.understood = event;
  const rest = [event.location, event.rules?.map((rule) => ruleLabel(rule, event.timeZone ?? undefined)).join("; ")].filter(Boolean).join(" · ");
  dialog.preview.replaceChildren(
    el("h3", {}, say("understood")),
    el(
      "p",
      { class: `card c-${calendarIndex(event.calendar)}` },
      el("b", { dir: "auto" }, event.summary),
      el("span", {}, whenOf(event)),
      rest && el("span", { dir: "auto" }, rest),
    ),
  );
}

function showProblem(dialog, error) {
  dialog.understood = null;
  const choices = (error.body.choices ?? []).map((choice) =>
    el("button", { type: "button", dir: "auto", click: () => choose(dialog, choice) }, choice),
  );
  dialog.preview.replaceChildren(
    el("p", { class: "unclear" }, translated(error.message)),
    error.body.remedy ? el("p", { class: "quiet" }, translated(error.body.remedy)) : "",
    choices.length ? el("div", { role: "group", "aria-label": say("choose"), class: "choices" }, ...choices) : "",
  );
}

function choose(dialog, choice) {
  dialog.words.value = choice;
  dialog.words.focus();
  understand(dialog);
}

async function add(dialog) {
  const still = claim();
  try {
    const { understood, change } = await send(dialog)(valuesOf(dialog));
    tellAdded(`${understood.summary}, ${whenOf(understood)}`, { understood, change });
    if (!still()) return;
    closePanel();
    const day = isEvent(understood) ? understood.start : understood.due ?? understood.start;
    if (day) jumpTo(indexOf(day.slice(0, 10)));
  } catch (error) {
    if (error instanceof Problem) showProblem(dialog, error);
  }
}
