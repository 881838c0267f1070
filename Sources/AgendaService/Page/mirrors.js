// Mirrors: what some calendars have, kept in another one; how they stand, what waits for their owner, one more, one less.
import { api } from "./api.js";
import { el, styled } from "./dom.js";
import { field, onSubmit, option } from "./form.js";
import { claim, openView, showPanel } from "./panel.js";
import { say } from "./say.js";
import { isWritable, state } from "./state.js";
import { changeAndShow, tell, whenAnswered, withWords } from "./status.js";

const DETAILS = { title: "title", location: "where", notes: "notes", link: "link", categories: "categories" };
styled("manage.css", import.meta.url);

const pathOf = (name, more = "") => `/v1/mirrors/${encodeURIComponent(name)}${more}`;

/** Opens the list. @param {{focus?: boolean, on?: string}} [options] on: the mirror that gets the focus */
export const showMirrors = ({ focus, on } = {}, still = claim(focus !== false)) => whenAnswered(still, withWords("/v1/mirrors"), ({ mirrors }) => {
  const rows = mirrors.map(row);
  const place = rows[mirrors.findIndex(({ name }) => name === on)]?.querySelector("button");
  showPanel("mirrors", say("mirrors"), [
    el("p", { class: "quiet" }, say("mirrorsHint")),
    rows.length ? el("ul", { class: "ruled" }, ...rows) : el("p", { class: "quiet" }, say("noMirrors")),
    form(),
  ], { focus: place ?? focus });
});

document.addEventListener("undone", () => openView() === "mirrors" && showMirrors({ focus: false }));

function row(mirror) {
  const { name, calendars, target, shows, days, paused, held, blocks, tag, state: standing, about, toAdd, toChange, toRemove } = mirror;
  const settings = { ifMatch: tag };
  const button = (key, click, attributes) =>
    el("button", { type: "button", "data-action": key, "aria-label": `${say(key)}: ${name}`, click, ...attributes }, say(key));
  const facts = [
    shows.length ? say("mirrorShows", shows.map((part) => say(DETAILS[part])).join(say("comma"))) : say("mirrorBusy"),
    say("daysCount", days),
    mirror.private && say("markedPrivate"),
    say("blocks", blocks),
  ];
  const waits = standing === "waiting" || standing === "held";
  const words = [
    standing !== "waiting" && say(`mirror.${standing}`, standing === "held" ? held : about),
    (waits || paused) && toAdd + toChange + toRemove > 0 && say("mirrorDoes", toAdd, toChange, toRemove),
  ];
  const end = (query, key) => act(() => api.ask("DELETE", pathOf(name, query), undefined, settings), () => say("removed", name), null, key);
  return el(
    "li",
    {},
    el("h3", { dir: "auto" }, name),
    el("p", { dir: "auto" }, say("mirrorOf", calendars.join(say("comma")), target)),
    el("p", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
    el("p", { class: standing === "current" || standing === "waiting" ? null : "unclear", dir: "auto" }, words.filter(Boolean).join(" · ")),
    el(
      "p",
      { class: "actions" },
      held > 0 || ["shrunk", "grown"].includes(standing) ? button("confirmRun", () => run(name, "?confirm=true")) : !paused && button("runMirror", () => run(name)),
      paused
        ? button("resume", () => act(() => api.ask("PATCH", pathOf(name), { paused: false }, settings), done, name))
        : button("pause", () => act(() => api.ask("PATCH", pathOf(name), { paused: true }, settings), () => say("saved", name), name)),
    ),
    el("details", {}, el("summary", { "aria-label": `${say("endMirror")}: ${name}` }, say("endMirror")), el(
      "p",
      { class: "actions" },
      button("endWithBlocks", () => end(""), { class: "remove" }),
      button("endKeepBlocks", () => end("?keepBlocks=true")),
    )),
  );
}

const run = (name, query = "") => act(() => api.ask("POST", pathOf(name, `/run${query}`)), done, name);

/** What a run did, or why it did nothing. */
function done({ runs }) {
  const [{ name, state: standing, about, added, changed, removed, held }] = runs;
  const stopped = !["current", "waiting", "held"].includes(standing);
  const words = stopped ? say(`mirror.${standing}`, about) : say("mirrorDid", added, changed, removed);
  return [`${name}${say("colon")}${words}`, held > 0 && say("mirror.held", held)].filter(Boolean).join(" · ");
}

const act = (action, words, on) => changeAndShow(claim(), action, words, (still) => showMirrors({ on }, still));

/** A new one. A calendar cannot be shown in itself. */
function form() {
  const check = (name, value, label, checked) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", name, value, checked }), " ", el("span", { dir: "auto" }, label));
  const targets = state.calendars.filter(({ name }) => isWritable(name));
  const target = el("select", { name: "target", required: true }, ...targets.map(({ name }) => option(name, name)));
  const shown = el("fieldset", { hidden: true }, el("legend", {}, say("mirrorParts")), ...Object.entries(DETAILS).map(([part, key]) => check("shows", part, say(key), part === "title")));
  const what = el("select", { name: "what", change: () => (shown.hidden = what.value === "busy") }, option("busy", say("mirrorBusy")), option("details", say("mirrorDetails")));
  const fields = el(
    "form",
    { class: "fields" },
    el("fieldset", {}, el("legend", {}, say("mirrorFrom")), ...state.calendars.map(({ name }) => check("calendars", name, name))),
    field("mirrorTo", target),
    field("mirrorWhat", what),
    shown,
    field("blockTitle", el("input", { name: "title", dir: "auto", maxlength: 200, autocomplete: "off", value: say("blockBusy") })),
    field("mirrorDays", el("input", { name: "days", type: "number", min: 1, max: 3660, value: 90, required: true })),
    check("private", "on", say("markedPrivate")),
    el("p", { class: "actions" }, el("button", { class: "primary" }, say("makeMirror"))),
  );
  const follow = () => {
    for (const box of fields.querySelectorAll("[name=calendars]")) {
      box.disabled = box.value === target.value;
      if (box.disabled) box.checked = false;
    }
  };
  target.addEventListener("change", follow);
  follow();
  onSubmit(fields, async () => {
    const data = new FormData(fields);
    const calendars = data.getAll("calendars");
    if (!calendars.length) return tell(say("chooseSome"));
    const values = {
      calendars, target: data.get("target"), days: Number(data.get("days")), title: data.get("title").trim() || null,
      shows: data.get("what") === "busy" ? [] : data.getAll("shows"), private: data.has("private"),
    };
    await act(() => api.ask("POST", "/v1/mirrors", values), done, null);
  });
  const fold = el("details", {}, el("summary", {}, say("makeMirror")), targets.length ? fields : el("p", { class: "quiet" }, say("noTargets")));
  return el("section", { class: "adding" }, fold);
}
