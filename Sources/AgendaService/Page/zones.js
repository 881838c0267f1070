// The choice of the zone whose hours stand beside those of the days.
import { el } from "./dom.js";
import { closePanel, returnTo, showPanel } from "./panel.js";
import { say } from "./say.js";
import { remember, remembered } from "./state.js";

/** Opens it. @param {() => void} redraw called when another zone was chosen */
export function chooseZone(redraw) {
  const now = remembered("zone", "");
  // Chromium leaves UTC out of its list.
  const zones = new Set([now, "UTC", ...Intl.supportedValuesOf("timeZone")].filter(Boolean));
  const options = [...zones].sort().map((zone) => el("option", { value: zone, selected: zone === now }, zone.replaceAll("_", " ")));
  const select = el("select", { name: "zone" }, el("option", { value: "" }, say("noSecondZone")), ...options);
  select.addEventListener("change", () => {
    remember("zone", select.value);
    redraw();
    // What opened the choice was drawn anew.
    returnTo(document.querySelector("#grid .corner button"));
  });
  const field = el("label", {}, el("span", {}, say("secondZone")), select);
  const done = el("button", { type: "button", class: "primary", click: closePanel }, say("close"));
  showPanel("zone", say("secondZone"), [el("div", { class: "fields" }, field, el("p", { class: "actions" }, done))], { focus: select });
}
