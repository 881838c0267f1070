// How many invitations and proposals wait for an answer, and who the user is. What shows them is loaded when it is first wanted.
import { api } from "./api.js";
import { byId } from "./dom.js";
import { bareAddress } from "./people.js";
import { tellProblem } from "./status.js";

let known = { me: [], invitations: [] };
const badge = byId("invitation-count");
const proposed = byId("proposal-count");

/** Asks what waits, and says so at the side. @returns {Promise<{me: string[], invitations: object[]}>} */
export async function askInvitations() {
  known = (await api.invitations().catch(() => null)) ?? known;
  const { length } = known.invitations;
  badge.hidden = !length;
  badge.textContent = length ? String(length) : "";
  proposed.parentElement.parentElement.hidden = !known.proposals;
  proposed.textContent = String(known.proposals ?? "");
  return known;
}

/** Whether an address is one of the user's. */
export const isMe = (address) => known.me.includes(bareAddress(address).toLowerCase());

/** What the user can answer, or has to tell guests, of an event: "answer", "invite", or null. */
export function invitationRole(event) {
  if (!event.participants?.length) return null;
  if (event.organizer && !isMe(event.organizer)) return event.participants.some(({ address }) => isMe(address)) ? "answer" : null;
  return known.me.length && event.participants.some(({ address }) => !isMe(address)) ? "invite" : null;
}

/** Calls a function, by its name, of a module that is loaded when it is first wanted. */
const from = (load) => (name) => (...values) => load().then((module) => module[name](...values)).catch(tellProblem);
export const invitations = from(() => import("./invitations.js"));
export const todos = from(() => import("./todos.js"));
export const free = from(() => import("./free.js"));
export const proposals = from(() => import("./proposals.js"));
export const ruling = from(() => import("./ruling.js"));
