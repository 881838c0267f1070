// The days of the timeline. All of them are sections from the start, so that the length of the page never changes under the
// reader; their events come slice by slice, and the lists of far days are built in idle time.
import { dayList, daySection, labelDay } from "./day.js";
import { byId, narrow } from "./dom.js";
import { DAYS } from "./days.js";
import { eventsAt, isComplete, loadAll, loadDay, relabel, watchNodes } from "./nodes.js";
import { dayAt, indexOf, state } from "./state.js";
import { indexInView, noteView, setShower, viewName } from "./view.js";

/** A row and the edge of a day in pixels, none being lower: so many are built at once when a day is jumped to. */
const ROW = 30;
const EDGE = 13;

const main = byId("timeline");
/** @type {HTMLElement[]} */
let sections = [];
let unbuilt = new Set();
/** The day in view stays at the top, whatever arrives around it: at first until all is built or the user does
    something, and for half a second after a jump and after the list has become wider or narrower. */
let pinned = true;
let unpinning = 0;
/** How much of the day in view is above the top, of 1; and how wide the list was then. */
let above = 0;
let width = 0;
let revealed = new Set();

/** Makes all sections around those of the first response, and begins to load. */
export function startTimeline() {
  const index = indexOf(main.dataset.from || state.today);
  noteView(Math.min(Math.max(index, 0), DAYS - 1));
  setShower("list", list);
  watchNodes({ loaded, changed: (indices) => keepPlace(() => indices.forEach(build)), relabelled, restarted });
  makeSections();
  keepPlace(placeSections);
  addEventListener("scroll", onScroll, { passive: true });
  narrow.addEventListener("change", relabel);
  // Days get their real height when they come near the view: this is called before that is painted.
  new ResizeObserver(() => isHeld() && holdPlace()).observe(main);
  for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(kind, () => (pinned = false), { passive: true, capture: true });
  }
  addEventListener("beforeprint", () => buildSome({ timeRemaining: () => Infinity }));
  followScroll();
  loadAll();
}

/** Shows the list, or leaves its place to a grid. */
export function showList(isShown) {
  main.classList.toggle("replaced", !isShown);
  if (isShown) setShower("list", list);
}

const isHidden = () => viewName() !== "list";

let strangers = [];

function makeSections() {
  const present = new Map([...main.querySelectorAll(".day")].map((section) => [section.id, section]));
  sections = Array.from({ length: DAYS }, (_, index) => {
    const day = dayAt(index);
    const section = present.get(`d${day}`) ?? daySection(day);
    if (present.delete(section.id)) {
      labelDay(section, day);
      section.style.setProperty("--n", section.querySelectorAll("li").length);
    } else section.classList.add("waiting");
    return section;
  });
  strangers = [...present.values()];
}

function placeSections() {
  for (const section of strangers) section.remove();
  // Before and after what is there: moving the sections on the screen would cost a layout of all.
  const first = sections.findIndex((section) => section.isConnected);
  const last = sections.findLastIndex((section) => section.isConnected);
  if (first < 0) return main.append(...sections);
  sections[first].before(...sections.slice(0, first));
  sections[last].after(...sections.slice(last + 1));
}

/** Changes the page while the day at the top of the view stays where it is. */
export function keepPlace(change) {
  const anchor = sections[indexInView()];
  // There is no place before there are days.
  if (!anchor?.isConnected) return change();
  const before = anchor.getBoundingClientRect().top;
  change();
  if (!anchor.isConnected) return;
  const moved = anchor.getBoundingClientRect().top - before;
  if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: "instant" });
}

/** Tells the sections how many events they will have, so that they have their height before their events. */
export function setCounts(counts) {
  keepPlace(() => sections.forEach((section, index) => setCount(section, counts[index])));
}

/** Writing what is there already would cost a new style all the same. */
function setCount(section, count) {
  if (section.style.getPropertyValue("--n") !== String(count)) section.style.setProperty("--n", count);
}

function loaded(indices) {
  for (const index of indices) unbuilt.add(index);
  buildAround(indexInView());
  requestBuilding();
}

function restarted() {
  unbuilt = new Set();
  makeSections();
  keepPlace(placeSections);
}

// Building

function build(index) {
  unbuilt.delete(index);
  const section = sections[index];
  const list = dayList(eventsAt(index), dayAt(index));
  const present = section.querySelector("ol");
  section.classList.remove("waiting");
  section.classList.toggle("empty", !list);
  setCount(section, eventsAt(index).length);
  if (!list) present?.remove();
  else if (!present) section.append(list);
  else if (!present.isEqualNode(list)) replaceList(present, list);
}

