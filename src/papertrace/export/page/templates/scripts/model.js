// What the page knows: papers, links between them, and what a reader has asked to see.

const data = JSON.parse(document.getElementById("data").textContent);
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
// What a kind with a direction is called from the end that names or cites, and from the other.
const DIRECTIONS = { mention: ["Names", "Named by"], citation: ["Cites", "Cited by"] };
const MARKS = data.marks; // the names of the marks, in the order of the legend
const LINKS = {
  repository: "Repository",
  code: "Code",
  project_page: "Project page",
  model: "Model",
  dataset: "Data set",
  demo: "Demo",
  video: "Video",
  paper: "Paper",
  archive: "Archived copy",
  page: "Page",
};

const nameOf = (names, key) => (Object.hasOwn(names, key) ? names[key] : key.replaceAll("_", " "));
const plural = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

// The links of each paper as positions in `edges`.
const linksOf = papers.map(() => []);
edges.forEach((edge, i) => {
  linksOf[edge.from].push(i);
  linksOf[edge.to].push(i);
});
const otherEnd = (edge, paper) => (edge.from === paper ? edge.to : edge.from);

const positionOf = new Map(papers.map((paper, i) => [paper.id, i]));
const byWeight = papers.map((_, i) => i).sort((a, b) => papers[b].weight - papers[a].weight || a - b);
// As the list says how many links a paper has, they decide its place.
const mostLinked = () => byWeight.filter((i) => view.papers[i] && (!overview.on || state.opened === null || papers[i].community === state.opened)).sort((a, b) => view.degrees[b] - view.degrees[a]);
const years = [...new Set(papers.map((paper) => paper.year).filter(Boolean))].sort((a, b) => a - b);

const kindCount = new Map();
for (const edge of edges) {
  for (const kind of new Set(edge.reasons.map((reason) => reason.kind))) {
    kindCount.set(kind, (kindCount.get(kind) ?? 0) + 1);
  }
}
const known = Object.keys(KINDS);
const rankOfKind = (kind) => (known.includes(kind) ? known.indexOf(kind) : known.length);
const kinds = [...kindCount.keys()].sort((a, b) => rankOfKind(a) - rankOfKind(b));
const weights = [...new Set(edges.flatMap((edge) => edge.reasons.map((reason) => reason.weight)))].sort((a, b) => a - b);

// What is chosen is at most one of these, but that a concept may be chosen together with another.
const UNCHOSEN = { paper: null, edge: null, concept: null, together: null, repository: null, between: null };

// What the reader asks for. Empty sets mean: no restriction.
const state = {
  ...UNCHOSEN,
  view: "papers", // a key of VIEWS
  opened: null, // the community whose papers are shown where there are too many for the map
  query: "",
  without: new Set(), // kinds of link that are not drawn
  weight: 0,
  communities: new Set(),
  marks: new Set(),
  from: null,
  to: null,
  undated: false, // whether papers without a year stay where years are chosen
};

// What follows from it: which papers and links are drawn, and which of them stand out.
const view = {
  papers: new Uint8Array(papers.length).fill(1), // which the filters leave
  drawn: new Uint8Array(papers.length).fill(1), // which of those the map shows as marks
  edges: new Uint8Array(edges.length).fill(1),
  degrees: new Uint32Array(papers.length), // with how many papers each is linked by what is drawn
  bright: null, // a Set of papers, or null where nothing is chosen
  matches: null, // positions of the papers found, best first, or null without a query
  concepts: new Uint32Array(concepts.length), // how many of the papers that the filters leave hold each concept
  lines: [], // how many of those papers each line of the map of concepts stands for
  brightConcepts: null, // a Set of concepts, or null where nothing is chosen
  found: { concepts: [], repositories: [] }, // what a query finds besides papers
};

function paperPasses(paper) {
  if (state.communities.size && !state.communities.has(paper.community)) return false;
  if (state.marks.size && !state.marks.has(paper.mark)) return false;
  return yearPasses(paper);
}

const yearsChosen = () => state.from !== null || state.to !== null;

function yearPasses(paper) {
  if (!paper.year) return state.undated || !yearsChosen();
  return (state.from === null || paper.year >= state.from) && (state.to === null || paper.year <= state.to);
}

const reasonPasses = (reason) => reason.weight >= state.weight && !state.without.has(reason.kind);

function derive() {
  papers.forEach((paper, i) => { view.papers[i] = paperPasses(paper) ? 1 : 0; });
  view.drawn.set(view.papers);
  view.degrees.fill(0);
  edges.forEach((edge, i) => {
    view.edges[i] = view.papers[edge.from] && view.papers[edge.to] && edge.reasons.some(reasonPasses) ? 1 : 0;
    view.degrees[edge.from] += view.edges[i];
    view.degrees[edge.to] += view.edges[i];
  });
  view.matches = state.query.trim() ? find(state.query).filter((i) => view.papers[i]) : null;
  if (state.edge !== null) {
    view.bright = new Set([edges[state.edge].from, edges[state.edge].to]);
  } else if (state.concept !== null) {
    view.bright = new Set(state.together === null ? holders[state.concept] : bothHold(state.concept, state.together));
  } else if (state.repository !== null) {
    view.bright = new Set(linkers[state.repository]);
  } else if (state.paper !== null) {
    view.bright = new Set([state.paper]);
    for (const i of linksOf[state.paper]) if (view.edges[i]) view.bright.add(otherEnd(edges[i], state.paper));
  } else {
    view.bright = view.matches && new Set(view.matches);
  }
  deriveSubjects();
  deriveOverview();
}
