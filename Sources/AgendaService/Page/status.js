// The one place where the page says what happened. It is polite and takes no focus.
import { api, Problem } from "./api.js";
import { byId, el } from "./dom.js";
import { say } from "./say.js";

const region = byId("status");
let timer = 0;

/**
 * Says something for some seconds.
 * @param {string} text
 * @param {number} [change] the change that a button beside it undoes
 */
export function tell(text, change) {
  clearTimeout(timer);
  const undo = change && el("button", { type: "button", click: () => undoChange(change) }, say("undo"));
  region.replaceChildren(el("span", { dir: "auto" }, text), ...(undo ? [undo] : []));
  timer = setTimeout(() => region.replaceChildren(), change ? 15_000 : 6_000);
}

/** Says why something failed, with the service's remedy. */
export function tellProblem(error) {
  if (!(error instanceof Problem)) throw error;
  const remedy = error.body.remedy ? ` ${error.body.remedy}` : "";
  tell(say("failed", error.message) + remedy);
}

/** Takes back a change, or the last one. @param {number} [number] */
export async function undoChange(number) {
  try {
    const { change } = await api.undo(number);
    tell(say("undone", change.summary));
    return true;
  } catch (error) {
    if (error.status === 409) tell(error.body.detail || say("nothingToUndo"));
    else tellProblem(error);
    return false;
  }
}
