// The days of the timeline. All of them are sections from the start, so that the length of the page never changes under the
// reader; their events come slice by slice, and the lists of far days are built in idle time.
import { api } from "./api.js";
import { dayList, daySection, labelDay } from "./day.js";
import { byId } from "./dom.js";
import { dayOf, numberOf, plusDays } from "./dates.js";
import { entryOf, isEvent } from "./item.js";
import { DAYS, SLICE, TODAY } from "./days.js";
import { state } from "./state.js";

/** A row and the edge of a day in pixels, none being lower: so many are built at once when a day is jumped to. */
const ROW = 30;
const EDGE = 13;

const main = byId("timeline");
/** @type {HTMLElement[]} */
let sections = [];
/** @type {(object[] | undefined)[]} events of each day; undefined until its slice is here */
let nodes = new Array(DAYS);
/** @type {Map<string, Set<number>>} the days on which an event stands */
let daysOf = new Map();
let unbuilt = new Set();
let slices = new Map();
let inView = TODAY;
/** The day in view stays at the top, whatever arrives around it: at first until all is built or the user does
    something, and for half a second after a jump. */
let pinned = true;
let unpinning = 0;
let revealed = new Set();
const watchers = [];

/** @param {string} day @returns {number} its node; outside of 0..<488 when the timeline does not reach it */
export function indexOf(day) {
  return numberOf(day) - numberOf(state.first);
}

/** @param {number} index @returns {string} */
export function dayAt(index) {
  return plusDays(state.first, index);
}

/** The section of a day. */
export function sectionAt(index) {
  return sections[index];
}

/** The day at the top of the view. */
export function indexInView() {
  return inView;
}

/** Calls `watcher(index)` when another day comes to the top of the view. */
export function watchView(watcher) {
  watchers.push(watcher);
}

/** An event by its id, if its slice is here. */
export function eventOf(id) {
  const [index] = daysOf.get(id) ?? [];
  const found = index === undefined ? undefined : nodes[index].find((event) => event.id === id);
  return found?.item ?? found;
}

/** Makes all sections around those of the first response, and begins to load. */
export function startTimeline() {
  inView = Math.min(Math.max(indexOf(main.dataset.from || state.today), 0), DAYS - 1);
  makeSections();
  keepPlace(placeSections);
  addEventListener("scroll", onScroll, { passive: true });
  // Days get their real height when they come near the view: this is called before that is painted.
  new ResizeObserver(() => pinned && holdPlace()).observe(main);
  for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(kind, () => (pinned = false), { passive: true, capture: true });
  }
  addEventListener("beforeprint", () => buildSome({ timeRemaining: () => Infinity }));
  noteView();
  loadAll();
}

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
  const anchor = sections[inView];
  const before = anchor?.getBoundingClientRect().top;
  change();
  if (!anchor?.isConnected) return;
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

/** Marks anew what of today is over and what is running. */
export function followClock() {
  const index = indexOf(state.today);
  if (nodes[index]) build(index);
}

// Loading

function loadSlice(slice) {
  if (slice < 0 || slice * SLICE >= DAYS) return Promise.resolve();
  if (!slices.has(slice)) {
    const loading = api.slice(slice).then(takeSlice);
    loading.catch(() => slices.delete(slice));
    slices.set(slice, loading);
  }
  return slices.get(slice);
}

function takeSlice(document) {
  if (document.today !== state.today) return restart(document.today);
  const others = [...(document.todos ?? []), ...(document.journals ?? [])];
  for (const { index, events } of document.nodes) {
    const items = others.filter((item) => item.nodes.includes(index)).map((item) => entryOf(item, dayAt(index)));
    setNode(index, items.length ? [...events, ...items].sort(byOrder) : events);
    unbuilt.add(index);
  }
  buildAround(inView);
  requestBuilding();
}

function setNode(index, events) {
  for (const event of nodes[index] ?? []) daysOf.get(event.id)?.delete(index);
  nodes[index] = events;
  for (const { id } of events) {
    if (!daysOf.has(id)) daysOf.set(id, new Set());
    daysOf.get(id).add(index);
  }
}

async function loadAll() {
  const middle = Math.floor(inView / SLICE);
  const order = Array.from({ length: DAYS / SLICE }, (_, slice) => slice);
  order.sort((a, b) => Math.abs((a + 0.5) * SLICE - inView) - Math.abs((b + 0.5) * SLICE - inView));
  for (const slice of [middle, ...order]) {
    // Offline, or the service is away: `live.js` begins again when it is back.
    if (await loadSlice(slice).then(() => false, () => true)) return;
  }
}

/** Loads everything anew: after a change too large to tell, and when another day has begun. */
export function reload() {
  slices = new Map();
  return loadAll();
}

