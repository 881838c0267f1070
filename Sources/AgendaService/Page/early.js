// Runs before the style is there: what the page shows, and the data of one that came without any, which are asked for while
// its style and its program are on the way. Not a module, since these wait for the whole document.
{
  history.scrollRestoration = "manual";
  const root = document.documentElement;
  const remembered = (key, read = JSON.parse) => {
    try {
      return read(localStorage.getItem(`agenda.${key}`));
    } catch {
      return null;
    }
  };
  // A grid stands in the list's place once its modules are here: the list is not shown before.
  const view = new URLSearchParams(location.search).get("view") ?? remembered("view");
  root.dataset.view = ["week", "day", "month"].includes(view) ? view : "list";
  root.dataset.language = remembered("language") ?? "";
  const { src, dataset } = document.currentScript;
  const [secret, early] = [remembered("secret", (text) => text), new Map()];
  if (secret && dataset.slice) {
    for (const path of [`/v1/timeline?slice=${dataset.slice}`, "/v1/calendars", "/v1/declined", "/assets/calendars.css"]) {
      early.set(path, fetch(path, { headers: { "Agenda-Page": secret } }));
      early.get(path).catch(() => {});
    }
  }
  globalThis.early = early;
  if (root.dataset.view !== "list") {
    for (const [name, values] of [["grid.js", { rel: "modulepreload" }], ["grid.css", { rel: "preload", as: "style" }]]) {
      const link = Object.assign(document.createElement("link"), values, { fetchPriority: "low", href: new URL(name, src).href });
      document.head.append(link);
    }
  }
}
