// What a browser remembers of a reader's choices.

// Storage may be unavailable, as in a page opened from a file; the setting then lasts as long as the page.
/** @param {string} name @param {string} [value] */
export function stored(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`papertrace-${name}`);
    localStorage.setItem(`papertrace-${name}`, value);
  } catch {
    return null;
  }
  return value;
}
