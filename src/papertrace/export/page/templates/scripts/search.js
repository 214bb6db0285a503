// Search, and the list of papers, which makes everything on the map accessible without it.

const query = document.getElementById("query");
const found = document.getElementById("found");
const results = document.getElementById("results");
const more = document.getElementById("more");
const PAGE = 100;
const AT_FIRST = 25; // about one screen; the rest of the page is added after the map
let listed = null; // a key of the list's content, which is rebuilt only if it changes
let unabridged = false;

// Search ignores letter case and accents.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

// The fields of a paper in order of relevance; several names of one concept are one value.
const FIELDS = [
  ["", (paper) => [paper.title]],
  ["Concept", (paper) => paper.concepts.map((c) => [concepts[c], ...spellings[c]])],
  ["Author", (paper) => paper.authors ?? []],
  ["Organisation", (paper) => (paper.organisation ? [paper.organisation] : [])],
  ["Year", (paper) => (paper.year ? [String(paper.year)] : [])],
  ["Repository", (paper) => [...(paper.repositories ?? []), ...paper.links.map((link) => link.url)]],
];
let folded = null;

function foldedFields() {
  folded ??= papers.map((paper) => FIELDS.map(([, values]) => values(paper).map((value) => fold([value].flat().join(", ")))));
  return folded;
}

function find(text) {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const hits = [];
  foldedFields().forEach((fields, i) => {
    let score = 0;
    for (const word of words) {
      const field = fields.findIndex((values) => values.some((value) => value.includes(word)));
      if (field < 0) return;
      // In a title, the start of a word ranks above its middle.
      score += field * 10 + (field === 0 ? (fields[0][0].startsWith(word) ? 0 : fields[0][0].includes(` ${word}`) ? 2 : 5) : 0);
    }
    hits.push([score, i]);
  });
  const order = new Map(byWeight.map((i, rank) => [i, rank]));
  return hits.sort((a, b) => a[0] - b[0] || order.get(a[1]) - order.get(b[1])).map(([, i]) => i);
}

// Why a paper was found, if its title does not show it.
function reasonFound(i) {
  const words = fold(state.query).split(/\s+/).filter(Boolean);
  const fields = foldedFields()[i];
  for (const word of words) {
    const field = fields.findIndex((values) => values.some((value) => value.includes(word)));
    if (field > 0) {
      const value = FIELDS[field][1](papers[i])[fields[field].findIndex((text) => text.includes(word))];
      return [`${FIELDS[field][0]}: `, enumerated([value].flat().map((text) => text.slice(0, 120)))];
    }
  }
  return [];
}

function highlighted(title) {
  const word = state.query.trim().toLowerCase();
  const at = word ? title.toLowerCase().indexOf(word) : -1;
  if (at < 0 || title.toLowerCase().length !== title.length) return [title];
  return [title.slice(0, at), el("mark", {}, title.slice(at, at + word.length)), title.slice(at + word.length)];
}

function row(i) {
  const paper = papers[i];
  const first = paper.authors?.length > 1 ? [firstName(paper), " et al."] : firstName(paper);
  const n = view.degrees[i];
  const by = dotted(first, paper.year, n ? plural(n, "link") : "no links", paper.mark === "none" ? "" : MARKS[paper.mark].toLowerCase());
  const why = state.query.trim() ? reasonFound(i) : [];
  const button = el("button", { type: "button", "data-paper": i, click: () => choosePaper(i) },
    markIcon(paper.mark, theme.colors[paper.community]),
    el("span", { class: "title", dir: "auto" }, ...highlighted(paper.title)),
    el("span", { class: "by" }, by),
    why.length ? el("span", { class: "why" }, why) : null);
  return el("li", {}, button);
}

// The rows of the list, as functions that create them: papers, or on the concept map concepts and papers found.
function rowsShown() {
  const among = state.view === "concepts";
  const shown = view.matches ?? (among ? [] : mostLinked());
  const named = !among ? [] : view.matches ? view.found.concepts : shownConcepts();
  return [...named.map((c) => () => conceptRow(c)), ...shown.map((i) => () => row(i))];
}

function countShown() {
  if (view.matches) {
    const papersFound = view.matches.length ? `${plural(view.matches.length, "paper")} found` : "";
    return [papersFound, foundBesides()].filter(Boolean).join(" · ") || "Nothing found. Try one word of a title, an author, a concept or a repository.";
  }
  if (state.view === "concepts") return conceptCount();
  const counted = plural(mostLinked().length, "paper");
  return papers.length > 1 ? `${counted}, most linked first` : counted;
}

function showList({ anew = false } = {}) {
  showSubjects();
  const key = JSON.stringify([state.query.trim(), state.view, state.opened, unabridged, theme.dark, view.matches, [...view.papers], [...view.degrees]]);
  if (anew || key !== listed) {
    listed = key;
    const shown = rowsShown();
    const rows = shown.slice(0, unabridged ? Infinity : PAGE);
    results.replaceChildren(...rows.slice(0, started ? Infinity : AT_FIRST).map((make) => make()));
    if (!started && rows.length > AT_FIRST) appendLater(key, rows.slice(AT_FIRST));
    more.hidden = unabridged || shown.length <= PAGE;
    more.textContent = `Show all ${shown.length.toLocaleString("en")}`;
    found.textContent = countShown();
  }
  markCurrent();
}

let wholeList = Promise.resolve(); // resolved when the first list is complete

// Adds the remaining rows after the first frame, unless the list has been rebuilt by then.
function appendLater(key, rows) {
  const append = (done) => {
    if (key === listed && results.children.length === AT_FIRST) results.append(...rows.map((make) => make()));
    markCurrent();
    done();
  };
  wholeList = new Promise((done) => { requestAnimationFrame(() => setTimeout(append, 0, done)); });
}

function markCurrent() {
  for (const button of results.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  for (const kind of ["paper", "concept"]) {
    if (state[kind] !== null) results.querySelector(`[data-${kind}="${state[kind]}"]`)?.setAttribute("aria-current", "true");
  }
}

function stepResult(step) {
  const buttons = [...results.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement) + step;
  if (at < 0) query.focus();
  else buttons[Math.min(at, buttons.length - 1)]?.focus();
}

query.addEventListener("input", () => update({ ...UNCHOSEN, query: query.value }));
more.addEventListener("click", () => {
  unabridged = true;
  showList();
});
