// The model of the page: papers, links between them, and the reader's selection and filters.

// Those of a large page are unpacked before.
const data = window.papertraceData ?? JSON.parse(document.getElementById("data").textContent);
const { papers, concepts, spellings, communities, nodes, edges } = data;

const KINDS = {
  concept: "Shared concepts",
  repository: "Same repository",
  owner: "Same code owner",
  mention: "One names the other",
  citation: "One cites the other",
  co_citation: "Cited together",
  coupling: "Shared references",
};
// The names of directed kinds, seen from the paper that names or cites, and from the other.
const DIRECTIONS = { mention: ["Names", "Named by"], citation: ["Cites", "Cited by"] };
const MARKS = data.marks; // the names of the marks, in legend order
const LINKS = {
  repository: "Repository",
  code: "Code",
  project_page: "Project page",
  model: "Model",
  dataset: "Data set",
  demo: "Demo",
  video: "Video",
  paper: "Paper",
  pdf: "PDF",
  archive: "Archived copy",
  page: "Page",
};

const nameOf = (names, key) => (Object.hasOwn(names, key) ? names[key] : key.replaceAll("_", " "));
const plural = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

// The links of each paper as indices into `edges`.
const linksOf = papers.map(() => []);
edges.forEach((edge, i) => {
  linksOf[edge.from].push(i);
  linksOf[edge.to].push(i);
});
const otherEnd = (edge, paper) => (edge.from === paper ? edge.to : edge.from);

const positionOf = new Map(papers.map((paper, i) => [paper.id, i]));
const byWeight = papers.map((_, i) => i).sort((a, b) => papers[b].weight - papers[a].weight || a - b);
// The title of a paper as it is shown; the whole of a very long one is in its panel.
const titleOf = (i) => contained(cut(papers[i].title));

// The papers of the list, in the order that the reader wants.
const papersListed = () => sorted(byWeight.filter((i) => view.papers[i] && (!overview.on || state.opened === null || papers[i].community === state.opened)));
const years = [...new Set(papers.map((paper) => paper.year).filter(Boolean))].sort((a, b) => a - b);

const kindCount = new Map();
for (const edge of edges) {
  for (const kind of new Set(edge.reasons.map((reason) => reason.kind))) {
    kindCount.set(kind, (kindCount.get(kind) ?? 0) + 1);
  }
}
const kindOrder = Object.keys(KINDS);
const rankOfKind = (kind) => (kindOrder.includes(kind) ? kindOrder.indexOf(kind) : kindOrder.length);
const kinds = [...kindCount.keys()].sort((a, b) => rankOfKind(a) - rankOfKind(b));
const weights = [...new Set(edges.flatMap((edge) => edge.reasons.map((reason) => reason.weight)))].sort((a, b) => a - b);

// The selection: at most one of these, except that a concept may be selected together with another, and a community
// (`about`) be compared with another (`versus`).
const UNCHOSEN = { paper: null, edge: null, path: null, tray: null, concept: null, together: null, repository: null, between: null, about: null, versus: null };

// The reader's input. Empty sets mean no restriction.
const state = {
  ...UNCHOSEN,
  view: "papers", // a key of VIEWS
  tab: "map", // what a phone shows, one of TABS
  opened: null, // the community whose papers are shown if there are too many for the map
  query: "",
  without: new Set(), // the kinds of link that are hidden
  weight: 0,
  communities: new Set(),
  marks: new Set(),
  types: new Set(),
  venues: new Set(),
  changes: new Set(), // keys of CHANGES
  from: null,
  to: null,
  reading: false, // whether the panel of a paper shows its abstract
  ring: false, // whether papers linked with those that a paper is linked with are highlighted and listed
  picking: null, // the paper from which a path begins while its other end is chosen
  color: "community", // what the colours of marks say, a key of SHADES
  size: "links", // what their sizes say
  sort: null, // a key of SORTS, or null for the usual order
  saved: new Set(), // the papers in the tray
  read: new Set(),
  out: new Set(), // those that are not to be shown
  undated: false, // whether papers without a year are shown if years are selected
};

