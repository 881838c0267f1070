// Brings the day of the page to the top before the first paint. A script of its own and not a module, because modules
// wait for one another; the frame of the page is drawn once this has run (`rel=expect` in page.html).
{
  history.scrollRestoration = "manual";
  const { from, today } = document.getElementById("timeline").dataset;
  const root = document.documentElement;
  // The days before keep the height that their numbers of events promise, until the page can hold its place itself.
  root.classList.add("placing");
  // A grid stands in the list's place once its modules are here: the list is not shown before.
  let view = new URLSearchParams(location.search).get("view");
  try {
    view ??= JSON.parse(localStorage.getItem("agenda.view"));
  } catch {
    // Nothing is remembered here.
  }
  root.dataset.view = ["week", "day", "month"].includes(view) ? view : "list";
  document.getElementById(`d${from || today}`)?.scrollIntoView();
  // Also where that never comes.
  addEventListener("load", () => setTimeout(() => root.classList.remove("placing"), 2000));
}
