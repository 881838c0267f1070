// Rules: what lists, links for others and mirrors make of certain events; in their order, each as a sentence with what it
// matches.
import { api } from "./api.js";
import { weekdayName } from "./dates.js";
import { debounced, el, styled } from "./dom.js";
import { field, onSubmit, option } from "./form.js";
import { whenLabel } from "./item.js";
import { claim, openView, showPanel } from "./panel.js";
import { sentence, translated } from "./problems.js";
import { moreWords, say, titleOf } from "./say.js";
import { calendarIndex, state } from "./state.js";
import { changeAndShow, tell, tellProblem, whenAnswered, withWords } from "./status.js";

const WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const EFFECTS = ["hide", "title", "color", "add-category", "remind", "busy", "private"];
const FLAGS = ["all-day", "free", "declined", "repeats", "hide", "busy", "private"];
const PLACES = ["lists", "shares", "mirrors"];
/** What the form has; the other keys of a rule stay as they are. */
const KEYS = ["calendar", "summary", "location", "status", "all-day", "free", "longer-than", "shorter-than", "weekdays", "between", ...EFFECTS];
const MOST = 12;
styled("manage.css", import.meta.url);
styled("items.css", import.meta.url);

const pathOf = (number, query = "") => `/v1/rules${number ? `/${number}` : ""}${query}`;

/** Opens the list. @param {{focus?: boolean, on?: [number, string]}} [options] on: the rule and the button that get the focus */
export const showRules = ({ focus, on } = {}, still = claim(focus !== false)) => whenAnswered(still, withWords("/v1/rules"), ({ rules, etag }) => {
  const rows = rules.map((rule) => row(rule, rules.length, etag));
  const add = el("button", { type: "button", "data-action": "add", click: () => showForm(null, etag) }, say("addRule"));
  const place = on && (rows[on[0] - 1]?.querySelector(`[data-action=${on[1]}]`) ?? rows[on[0] - 1]?.querySelector("button") ?? add);
  showPanel("rules", say("rules"), [
    el("p", { class: "quiet" }, say("rulesHint")),
    rows.length ? el("ol", { class: "ruled" }, ...rows) : el("p", { class: "quiet" }, say("noRules")),
    el("p", { class: "actions" }, add),
  ], { focus: place || focus });
});

document.addEventListener("undone", () => openView() === "rules" && showRules({ focus: false }));

