// For those who go by keys or hear the page: ways past the long list, a place that is not lost, keys that can be let go.

// Builds a part anew; whoever was in it is still there afterwards, or where `otherwise` says.
function keepPlace(part, build, otherwise) {
  const within = part.contains(document.activeElement);
  build();
  if (within && !part.contains(document.activeElement)) otherwise().focus({ preventScroll: true });
}

const TARGETS = { query, views: () => document.querySelector("#views :checked"), map: box, details: () => (details.hidden ? legend : details) };

for (const button of document.querySelectorAll(".skip button")) {
  const target = TARGETS[button.dataset.to];
  button.addEventListener("click", () => (typeof target === "function" ? target() : target).focus());
}

// Storage can be forbidden, as in a page opened from a file: then the choice lasts as long as the page.
function remembered(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`papertrace-${name}`);
    localStorage.setItem(`papertrace-${name}`, value);
  } catch {
    return null;
  }
  return value;
}

// A key that is a character gets in the way of those who speak to their machine.
let slashSearches = remembered("slash") !== "off";

function announceSlash() {
  if (slashSearches) query.setAttribute("aria-keyshortcuts", "/");
  else query.removeAttribute("aria-keyshortcuts");
}

function slashSwitch() {
  announceSlash();
  const input = el("input", { type: "checkbox", checked: slashSearches });
  input.addEventListener("change", () => {
    slashSearches = input.checked;
    remembered("slash", slashSearches ? "on" : "off");
    announceSlash();
  });
  return el("label", { class: "check" }, input, el("kbd", {}, "/"), "goes to the search");
}
