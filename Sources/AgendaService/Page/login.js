// Keeps what lets the page in, which comes this once: `access.js` reads it.
{
  try {
    localStorage.setItem("agenda.secret", document.documentElement.dataset.secret);
  } catch {
    // The page says that it is not signed in.
  }
  location.replace("/");
}
