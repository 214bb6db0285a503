// What a browser remembers of a reader's choices.

/** @type {Map<string, string>} */
const settings = new Map(); // here, which lasts as long as the page

// Storage may be unavailable, as in a frame of a notebook.
/** @param {string} name @param {string} [value] */
export function stored(name, value) {
  if (value !== undefined) settings.set(name, value);
  try {
    if (value === undefined) return localStorage.getItem(`papertrace-${name}`);
    localStorage.setItem(`papertrace-${name}`, value);
  } catch {
    return settings.get(name) ?? null;
  }
  return value;
}
