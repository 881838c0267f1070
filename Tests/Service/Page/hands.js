// What a person finds on the page: things by the names that are read aloud, and where they are. Given to the page by `hands.py`.
(want) => {
  // What is still asked for may be written anew under the finger.
  const isDrawn = [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet);
  if (!isDrawn || document.querySelector("#panel[aria-busy=true]:not([hidden])")) return { missing: true, names: [] };
  const text = (string) => string.replace(/\s+/g, " ").trim();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
    && !element.closest("[inert], [aria-hidden=true]") && !element.disabled;
  const labelOf = (control) => {
    if (control.getAttribute("aria-label")) return control.getAttribute("aria-label");
    const by = control.getAttribute("aria-labelledby");
    if (by) return document.getElementById(by)?.textContent ?? "";
    const label = control.labels?.[0];
    if (!label) return "";
    const copy = label.cloneNode(true);
    for (const inner of copy.querySelectorAll("select, textarea, input")) inner.remove();
    return copy.textContent;
  };
  const spoken = (element) => {
    const copy = element.cloneNode(true);
    for (const inner of copy.querySelectorAll("[aria-hidden=true]")) inner.remove();
    return copy.textContent;
  };
  const nameOf = (element) => text(element.matches("input, select, textarea") ? labelOf(element) || element.value : element.getAttribute("aria-label") || spoken(element));
  const PRESSED = "button, summary, a[href], input[type=checkbox], input[type=radio], [role=gridcell], td[data-day]";
  const FILLED = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select";
  // An open panel is what one looks at; then what was just said; then the rest.
  const roots = (want.within ? [want.within] : ["#panel", "#status", "#grid", "#bar", "#timeline", "body"]).flatMap((selector) => [...document.querySelectorAll(selector)]);
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  let element = null;
  if (want.kind === "focus") element = document.activeElement;
  else if (want.kind === "event") {
    const place = want.within ?? (document.querySelector("#grid:not([hidden])")?.checkVisibility() ? "#grid" : "#timeline");
    const links = [...document.querySelectorAll(`${place} li.event > a, ${place} li.event > .line > a`)].filter((link) => seen(link) && !link.parentElement.matches(".unseen"));
    element = links.find((link) => link.textContent.includes(want.name) && (!want.day || link.closest(`[data-day="${want.day}"], #d${want.day}`)));
  } else if (want.kind === "selector") element = [...document.querySelectorAll(want.name)].find(seen);
  else {
    const known = all(want.kind === "press" ? PRESSED : FILLED);
    // A box may be tiny where its label is what one presses.
    const found = known.filter((one) => seen(one) || (one.labels?.[0] && seen(one.labels[0]) && !one.disabled));
    element = found.find((one) => nameOf(one) === want.name) ?? found.find((one) => nameOf(one).startsWith(want.name));
    if (!element) {
      const hidden = known.find((one) => nameOf(one) === want.name || nameOf(one).startsWith(want.name));
      return { missing: true, behindMenu: Boolean(hidden?.closest("#side")) && !hidden.closest("[hidden]"), names: found.map(nameOf).filter(Boolean).slice(0, 60) };
    }
  }
  if (!element) return { missing: true, names: [] };
  const target = seen(element) || !element.labels?.[0] ? element : element.labels[0];
  if (want.scroll) target.scrollIntoView({ block: want.scroll, inline: "nearest", behavior: "instant" });
  const box = [...target.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  const point = box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x: 0, y: 0 };
  const top = document.elementFromPoint(point.x, point.y);
  const active = document.activeElement;
  const isWriting = active?.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  const group = element.type === "radio" ? [...document.getElementsByName(element.name)].filter((one) => one.form === element.form) : [];
  return {
    ...point,
    left: box?.left, top: box?.top, width: box?.width, height: box?.height,
    // What lies over it gets the press instead.
    hit: Boolean(top && (target.contains(top) || top.contains(target) && top.matches("label") || element.labels && [...element.labels].some((label) => label.contains(top)))),
    over: top?.outerHTML.slice(0, 120),
    focused: active === element,
    inGroup: group.includes(active) ? group.indexOf(element) - group.indexOf(active) : null,
    before: Boolean(active && active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING),
    inSide: Boolean(element.closest("#side")), inStatus: Boolean(element.closest("#status")),
    fromSide: Boolean(active?.closest("#side")),
    isWriting, submits: Boolean(isWriting && active.matches("input") && active.form && active.form === element.form && (element.type === "submit")),
    tag: element.localName, type: element.type ?? "", value: element.value ?? "", name: nameOf(element), checked: element.checked,
    options: element.localName === "select" ? [...element.options].map((option) => text(option.textContent)) : null,
    selected: element.selectedIndex, day: element.closest("[data-day]")?.dataset.day,
  };
}
