// What a browser remembers of a reader's choices, first of all whether the page is dark, which is settled before any of it is painted.

/** @type {Map<string, string>} */ const settings = new Map(); // here, which lasts as long as the page

// Storage may be unavailable, as in a frame of a notebook.
/** @param {string} name @param {string} [value] */ export function stored(name, value) {
  if (value !== undefined) settings.set(name, value);
  try {
    if (value === undefined) return localStorage.getItem(`papertrace-${name}`);
    localStorage.setItem(`papertrace-${name}`, value);
  } catch {
    return settings.get(name) ?? null;
  }
  return value;
}

// As the reader has chosen, else as the system is.
export const prefersDark = matchMedia("(prefers-color-scheme: dark)");
export const isDark = () => (prefersDark.matches ? stored("theme") !== "light" : stored("theme") === "dark");

document.documentElement.dataset.theme = isDark() ? "dark" : "light";
