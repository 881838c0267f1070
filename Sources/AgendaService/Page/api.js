// The service's routes. Errors are RFC 9457 problems; a failed connection is a problem of code "offline".
import { isSignedIn, leave, proof } from "./access.js";
import { say } from "./say.js";
import { SLICE, TODAY } from "./days.js";

/** What went wrong, with the service's code, remedy and choices. */
export class Problem extends Error {
  /** @param {number} status @param {object} body */
  constructor(status, body) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.body = body;
  }
}

/** When this page last wrote: the echo of that change is not news to its user. */
export const writes = { last: -Infinity };

/** The answer to what `early.js` asked for, once. */
function asked(path) {
  const answer = globalThis.early?.get(path);
  globalThis.early?.delete(path);
  return answer;
}

/** An answer that is none of a problem. @param {string} path @param {RequestInit} init */
async function send(path, init) {
  init.headers = { ...init.headers, ...proof() };
  const response = await (asked(path) ?? fetch(path, init)).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { code: "offline", detail: say("offline") });
  });
  if (response.ok) return response;
  const problem = new Problem(response.status, await response.json().catch(() => ({})));
  // The session was ended elsewhere.
  if (response.status === 401 && isSignedIn()) leave();
  throw problem;
}

/**
 * One request. The ETag of the answer is its member `etag`, not enumerable.
 * @param {string} method @param {string} path @param {object} [body]
 * @param {{ifMatch?: string, signal?: AbortSignal}} [options]
 */
async function request(method, path, body, options = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") {
    headers["Idempotency-Key"] = crypto.randomUUID();
    writes.last = performance.now();
  }
  if (body) headers["Content-Type"] = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  if (body instanceof Blob) headers["Content-Type"] = "text/calendar";
  if (options.ifMatch) headers["If-Match"] = options.ifMatch;
  const response = await send(path, { method, headers, body: body instanceof Blob ? body : body && JSON.stringify(body), signal: options.signal });
  const answer = await response.json().catch(() => ({}));
  Object.defineProperty(answer, "etag", { value: response.headers.get("ETag") });
  Object.defineProperty(answer, "revision", { value: answer.revision ?? response.headers.get("X-Agenda-Revision") });
  return answer;
}

const query = (values) => {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return present.length ? `?${new URLSearchParams(present)}` : "";
};
const eventPath = (id) => `/v1/events/${encodeURIComponent(id)}`;


/** A promise of the ids of events that the user has declined: the timeline does not say it. Asked for once. */
let declined = null;
const whatIsDeclined = () =>
  (declined ??= request("GET", "/v1/declined").then(({ ids }) => new Set(ids), () => new Set()));

/** Marks those of some events that the user has declined. */
async function mark(events) {
  const ids = await whatIsDeclined();
  if (!ids.size) return;
  for (const event of events) if (ids.has(event.id)) event.participation = "declined";
}

const timeline = (slice) => request("GET", `/v1/timeline?slice=${slice}`);
/** The slice of today, which a page without days begins with: it is not asked for twice. */
const OF_TODAY = Math.floor(TODAY / SLICE);
let early = null;

