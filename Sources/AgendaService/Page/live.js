// Changes as they happen. The stream begins with the revision that is shown, so that it brings all that is missed, in its order.
import { isSignedIn, leave as signOut } from "./access.js";
import { api, writes } from "./api.js";
import { loadCalendars } from "./calendars.js";
import { debounced } from "./dom.js";
import { openEvent, shownEvent } from "./event.js";
import { followHistory, askDoctor } from "./history.js";
import { loadNext } from "./next.js";
import { loadRibbon } from "./ribbon.js";
import { askInvitations } from "./waiting.js";
import { say } from "./say.js";
import { state } from "./state.js";
import { follow as followStream } from "./stream.js";
import { tellNews } from "./status.js";
import { applyChanges, reload } from "./nodes.js";

let offline = false;
let stream = null;
/** What was changed since the rest of the page followed. */
let news = [];

/** Begins to follow the changes. */
export function startLive() {
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", follow);
  follow();
  // How the calendars are is no change of the timeline, nor is an answer.
  setInterval(() => document.hidden || Promise.all([loadCalendars().then(askDoctor), askInvitations()]), 60_000);
}

/** Only while the page is seen: a browser opens six connections to a host, and hidden tabs would hold them all. */
function follow() {
  if (document.hidden) leave();
  else enter();
}

function enter() {
  if (stream) return;
  stream = followStream(`/v1/stream?since=${state.revision}`, { open: onOpen, event: onEvent, broken: onBreak });
}

function leave() {
  stream?.();
  stream = null;
}

function onEvent(name, data, id) {
  state.revision = id || state.revision;
  if (name === "reset") return afresh();
  // The days of a page that nobody saw at midnight are those of yesterday.
  if (name === "ping" && data && data !== state.today) return afresh();
  if (name === "commit") return followUp();
  if (name !== "change" && name !== "item") return;
  take(data.split("\n").filter(Boolean).map(JSON.parse), Number(state.revision));
}

function onOpen() {
  document.documentElement.classList.remove("offline");
  if (offline) {
    tellNews(say("online"));
    reload();
  }
  offline = false;
}

function onBreak(status) {
  if (status === 401 && isSignedIn()) return signOut();
  document.documentElement.classList.add("offline");
  if (!offline) tellNews(say("offline"));
  offline = true;
}

function afresh() {
  reload();
  followUp();
}

async function take(changes, revision) {
  for (const change of changes) change.event ??= change.todo ?? change.journal;
  await api.mark(changes.map(({ event }) => event));
  applyChanges(changes, revision);
  // What this page did itself has been told already.
  const own = performance.now() - writes.last < 2000;
  if (!own) tellNews(changes.length === 1 ? say("oneChange") : say("changes", changes.length));
  news.push(...changes);
  followUp();
}

const followUp = debounced(200, async () => {
  const changes = news;
  news = [];
  await loadCalendars();
  if (await api.declinedAnew()) reload();
  loadRibbon();
  loadNext();
  askDoctor();
  followHistory();
  askInvitations();
  document.dispatchEvent(new Event("changed"));
  const id = shownEvent();
  if (id && changes.some(({ change, event }) => event.id === id && change !== "removed")) {
    openEvent(id, { focus: false, history: false });
  }
});
