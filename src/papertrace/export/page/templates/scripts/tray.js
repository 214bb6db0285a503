// The tray: papers that the reader has saved, read, or put out of the list. It is kept in the browser's storage, for all
// pages of the same title, and in the address, so that it can be sent.

const TRAY = {
  saved: { label: "Saved", press: "Save", sign: "★" },
  read: { label: "Read", press: "Read", sign: "✓" },
  out: { label: "Out", press: "Out", sign: "✕" },
};
const TRAY_KEY = `tray-${data.title}`;
const touched = new Set(); // papers whose marks the reader has changed since the page was opened
const unknownMarks = {}; // marks in the storage of papers that are not on this page, as of another build of it

const isInTray = (i) => Object.keys(TRAY).some((name) => state[name].has(i));

function readStoredTray() {
  let kept = null;
  try {
    kept = JSON.parse(stored(TRAY_KEY) ?? "null");
  } catch {
    kept = null; // not written by this page
  }
  for (const name of Object.keys(TRAY)) {
    const ids = Array.isArray(kept?.[name]) ? kept[name].filter((id) => typeof id === "string") : [];
    unknownMarks[name] = ids.filter((id) => !positionOf.has(id));
    state[name] = new Set(ids.filter((id) => positionOf.has(id)).map((id) => positionOf.get(id)));
  }
}

// Marks in an address are added for papers that the reader has not marked: a link of someone else's loses nothing.
function addTray(idsOf) {
  const added = Object.keys(TRAY).flatMap((name) => idsOf(name).map((id) => [name, positionOf.get(id)]));
  const isFree = new Map(added.map(([, i]) => [i, i !== undefined && !touched.has(i) && !isInTray(i)]));
  for (const [name, i] of added) if (isFree.get(i)) state[name].add(i);
}

function mark(name, i) {
  touched.add(i);
  const change = { [name]: toggle(state[name], i) };
  // What is out is not to be read later, and the other way round.
  if (change[name].has(i)) {
    for (const other of name === "out" ? ["saved"] : name === "saved" ? ["out"] : []) change[other] = new Set([...state[other]].filter((one) => one !== i));
  }
  update(change);
  const kept = Object.fromEntries(Object.keys(TRAY).map((key) => [key, [...[...state[key]].map((one) => papers[one].id), ...unknownMarks[key]]]));
  stored(TRAY_KEY, JSON.stringify(kept));
}

function trayButtons(i) {
  const buttons = Object.entries(TRAY).map(([name, { press, sign }]) =>
    el("button", { type: "button", "aria-pressed": String(state[name].has(i)), "data-mark": name, click: () => mark(name, i) }, el("span", { "aria-hidden": "true" }, `${sign} `), press));
  return el("div", { class: "tray", role: "group", "aria-label": "Tray" }, ...buttons);
}

// The marks of a paper in words, for its row in the list.
const trayWords = (i) => Object.keys(TRAY).filter((name) => state[name].has(i)).map((name) => TRAY[name].label.toLowerCase()).join(", ");

function trayPanel() {
  const parts = [closeButton(), el("h2", {}, "Tray")];
  for (const [name, { label }] of Object.entries(TRAY)) {
    const among = sorted([...state[name]]);
    if (!among.length) continue;
    const items = among.map((i) => el("li", {}, ...paperItem(i, paperFacts(i)).childNodes,
      el("button", { type: "button", class: "quiet about turn", "aria-label": `Remove from ${label}: ${papers[i].short}`, click: () => mark(name, i) }, "Remove")));
    parts.push(heading(label, plural(among.length, "paper")), ...longList("near", items));
  }
  if (!Object.keys(TRAY).some((name) => state[name].size)) parts.push(el("p", { class: "facts" }, "Nothing is marked yet. In the panel of a paper, mark it as saved, as read, or as out of the list."));
  parts.push(heading("Keep"), el("p", { class: "facts" }, "This browser remembers the tray, and the address of the page has it: bookmark or send it."), el("p", {}, el("button", { type: "button", class: "fold arrow", click: openExport }, "Export as BibTeX, RIS, CSV, GraphML or Markdown")));
  return parts;
}

const trayButton = document.getElementById("tray");
trayButton.addEventListener("click", () => {
  update({ ...UNCHOSEN, tray: state.tray ? null : true });
  if (state.tray) details.focus();
});

function showTray() {
  const n = state.saved.size;
  trayButton.textContent = n ? `Tray (${n.toLocaleString("en")})` : "Tray";
  trayButton.setAttribute("aria-pressed", String(Boolean(state.tray)));
}

// The sign of a saved or read paper beside its mark on the map.
function drawSign(ctx, i, x, y, radius, scale) {
  const name = Object.keys(TRAY).find((key) => state[key].has(i));
  if (!name) return;
  ctx.font = `${13 / scale}px ${theme.sans}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 3 / scale;
  ctx.strokeStyle = theme.paper;
  ctx.fillStyle = theme.accent;
  const [atX, atY] = [x + radius * 0.75 + 8 / scale, y - radius * 0.75 - 6 / scale];
  ctx.strokeText(TRAY[name].sign, atX, atY);
  ctx.fillText(TRAY[name].sign, atX, atY);
}
