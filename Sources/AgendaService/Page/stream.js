// Server-sent events (HTML Living Standard, section 9.2) by `fetch`: an EventSource can send no field.
import { proof } from "./access.js";

/**
 * Follows a stream, and asks again where it ends. @returns {() => void} ends it
 * @param {string} path
 * @param {{open: () => void, event: (name: string, data: string, id: string) => void, broken: (status?: number) => void}} listener
 */
export function follow(path, listener) {
  const stop = new AbortController();
  const last = { id: "", retry: 3000 };
  const run = async () => {
    while (!stop.signal.aborted) {
      const status = await read(path, listener, last, stop.signal).catch(() => undefined);
      if (stop.signal.aborted) return;
      listener.broken(status);
      await new Promise((next) => setTimeout(next, last.retry));
    }
  };
  run();
  return () => stop.abort();
}

/** One answer, to its end. @returns {Promise<number>} the status of one that is no stream */
async function read(path, listener, last, signal) {
  const headers = { Accept: "text/event-stream", ...proof(), ...(last.id && { "Last-Event-ID": last.id }) };
  const answer = await fetch(path, { headers, signal, cache: "no-store" });
  if (!answer.ok || !answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return answer.status;
  listener.open();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return undefined;
    // The service ends lines with a line feed alone.
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) take(block, listener, last);
  }
}

function take(block, listener, last) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
    if (field === "data") data.push(value);
    else if (field === "event") name = value;
    else if (field === "id") last.id = value;
    else if (field === "retry") last.retry = Number(value) || last.retry;
  }
  listener.event(name, data.join("\n"), last.id);
}
