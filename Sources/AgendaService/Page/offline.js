// The service worker keeps the last state. It is told which files this page is made of, since those of the first
// load were fetched before it was there.

/** Registers it; without one the page works all the same. */
export async function startOffline() {
  if (!navigator.serviceWorker) return;
  // The only script address that is ever made; Trusted Types wants it said.
  const policy = window.trustedTypes?.createPolicy("agenda", { createScriptURL: (address) => address });
  const address = policy ? policy.createScriptURL("/sw.js") : "/sw.js";
  try {
    await navigator.serviceWorker.register(address);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ keep: performance.getEntriesByType("resource").map(({ name }) => name).filter(isAsset) });
  } catch {
    // Refused in private windows.
  }
}

const isAsset = (address) => new URL(address).origin === location.origin && /\/assets\/|\.webmanifest$/.test(address);
