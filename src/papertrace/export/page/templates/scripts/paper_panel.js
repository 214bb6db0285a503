// The panel of a paper: who wrote it, its abstract, its code, and the papers it is linked with.

function paperPanel(i) {
  const paper = papers[i];
  const parts = [closeButton(), el("h2", { dir: "auto" }, paper.title)];
  const by = authors(paper);
  if (by.length) parts.push(el("p", { class: "facts" }, by));
  const where = dotted(paper.organisation && bdi(paper.organisation), paper.date ? bdi(date(paper.date)) : paper.year);
  if (where.length) parts.push(el("p", { class: "facts" }, where));

  parts.push(...abstractPart(i));

  parts.push(heading("Code", MARKS[paper.mark]));
  if (paper.sentence) parts.push(el("p", { class: "claim", dir: "auto" }, paper.sentence));
  if (paper.links.length) parts.push(...longList("links", paper.links.map(linkItem)));
  if (!paper.links.length && !paper.sentence) parts.push(el("p", { class: "facts" }, "The listing does not mention code and gives no link."));

  if (paper.concepts.length) {
    parts.push(heading("Concepts", "papers"), el("div", { class: "chips" }, ...paper.concepts.map(conceptChip)));
  }

  const near = new Map();
  for (const e of linksOf[i]) {
    if (!view.edges[e]) continue;
    for (const reason of edges[e].reasons.filter(reasonPasses)) {
      const words = reason.tail !== undefined && Object.hasOwn(DIRECTIONS, reason.kind) ? DIRECTIONS[reason.kind] : null;
      const name = words ? words[reason.tail === i ? 0 : 1] : nameOf(KINDS, reason.kind);
      if (!near.has(name)) near.set(name, { rank: rankOfKind(reason.kind), links: [] });
      near.get(name).links.push({ e, other: otherEnd(edges[e], i), reason });
    }
  }
  for (const [name, { links }] of [...near].sort((a, b) => a[1].rank - b[1].rank)) {
    links.sort((a, b) => b.reason.weight - a.reason.weight || a.other - b.other);
    const items = links.map(({ e, other, reason }) =>
      el("li", {},
        el("button", { type: "button", class: "name", dir: "auto", click: () => choosePaper(other) }, papers[other].title),
        el("span", { class: "why" }, enumerated(reason.evidence), " ",
          el("button", { type: "button", class: "quiet", "aria-label": `Why linked with ${papers[other].short}`, click: () => chooseEdge(e) }, "why"))));
    parts.push(heading(name, plural(links.length, "paper")), ...longList("near", items));
  }
  if (!near.size) parts.push(heading("Links"), el("p", { class: "facts" }, linksOf[i].length ? "The filters hide all links of this paper." : "No link to another paper in the list."));
  return parts;
}
