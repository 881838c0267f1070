// Brings the day of a page that came with days to the top before the first paint. A script of its own and not a module, because
// modules wait for one another; the frame of the page is drawn once this has run (`rel=expect` in page.html).
{
  const { from, today } = document.getElementById("timeline").dataset;
  const root = document.documentElement;
  // The days before keep the height that their numbers of events promise, until the page can hold its place itself.
  root.classList.add("placing");
  document.getElementById(`d${from || today}`)?.scrollIntoView();
  // Also where that never comes.
  addEventListener("load", () => setTimeout(() => root.classList.remove("placing"), 2000));
}
