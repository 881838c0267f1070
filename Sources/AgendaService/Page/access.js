// What lets the page in: a secret in the storage of its origin, which a program on another port does not read. It goes
// with every request, since the cookie alone opens nothing. Behind a proxy that decides itself there is none.
import { byId, el } from "./dom.js";
import { say } from "./say.js";

/** @returns {string | null} */
function secret() {
  try {
    return localStorage.getItem("agenda.secret");
  } catch {
    return null;
  }
}

/** Whether this page was let in by a link. */
export const isSignedIn = () => secret() !== null;

/** The fields that prove it. @returns {Record<string, string>} */
export function proof() {
  const known = secret();
  return known ? { "Agenda-Page": known } : {};
}

/** Forgets everything that this browser keeps of the calendars. */
export async function forget() {
  try {
    localStorage.clear();
  } catch {
    // There is nothing in it.
  }
  const names = (await self.caches?.keys()) ?? [];
  await Promise.all(names.map((name) => caches.delete(name)));
}

let leaving = false;

/** Ends the page: its session is over. What comes then is a page without anything; one that is so already says it. */
export async function leave() {
  if (leaving || !byId("timeline").dataset.today) return;
  leaving = true;
  await forget();
  location.replace("/");
}

/** Says how to sign in, instead of the days. */
export function askToSignIn() {
  showInstead(say("signedOut"), say("howToSignIn"));
}

/** Writes a text where the days would be, and its title where their month would be. */
export function showInstead(title, text) {
  document.documentElement.classList.add("out");
  byId("month-in-view").textContent = title;
  byId("timeline").replaceChildren(el("article", { class: "instead" }, el("p", {}, text)));
}
