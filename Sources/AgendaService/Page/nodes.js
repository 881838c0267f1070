// The events of the 488 days: the one store that the list and the grids show. It comes slice by slice, and changes with what
// the service tells.
import { api } from "./api.js";
import { dayOf, numberOf } from "./dates.js";
import { DAYS, SLICE, TODAY } from "./days.js";
import { entryOf, isEvent } from "./item.js";
import { dayAt, indexOf, state } from "./state.js";
import { indexInView, noteView } from "./view.js";

/** @type {(object[] | undefined)[]} events of each day; undefined until its slice is here */
let nodes = new Array(DAYS);
/** @type {Map<string, Set<number>>} the days on which an event stands */
let daysOf = new Map();
let slices = new Map();
/** How many slices are on their way, and the changes that came meanwhile: an answer may be older than they are. */
let coming = 0;
let recent = [];
/** Whether the days may be others: what changes is shown with those that are on their way. */
let isStale = false;
/** Milliseconds until days are asked for again that could not be had. */
const RETRY = 3000;
const watchers = [];

/** What stands on a day, in its order; undefined until its slice is here. @param {number} index */
export function eventsAt(index) {
  return nodes[index];
}

/** Whether all days are here. */
export function isComplete() {
  return !nodes.includes(undefined);
}

/** An event by its id, if its slice is here. */
export function eventOf(id) {
  const [index] = daysOf.get(id) ?? [];
  const found = index === undefined ? undefined : nodes[index].find((event) => event.id === id);
  return found?.item ?? found;
}

/**
 * Calls the watcher when days have come or changed, when all are to be written anew (another language, other calendars),
 * and when another today makes all days others.
 * @param {{loaded: (indices: number[]) => void, changed: (indices: number[]) => void, relabelled: () => void,
 *   restarted: () => void}} watcher
 */
export function watchNodes(watcher) {
  watchers.push(watcher);
}

const tell = (what, indices) => watchers.forEach((watcher) => watcher[what](indices));

/** Has all days written anew, after another language was chosen. */
export function relabel() {
  tell("relabelled");
}

/** Marks anew what of today is over and what is running. */
export function followClock() {
  const index = indexOf(state.today);
  if (nodes[index]) tell("changed", [index]);
}

/** Loads a day with its slice. */
export function loadDay(index) {
  return nodes[index] ? Promise.resolve() : loadSlice(Math.floor(index / SLICE)).catch(() => {});
}

/** Loads all days, those in view first. */
export async function loadAll() {
  const inView = indexInView();
  const order = Array.from({ length: DAYS / SLICE }, (_, slice) => slice);
  order.sort((a, b) => Math.abs((a + 0.5) * SLICE - inView) - Math.abs((b + 0.5) * SLICE - inView));
  for (const slice of [Math.floor(inView / SLICE), ...order]) {
    const asked = slices;
    const error = await loadSlice(slice).then(() => null, (error) => error);
    if (!error) continue;
    if (error.status !== 401) setTimeout(() => asked === slices && loadAll(), RETRY);
    return;
  }
}

/** Loads everything anew: after a change too large to tell, and when another day has begun. */
export function reload() {
  [slices, recent, isStale] = [new Map(), [], true];
  return loadAll();
}

function loadSlice(slice) {
  if (slice < 0 || slice * SLICE >= DAYS) return Promise.resolve();
  const asked = slices;
  if (!slices.has(slice)) {
    coming += 1;
    // What was asked for before all was asked for anew is old.
    const loading = api.slice(slice).then((document) => asked === slices && takeSlice(document)).finally(() => {
      coming -= 1;
      if (!coming) recent = [];
    });
    loading.catch(() => asked.delete(slice));
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
  }
  isStale = false;
  tell("loaded", document.nodes.map(({ index }) => index));
  const newer = recent.filter(({ revision }) => revision > document.revision);
  if (newer.length) apply(newer.flatMap(({ changes }) => changes));
}

function setNode(index, events) {
  for (const event of nodes[index] ?? []) daysOf.get(event.id)?.delete(index);
  nodes[index] = events;
  for (const { id } of events) {
    if (!daysOf.has(id)) daysOf.set(id, new Set());
    daysOf.get(id).add(index);
  }
}

function restart(today) {
  const day = dayAt(indexInView());
  state.today = today;
  state.first = dayOf(numberOf(today) - TODAY);
  nodes = new Array(DAYS);
  daysOf = new Map();
  [slices, recent] = [new Map(), []];
  const index = Math.min(Math.max(indexOf(day), 0), DAYS - 1);
  noteView(index, () => tell("restarted"));
  loadAll();
}

/**
 * Takes changes as the service tells them. What changed leaves the days it stood on and enters those of the change.
 * @param {{change: string, nodes: number[], event: object}[]} changes @param {number} revision the store's that they lead to
 */
export function applyChanges(changes, revision) {
  if (coming) recent.push({ revision, changes });
  if (!isStale) apply(changes);
}

function apply(changes) {
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
  tell("changed", [...touched]);
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
