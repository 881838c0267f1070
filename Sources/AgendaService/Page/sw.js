// Keeps the last state of the page: its files, its days, its calendars. The network comes first, except for files
// whose names carry their digest.
const CACHE = "agenda-1";
const FILES = "{{files}} /manifest.webmanifest".split(" ");
const STATE = /^\/(?:$|v1\/(?:timeline|calendars|ribbon|next|doctor|history|conflicts|events\/))/;

self.addEventListener("install", (event) => {
  // Where the browser can: files come without this worker, which need not begin for them.
  event.addRoutes?.({ condition: { urlPattern: "/assets/*/*" }, source: "cache" });
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});
// The document is asked for while the worker begins.
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fromCache(event));
  else if (request.mode === "navigate") event.respondWith(fromNetwork(event, "/"));
  else if (STATE.test(pathname)) event.respondWith(fromNetwork(event, request));
});

async function fromCache(event) {
  const { request } = event;
  const known = await caches.match(request);
  // Colours have no digest in their name.
  if (known && !request.url.endsWith("/calendars.css")) return known;
  return fetch(request).then((answer) => keeping(event, request, answer), () => known ?? Response.error());
}

async function fromNetwork(event, key) {
  const { request } = event;
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(request));
    // The session is over: nothing of it stays.
    if (answer.status === 401 && request.headers.has("Agenda-Page")) await caches.delete(CACHE);
    // Of pages only the list is kept: an event's own page would show that event at every offline start.
    const isList = request.mode !== "navigate" || new URL(request.url).pathname === "/";
    return isList ? keeping(event, key, answer) : answer;
  } catch {
    return (await caches.match(key)) ?? Response.error();
  }
}

/** The answer, which is kept beside that. */
function keeping(event, key, answer) {
  if (answer.ok) event.waitUntil(keep(key, answer.clone()));
  return answer;
}

/** Keeps an answer, unless the same is kept already: writing a year of days costs more than asking. */
async function keep(key, answer) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(key);
  const tag = answer.headers.get("ETag");
  if (!tag || known?.headers.get("ETag") !== tag) await cache.put(key, answer);
}

/** Keeps the files of the page, and forgets those of earlier versions. The colours come with the page's proof, and are kept as
    they come. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(FILES.map((name) => new URL(name, location.origin).href));
  for (const { url } of await cache.keys()) {
    if (/\/assets\/(?!calendars)/.test(url) && !wanted.has(url)) await cache.delete(url);
    wanted.delete(url);
  }
  await cache.addAll(wanted);
  if (!(await cache.match("/"))) await cache.add("/");
}
