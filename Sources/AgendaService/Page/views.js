// Which view is shown: by keys, by the switch in the bar, by the address. The choice is remembered in this browser; what shows the
// grids is loaded when it is first wanted.
import { byId } from "./dom.js";
import { DAYS } from "./days.js";
import { indexOf, remember, remembered } from "./state.js";
import { showList } from "./timeline.js";
import { addressOfView, indexInView, jumpCount, jumpTo, stepPeriod, viewName, watchView } from "./view.js";

const VIEWS = ["list", "week", "day", "month"];
/** Moves that follow each other so soon are one entry of the browser's history. */
const ONE_MOVE = 1000;
const choice = byId("view");
let wanted = "list";
let moved = -Infinity;

/** Shows what the address or this browser wants, and makes the switch work. */
export function startViews() {
  choice.addEventListener("click", ({ target }) => target.dataset.view && showView(target.dataset.view));
  byId("steps").addEventListener("click", ({ target }) => target.dataset.step && stepPeriod(Number(target.dataset.step)));
  watchView(followDay);
  mark();
  return showAddress();
}

/** Shows what the address says. */
export function showAddress() {
  const query = new URLSearchParams(location.search);
  const day = indexOf(query.get("day") ?? "");
  if (query.get("view") === "day") remember("columns", query.get("by") === "calendar");
  const known = (name) => VIEWS.includes(name) && name;
  const name = known(query.get("view")) || known(history.state?.view) || known(remembered("view", "")) || "list";
  return show(name, day >= 0 && day < DAYS ? day : indexInView());
}

/**
 * Shows a view that was chosen.
 * @param {string} name @param {number} [index] the day
 */
export async function showView(name, index = indexInView()) {
  remember("view", name);
  if (name === wanted) return jumpTo(index, { focus: true });
  await show(name, index);
  if (location.pathname === "/") history.pushState({ view: name }, "", addressOfView());
}

/** Shows the day with a column for each calendar, or as one again. */
export function toggleColumns() {
  remember("columns", !(wanted === "day" && remembered("columns", false)));
  return showView("day");
}

async function show(name, index) {
  wanted = name;
  moved = performance.now();
  if (name === "list") {
    if (viewName() !== "list") {
      showList(true);
      jumpTo(index);
    }
  } else {
    const before = jumpCount();
    const { showGrid } = await import("./grid.js");
    if (wanted !== name) return;
    // Where somebody has gone meanwhile.
    if (jumpCount() !== before) index = indexInView();
    showList(false);
    showGrid(name, showView, toggleColumns);
    jumpTo(index);
  }
  document.documentElement.dataset.view = name;
  mark();
}

function mark() {
  for (const button of choice.children) button.setAttribute("aria-pressed", String(button.dataset.view === wanted));
}

/** The address follows the day that a grid shows. */
function followDay() {
  const address = addressOfView();
  if (viewName() === "list" || location.pathname !== "/" || location.pathname + location.search === address) return;
  const isNew = performance.now() - moved > ONE_MOVE;
  moved = performance.now();
  history[isNew ? "pushState" : "replaceState"]({ view: viewName() }, "", address);
}
