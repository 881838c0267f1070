// Keeps the last state of the page: its files, its days, its calendars. The network comes first, except for files
// whose names carry their digest.
const CACHE = "agenda-1";
const STATE = /^\/(?:$|v1\/(?:timeline|calendars|ribbon|next|doctor|history|conflicts|events\/))/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.data.keep && event.waitUntil(keepFiles(event.data.keep)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fromCache(request));
  else if (request.mode === "navigate") event.respondWith(fromNetwork(request, "/"));
  else if (STATE.test(pathname)) event.respondWith(fromNetwork(request, request));
});

async function fromCache(request) {
  const known = await caches.match(request);
  // Colours have no digest in their name.
  if (known && !request.url.endsWith("/calendars.css")) return known;
  return fetch(request).then((answer) => keep(request, answer), () => known ?? Response.error());
}

async function fromNetwork(request, key) {
  try {
    const answer = await fetch(request);
    // The session is over: nothing of it stays.
    if (answer.status === 401 && request.headers.has("Agenda-Page")) await caches.delete(CACHE);
    // Of pages only the list is kept: an event's own page would show that event at every offline start.
    const isList = request.mode !== "navigate" || new URL(request.url).pathname === "/";
    return isList ? keep(key, answer) : answer;
  } catch {
    return (await caches.match(key)) ?? Response.error();
  }
}

/** Keeps a good answer, unless the same is kept already: writing a year of days costs more than asking. */
async function keep(key, answer) {
  if (!answer.ok) return answer;
  const cache = await caches.open(CACHE);
  const known = await cache.match(key);
  const tag = answer.headers.get("ETag");
  if (!tag || known?.headers.get("ETag") !== tag) await cache.put(key, answer.clone());
  return answer;
}

/** Keeps the files of the page, and forgets those of earlier versions. */
async function keepFiles(addresses) {
  const cache = await caches.open(CACHE);
  // The colours come with the page's proof, and are kept as they come.
  const wanted = new Set(addresses.filter((address) => !address.endsWith("/calendars.css")));
  for (const { url } of await cache.keys()) {
    if (/\/assets\/(?!calendars)/.test(url) && !wanted.has(url)) await cache.delete(url);
    wanted.delete(url);
  }
  await cache.addAll(wanted);
  if (!(await cache.match("/"))) await cache.add("/");
}
