// Runs before the first paint, so that a stored light theme does not flash dark.
try {
  if (localStorage.getItem("orbline.theme") === "light")
    document.documentElement.className = "light";
} catch {
  // Storage may be closed to us; the dark theme stays.
}
