// Now and next, with the link to join.
import { api } from "./api.js";
import { durationLabel } from "./dates.js";
import { byId, el } from "./dom.js";
import { joinLink, openEvent } from "./event.js";
import { say, titleOf } from "./say.js";
import { calendarIndex } from "./state.js";
import { followClock } from "./nodes.js";

const box = byId("next");
let answer = null;

/** Asks anew, and again at the next full minute as long as the page is seen. */
export async function startNext() {
  await loadNext();
  const minute = () => {
    if (!document.hidden) {
      loadNext();
      followClock();
    }
    setTimeout(minute, 60_000 - (Date.now() % 60_000));
  };
  setTimeout(minute, 60_000 - (Date.now() % 60_000));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    loadNext();
    followClock();
  });
}

/** Asks which event is now and which is next. */
export async function loadNext() {
  answer = (await api.next().catch(() => null)) ?? answer;
  drawNext();
}

/** Writes both, also after another language was chosen. */
export function drawNext() {
  const running = answer?.event?.running ? answer.event : null;
  const coming = running ? answer.next : (answer?.event ?? null);
  const rows = [
    running && row("now", running, say("minutesLeft", durationLabel(running.minutesLeft))),
    coming && row("next", coming, say("inTime", durationLabel(coming.minutesToStart))),
  ].filter(Boolean);
  const focused = box.contains(document.activeElement) && document.activeElement.getAttribute("href");
  box.replaceChildren(...(rows.length ? rows : [el("p", { class: "quiet" }, say("nothingNext"))]));
  if (focused) box.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function row(key, event, time) {
  const path = `/events/${encodeURIComponent(event.id)}`;
  const open = (click) => {
    click.preventDefault();
    openEvent(event.id);
  };
  const title = el("a", { href: path, dir: "auto", click: open }, titleOf(event));
  const line = el("span", { class: "line" }, el("small", {}, say(key)), title, el("span", { class: "quiet" }, time));
  return el("p", { class: `${key} c-${calendarIndex(event.calendar)}` }, line, event.joinLink && joinLink(event.joinLink));
}
