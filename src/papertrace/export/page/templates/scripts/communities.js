// What is common to panels of communities: their breadcrumbs, why two of them are linked, and how one is opened.

const crumbs = document.getElementById("crumbs");
const liveRegion = document.getElementById("told");
const MAX_LISTED_PAIRS = 40; // of the pairs between two communities

// Announces to screen readers what only the map shows.
function announce(words) {
  liveRegion.textContent = words;
}

function showCrumbs() {
  crumbs.hidden = !overview.on;
  if (!overview.on) return crumbs.replaceChildren();
  if (state.opened === null) {
    const n = communities.filter(({ linked }, c) => linked && overview.counts[c]).length;
    return crumbs.replaceChildren(el("span", {}, `${plural(n, "community", "communities")}. Select one to see its papers.`));
  }
  const { label } = communities[state.opened];
  return crumbs.replaceChildren(
    el("button", { type: "button", class: "quiet", click: () => { closeCommunity(); box.focus(); } }, "All communities"),
    el("span", { "aria-hidden": "true" }, " › "),
    el("span", { "aria-current": "true", dir: "auto" }, label));
}

const paperItem = (i, why) =>
  el("li", {}, el("button", { type: "button", class: "name", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, titleOf(i)), isPresent(why) ? el("span", { class: "why" }, why) : null);

// The pair of communities that a link joins, as a number; null within one.
const bridgeOf = ({ from, to }) => (papers[from].community === papers[to].community ? null : keyOf(papers[from].community, papers[to].community));

// Counts the reasons of all links between two communities by kind, and the evidence for each.
function reasonsBetween(links) {
  const kindsBetween = new Map();
  for (const e of links) {
    for (const reason of edges[e].reasons.filter(reasonPasses)) {
      if (!kindsBetween.has(reason.kind)) kindsBetween.set(reason.kind, { pairs: 0, weight: 0, evidence: new Map() });
      const found = kindsBetween.get(reason.kind);
      found.pairs += 1;
      found.weight += reason.weight;
      for (const text of reason.evidence) found.evidence.set(text, (found.evidence.get(text) ?? 0) + 1);
    }
  }
  return [...kindsBetween].sort((a, b) => rankOfKind(a[0]) - rankOfKind(b[0]));
}

function bridgePanel(key) {
  const [one, other] = endsOf(key);
  const links = edges.map((_, e) => e).filter((e) => view.edges[e] && bridgeOf(edges[e]) === key).sort((a, b) => weightOf(edges[b]) - weightOf(edges[a]) || a - b);
  const end = (c) => el("button", { type: "button", class: "pair", dir: "auto", click: () => chooseCommunity(c) }, communities[c].label);
  const parts = [closeButton(), el("h2", {}, "Why these communities are linked"), end(one), el("span", { class: "and" }, "and"), end(other)];
  for (const [kind, { pairs, weight, evidence }] of reasonsBetween(links)) {
    const named = [...evidence].sort((a, b) => b[1] - a[1]).slice(0, FEW);
    const items = named.map(([text, n]) => el("li", {}, bdi(text), el("span", { class: "why" }, plural(n, "linked pair"))));
    parts.push(heading(nameOf(KINDS, kind), `${plural(pairs, "pair")}, weight ${weight.toLocaleString("en", { maximumFractionDigits: 0 })}`), el("ul", { class: "reasons" }, ...items));
  }
  const pairs = links.slice(0, MAX_LISTED_PAIRS).map((e) => {
    const why = el("button", { type: "button", class: "quiet", "aria-label": `Why ${papers[edges[e].from].short} and ${papers[edges[e].to].short} are linked`, click: () => chooseEdge(e) }, "why");
    return el("li", {}, bdi(papers[edges[e].from].short), " – ", bdi(papers[edges[e].to].short), el("span", { class: "why" }, "weight ", weightOf(edges[e]).toLocaleString("en", { maximumFractionDigits: 2 }), " ", why));
  });
  if (!links.length) return [...parts, el("p", { class: "facts" }, "The filters hide all links between them.")];
  const note = links.length > MAX_LISTED_PAIRS ? `heaviest ${MAX_LISTED_PAIRS} of ${links.length.toLocaleString("en")}` : plural(links.length, "pair");
  return [...parts, heading("Linked pairs", note), ...longList("near", pairs)];
}

// The panel without another selection: that of the open community; empty if the map shows all its papers.
function overviewPanel() {
  return overview.on && state.opened !== null ? communityPanel(state.opened) : [];
}

function chooseBetween(key) {
  update({ ...UNCHOSEN, between: key });
  if (!overview.on) approachChosen();
  bringDetails();
}

// Opens the card of a community and frames it; where the map shows communities as discs, its papers too.
function chooseCommunity(c) {
  if (overview.on) return openCommunity(c);
  update({ ...UNCHOSEN, about: c });
  frameCommunity(c);
  bringDetails();
  return announce(`${communities[c].label}. ${plural(membersOf(c).length, "paper")}.`);
}

function frameCommunity(c) {
  if (state.view === "concepts") return approachChosen();
  const shown = nodes.filter((_, i) => papers[i].community === c && view.papers[i]);
  return shown.length ? moveInto(shown) : fitWhole();
}
