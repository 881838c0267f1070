// The one place where the page says what happened. It is polite and takes no focus.
import { api, Problem } from "./api.js";
import { byId, el } from "./dom.js";
import { sentence, translated } from "./problems.js";
import { moreWords, say, titleOf } from "./say.js";

const region = byId("status");
let timer = 0;

/**
 * Says something for some seconds.
 * @param {string} text
 * @param {number | number[]} [change] the change that a button beside it undoes; several are undone together
 */
export function tell(text, change) {
  show(text, undo(change));
}

/** Says what nobody has asked for: it takes away no button. */
export function tellNews(text) {
  if (!region.querySelector("button")) tell(text);
}

/** Says what the page shows anyway to those who hear it. */
export function tellAside(text) {
  show(text, [], "quiet-words");
}

/** What a button does that undoes a change, for `show`; none without one. */
export const undo = (change) => (change ? [["undo", () => undoChange(change)]] : []);

/** Says something beside buttons. @param {string} text @param {[string, () => void][]} actions each with its word @param {string} [look] */
export function show(text, actions, look) {
  clearTimeout(timer);
  const buttons = actions.map(([key, click]) => el("button", { type: "button", click }, say(key)));
  region.replaceChildren(el("span", { dir: "auto", class: look }, text), ...buttons);
  timer = setTimeout(() => region.replaceChildren(), buttons.length ? 15_000 : 6_000);
}

/**
 * Says why something failed, with the service's remedy.
 * @param {() => boolean} [still] of `claim`, where something was to be shown: nobody waits for it who has gone on, or for what the page
 *   shows anew by itself
 */
export function tellProblem(error, still) {
  if (!(error instanceof Problem)) throw error;
  if (still && !(still.asked && still())) return;
  const [what, remedy] = [error.message, error.body.remedy ?? ""].map(translated);
  tell([say("failed", what), remedy].filter(Boolean).map(sentence).join(" "));
}

/** Shows an answer, unless something else was opened or closed meanwhile; says why there is none. @param {() => boolean} still of `claim` */
export async function whenAnswered(still, answer, shows) {
  try {
    const found = await answer;
    if (still()) shows(found);
  } catch (error) {
    tellProblem(error, still);
  }
}

/** The answer of a route, once the words of views that are seldom opened are there. */
export const withWords = (path) => Promise.all([api.ask("GET", path), moreWords()]).then(([answer]) => answer);

/** Changes what a list shows, and shows it again, also where it was not as it was shown. @param {(still: () => boolean) => unknown} again */
export async function changeAndShow(still, action, words, again) {
  try {
    const answer = await action();
    await again(still);
    tell(words(answer), answer.number ?? undefined);
  } catch (error) {
    tellProblem(error);
    if (error.status === 412) again(still);
  }
}

/** Takes back a change, several, the latest first, or the last one. @param {number | number[]} [change] */
export function undoChange(change) {
  const numbers = [change].flat();
  return step(numbers.map((number) => () => api.undo(number)).reverse(), "undone", "nothingToUndo", ["redo", () => redoChange(numbers.length)]);
}

/** Makes so many changes again that were taken back last. */
export function redoChange(count = 1) {
  return step(Array(count).fill(api.redo), "redone", "nothingToRedo", ["undo", () => undoChange(Array(count).fill())]);
}

async function step(asks, done, nothing, back) {
  try {
    let change;
    for (const ask of asks) ({ change } = await ask());
    show(say(done, titleOf(change)), [back]);
    document.dispatchEvent(new Event("undone"));
  } catch (error) {
    if (error.status === 404) tell(say(nothing));
    else if (error.status === 409) tell(translated(error.message));
    else tellProblem(error);
  }
}