function restart(today) {
  const day = dayAt(inView);
  state.today = today;
  state.first = dayOf(numberOf(today) - TODAY);
  nodes = new Array(DAYS);
  daysOf = new Map();
  unbuilt = new Set();
  slices = new Map();
  inView = Math.min(Math.max(indexOf(day), 0), DAYS - 1);
  makeSections();
  keepPlace(placeSections);
  for (const watcher of watchers) watcher(inView);
  loadAll();
}

// Building

function build(index) {
  unbuilt.delete(index);
  const section = sections[index];
  const list = dayList(nodes[index], dayAt(index));
  const present = section.querySelector("ol");
  section.classList.remove("waiting");
  section.classList.toggle("empty", !list);
  setCount(section, nodes[index].length);
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
    height += nodes[end]?.length ? EDGE + ROW * nodes[end].length : ROW;
    end += 1;
  }
  return Array.from({ length: end - first }, (_, offset) => first + offset);
}

const whenIdle = window.requestIdleCallback ?? ((action) => setTimeout(action, 30, { timeRemaining: () => 8 }));
let requested = false;

function requestBuilding() {
  if (unbuilt.size === 0 && !nodes.includes(undefined)) pinFor(500);
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
  return [...unbuilt].sort((a, b) => Math.abs(a - inView) - Math.abs(b - inView));
}

/** Writes all days anew, after another language was chosen. */
export function relabel() {
  keepPlace(() => sections.forEach((section, index) => labelDay(section, dayAt(index))));
  nodes.forEach((events, index) => events && unbuilt.add(index));
  buildAround(inView);
  requestBuilding();
}

// Changes

/**
 * Takes changes as the service tells them. What changed leaves the days it stood on and enters those of the change.
 * @param {{change: string, nodes: number[], event: object}[]} changes
 */
export function applyChanges(changes) {
  const touched = new Set();
  for (const { change, nodes: indices, event } of changes) {
    for (const index of daysOf.get(event.id) ?? []) {
      nodes[index] = nodes[index].filter((other) => other.id !== event.id);
      touched.add(index);
    }
    daysOf.delete(event.id);
    if (change === "removed") continue;
    for (const index of indices.filter((index) => nodes[index])) {
      const entry = isEvent(event) ? event : entryOf(event, dayAt(index));
      setNode(index, [...nodes[index], entry].sort(byOrder));
      touched.add(index);
    }
  }
  keepPlace(() => touched.forEach(build));
  return touched;
}

/** @param {object} entry an event, which comes before to-dos of the same times, or a to-do: first those to be done */
function rank(entry) {
  if (!("due" in entry)) return 0;
  return { completed: 2, cancelled: 3 }[entry.status] ?? 1;
}

function byOrder(one, other) {
  if (!one.descriptions !== !other.descriptions) return one.descriptions ? 1 : -1;
  if (one.allDay !== other.allDay) return one.allDay ? -1 : 1;
  const difference =
    Date.parse(one.start) - Date.parse(other.start) || Date.parse(one.end) - Date.parse(other.end);
  if (difference) return difference;
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  return one.summary < other.summary ? -1 : Number(one.summary > other.summary);
}

// The view

let noting = false;

function onScroll() {
  if (noting) return;
  noting = true;
  requestAnimationFrame(() => {
    noting = false;
    noteView();
  });
}

const edgeOfView = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);

function noteView() {
  if (pinned) return holdPlace();
  const index = topmost();
  if (index === inView) return;
  inView = index;
  if (unbuilt.has(index)) buildAround(index);
  if (!nodes[index]) loadSlice(Math.floor(index / SLICE)).catch(() => {});
  for (const watcher of watchers) watcher(index);
}

function holdPlace() {
  const section = sections[inView];
  if (Math.abs(section.getBoundingClientRect().top - edgeOfView()) > 1) section.scrollIntoView({ behavior: "instant" });
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

/**
 * Brings a day to the top of the view, built and laid out in this frame.
 * @param {number} index
 * @param {{focus?: boolean}} [options] focus: on its heading
 */
export function jumpTo(index, options = {}) {
  const target = Math.min(Math.max(index, 0), DAYS - 1);
  inView = target;
  pinned = true;
  pinFor(500);
  if (nodes[target]) buildAround(target);
  else loadSlice(Math.floor(target / SLICE)).catch(() => {});
  reveal(target);
  sections[target].scrollIntoView({ block: "start", behavior: "instant" });
  if (options.focus) sections[target].firstElementChild.focus({ preventScroll: true });
  // Month, bar and title follow when the day is painted; of several jumps in a frame the last one counts.
  if (following) return;
  following = true;
  requestAnimationFrame(() => setTimeout(() => {
    following = false;
    for (const watcher of watchers) watcher(inView);
  }));
}

let following = false;

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
