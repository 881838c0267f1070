// The calendars as their owner sets them up: name, colour, whether they make busy, more of them, less of them.
import { accountForm, accountsList } from "./account.js";
import { api } from "./api.js";
import { arranged } from "./calendar.js";
import { isListed, loadCalendars, setListed } from "./calendars.js";
import { showDevices } from "./devices.js";
import { momentLabel } from "./dates.js";
import { el, styled } from "./dom.js";
import { field, onSubmit } from "./form.js";
import { claim, showPanel } from "./panel.js";
import { translated } from "./problems.js";
import { moreWords, say } from "./say.js";
import { sharesSection } from "./shares.js";
import { sharingSection } from "./sharing.js";
import { calendarIndex, state } from "./state.js";
import { tell, tellProblem } from "./status.js";

/** Twelve colours that the page makes readable on white and on black, in the order of the words `palette`. */
const PALETTE = [
  "#d1453b", "#e07a1f", "#c79a00", "#6a9a1f", "#2e9e5b", "#159e9e",
  "#2b8fd6", "#4169e1", "#7a5ad6", "#b14fc5", "#d1478c", "#7a7f87",
];
/** What else is set up from here. */
const VIEWS = {
  rules: async (still) => (await import("./ruling.js")).showRules({}, still),
  mirrors: async (still) => (await import("./mirrors.js")).showMirrors({}, still),
  similar: async (still) => (await import("./similar.js")).showSimilar({}, still),
  devices: (still) => showDevices(null, still),
};
const INTERVALS = [null, 900, 3600, 21_600, 86_400];

styled("manage.css", import.meta.url);

/** Opens the list. @param {number} [opened] the calendar whose settings are open @param {string} [focused] the setting that gets the focus */
export async function showManage(opened, focused, still = claim()) {
  try {
    const [{ calendars, accounts }, { links }, sharing] = await Promise.all([api.setups(), api.shares(), api.sharing(), moreWords()]);
    if (!still()) return;
    const list = el("ul", { class: "managed" }, ...arranged(calendars).flat().map((calendar) => row(calendar, calendar.id === opened)));
    showPanel("manage", say("calendars"), [
      calendars.length ? list : el("p", { class: "quiet" }, say("noCalendars")),
      accountsList(accounts, (still) => showManage(null, null, still)),
      adding(),
      sharing.several && sharingSection(calendars, sharing),
      sharesSection(calendars, links),
      el("p", { class: "actions" }, ...Object.entries(VIEWS).map(([key, click]) => el("button", { type: "button", "data-action": key, click: () => click(claim()) }, say(key)))),
    ]);
    document.querySelector(`[data-calendar="${opened}"] ${focused ? `[name=${focused}]` : "summary"}`)?.focus();
  } catch (error) {
    tellProblem(error, still);
  }
}

/** Runs what changes calendars, says it, and shows them as they are then. */
async function act(action, words, opened) {
  const still = claim();
  try {
    const answer = await action();
    await loadCalendars();
    await showManage(opened ?? answer.id, null, still);
    tell(words(answer), answer.number);
    return true;
  } catch (error) {
    tellProblem(error);
    return false;
  }
}

function row(calendar, open) {
  const swatch = el("span", { class: "swatch", dir: "auto" }, calendar.name);
  const fold = el("details", { open }, el("summary", {}, swatch, el("small", { dir: "auto" }, standing(calendar))));
  const fill = () => fold.open && fold.children.length === 1 && fold.append(settings(calendar));
  fold.addEventListener("toggle", fill);
  fill();
  return el("li", { class: `c-${calendarIndex(calendar.name)}`, "data-calendar": calendar.id }, fold);
}

/** How a calendar is, in a line. */
function standing({ kind, name, account, owner, status, events, writable, busy, feed }) {
  const bad = feed?.error ? `${translated(feed.error)}: ${say("lastCopy")}` : status === "ok" ? null : say(status === "failed" ? "notRead" : "partlyRead");
  const facts = [
    account ?? (kind === "feed" ? feed.host : null),
    owner && say("sharedBy", owner),
    events === 1 ? say("oneEvent") : say("events", events),
    !writable && say("onlyReads.calendar"),
    !busy && say("notBusy"),
    feed?.fetched && say("fetched", momentLabel(feed.fetched)),
    !isListed(name) && say("isHidden"),
  ];
  return [bad, ...facts].filter(Boolean).join(" · ");
}

function check(key, name, checked) {
  return el("label", { class: "check" }, el("input", { type: "checkbox", name, checked }), " ", say(key));
}

function settings(calendar) {
  const name = el("input", { name: "name", dir: "auto", required: true, maxlength: 200, autocomplete: "off", value: calendar.name });
  const form = el(
    "form",
    { class: "fields" },
    field("name", name),
    colors(calendar.color),
    ...groupField(calendar.group),
    calendar.feed && field("fetchEvery", every(calendar.interval)),
    check("makesBusy", "busy", calendar.busy),
    check("listed", "listed", isListed(calendar.name)),
    el(
      "p",
      { class: "actions" },
      el("button", { class: "primary" }, say("save")),
      calendar.feed && el("button", { type: "button", click: () => refresh(calendar) }, say("fetchNow")),
      calendar.kind !== "local" && !calendar.account &&
        el("button", { type: "button", class: "remove", click: () => remove(calendar) }, say("removeCalendar")),
    ),
  );
  onSubmit(form, () => save(calendar, form));
  return form;
}

