// The panel beside the list (over it on a narrow screen): one view at a time. Opening it by hand moves the focus into
// it, closing gives the focus back to where it was.
import { byId, el, narrow } from "./dom.js";
import { say } from "./say.js";

const panel = byId("panel");
let cameFrom = null;
let view = "";
let onClose = null;
let turn = 0;
let madeOf = "";

/**
 * Takes the panel for what an answer will bring, until something else is opened, closed or asked for: who has gone on loses nothing
 * to an answer that comes late.
 * @param {boolean} [takes] false for what only shows anew what is there: it takes the panel from nobody
 * @param {boolean} [asked] whether somebody waits for the answer
 * @returns {{(): boolean, asked: boolean}} whether it still has it
 */
export function claim(takes = true, asked = takes) {
  const own = takes ? (turn += 1) : turn;
  return Object.assign(() => own === turn, { asked });
}

/** Whether there is a note that is not sent: what is shown anew would lose it. */
export const hasNote = () => [...panel.querySelectorAll("textarea")].some((note) => note.value || note === document.activeElement);

/** What a control does, and to which row: the same one after the view was made anew. @param {HTMLElement} control */
const purpose = (control) => [control.dataset.action ?? control.textContent, control.closest("li")?.textContent].join();

/** The name of the view that is open; "" when the panel is closed. */
export function openView() {
  return view;
}

/**
 * Shows a view.
 * @param {string} name
 * @param {string} title
 * @param {(Node | string | null | false)[]} content
 * @param {{focus?: boolean | HTMLElement, closed?: () => void, of?: object}} [options] focus: false leaves it where it is, also on a
 *   control of this view, an element takes it, else the heading does; closed: called when the view is closed, or replaced by one with
 *   another such function; of: what the content was made of: one that is shown anew of the same stays, a finger may be on its way
 */
export function showPanel(name, title, content, options = {}) {
  const isAnew = name === view && options.focus === false;
  claim(!isAnew);
  const former = madeOf;
  madeOf = options.of && JSON.stringify([title, options.of]);
  if (isAnew && madeOf && madeOf === former) return;
  const active = document.activeElement;
  const hadFocus = panel.contains(active);
  if (!hadFocus) cameFrom = active;
  const had = isAnew && hadFocus && purpose(active);
  const place = isAnew && title === byId("panel-title").textContent ? panel.scrollTop : 0;
  if (options.closed !== onClose) leave();
  view = name;
  onClose = options.closed;
  const heading = el("h2", { id: "panel-title", tabindex: -1, dir: "auto" }, title);
  const close = el("button", { class: "icon close", type: "button", "aria-label": say("close"), click: closePanel }, "×");
  panel.replaceChildren(el("header", {}, heading, close), ...content.filter(Boolean));
  panel.dataset.view = name;
  panel.hidden = false;
  panel.scrollTop = place;
  setBehind(narrow.matches);
  // What had the focus in the panel is gone with the former content.
  if (options.focus !== false || hadFocus) {
    const again = had && [...panel.querySelectorAll(active.localName)].find((control) => purpose(control) === had);
    (options.focus instanceof HTMLElement ? options.focus : again || heading).focus({ preventScroll: true });
  }
}

/** Says what gets the focus when the panel is closed, where that is not what had it before. */
export function returnTo(element) {
  if (element) cameFrom = element;
}

/** Closes the panel, if it is open. */
export function closePanel() {
  claim();
  if (!view) return;
  const hadFocus = panel.contains(document.activeElement);
  leave();
  view = "";
  panel.hidden = true;
  panel.replaceChildren();
  setBehind(false);
  if (hadFocus && cameFrom?.isConnected) cameFrom.focus({ preventScroll: true });
}

function leave() {
  const closed = onClose;
  onClose = null;
  closed?.();
}

/**
 * Under a panel that covers all, which is a dialog then, nothing can be reached; what a search found leaves the bar, where one still
 * types.
 */
function setBehind(covered) {
  if (covered) panel.setAttribute("role", "dialog");
  else panel.removeAttribute("role");
  for (const id of ["side", "timeline", "next"]) byId(id).inert = covered;
  byId("bar").inert = covered && view !== "search";
}

narrow.addEventListener("change", () => setBehind(narrow.matches && view !== ""));
