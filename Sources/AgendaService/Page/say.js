// The page's words, a file a language. The service makes them of the languages' files, which it reads for the first response, too.
const root = document.documentElement;
/** The language of the first response. */
const [written] = root.lang.split("-");
let language = written;
let wanted = "";
let spoken = { words: {}, answers: {} };
/** Whether the words of views that are seldom opened are wanted, too. */
let isMore = false;

/** Takes the words that were chosen in this browser, or those of the first response. */
export const startLanguage = () => setLanguage(root.dataset.language || written).catch(() => setLanguage(written));

/** @returns {string} the code of the language in use */
export function currentLanguage() {
  return language;
}

/** Whether what came with the document is in another language. */
export const isForeign = () => language !== written;

/** The language for `Intl`: as in the browser's country, where the browser is in this language. */
export function locale() {
  const own = navigator.languages.find((tag) => tag.startsWith(`${language}-`));
  return own ?? spoken.words.locale;
}

/**
 * A text in the present language.
 * @param {string} key
 * @param {...(string | number)} values for `{0}`, `{1}` …
 */
export function say(key, ...values) {
  const text = spoken.words[key] ?? key;
  return values.length ? text.replace(/\{(\d)\}/g, (_, index) => String(values[index])) : text;
}

/** What an event, a to-do, an entry or a change of one is called. */
export const titleOf = ({ summary }) => summary || say("untitled");

/** What the service says, by its English sentences. @returns {Record<string, string>} */
export const answers = () => spoken.answers;

async function wordsOf(code) {
  const [all, late] = await Promise.all([import(`./strings-${code}.js`), isMore && import(`./late-${code}.js`)]);
  return late ? { words: { ...all.words, ...late.words }, answers: { ...all.answers, ...late.answers } } : all;
}

/** Takes the words of views that are seldom opened. */
export async function moreWords() {
  if (isMore) return;
  isMore = true;
  spoken = await wordsOf(language);
}

/** Changes the language, and every text of the frame that carries its key in `data-say…`. */
export async function setLanguage(code) {
  wanted = code;
  const words = await wordsOf(code);
  // Of two choices in a row the last one counts, whichever comes first.
  if (wanted !== code) return;
  spoken = words;
  language = code;
  if (root.lang === spoken.words.locale) return;
  root.lang = spoken.words.locale;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-say-label]")) {
    element.setAttribute("aria-label", say(element.dataset.sayLabel));
    if (element.title) element.title = element.getAttribute("aria-label");
  }
  for (const element of document.querySelectorAll("[data-say-placeholder]")) {
    element.placeholder = say(element.dataset.sayPlaceholder);
  }
}