function row({ number, matches, settings }, count, etag) {
  const values = new Map(settings.map(({ key, values }) => [key, values]));
  const events = say("rule.events", conditionsOf(values));
  const change = (method, body, key, on) => act(() => api.ask(method, pathOf(number), body, { ifMatch: etag }), say(key, events), on);
  const move = (step, key) => () => change("PATCH", { at: number + step }, "saved", [number + step, key]);
  const button = (key, click) =>
    el("button", { type: "button", "data-action": key, "aria-label": `${say(key)}: ${events}`, click }, say(key));
  const facts = [matches === null ? null : matches === 1 ? say("oneEvent") : say("events", matches), placesOf(values)];
  return el(
    "li",
    {},
    el("h3", { dir: "auto" }, events),
    el("p", { dir: "auto" }, effectsOf(values)),
    el("p", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
    el(
      "p",
      { class: "actions" },
      button("edit", () => showForm({ number, settings }, etag)),
      number > 1 && button("moveUp", move(-1, "moveUp")),
      number < count && button("moveDown", move(1, "moveDown")),
      button("remove", () => change("DELETE", undefined, "removed", [Math.min(number, count - 1), "remove"])),
    ),
  );
}

const act = (action, words, on) => changeAndShow(claim(), action, () => words, (still) => showRules({ on }, still));

const conditionsOf = (values) =>
  [...values].filter(([key]) => key !== "in" && !EFFECTS.includes(key)).map(wordOf).join(say("comma"));
const effectsOf = (values) => [...values].filter(([key]) => EFFECTS.includes(key)).map(wordOf).join(say("comma"));
const placesOf = (values) =>
  values.has("in") && say("rule.in", values.get("in").map((place) => say(`place.${place}`)).join(say("comma")));

/** What a key of a rule says. @param {[string, string[]]} entry */
function wordOf([key, values]) {
  const [first] = values;
  if (FLAGS.includes(key)) return say(`rule.${key}.${first}`);
  if (key === "remind" && ["none", "false"].includes(first)) return say("rule.remind.none");
  if (key === "weekdays") return say("rule.weekdays", values.map(dayName).join(" "));
  if (key === "status") return values.map((value) => say(value)).join(say("comma"));
  return say(`rule.${key}`, values.join(say("rule.or")));
}

const dayName = (day) => weekdayName(WEEK.indexOf(day.toLowerCase())) ?? day;

/** Fills a section of an event's panel: what rules did to it. @param {HTMLElement} section @param {object[]} applied */
export async function fillApplied(section, applied) {
  await moreWords();
  const rows = applied.map(({ number, effects }) =>
    el("li", { dir: "auto" }, el("b", {}, say("ruleNumber", number)), say("colon"), effects.map(({ key, value }) => wordOf([key, [value]])).join(say("comma"))));
  section.replaceChildren(
    el("h3", {}, say("appliedRules")),
    el("ul", {}, ...rows),
    el("p", { class: "actions" }, el("button", { type: "button", click: () => showRules() }, say("rules"))),
  );
}

// The form

function showForm(rule, tag) {
  let [number, etag] = [rule?.number, tag];
  const values = new Map(rule?.settings.map(({ key, values }) => [key, values]));
  const kept = (rule?.settings ?? []).filter(({ key }) => key !== "in" && !KEYS.includes(key));
  const text = (key, label, attributes = {}) => {
    const all = values.get(key) ?? [];
    const input = { name: key, dir: "auto", autocomplete: "off", ...attributes };
    return field(label, all.length > 1 ? el("textarea", { ...input, rows: all.length }, all.join("\n")) : el("input", { ...input, value: all[0] }));
  };
  const choice = (key, label, choices, none = "any") =>
    field(label, el("select", { name: key }, option("", say(none)), ...choices.map(([value, name]) => option(value, name, values.get(key)?.[0]))));
  const flag = (key, label, none) => choice(key, label, ["true", "false"].map((value) => [value, say(`rule.${key}.${value}`)]), none);
  const names = [...new Set([...state.calendars.map(({ name }) => name), ...(values.get("calendar") ?? [])])];
  const check = (name, value, label, checked) => el("label", { class: "check" }, el("input", { type: "checkbox", name, value, checked }), " ", label);
  const day = (name, index) =>
    el("label", {}, el("input", { type: "checkbox", name: "weekdays", value: name, checked: (values.get("weekdays") ?? []).some((chosen) => chosen.toLowerCase() === name) }), el("span", {}, weekdayName(index)));
  const several = values.get("calendar")?.length > 1;
  const preview = el("div", { class: "preview", "aria-live": "polite" });
  const form = el(
    "form",
    { class: "fields" },
    el("h3", {}, say("ruleOf")),
    several ? text("calendar", "calendar") : choice("calendar", "calendar", names.map((name) => [name, name])),
    text("summary", "title", { placeholder: say("patternHint") }),
    text("location", "where"),
    el("details", { open: [...values.keys()].some((key) => KEYS.indexOf(key) > 2 && !EFFECTS.includes(key)) }, el("summary", {}, say("moreFields")), el(
      "div",
      { class: "fields" },
      choice("status", "status", ["confirmed", "tentative", "cancelled"].map((value) => [value, say(value)])),
      flag("all-day", "wholeDays"),
      flag("free", "showsMe"),
      el("fieldset", {}, el("legend", {}, say("onDays")), el("div", { class: "weekdays" }, ...WEEK.map(day))),
      text("between", "between", { placeholder: "9:00-17:00" }),
      text("longer-than", "longerThan", { placeholder: "1h30m" }),
      text("shorter-than", "shorterThan", { placeholder: "15m" }),
    )),
    kept.length ? el("p", { class: "quiet", dir: "auto" }, say("ruleKeeps", kept.map(({ key, values }) => wordOf([key, values])).join(say("comma")))) : null,
    el("h3", {}, say("ruleDoes")),
    flag("hide", "visibility", "asIs"),
    text("title", "callThem", { placeholder: "{calendar}: {summary}" }),
    text("color", "color", { placeholder: "teal, #4169e1" }),
    text("add-category", "addCategory"),
    text("remind", "remindBefore", { placeholder: "10m" }),
    flag("busy", "countsAs", "asIs"),
    flag("private", "forOthers", "asIs"),
    el("fieldset", {}, el("legend", {}, say("countsIn")), ...PLACES.map((place) => check("in", place, say(`place.${place}`), values.get("in")?.includes(place) ?? true))),
    el("p", { class: "actions" }, el("button", { class: "primary" }, say("save")), el("button", { type: "button", click: () => showRules() }, say("cancel"))),
    // Below what is pressed: what is shown later moves nothing.
    preview,
  );
  const send = (query, settings) => api.ask(number ? "PATCH" : "POST", pathOf(number, query), { settings }, { ifMatch: number ? etag : undefined });
  let run = 0;
  const look = debounced(400, async () => {
    const own = (run += 1);
    const shown = await send("?dryRun=true", settingsOf(form, kept)).then(changesList, whyNone);
    if (own === run && form.isConnected) preview.replaceChildren(...shown);
  });
  form.addEventListener("input", look);
  look();
  onSubmit(form, async () => {
    const still = claim();
    try {
      const answer = await send("", settingsOf(form, kept));
      await showRules({ on: [answer.rule, "edit"] }, still);
      tell(say("saved", say("rules")), answer.number ?? undefined);
    } catch (error) {
      if (error.status !== 412) return tellProblem(error);
      // What was typed stays; the rule may stand elsewhere now.
      const now = await api.ask("GET", "/v1/rules").catch(() => null);
      if (!now) return tellProblem(error);
      number = now.rules.find(({ settings }) => JSON.stringify(settings) === JSON.stringify(rule.settings))?.number;
      etag = now.etag;
      tell(say("changedMeanwhile"));
    }
  });
  showPanel("rule", say(rule ? "editRule" : "addRule"), [form], { focus: form.elements.summary });
}

/** What the form says, with what it does not have. */
function settingsOf(form, kept) {
  const data = new FormData(form);
  const settings = KEYS.map((key) => ({ key, values: data.getAll(key).flatMap((text) => text.split("\n")).map((text) => text.trim()).filter(Boolean) }));
  const places = data.getAll("in");
  if (places.length && places.length < PLACES.length) settings.push({ key: "in", values: places });
  return [...kept, ...settings.filter(({ values }) => values.length)];
}

/** Which events would look otherwise, and how. */
function changesList({ count, events }) {
  const rows = events.slice(0, MOST).map(({ before, after, busyBefore, busyAfter }) => {
    const event = before ?? after;
    const news = [
      !after ? say("isHiddenThen") : !before ? say("isShownThen") : null,
      before && after && before.summary !== after.summary && `→ ${after.summary}`,
      before && after && before.color !== after.color && `${say("color")} ${after.color ?? ""}`,
      before && after && after.categories.filter((name) => !before.categories.includes(name)).join(say("comma")),
      before && after && busyBefore !== busyAfter && say(`transparent.${busyAfter ? "busy" : "free"}`),
    ].filter(Boolean);
    return el(
      "li",
      { class: `card c-${calendarIndex(event.calendar)}` },
      el("b", { dir: "auto" }, titleOf(event)),
      el("span", {}, whenLabel(event)),
      news.length ? el("span", { dir: "auto" }, news.join(" · ")) : null,
    );
  });
  const more = count - rows.length;
  return [
    el("h3", {}, count === 0 ? say("wouldChangeNothing") : count === 1 ? say("wouldChangeOne") : say("wouldChange", count)),
    el("ul", { class: "results" }, ...rows),
    ...(more > 0 ? [el("p", { class: "quiet" }, say("more", more))] : []),
  ];
}

const whyNone = (error) => [el("p", { class: "quiet" }, [error.message, error.body?.remedy].filter(Boolean).map(translated).map(sentence).join(" "))];
