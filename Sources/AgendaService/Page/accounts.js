// The accounts on servers: when each was synchronised, and what is wrong with it.
import { api } from "./api.js";
import { momentLabel } from "./dates.js";
import { el } from "./dom.js";
import { say } from "./say.js";

/** A section that is filled when the service has answered; it stays empty where there are no accounts. */
export function accountsSection() {
  const box = el("section", { "aria-live": "polite" });
  const fill = ({ accounts }) => accounts.length && box.append(el("h3", {}, say("accounts")), list(accounts));
  // Without an answer there is nothing to say that the offline mark does not.
  api.accounts().then(fill, () => {});
  return box;
}

const list = (accounts) => el("ul", { class: "problems" }, ...accounts.map(row));

function row(account) {
  const faults = (account.calendars ?? []).filter(({ error }) => error);
  const facts = [
    account.lastSync && say("lastSync", momentLabel(account.lastSync)),
    account.toSend > 0 && say("toSend", account.toSend),
  ];
  return el(
    "li",
    {},
    el("b", { dir: "auto" }, account.name),
    el("span", { class: "quiet", dir: "auto" }, [account.user, account.url].filter(Boolean).join(", ")),
    el("span", {}, [account.status, ...facts].filter(Boolean).join(" · ")),
    account.conflicts > 0 && el("span", { class: "unclear" }, say("clashes", account.conflicts)),
    ...faults.map(({ name, error }) => el("span", { class: "unclear", dir: "auto" }, `${name}: ${error}`)),
  );
}
