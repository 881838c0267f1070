// Making elements. Text becomes text nodes here and nowhere else, so no event can bring markup with it.

/**
 * An element with attributes and children. `null`, `false` and `undefined` are left out; a function is a listener.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Whether there is room for one column alone. */
export const narrow = matchMedia("(max-width: 47.99rem)");

const sheets = new Map();

/**
 * A module's style sheet, which is added to the page once.
 * @param {string} name @param {string} base the module's address
 * @returns {HTMLLinkElement}
 */
export function styled(name, base) {
  if (!sheets.has(name)) {
    sheets.set(name, el("link", { rel: "stylesheet", href: new URL(name, base).pathname }));
    document.head.append(sheets.get(name));
  }
  return sheets.get(name);
}

/** @returns {HTMLElement} the element of this id, which page.html has */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * A link out of the page, or its text alone when its scheme could run something.
 * @param {string} address
 * @param {string} [text]
 */
export function outgoing(address, text = address) {
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return document.createTextNode(text);
  return el("a", { href: address, rel: "noopener noreferrer", target: "_blank" }, text);
}

/**
 * Runs `action` once `delay` milliseconds have passed without another call.
 * @param {number} delay
 * @param {(...values: unknown[]) => void} action
 */
export function debounced(delay, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(action, delay, ...values);
  };
}
