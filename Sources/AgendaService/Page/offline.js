// The service worker keeps the last state.

/** Registers it; without one the page works all the same. */
export async function startOffline() {
  if (!navigator.serviceWorker) return;
  // The only script address that is ever made; Trusted Types wants it said.
  const policy = window.trustedTypes?.createPolicy("agenda", { createScriptURL: (address) => address });
  const address = policy ? policy.createScriptURL("/sw.js") : "/sw.js";
  try {
    await navigator.serviceWorker.register(address);
  } catch {
    // Refused in private windows.
  }
}