// State derived from it: which papers and links are drawn, and which are highlighted.
const view = {
  papers: new Uint8Array(papers.length).fill(1), // 1 for papers that pass the filters
  drawn: new Uint8Array(papers.length).fill(1), // 1 for those that the map shows as marks
  edges: new Uint8Array(edges.length).fill(1),
  degrees: new Uint32Array(papers.length), // the number of papers each is linked with by visible links
  path: null, // the chains between the two papers of the selected path, and the Set of their links
  bright: null, // the Set of highlighted papers, or null without a selection
  matches: null, // indices of the papers found, best first, or null without a query
  hits: null, // the Set of them
  concepts: new Uint32Array(concepts.length), // the number of filtered papers that hold each concept
  lines: [], // the number of those papers behind each line of the concept map
  brightConcepts: null, // the Set of highlighted concepts, or null without a selection
  found: { concepts: [], repositories: [] }, // search results other than papers
};

const yearsChosen = () => state.from !== null || state.to !== null;

function yearPasses(paper) {
  if (!paper.year) return state.undated || !yearsChosen();
  return (state.from === null || paper.year >= state.from) && (state.to === null || paper.year <= state.to);
}

const reasonPasses = (reason) => reason.weight >= state.weight && !state.without.has(reason.kind);

// The papers linked with a paper by links that the filters leave.
const neighboursOf = (i) => [...new Set(linksOf[i].filter((e) => view.edges[e]).map((e) => otherEnd(edges[e], i)))];

// The papers linked with the neighbours of a paper, but not with itself, with the neighbours that lead to them; those to
// which most lead come first.
function secondRing(i) {
  const first = neighboursOf(i);
  const [near, ways] = [new Set([i, ...first]), new Map()];
  for (const via of first) {
    for (const other of neighboursOf(via)) {
      if (near.has(other)) continue;
      if (!ways.has(other)) ways.set(other, []);
      ways.get(other).push(via);
    }
  }
  return [...ways].sort((a, b) => b[1].length - a[1].length || papers[b[0]].weight - papers[a[0]].weight || a[0] - b[0]);
}

// What the query finds. Abstracts are searched as soon as they are indexed.
function deriveMatches() {
  view.matches = view.hits = null;
  if (!state.query.trim()) return;
  indexAbstracts();
  searched = searchPapers(state.query);
  view.matches = searched.hits?.filter((i) => view.papers[i]) ?? null;
  view.hits = view.matches && new Set(view.matches);
}

// The number of papers among some, or if a query finds any, how many of them it finds.
const countFound = (among) => (view.hits ? `${among.filter((i) => view.hits.has(i)).length.toLocaleString("en")} of ${among.length.toLocaleString("en")}` : among.length.toLocaleString("en"));

function derive() {
  derivePapers();
  view.drawn.set(view.papers);
  view.degrees.fill(0);
  edges.forEach((edge, i) => {
    view.edges[i] = view.papers[edge.from] && view.papers[edge.to] && edge.reasons.some(reasonPasses) ? 1 : 0;
    view.degrees[edge.from] += view.edges[i];
    view.degrees[edge.to] += view.edges[i];
  });
  deriveMatches();
  derivePath();
  if (state.path !== null) {
    view.bright = new Set([...state.path, ...[...view.path.links].flatMap((e) => [edges[e].from, edges[e].to])]);
  } else if (state.edge !== null) {
    view.bright = new Set([edges[state.edge].from, edges[state.edge].to]);
  } else if (state.concept !== null) {
    view.bright = new Set(state.together === null ? holders[state.concept] : bothHold(state.concept, state.together));
  } else if (state.about !== null) {
    view.bright = new Set(byWeight.filter((i) => view.papers[i] && [state.about, state.versus].includes(papers[i].community)));
  } else if (state.between !== null && !isCrowded()) {
    view.bright = new Set(edges.flatMap((edge, e) => (view.edges[e] && bridgeOf(edge) === state.between ? [edge.from, edge.to] : [])));
  } else if (state.repository !== null) {
    view.bright = new Set(linkers[state.repository]);
  } else if (state.paper !== null) {
    view.bright = new Set([state.paper]);
    for (const i of neighboursOf(state.paper)) view.bright.add(i);
    if (state.ring) for (const [i] of secondRing(state.paper)) view.bright.add(i);
  } else {
    view.bright = view.matches && new Set(view.matches);
  }
  deriveSubjects();
  deriveOverview();
}