/** The group that a calendar is in; those that there are are offered. */
function groupField(group) {
  const names = new Set(state.calendars.map((calendar) => calendar.group).filter(Boolean));
  const input = el("input", { name: "group", dir: "auto", maxlength: 200, autocomplete: "off", list: "group-names", placeholder: say("groupHint"), value: group });
  return [field("group", input), el("datalist", { id: "group-names" }, ...[...names].map((name) => el("option", { value: name })))];
}

/** The colours to choose from; another one is kept as it is. */
function colors(chosen) {
  const names = say("palette").split(" ");
  const known = PALETTE.includes(chosen);
  const own = el("input", { type: "color", name: "ownColor", "aria-label": say("otherColor"), value: /^#[0-9a-f]{6}$/i.test(chosen) ? chosen : "#4169e1" });
  const choice = (value, label, checked, inside) => {
    const input = el("input", { type: "radio", name: "color", value, checked, "aria-label": label });
    const item = el("label", { class: "color", title: label }, input, inside);
    if (value.startsWith("#")) item.style.setProperty("--accent", value);
    return item;
  };
  const other = choice("other", say("otherColor"), Boolean(chosen) && !known, own);
  own.addEventListener("input", () => (other.firstChild.checked = true));
  return el(
    "fieldset",
    { class: "colors" },
    el("legend", {}, say("color")),
    ...PALETTE.map((color, index) => choice(color, names[index], color === chosen)),
    choice("", say("ownHue"), !chosen, el("span", { "aria-hidden": true }, "∅")),
    other,
  );
}

function every(interval) {
  const values = INTERVALS.includes(interval) ? INTERVALS : [interval, ...INTERVALS];
  const label = (seconds) =>
    seconds === null ? say("asServerSays") : seconds < 3600 ? say("minutes", seconds / 60) : say("hours", seconds / 3600);
  return el(
    "select",
    { name: "interval" },
    ...values.map((value) => el("option", { value: value ?? "", selected: value === interval }, label(value))),
  );
}

async function save(calendar, form) {
  const { name, color: chosen, ownColor, group, interval, busy, listed } = Object.fromEntries(new FormData(form));
  const named = calendar.color && !PALETTE.includes(calendar.color) && !/^#[0-9a-f]{6}$/i.test(calendar.color);
  // A name of CSS has no place in the field for others: it stays, unless another one is chosen there.
  const color = chosen === "other" ? (named && ownColor === "#4169e1" ? calendar.color : ownColor) : chosen || null;
  const now = { name: name.trim(), color, group: group.trim() || null, busy: busy === "on" };
  if (calendar.feed) now.interval = interval ? Number(interval) : null;
  const changes = Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== (calendar[key] ?? null)));
  const setUp = async () => {
    const answer = Object.keys(changes).length ? await change(calendar, changes) : {};
    setListed(now.name, listed === "on");
    return answer;
  };
  await act(setUp, () => say("saved", now.name), calendar.id);
}

/** Changes a calendar, also one that was moved or counted anew meanwhile, unless what is changed here was changed there. */
async function change(calendar, changes) {
  try {
    return await api.setUp(calendar.id, changes, calendar.tag);
  } catch (error) {
    const now = error.status === 412 && (await api.setups()).calendars.find(({ id }) => id === calendar.id);
    if (!now || Object.keys(changes).some((key) => now[key] !== calendar[key])) throw error;
    return api.setUp(calendar.id, changes, now.tag);
  }
}

function refresh(calendar) {
  return act(() => api.refreshFeed(calendar.id), (answer) =>
    answer.feed.error ? translated(answer.feed.error) : say("wasFetched", calendar.name), calendar.id);
}

function remove(calendar) {
  const lost = calendar.owner ? "giveBack" : calendar.feed ? "removeFeed" : "removeOwn";
  if (!confirm(say(lost, calendar.name, calendar.owner ?? calendar.events))) return null;
  return act(() => api.removeCalendar(calendar.id, calendar.tag), () => say("removed", calendar.name));
}

/** A new calendar, a feed, a file, an account: each folded until it is wanted. */
function adding() {
  const name = () => el("input", { name: "name", dir: "auto", required: true, maxlength: 200, autocomplete: "off" });
  const address = el("input", { name: "address", inputmode: "url", required: true, autocomplete: "off", placeholder: "https://example.org/team.ics" });
  const file = el("input", { type: "file", name: "file", required: true, accept: ".ics,text/calendar" });
  const called = name();
  file.addEventListener("change", () => {
    if (!called.value) called.value = file.files[0]?.name.replace(/\.ics$/i, "") ?? "";
  });
  const own = part("newCalendar", [field("name", name())], (form) => api.newCalendar({ name: form.elements.name.value.trim() }));
  const feed = part("addFeed", [field("feedAddress", address)], (form) => api.newCalendar({ address: form.elements.address.value.trim() }));
  const upload = part("addFile", [field("file", file), field("name", called)], () => api.uploadCalendar(called.value.trim(), file.files[0]));
  const account = el("details", {}, el("summary", {}, say("addAccount")), accountForm((still) => showManage(null, null, still)));
  return el("section", { class: "adding" }, el("h3", {}, say("addCalendar")), own, feed, upload, account);
}

function part(key, fields, add) {
  const form = el("form", { class: "fields" }, ...fields, el("p", { class: "actions" }, el("button", { class: "primary" }, say("add"))));
  onSubmit(form, () => act(() => add(form), wasAdded));
  return el("details", {}, el("summary", {}, say(key)), form);
}

function wasAdded({ name, leftOut = [], others = 0 }) {
  const left = leftOut.length + others;
  return say("added", name) + (left ? ` · ${say("leftOut", left)}` : "");
}
