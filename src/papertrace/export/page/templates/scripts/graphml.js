// Papers and the links between them as GraphML, for Gephi, Cytoscape, igraph and networkx.

import { ownAddress } from "./citing.js";
import { communities, concepts, edges, mapPositions, nodes, otherEnd, papers, reasonPasses, view } from "./model.js";
import { paints } from "./shades.js";
import { trayWords } from "./tray.js";

/** @param {unknown} value */
export const inXml = (value) => String(value).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
  .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("\r", "&#13;");

// The attributes of nodes and edges: type, and value or undefined. The names are those of the files that papertrace writes.
/** @type {Record<string, [type: string, (paper: Paper, i: number) => string | number | undefined]>} */
const NODE_FIELDS = {
  label: ["string", (paper) => paper.title],
  kind: ["string", () => "paper"],
  year: ["int", (paper) => paper.year],
  authors: ["string", (paper) => paper.authors?.join("|")],
  venue: ["string", (paper) => paper.venue],
  publication_type: ["string", (paper) => paper.type],
  doi: ["string", (paper) => paper.doi],
  arxiv: ["string", (paper) => paper.arxiv],
  n_citations: ["int", (paper) => paper.citations],
  url: ["string", (paper) => ownAddress(paper) || undefined],
  repositories: ["string", (paper) => paper.repositories?.join("|")],
  concepts: ["string", (paper) => paper.concepts.map((c) => concepts[c]).join("|")],
  claim: ["string", (paper) => paper.claim],
  community: ["string", (paper) => communities[paper.community].id],
  community_label: ["string", (paper) => communities[paper.community].label],
  degree_weighted: ["double", (paper) => paper.weight],
  tray: ["string", (_, i) => trayWords(i) || undefined],
  x: ["double", (_, i) => mapPositions[i].x],
  y: ["double", (_, i) => 0 - mapPositions[i].y], // upwards, as in the files
  size: ["double", (_, i) => nodes[i].size],
  color: ["string", (_, i) => paints[i]],
};
/** @type {Record<string, [type: string, (edge: Edge, reason: Reason) => string | number | undefined]>} */
const EDGE_FIELDS = {
  kind: ["string", (_, reason) => reason.kind],
  weight: ["double", (_, reason) => reason.weight],
  interaction: ["string", (_, reason) => reason.kind],
  evidence: ["string", (_, reason) => reason.evidence.join("|")],
  tail: ["string", (_, reason) => papers[reason.tail ?? -1]?.id],
  head: ["string", (edge, reason) => (reason.tail === undefined ? undefined : papers[otherEnd(edge, reason.tail)].id)],
};

// The links are those between these papers that the filters leave, one edge for each reason.
/** @param {number[]} among */
export function graphmlOf(among) {
  const within = new Set(among);
  const fields = [["node", NODE_FIELDS], ["edge", EDGE_FIELDS]];
  const keys = fields.flatMap(([of, all]) => Object.entries(all).map(([name, [type]]) => `  <key id="${of}_${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`));
  /** @param {string} of @param {Record<string, any[]>} all @param {...any} about */
  const dataOf = (of, all, ...about) => Object.entries(all).map(([name, [, value]]) => [name, value(...about)])
    .filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => `      <data key="${of}_${name}">${inXml(value)}</data>\n`).join("");
  const shown = among.map((i) => `    <node id="${inXml(papers[i].id)}">\n${dataOf("node", NODE_FIELDS, papers[i], i)}    </node>\n`);
  let n = 0;
  const linked = edges.flatMap((edge, e) => (view.edges[e] && within.has(edge.from) && within.has(edge.to) ? edge.reasons.filter(reasonPasses).map((reason) => {
    n += 1;
    return `    <edge id="e${n - 1}" source="${inXml(papers[edge.from].id)}" target="${inXml(papers[edge.to].id)}">\n${dataOf("edge", EDGE_FIELDS, edge, reason)}    </edge>\n`;
  }) : []));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n${keys.join("")}  <graph edgedefault="undirected">\n${shown.join("")}${linked.join("")}  </graph>\n</graphml>\n`;
}
