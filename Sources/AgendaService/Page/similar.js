// Events of different calendars that are likely the same: their owner says what they are.
import { api } from "./api.js";
import { el, styled } from "./dom.js";
import { whenLabel } from "./item.js";
import { claim, openView, showPanel } from "./panel.js";
import { translated } from "./problems.js";
import { eventRow } from "./results.js";
import { say, titleOf } from "./say.js";
import { tell, tellProblem, whenAnswered, withWords } from "./status.js";

styled("manage.css", import.meta.url);

/** Opens the list. @param {{focus?: boolean, at?: number}} [options] at: the pair that gets the focus */
export const showSimilar = ({ focus, at } = {}, still = claim(focus !== false)) => whenAnswered(still, withWords("/v1/similar"), ({ similar }) => {
  const rows = similar.map(row);
  showPanel("similar", say("similar"), [
    el("p", { class: "quiet" }, say("similarHint")),
    rows.length ? el("ol", { class: "ruled" }, ...rows) : el("p", { class: "quiet" }, say("noSimilar")),
  ], { focus: rows[Math.min(at, rows.length - 1)]?.querySelector("button") ?? focus });
});

document.addEventListener("undone", () => openView() === "similar" && showSimilar({ focus: false }));

function row({ reasons, count, events }, place) {
  const [first, second] = events;
  const why = [...reasons.map((reason) => say(`reason.${reason}`)), count > 1 && say("times", count)];
  const title = titleOf(first);
  const button = (same, key) =>
    el("button", { type: "button", "data-action": key, "aria-label": `${say(key)}: ${title}`, click: () => note(first, second, same, place) }, say(key));
  return el(
    "li",
    {},
    el("h3", {}, whenLabel(first)),
    el("p", {}, why.filter(Boolean).join(say("comma"))),
    el("ul", { class: "results" }, ...events.map(inCalendar)),
    el("p", { class: "actions" }, button(true, "theSame"), button(false, "notTheSame")),
  );
}

/** A row that also says in which calendars the event is. */
function inCalendar(event) {
  const item = eventRow(event);
  item.firstChild.append(el("span", { dir: "auto" }, [event.calendar, ...event.alsoIn].join(say("comma"))));
  return item;
}

async function note(first, second, same, at) {
  const still = claim();
  try {
    const { number, notes } = await api.ask("POST", "/v1/similar", { first: first.id, second: second.id, same });
    await showSimilar({ at }, still);
    const words = say(same ? "notedSame" : "notedDifferent", titleOf(first));
    tell([words, ...notes.map(translated)].join(". "), number ?? undefined);
  } catch (error) {
    tellProblem(error);
  }
}
