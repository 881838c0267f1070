// Links by which others read calendars: who has one, one more, one less.
import { api } from "./api.js";
import { dayOfMoment } from "./dates.js";
import { el } from "./dom.js";
import { onSubmit } from "./form.js";
import { whenLabel } from "./item.js";
import { say, titleOf } from "./say.js";
import { tell, tellProblem } from "./status.js";

/** A section that knows the links. @param {{name: string}[]} calendars @param {object[]} links */
export function sharesSection(calendars, links) {
  const box = el("section", { class: "shares" });
  const show = (known, news) => {
    const list = el("ul", { class: "log" }, ...known.map((link) => row(link, show)));
    box.replaceChildren(el("h3", {}, say("shares")), ...(news ? [news] : []), list, form(calendars, show));
  };
  show(links);
  return box;
}

function row(link, show) {
  const facts = [
    link.calendars.join(", ") || say("allCalendars"),
    link.busyOnly && say("busyOnly"),
    link.expires && say("until", dayOfMoment(link.expires)),
  ];
  return el(
    "li",
    {},
    el("span", { class: "what" }, el("b", { dir: "auto" }, link.name), el("small", { dir: "auto" }, facts.filter(Boolean).join(" · "))),
    el("button", { type: "button", "aria-label": `${say("endLink")}: ${link.name}`, click: () => end(link, show) }, say("endLink")),
  );
}

async function end(link, show) {
  if (!confirm(say("endLinkAsk", link.name))) return;
  try {
    await api.endShare(/[0-9a-f]{32}/.exec(link.path)[0]);
    show((await api.shares()).links);
    tell(say("removed", link.name));
  } catch (error) {
    tellProblem(error);
  }
}

function form(calendars, show) {
  const names = calendars.map(({ name }) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", name: "calendars", value: name }), " ", el("span", { dir: "auto" }, name)));
  const preview = el("div", { class: "preview", "aria-live": "polite" });
  const fields = el(
    "form",
    { class: "fields" },
    el("label", {}, el("span", {}, say("linkName")), el("input", { name: "name", dir: "auto", maxlength: 200, autocomplete: "off" })),
    el("fieldset", {}, el("legend", {}, say("linkCalendars")), ...names),
    el("label", { class: "check" }, el("input", { type: "checkbox", name: "busyOnly" }), " ", say("busyOnly")),
    el("p", { class: "actions" }, el("button", { class: "primary" }, say("makeLink"))),
    // Below what is pressed: what is shown later moves nothing.
    preview,
  );
  const look = () => showPreview(fields, preview).catch(tellProblem);
  fields.addEventListener("change", look);
  const fold = el("details", {}, el("summary", {}, say("makeLink")), fields);
  fold.addEventListener("toggle", () => fold.open && look());
  onSubmit(fields, async () => {
    try {
      const made = await api.addShare(wanted(fields));
      const address = new URL(made.path, location.href).href;
      show((await api.shares()).links, linkNews(made.name, address));
    } catch (error) {
      tellProblem(error);
    }
  });
  return fold;
}

function wanted(fields) {
  const data = new FormData(fields);
  return { name: data.get("name").trim() || null, calendars: data.getAll("calendars"), busyOnly: data.has("busyOnly") };
}

/** What readers of the link would see first, by the service's own feed. */
async function showPreview(fields, box) {
  const { events } = await api.addShare({ ...wanted(fields), name: null }, true);
  const rows = events.slice(0, 5).map((event) =>
    el("li", { class: "card" }, el("b", { dir: "auto" }, titleOf(event)), el("span", {}, whenLabel(event))));
  box.replaceChildren(el("h3", {}, say("linkShows")), rows.length ? el("ul", { class: "results" }, ...rows) : el("p", { class: "quiet" }, say("noEvents")));
}

function linkNews(name, address) {
  const field = el("input", { readonly: true, value: address, "aria-label": say("link") });
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(address).catch(() => document.execCommand("copy"));
    tell(say("copied"));
  };
  const isHere = /(^|\.)localhost$|^127\.|^\[::1\]$/.test(location.hostname);
  return el(
    "section",
    { class: "news", "aria-live": "polite" },
    el("h4", { dir: "auto" }, name),
    el("p", { class: "copying" }, field, el("button", { type: "button", click: copy }, say("copy"))),
    el("p", { class: "quiet" }, say("linkOnce")),
    isHere && el("p", { class: "quiet" }, say("linkHere")),
  );
}
