// The page's words. The service makes `strings.js` of the languages' files, which it reads for the first response, too.
import strings from "./strings.js";

let [language] = document.documentElement.lang.split("-");
if (!(language in strings)) language = "en";

/** The languages of the page: code and own name. */
export const languages = Object.entries(strings).map(([code, words]) => [code, words.name]);

/** @returns {string} the code of the language in use */
export function currentLanguage() {
  return language;
}

/** The language for `Intl`: as in the browser's country, where the browser is in this language. */
export function locale() {
  const own = navigator.languages.find((tag) => tag.startsWith(`${language}-`));
  return own ?? strings[language].locale;
}

/**
 * A text in the present language.
 * @param {string} key
 * @param {...(string | number)} values for `{0}`, `{1}` …
 */
export function say(key, ...values) {
  const text = strings[language][key] ?? strings.en[key] ?? key;
  return values.length ? text.replace(/\{(\d)\}/g, (_, index) => String(values[index])) : text;
}

/** Changes the language, and every text of the frame that carries its key in `data-say…`. */
export function setLanguage(code) {
  language = code in strings ? code : "en";
  document.documentElement.lang = strings[language].locale;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-say-label]")) {
    element.setAttribute("aria-label", say(element.dataset.sayLabel));
    if (element.title) element.title = element.getAttribute("aria-label");
  }
  for (const element of document.querySelectorAll("[data-say-placeholder]")) {
    element.placeholder = say(element.dataset.sayPlaceholder);
  }
}
