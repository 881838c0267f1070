// What was changed, with an undo for each change; and what the doctor found.
import { accountsSection } from "./accounts.js";
import { api } from "./api.js";
import { momentLabel } from "./dates.js";
import { byId, el } from "./dom.js";
import { claim, openView, showPanel } from "./panel.js";
import { failedCalendars } from "./calendars.js";
import { say, titleOf } from "./say.js";
import { calendarIndex } from "./state.js";
import { redoChange, undoChange, whenAnswered } from "./status.js";

/** Opens the history. @param {{focus?: boolean}} [options] */
export const showHistory = (options = {}, still = claim(options.focus !== false)) => whenAnswered(still, api.history(), ({ changes }) => {
  const last = changes.find(({ kind, undone }) => kind === "undo" && !undone);
  const rows = changes.map((change) => changeRow(change, change === last));
  const body = rows.length ? el("ol", { class: "log" }, ...rows) : el("p", { class: "quiet" }, say("noHistory"));
  showPanel("history", say("history"), [body], options);
});

/** Writes an open history anew, after something changed. */
export function followHistory() {
  if (openView() === "history") showHistory({ focus: false });
}

function changeRow(change, isLastUndo) {
  const button = (key, action) =>
    el("button", { type: "button", "aria-label": `${say(key)}: ${titleOf(change)}`, click: () => action().then(followHistory) }, say(key));
  const open = !change.undone && change.kind !== "undo";
  return el(
    "li",
    { class: change.undone ? "undone" : null },
    el("span", { class: "what" }, el("b", { dir: "auto" }, titleOf(change)), el("small", {}, kindOf(change), " · ", momentLabel(change.at))),
    open && button("undo", () => undoRow(change)),
    isLastUndo && button("redo", () => redoChange()),
    change.undone && el("small", {}, say("wasUndone")),
  );
}

/** Asks first where the next synchronisation would take it from others, too. */
async function undoRow(change) {
  const isSynced = change.kind === "sync" || change.kind === "background-sync" || change.kind === "mirror";
  if (isSynced && !confirm(say("undoForAll", titleOf(change)))) return;
  await undoChange(change.number);
}

function kindOf(change) {
  const key = `kind.${change.kind}`;
  const here = say(key) === key ? change.kind : say(key);
  const kind = change.device ? say("onDevice", here, change.device) : here;
  return change.calendar && change.calendar !== change.summary ? `${kind}, ${change.calendar}` : kind;
}

let problems = [];

/** Asks the doctor, and writes the number of problems beside the button; a calendar that cannot be read is one. */
export async function askDoctor() {
  const answer = await api.doctor().catch(() => null);
  if (!answer) return;
  ({ problems } = answer);
  const number = problems.length + failedCalendars().length;
  const badge = byId("problem-count");
  badge.textContent = number ? String(number) : "";
  badge.hidden = number === 0;
}

/** Opens what the doctor found. */
export function showProblems() {
  const rows = problems.map((problem) => {
    const place = [problem.file, problem.line].filter(Boolean).join(":");
    return el(
      "li",
      {},
      el("b", { dir: "auto" }, problem.event ?? place),
      el("span", { dir: "auto" }, problem.what),
      problem.remedy && el("span", { class: "quiet", dir: "auto" }, problem.remedy),
      problem.event && place && el("small", { dir: "auto" }, place),
    );
  });
  const failed = failedCalendars().map((name) =>
    el("li", {}, el("b", { class: `swatch c-${calendarIndex(name)}`, dir: "auto" }, name), el("span", {}, say("notRead"))),
  );
  const all = [...failed, ...rows];
  const body = all.length ? el("ul", { class: "problems" }, ...all) : el("p", { class: "quiet" }, say("noProblems"));
  showPanel("problems", say("problems"), [body, accountsSection()]);
}