export const api = {
  /** The slice of today, with what the page must know first. */
  begin() {
    whatIsDeclined();
    return (early = timeline(OF_TODAY));
  },
  async slice(slice) {
    const asked = (slice === OF_TODAY && early) || timeline(slice);
    early = null;
    const [answer] = await Promise.all([asked, whatIsDeclined()]);
    await mark(answer.nodes.flatMap(({ events }) => events));
    return answer;
  },
  mark,
  /** Asks again what is declined; whether that is something else than before. */
  async declinedAnew() {
    const before = await whatIsDeclined();
    declined = null;
    const now = await whatIsDeclined();
    return now.size !== before.size || [...now].some((id) => !before.has(id));
  },
  ribbon: (hidden) => request("GET", `/v1/ribbon?${new URLSearchParams(hidden.map((name) => ["notCalendar", name]))}`),
  /** The style sheet of the calendars' colours. */
  colors: async () => (await send("/assets/calendars.css", {})).text(),
  signOut: () => request("POST", "/v1/sign-out", {}),
  calendars: () => request("GET", "/v1/calendars"),
  event: (id) => request("GET", eventPath(id)),
  add: (values, dryRun, signal) => request("POST", `/v1/events${query({ dryRun: dryRun || null })}`, values, { signal }),
  addTodo: (values, dryRun, signal, kind = "todos") => request("POST", `/v1/${kind}${query({ dryRun: dryRun || null })}`, values, { signal }),
  edit: (id, patch, scope, ifMatch, dryRun) =>
    request("PATCH", eventPath(id) + query({ scope, dryRun: dryRun || null }), patch, { ifMatch }),
  remove: (id, scope, ifMatch) => request("DELETE", eventPath(id) + query({ scope }), undefined, { ifMatch }),
  invitations: () => request("GET", "/v1/invitations"),
  takeInvitation: (values) => request("POST", "/v1/invitations", values),
  answer: (id, values, scope, ifMatch) =>
    request("PATCH", `/v1/invitations/${encodeURIComponent(id)}${query({ scope })}`, values, { ifMatch }),
  invite: (id, scope, dryRun) =>
    request("POST", `/v1/invitations/${encodeURIComponent(id)}${query({ scope, dryRun: dryRun || null })}`),
  todos: () => request("GET", "/v1/todos?all=true"),
  // Journal entries go the same way, as `kind` says.
  todo: (id, kind = "todos") => request("GET", `/v1/${kind}/${encodeURIComponent(id)}`),
  editTodo: (id, patch, scope, ifMatch, kind = "todos") =>
    request("PATCH", `/v1/${kind}/${encodeURIComponent(id)}${query({ scope })}`, patch, { ifMatch }),
  removeTodo: (id, scope, parts, ifMatch, kind = "todos") =>
    request("DELETE", `/v1/${kind}/${encodeURIComponent(id)}${query({ scope, withSubtasks: parts || null })}`, undefined, { ifMatch }),
  setStatus: (id, status, ifMatch) =>
    request("PATCH", `/v1/todos/${encodeURIComponent(id)}`, { status }, { ifMatch }),
  undo: (only) => request("POST", "/v1/undo", only ? { only } : {}),
  redo: () => request("POST", "/v1/redo", {}),
  search: (words, signal) => request("GET", `/v1/search${query({ q: words, limit: 100 })}`, undefined, { signal }),
  next: () => request("GET", "/v1/next"),
  free: (values, without = []) =>
    request("GET", `/v1/free?${new URLSearchParams([...Object.entries(values), ...without.map((name) => ["notCalendar", name])])}`),
  conflicts: () => request("GET", "/v1/conflicts?days=30"),
  history: () => request("GET", "/v1/history?number=50"),
  accounts: () => request("GET", "/v1/accounts"),
  devices: () => request("GET", "/v1/devices"),
  signIns: () => request("GET", "/v1/sign-ins"),
  addDevice: (values) => request("POST", "/v1/devices", values),
  revokeDevice: (id) => request("DELETE", `/v1/devices/${id}`),
  setups: () => request("GET", "/v1/calendars?details=true"),
  setUp: (id, changes, ifMatch) => request("PATCH", `/v1/calendars/${id}`, changes, { ifMatch }),
  removeCalendar: (id, ifMatch) => request("DELETE", `/v1/calendars/${id}`, undefined, { ifMatch }),
  newCalendar: (values) => request("POST", "/v1/calendars", values),
  uploadCalendar: (name, file) => request("POST", `/v1/calendars/file${query({ name })}`, file),
  refreshFeed: (id) => request("POST", `/v1/calendars/${id}/refresh`),
  addAccount: (values, dryRun) => request("POST", `/v1/accounts${query({ dryRun: dryRun || null })}`, values),
  syncAccount: (id) => request("POST", `/v1/accounts/${encodeURIComponent(id)}/sync`),
  removeAccount: (id) => request("DELETE", `/v1/accounts/${encodeURIComponent(id)}`),
  shares: () => request("GET", "/v1/shares"),
  addShare: (values, dryRun) => request("POST", `/v1/shares${query({ dryRun: dryRun || null })}`, values),
  sharing: () => request("GET", "/v1/sharing"),
  share: (grant) => request("POST", "/v1/sharing", grant),
  endShare: (token) => request("DELETE", `/v1/shares/${token}`),
  doctor: () => request("GET", "/v1/doctor"),
  /** The routes of views that are seldom opened. */
  ask: request,
};