/** Puts a list in another's place, and the focus back on the event that had it. */
function replaceList(present, list) {
  const focused = present.contains(document.activeElement) && document.activeElement.getAttribute("href");
  present.replaceWith(list);
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function buildAround(index) {
  const due = around(index).filter((next) => unbuilt.has(next));
  if (due.length) keepPlace(() => due.forEach(build));
}

/** A day, the one before it, and as many after it as fill a screen. */
function around(index) {
  const first = Math.max(index - 1, 0);
  let height = edgeOfView();
  let end = index;
  while (end < DAYS && height < innerHeight) {
    height += eventsAt(end)?.length ? EDGE + ROW * eventsAt(end).length : ROW;
    end += 1;
  }
  return Array.from({ length: end - first }, (_, offset) => first + offset);
}

const whenIdle = window.requestIdleCallback ?? ((action) => setTimeout(action, 30, { timeRemaining: () => 8 }));
let requested = false;

function requestBuilding() {
  if (unbuilt.size === 0 && isComplete()) pinFor(500);
  if (requested || unbuilt.size === 0) return;
  requested = true;
  whenIdle((deadline) => {
    requested = false;
    buildSome(deadline);
    onScroll();
    requestBuilding();
  });
}

function buildSome(deadline) {
  keepPlace(() => {
    for (const index of nearestFirst()) {
      if (deadline.timeRemaining() < 4) return;
      build(index);
    }
  });
}

function nearestFirst() {
  const inView = indexInView();
  return [...unbuilt].sort((a, b) => Math.abs(a - inView) - Math.abs(b - inView));
}

/** Writes all days anew, after another language was chosen. */
function relabelled() {
  keepPlace(() => sections.forEach((section, index) => labelDay(section, dayAt(index))));
  sections.forEach((_, index) => eventsAt(index) && unbuilt.add(index));
  buildAround(indexInView());
  requestBuilding();
}

// The view

let noting = false;

function onScroll() {
  if (noting) return;
  noting = true;
  requestAnimationFrame(() => {
    noting = false;
    followScroll();
  });
}

const edgeOfView = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);

function followScroll() {
  if (isHidden()) return;
  if (isHeld()) return holdPlace();
  const index = topmost();
  const { top, height } = sections[index].getBoundingClientRect();
  above = Math.max(edgeOfView() - top, 0) / height;
  if (index === indexInView()) return;
  if (unbuilt.has(index)) buildAround(index);
  loadDay(index);
  noteView(index);
}

/** In a list of another width all days have other heights, and the browser keeps none of them in its place. */
function isHeld() {
  if (!isHidden() && main.clientWidth !== width) {
    width = main.clientWidth;
    pinned = true;
    pinFor(500);
  }
  return pinned;
}

function holdPlace() {
  if (isHidden()) return;
  const { top, height } = sections[indexInView()].getBoundingClientRect();
  const moved = top + above * height - edgeOfView();
  // To the nearest pixel, which is as near as browsers scroll.
  if (Math.abs(moved) > 0.5) scrollBy({ top: moved, behavior: "instant" });
}

/** The first day whose section ends below the bar, by halving: reading 488 places would cost more than a frame. */
function topmost() {
  const edge = edgeOfView() + 2;
  let low = 0;
  let high = DAYS - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sections[middle].getBoundingClientRect().bottom > edge) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The list as what shows days: a day comes to its top, built and laid out in this frame. */
const list = {
  show(index, { focus }) {
    pinned = true;
    above = 0;
    pinFor(500);
    if (eventsAt(index)) buildAround(index);
    else loadDay(index);
    reveal(index);
    sections[index].scrollIntoView({ block: "start", behavior: "instant" });
    if (focus) sections[index].firstElementChild.focus({ preventScroll: true });
  },
  period(index, step) {
    const section = document.activeElement.closest(".day");
    return (section ? indexOf(section.id.slice(1)) : index) + step;
  },
};

function pinFor(milliseconds) {
  clearTimeout(unpinning);
  unpinning = setTimeout(() => (pinned = false), milliseconds);
}

/** Skipped sections are laid out only in the frame after they come near; those of a jump must be so in its own. */
function reveal(index) {
  const coming = new Set(around(index).map((next) => sections[next]));
  for (const section of revealed) if (!coming.has(section)) section.classList.remove("near");
  for (const section of coming) section.classList.add("near");
  revealed = coming;
}
