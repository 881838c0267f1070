// Brings the day of the page to the top before the first paint. A script of its own and not a module, because modules
// wait for one another; the frame of the page is drawn once this has run (`rel=expect` in page.html).
{
  history.scrollRestoration = "manual";
  const { from, today } = document.getElementById("timeline").dataset;
  document.getElementById(`d${from || today}`)?.scrollIntoView();
}
