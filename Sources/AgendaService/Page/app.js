// Puts the parts together. The first response is already a page; from here on it lives.
import { isSignedIn, leave } from "./access.js";
import { api } from "./api.js";
import { label, loadCalendars, startCalendars, watchCalendars } from "./calendars.js";
import { showDevices } from "./devices.js";
import { byId } from "./dom.js";
import { idOf, openEvent, shownEvent } from "./event.js";
import { askDoctor, showHistory, showProblems } from "./history.js";
import { askForDate, showHelp, startKeys } from "./keys.js";
import { startLive } from "./live.js";
import { draw, followMonth } from "./month.js";
import { drawNext, startNext } from "./next.js";
import { startOffline } from "./offline.js";
import { claim, closePanel } from "./panel.js";
import { showConflicts } from "./plan.js";
import { drawRibbon, followRibbon, loadRibbon, startRibbon } from "./ribbon.js";
import { currentLanguage, isForeign, say, setLanguage } from "./say.js";
import { startSearch } from "./search.js";
import { TODAY } from "./days.js";
import { dayAt, remember, state } from "./state.js";
import { relabel } from "./nodes.js";
import { keepPlace, startTimeline } from "./timeline.js";
import { indexInView, jumpTo, watchView } from "./view.js";
import { showAddress, startViews } from "./views.js";
import { foreignZone, monthLabel } from "./dates.js";
import { askInvitations, free, invitations, proposals, todos } from "./waiting.js";
import { addInWords } from "./words.js";

const timeline = byId("timeline");
const title = byId("month-in-view");
/** Whether the days came with the document. */
const isWritten = Boolean(document.querySelector(".day"));

function startFrame() {
  const actions = {
    today: () => jumpTo(TODAY),
    new: () => addInWords(),
    date: askForDate,
    conflicts: showConflicts,
    free: free("showFree"),
    history: () => showHistory(),
    problems: showProblems,
    devices: () => showDevices(),
    manage: async (still = claim()) => (await import("./manage.js")).showManage(null, null, still),
    help: showHelp,
    invitations: () => invitations("showInvitations")({}, claim()),
    proposals: () => proposals("showProposals")({}, claim()),
    todos: () => todos("showTodos")({}, claim()),
    menu: toggleMenu,
    signOut,
  };
  document.addEventListener("click", ({ target }) => actions[target.closest("[data-do]")?.dataset.do]?.());
  timeline.addEventListener("click", onEventClick);
  addEventListener("popstate", onPop);
  watchView(followMonth);
  watchView(followRibbon);
  watchView((index) => {
    title.textContent = monthLabel(dayAt(index));
  });
  watchCalendars(loadRibbon);
}

/** A click opens the panel; with a modifier key the link is a link. */
function onEventClick(click) {
  const id = idOf(click.target.closest("li.event > a"));
  if (!id || click.button || click.ctrlKey || click.metaKey || click.shiftKey) return;
  click.preventDefault();
  if (shownEvent() === id) closePanel();
  else openEvent(id);
}

function onPop() {
  const id = idOfAddress();
  if (id) return openEvent(id, { history: false });
  closePanel();
  showAddress();
}

const idOfAddress = () => /^\/events\/(.+)$/.exec(location.pathname)?.[1];

function toggleMenu() {
  const open = document.documentElement.classList.toggle("menu");
  document.querySelector("[data-do=menu]").setAttribute("aria-expanded", String(open));
}

/** A session that cannot be ended there is over here. */
async function signOut() {
  await api.signOut().catch(() => {});
  await leave();
}

function startLanguages() {
  const chooser = byId("language");
  chooser.value = currentLanguage();
  chooser.hidden = false;
  chooser.addEventListener("change", async () => {
    await setLanguage(chooser.value);
    remember("language", chooser.value);
    sayAnew();
  });
  // What came with the document has the browser's language, and times of 24 hours.
  if (isWritten && (isForeign() || timeline.dataset.clock === "12h")) sayAnew();
  else sayZone();
}

/** Names the zone of the times, where this browser's clock shows others. */
function sayZone() {
  const zone = foreignZone(state.zone);
  byId("zone").textContent = zone ? say("timesIn", zone) : "";
}

function sayAnew() {
  sayZone();
  relabel();
  draw();
  drawRibbon();
  drawNext();
  label();
  title.textContent = monthLabel(dayAt(indexInView()));
}

/** First what is seen at once, then the rest. */
async function start() {
  // The frame, and what is there already, are painted first.
  if (!performance.getEntriesByType("paint").length) await painted();
  startFrame();
  startCalendars();
  startTimeline();
  await Promise.allSettled([startViews()]);
  await painted();
  byId("sign-out").hidden = !isSignedIn();
  startLanguages();
  draw();
  startRibbon();
  startNext();
  startSearch();
  startKeys();
  startLive();
  loadCalendars().then(askDoctor).then(askInvitations);
  const id = idOfAddress();
  if (id) openEvent(decodeURIComponent(id), { focus: false, history: false });
  if (document.readyState === "complete") startOffline();
  else addEventListener("load", startOffline);
  keepPlace(() => {
    document.documentElement.classList.remove("placing");
    document.documentElement.classList.add("ready");
  });
}

/** The end of the next frame; a tab that is not seen has none. */
const painted = () => document.hidden || new Promise((next) => requestAnimationFrame(() => setTimeout(next)));

start();
