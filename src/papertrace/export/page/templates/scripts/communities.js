// The panels of communities: the content of an open one, and why two of them are linked; and the breadcrumbs.

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

// The concepts that distinguish a community: held by many of its papers, and by few others.
function ownConcepts(members) {
  const counts = new Map();
  for (const i of members) for (const c of papers[i].concepts) counts.set(c, (counts.get(c) ?? 0) + 1);
  const share = ([c, n]) => (n * n) / data.frequencies[c];
  return [...counts].filter(([, n]) => n > 1).sort((a, b) => share(b) - share(a) || a[0] - b[0]).slice(0, FEW);
}

const paperItem = (i, why) =>
  el("li", {}, el("button", { type: "button", class: "name", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, papers[i].title), isPresent(why) ? el("span", { class: "why" }, why) : null);

function communityPanel(c) {
  const members = papersListed().filter((i) => papers[i].community === c);
  const dated = members.map((i) => papers[i].year).filter(Boolean).sort((a, b) => a - b);
  const span = dated.length ? [...new Set([dated[0], dated.at(-1)])].join("–") : "";
  const withCode = members.filter((i) => ["linked", "moved", "archived", "dead"].includes(papers[i].mark)).length;
  const facts = [plural(members.length, "paper"), span, withCode ? `${withCode.toLocaleString("en")} with code` : ""].filter(Boolean).join(" · ");
  const close = el("button", { type: "button", class: "quiet close", click: () => { closeCommunity(); box.focus(); } }, "Close");
  const parts = [close, el("h2", { dir: "auto" }, communities[c].label), el("p", { class: "facts" }, facts)];

  const chips = ownConcepts(members).map(([concept, n]) =>
    el("button", { type: "button", "aria-pressed": "false", click: () => update({ ...UNCHOSEN, concept }) }, bdi(concepts[concept]), " ", el("small", {}, String(n))));
  if (chips.length) parts.push(heading("Concepts", "papers here"), el("div", { class: "chips" }, ...chips));

  const linked = buildBridges().filter((bridge) => bridge.from === c || bridge.to === c).reverse();
  if (linked.length) {
    parts.push(heading("Linked with", "heaviest first"), ...longList("near", linked.map((bridge) => {
      const other = bridge.from === c ? bridge.to : bridge.from;
      const why = el("button", { type: "button", class: "quiet", "aria-label": `Why linked with ${communities[other].label}`, click: () => update({ ...UNCHOSEN, between: keyOf(c, other) }) }, "why");
      return el("li", {}, el("button", { type: "button", class: "name", dir: "auto", click: () => openCommunity(other) }, communities[other].label), el("span", { class: "why" }, `${plural(bridge.pairs, "linked pair")} `, why));
    })));
  }
  const items = members.map((i) => paperItem(i, view.degrees[i] ? plural(view.degrees[i], "link") : "no links"));
  return [...parts, heading("Papers", SORTS[sortName() ?? "links"].said), ...longList("near", items)];
}

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
  const between = (edge) => keyOf(papers[edge.from].community, papers[edge.to].community) === key && papers[edge.from].community !== papers[edge.to].community;
  const links = edges.map((_, e) => e).filter((e) => view.edges[e] && between(edges[e])).sort((a, b) => weightOf(edges[b]) - weightOf(edges[a]) || a - b);
  const end = (c) => el("button", { type: "button", class: "pair", dir: "auto", click: () => openCommunity(c) }, communities[c].label);
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

// The panel without a selected paper, link or concept; empty if the map shows all its papers.
function overviewPanel() {
  if (!overview.on) return [];
  if (state.between !== null) return bridgePanel(state.between);
  return state.opened === null ? [] : communityPanel(state.opened);
}
