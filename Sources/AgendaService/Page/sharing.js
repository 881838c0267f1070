// Calendars that people of one service share with each other: who may see one's own, one more, one less.
import { api } from "./api.js";
import { el } from "./dom.js";
import { field, onSubmit } from "./form.js";
import { say } from "./say.js";
import { tell, tellProblem } from "./status.js";

const ACCESS = ["busy", "read", "write"];

/** A section that knows who may see what. @param {object[]} calendars @param {{given: object[]}} sharing */
export function sharingSection(calendars, sharing) {
  const box = el("section", { class: "shares", "data-section": "sharing" });
  const own = calendars.filter(({ kind, owner }) => !owner && ["folder", "account"].includes(kind));
  const show = ({ given }) => {
    const list = el("ul", { class: "log" }, ...given.map((grant) => row(grant, show)));
    box.replaceChildren(el("h3", {}, say("sharing")), list, form(own, show));
  };
  show(sharing);
  return box;
}

function row({ calendar, user, access }, show) {
  const end = () => set({ calendar, user, access: "none" }, show, say("sharedNoMore", calendar, user));
  return el(
    "li",
    {},
    el("span", { class: "what" }, el("b", { dir: "auto" }, user), el("small", { dir: "auto" }, `${calendar} · ${say(`access.${access}`)}`)),
    el("button", { type: "button", "aria-label": `${say("endLink")}: ${user}, ${calendar}`, click: end }, say("endLink")),
  );
}

async function set(grant, show, words) {
  try {
    show(await api.share(grant));
    tell(words);
  } catch (error) {
    tellProblem(error);
  }
}

function form(calendars, show) {
  const choice = (name, values, label) => el("select", { name }, ...values.map((value) => el("option", { value }, label(value))));
  const fields = el(
    "form",
    { class: "fields" },
    field("calendar", choice("calendar", calendars.map(({ name }) => name), (name) => name)),
    field("shareUser", el("input", { name: "user", dir: "auto", required: true, maxlength: 64, autocomplete: "off", autocapitalize: "none" })),
    field("mayDo", choice("access", ACCESS, (access) => say(`access.${access}`))),
    el("p", { class: "actions" }, el("button", { class: "primary" }, say("share"))),
  );
  onSubmit(fields, () => {
    const { calendar, user, access } = Object.fromEntries(new FormData(fields));
    return set({ calendar, user: user.trim(), access }, show, say("sharedNow", calendar, user.trim()));
  });
  return el("details", {}, el("summary", {}, say("shareWith")), fields);
}
