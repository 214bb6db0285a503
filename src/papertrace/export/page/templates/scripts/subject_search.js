// Search for concepts and repositories: a line of each above the papers, and rows in the list on the concept map.

const subjects = document.getElementById("subjects");
const FEW_CHIPS = 4;
const SUBJECT_FIELDS = new Set([null, fieldNamed.get("concept"), fieldNamed.get("repository")]);
let foldedSubjects = null;
const expanded = new Set(); // the lines that are fully expanded

function findSubjects(text) {
  foldedSubjects ??= {
    concepts: concepts.map((label, c) => [label, ...spellings[c]].map(fold)),
    repositories: repositories.map((_, r) => [fold(repositoryKey(r))]),
  };
  // Fields of papers are no names of subjects.
  const asked = (parseQuery(text) ?? []).map((group) => group.filter(({ field }) => SUBJECT_FIELDS.has(field))).filter((group) => group.length);
  const among = (names, size) => {
    const hits = [];
    names.forEach((forms, i) => {
      // All words must be in one form; a form that begins with them ranks first.
      const form = forms.findIndex((one) => asked.every((group) => group.some(({ words }) => words.every((word) => one.includes(word)))));
      if (form >= 0 && size(i)) hits.push([forms[form].startsWith(asked[0][0].words[0]) ? 0 : 1, -size(i), i]);
    });
    return hits.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map(([, , i]) => i);
  };
  if (!asked.length) return { concepts: [], repositories: [] };
  return {
    concepts: among(foldedSubjects.concepts, (c) => view.concepts[c]),
    repositories: among(foldedSubjects.repositories, (r) => [...linkers[r]].filter((i) => view.papers[i]).length),
  };
}

const conceptChip = (c) =>
  el("button", { type: "button", "data-concept": c, "aria-pressed": String(state.concept === c), click: () => chooseConcept(c) },
    bdi(concepts[c]), " ", el("small", { title: plural(holders[c].length, "paper") }, holders[c].length.toLocaleString("en")));

const repositoryChip = (r) =>
  el("button", { type: "button", "data-repository": r, "aria-pressed": String(state.repository === r), click: () => chooseRepository(r) }, bdi(repositories[r].name));

function chipLine(name, items, chip) {
  if (!items.length) return [];
  const shown = expanded.has(name) ? items : items.slice(0, FEW_CHIPS);
  const rest = items.length - shown.length;
  const more = rest ? el("button", { type: "button", class: "quiet", click: () => { expanded.add(name); showSubjects(); } }, `${rest.toLocaleString("en")} more`) : null;
  return [el("p", { class: "of" }, name), el("div", { class: "chips" }, ...shown.map(chip), more)];
}

function showSubjects() {
  if (!state.query.trim()) expanded.clear();
  const lines = [
    ...(state.view === "concepts" ? [] : chipLine("Concepts", view.found.concepts, conceptChip)),
    ...chipLine("Repositories", view.found.repositories, repositoryChip),
  ];
  subjects.replaceChildren(...lines);
  subjects.hidden = !lines.length;
}

function conceptRow(c) {
  const node = conceptNodes[nodeOfConcept.get(c)];
  const community = node ? communities[node.community] : null;
  const by = dotted(plural(view.concepts[c], "paper"), community?.linked && communities.length > 1 ? bdi(community.short.split(", ")[0]) : "");
  const button = el("button", { type: "button", "data-concept": c, click: () => chooseConcept(c) },
    markIcon("linked", node ? theme.colors[node.community] : theme.soft),
    el("span", { class: "title", dir: "auto" }, ...highlighted(concepts[c])),
    el("span", { class: "by" }, by));
  return el("li", {}, button);
}

function conceptCount() {
  const shown = plural(shownConcepts().length, "concept");
  const all = data.concept_map.n;
  return all > conceptNodes.length ? `The ${shown} in most papers, of ${all.toLocaleString("en")} that papers share` : `${shown} that papers share, commonest first`;
}

// The number of search results other than papers, in words.
function foundBesides() {
  const parts = [[view.found.concepts.length, "concept"], [view.found.repositories.length, "repository", "repositories"]];
  return parts.filter(([n]) => n).map((part) => plural(...part)).join(" · ");
}
