// The devices that synchronise: who may come in, one more, one less.
import { api } from "./api.js";
import { momentLabel } from "./dates.js";
import { el } from "./dom.js";
import { onSubmit } from "./form.js";
import { claim, showPanel } from "./panel.js";
import { moreWords, say } from "./say.js";
import { tellProblem } from "./status.js";

/** Opens the list. @param {Node} [news] what is shown above it in any case, such as a new device's password, which is shown once */
export async function showDevices(news, still = claim()) {
  try {
    const [{ devices }, { signIns }] = await Promise.all([api.devices(), api.signIns(), moreWords()]);
    if (!news && !still()) return;
    const list = devices.length ? el("ul", { class: "log" }, ...devices.map(row)) : el("p", { class: "quiet" }, say("noDevices"));
    showPanel("devices", say("devices"), [news, list, form(), signIns.length ? entries(signIns) : null]);
  } catch (error) {
    tellProblem(error, news ? undefined : still);
  }
}

function row(device) {
  const facts = [
    device.calendars?.join(", "),
    device.readOnly && say("onlyReads"),
    device.lastSeen ? say("lastUsed", momentLabel(device.lastSeen)) : say("neverUsed"),
  ];
  return el(
    "li",
    {},
    el("span", { class: "what" }, el("b", { dir: "auto" }, device.name), el("small", { dir: "auto" }, facts.filter(Boolean).join(" · "))),
    el("button", { type: "button", "aria-label": `${say("revoke")}: ${device.name}`, click: () => act(() => revoke(device)) }, say("revoke")),
  );
}

/** What has let somebody in or changed who may, where the service is one of several people's. */
function entries(signIns) {
  const rows = signIns.slice(0, 50).map(({ at, what, by }) => {
    const facts = [momentLabel(at), by === "operator" && say("byOperator")];
    return el("li", {}, el("span", { class: "what" }, say(`signIn.${what}`), el("small", {}, facts.filter(Boolean).join(" · "))));
  });
  return el("details", {}, el("summary", {}, say("signIns")), el("ul", { class: "log" }, ...rows));
}

function form() {
  const name = el("input", { name: "name", dir: "auto", required: true, maxlength: 1000, autocomplete: "off" });
  const readOnly = el("input", { type: "checkbox", name: "readOnly" });
  const fields = el(
    "form",
    { class: "fields" },
    el("label", {}, el("span", {}, say("addDevice")), name),
    el("label", { class: "check" }, readOnly, " ", say("onlyReads")),
    el("p", { class: "actions" }, el("button", { class: "primary" }, say("add"))),
  );
  onSubmit(fields, () => act(() => add(name.value.trim(), readOnly.checked)));
  return fields;
}

async function act(action) {
  try {
    await action();
  } catch (error) {
    tellProblem(error);
  }
}

async function revoke(device) {
  if (!confirm(say("revokeDevice", device.name))) return;
  const still = claim();
  await api.revokeDevice(device.id);
  await showDevices(null, still);
}

async function add(name, readOnly) {
  const added = await api.addDevice({ name, readOnly });
  const rows = [["deviceAddress", added.address], ["deviceUser", added.user], ["devicePassword", added.password]];
  const known = rows.filter(([, text]) => text).flatMap(([key, text]) => [el("dt", {}, say(key)), el("dd", {}, el("code", {}, text))]);
  await showDevices(
    el(
      "section",
      { "aria-live": "polite" },
      el("h3", { dir: "auto" }, added.name),
      el("dl", { class: "password" }, ...known),
      el("p", { class: "quiet" }, say("passwordOnce")),
      added.qr && el("img", { class: "qr", alt: say("deviceLink"), src: `data:image/svg+xml,${encodeURIComponent(added.qr)}` }),
      added.link && el("p", {}, el("a", { href: added.link, dir: "auto" }, say("deviceLink"))),
    ),
  );
}
