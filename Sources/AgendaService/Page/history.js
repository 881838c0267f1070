// What was changed, with an undo for each change; and what the doctor found.
import { api } from "./api.js";
import { byId, el } from "./dom.js";
import { openView, showPanel } from "./panel.js";
import { locale, say } from "./say.js";
import { state } from "./state.js";
import { tellProblem, undoChange } from "./status.js";

/** Opens the history. @param {{focus?: boolean}} [options] */
export async function showHistory(options = {}) {
  try {
    const { changes } = await api.history();
    const rows = changes.map(changeRow);
    const body = rows.length ? el("ol", { class: "log" }, ...rows) : el("p", { class: "quiet" }, say("noHistory"));
    showPanel("history", say("history"), [body], options);
  } catch (error) {
    tellProblem(error);
  }
}

/** Writes an open history anew, after something changed. */
export function followHistory() {
  if (openView() === "history") showHistory({ focus: false });
}

function changeRow(change) {
  const at = new Date(change.at).toLocaleString(locale(), { timeZone: state.zone, dateStyle: "medium", timeStyle: "short" });
  const undo = () => undoChange(change.number).then(followHistory);
  const open = !change.undone && change.kind !== "undo";
  return el(
    "li",
    { class: change.undone ? "undone" : null },
    el("span", { class: "what" }, el("b", { dir: "auto" }, change.summary), el("small", {}, kindOf(change), " · ", at)),
    open
      ? el("button", { type: "button", "aria-label": `${say("undo")}: ${change.summary}`, click: undo }, say("undo"))
      : change.undone && el("small", {}, say("wasUndone")),
  );
}

function kindOf(change) {
  const key = `kind.${change.kind}`;
  const kind = say(key) === key ? change.kind : say(key);
  return change.calendar && change.calendar !== change.summary ? `${kind}, ${change.calendar}` : kind;
}

let problems = [];

/** Asks the doctor, and writes the number of problems beside the button. */
export async function askDoctor() {
  const answer = await api.doctor().catch(() => null);
  if (!answer) return;
  ({ problems } = answer);
  const badge = byId("problem-count");
  badge.textContent = problems.length ? String(problems.length) : "";
  badge.hidden = problems.length === 0;
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
  const body = rows.length ? el("ul", { class: "problems" }, ...rows) : el("p", { class: "quiet" }, say("noProblems"));
  showPanel("problems", say("problems"), [body]);
}
