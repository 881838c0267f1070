// Accounts on servers as the calendars' view has them: one more, in step now, one less.
import { api } from "./api.js";
import { loadCalendars } from "./calendars.js";
import { el } from "./dom.js";
import { onSubmit } from "./form.js";
import { claim } from "./panel.js";
import { translated } from "./problems.js";
import { locale, say } from "./say.js";
import { state } from "./state.js";
import { tell, tellAside, tellProblem } from "./status.js";

/**
 * The accounts that there are; null without any.
 * @param {object[]} accounts @param {(still: () => boolean) => Promise<void>} again shows the view anew
 */
export function accountsList(accounts, again) {
  if (!accounts.length) return null;
  return el("section", {}, el("h3", {}, say("accounts")), el("ul", { class: "log" }, ...accounts.map((account) => row(account, again))));
}

function row(account, again) {
  const { id, name, user, host, lastSync, toSend, conflicts, faults, startsProgram } = account;
  const when = lastSync && new Date(lastSync).toLocaleString(locale(), { timeZone: state.zone, dateStyle: "medium", timeStyle: "short" });
  const facts = [[user, host].filter(Boolean).join(", "), when && say("lastSync", when), toSend > 0 && say("toSend", toSend)];
  const told = [...faults.map(({ calendar, what }) => `${calendar}: ${translated(what)}`), conflicts > 0 && say("clashes", conflicts), startsProgram && say("byCommand")];
  const button = (key, action) =>
    !startsProgram && el("button", { type: "button", "aria-label": `${say(key)}: ${name}`, click: () => run(action, again) }, say(key));
  return el(
    "li",
    { class: "account" },
    el(
      "span",
      { class: "what" },
      el("b", { dir: "auto" }, name),
      el("small", { dir: "auto" }, facts.filter(Boolean).join(" · ")),
      ...told.filter(Boolean).map((text) => el("small", { class: "unclear", dir: "auto" }, text)),
    ),
    button("syncNow", async () => {
      const { outcomes } = await api.syncAccount(id);
      return outcomes.map(translated).join(" · ");
    }),
    button("removeCalendar", async () => {
      if (!confirm(say("removeAccount", name))) return null;
      await api.removeAccount(id);
      return say("removed", name);
    }),
  );
}

async function run(action, again) {
  const still = claim();
  try {
    const words = await action();
    await loadCalendars();
    await again(still);
    if (words) tell(words);
  } catch (error) {
    tellProblem(error);
  }
}

/** The form for one more: first its calendars are found, then those are kept that are chosen. */
export function accountForm(again) {
  const input = (key, attributes) => el("label", {}, el("span", {}, say(key)), el("input", { dir: "auto", ...attributes }));
  const found = el("fieldset", { hidden: true, "aria-live": "polite" });
  const button = el("button", { class: "primary" }, say("findCalendars"));
  const form = el(
    "form",
    { class: "fields" },
    input("accountAddress", { name: "address", required: true, autocomplete: "off", placeholder: "kim@example.org" }),
    input("accountUser", { name: "user", autocomplete: "off" }),
    input("appPassword", { name: "password", type: "password", required: true, autocomplete: "off" }),
    el("p", { class: "quiet" }, say("appPasswordHint")),
    found,
    el("p", { class: "actions" }, button),
    el("p", { class: "quiet" }, say("signInElsewhere"), " ", el("code", {}, "agenda account add ADDRESS --oauth google")),
  );
  const typed = () => {
    const { address, user, password } = Object.fromEntries(new FormData(form));
    return { address: address.trim(), user: user.trim() || null, password };
  };
  // Another server has other calendars.
  form.addEventListener("input", ({ target }) => {
    if (target.type === "checkbox") return;
    found.hidden = true;
    button.textContent = say("findCalendars");
  });
  onSubmit(form, async () => {
    try {
      if (found.hidden) {
        const { calendars } = await api.addAccount(typed(), true);
        const boxes = calendars.map((name) =>
          el("label", { class: "check" }, el("input", { type: "checkbox", name: "calendars", value: name, checked: true }), " ", el("span", { dir: "auto" }, name)));
        found.replaceChildren(el("legend", {}, say("whichCalendars")), ...boxes);
        found.hidden = false;
        button.textContent = say("add");
        tellAside(say("whichCalendars"));
        found.querySelector("input")?.focus();
        return;
      }
      const account = await api.addAccount({ ...typed(), calendars: new FormData(form).getAll("calendars") });
      tell(say("added", account.name));
      await run(async () => (await api.syncAccount(account.id)).outcomes.map(translated).join(" · "), again);
    } catch (error) {
      tellProblem(error);
    }
  });
  return form;
}
