// The help: how to search, and the keys.

const guide = document.getElementById("guide");

export function openGuide() {
  if (!guide.open) guide.showModal();
}

document.getElementById("help").addEventListener("click", openGuide);
guide.querySelector("[data-close]").addEventListener("click", () => guide.close());
// A press beside the dialog closes it, as readers expect; the dialog itself is the backdrop's target.
guide.addEventListener("click", (event) => { if (event.target === guide) guide.close(); });
