// What the service says to people, in the page's language. The English sentence is the key, as in the command's
// translations; what has none is shown as it came.
import { answers, say } from "./say.js";

/** The English sentences as patterns, once for each language. */
const patterns = new Map();

function patternsOf(sentences) {
  if (!patterns.has(sentences)) {
    patterns.set(sentences, Object.entries(sentences).map(([english, own]) => [
      new RegExp(`^${english.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+)")}$`),
      own,
    ]));
  }
  return patterns.get(sentences);
}

/**
 * A sentence of the service in the page's language; what it is about stays before it.
 * @param {string} text such as `'soon': there is no such day`
 */
export function translated(text) {
  if (!text) return text;
  const found = sentenceOf(text);
  if (found) return found;
  const colon = text.indexOf(": ");
  const rest = colon < 0 ? null : sentenceOf(text.slice(colon + 2));
  return rest ? text.slice(0, colon) + say("colon") + rest : text;
}

function sentenceOf(text) {
  for (const [pattern, own] of patternsOf(answers())) {
    const match = pattern.exec(text);
    if (match) return own.replace(/\{(\d)\}/g, (_, index) => match[Number(index) + 1]);
  }
  return null;
}

/** A text as a sentence: with a full stop, unless it ends with a mark. */
export function sentence(text) {
  if (/[.!?。！？…]$/.test(text)) return text;
  return text + say("stop");
}
