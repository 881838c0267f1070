// The one place where the page says what happened. It is polite and takes no focus.
import { api, Problem } from "./api.js";
import { byId, el } from "./dom.js";
import { sentence, translated } from "./problems.js";
import { say } from "./say.js";

const region = byId("status");
let timer = 0;

/**
 * Says something for some seconds.
 * @param {string} text
 * @param {number} [change] the change that a button beside it undoes
 */
export function tell(text, change) {
  show(text, change && ["undo", () => undoChange(change)]);
}

/** Says what the page shows anyway to those who hear it. */
export function tellAside(text) {
  show(text, null, "quiet-words");
}

function show(text, action, look) {
  clearTimeout(timer);
  const button = action && el("button", { type: "button", click: action[1] }, say(action[0]));
  region.replaceChildren(el("span", { dir: "auto", class: look }, text), ...(button ? [button] : []));
  timer = setTimeout(() => region.replaceChildren(), button ? 15_000 : 6_000);
}

/** Says why something failed, with the service's remedy. */
export function tellProblem(error) {
  if (!(error instanceof Problem)) throw error;
  const [what, remedy] = [error.message, error.body.remedy ?? ""].map(translated);
  tell([say("failed", what), remedy].filter(Boolean).map(sentence).join(" "));
}

/** Takes back a change, or the last one. @param {number} [number] */
export function undoChange(number) {
  return step(() => api.undo(number), "undone", "nothingToUndo", ["redo", redoChange]);
}

/** Makes the change again that was taken back last. */
export function redoChange() {
  return step(api.redo, "redone", "nothingToRedo", ["undo", () => undoChange()]);
}

async function step(ask, done, nothing, back) {
  try {
    const { change } = await ask();
    show(say(done, change.summary), back);
    document.dispatchEvent(new Event("undone"));
  } catch (error) {
    if (error.status === 404) tell(say(nothing));
    else if (error.status === 409) tell(translated(error.message));
    else tellProblem(error);
  }
}
