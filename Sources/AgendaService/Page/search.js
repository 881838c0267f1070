// Search while typing. The arrow keys go from the field into what was found and back.
import { api, Problem } from "./api.js";
import { byId, debounced, el } from "./dom.js";
import { claim, closePanel, openView, showPanel } from "./panel.js";
import { eventRow } from "./results.js";
import { say } from "./say.js";
import { tellAside, tellProblem } from "./status.js";

const form = byId("search");
const field = form.elements.q;
let running = null;

/** Brings the form of the first response to life. */
export function startSearch() {
  const ask = debounced(120, (still) => still() && search());
  // What is opened before the wait is over is wanted more.
  field.addEventListener("input", () => ask(claim()));
  form.addEventListener("submit", (submission) => {
    submission.preventDefault();
    search();
  });
  field.addEventListener("keydown", onKey);
  byId("panel").addEventListener("keydown", onResultKey);
  // A document that came with what was found shows it.
  if (location.pathname === "/search" && !document.querySelector(".found")) search();
}

/** Puts the focus into the field. */
export function focusSearch() {
  field.focus();
  field.select();
}

async function search() {
  running?.abort();
  const words = field.value.trim();
  if (!words) return openView() === "search" && closePanel();
  running = new AbortController();
  const still = claim();
  try {
    const { events, todos = [], journals = [] } = await api.search(words, running.signal);
    if (still()) show(words, [...events, ...todos, ...journals]);
  } catch (error) {
    if (error instanceof Problem) tellProblem(error, still);
  }
}

function show(words, events) {
  const found = events.length ? say("results", events.length) : say("noResults");
  tellAside(found);
  const list = el("ol", { class: "results" }, ...events.map(eventRow));
  showPanel("search", `${say("search")}: ${words}`, [el("p", { class: "quiet" }, found), list], { focus: false });
}

function onKey(event) {
  if (event.key === "ArrowDown" && openView() === "search") {
    event.preventDefault();
    byId("panel").querySelector(".results a")?.focus();
  }
  if (event.key === "Escape") {
    field.value = "";
    field.blur();
  }
}

function onResultKey(event) {
  const row = event.target.closest?.(".results li");
  if (!row || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
  event.preventDefault();
  const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
  if (next) next.querySelector("a").focus();
  else if (event.key === "ArrowUp") field.focus();
}
