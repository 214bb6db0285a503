// A page without a browser, for what the scripts compute: the parts of the page do nothing, and the papers are made up.

import { deflateSync } from "node:zlib";

const SCRIPTS = new URL("../../src/papertrace/export/page/templates/scripts/", import.meta.url);

const NOTHING = {
  title: "Made-up papers", papers: [], concepts: [], frequencies: [], spellings: [], repositories: [], communities: [], crowd: 1500, discs: [],
  nodes: [], edges: [], concept_map: { n: 0, nodes: [], edges: [] }, timeline: null, addresses: {}, options: { interaction: {} },
  bibtex_names: {}, shapes: { none: [] }, marks: { none: "No code", linked: "Code" },
  shades: {
    color: "community", size: "links", classes: { light: ["#0072b2", "#d55e00"], dark: ["#56b4e9", "#e69f00"] },
    scales: { light: ["#000000", "#808080", "#ffffff"], dark: ["#ffffff", "#000000"] }, other: { light: "#999999", dark: "#777777" },
    code: {}, audit: {}, attributes: [],
  },
};

function makePart() {
  return {
    hidden: false, value: "", dataset: {}, style: { setProperty() {} }, childNodes: [], clientWidth: 1000, clientHeight: 600, offsetWidth: 0,
    addEventListener() {}, append() {}, replaceChildren() {}, setAttribute() {}, querySelector: makePart, querySelectorAll: () => [],
    getContext: () => ({ measureText: (text) => ({ width: 7 * text.length }) }),
  };
}

/** The data of papers, each described by what differs from a paper of the first community without anything. */
export function pageOf(papers, { links = [], concepts = [], communities = 1, ...others } = {}) {
  const known = [...new Set([...concepts, ...papers.flatMap((paper) => paper.concepts ?? [])])];
  const records = papers.map(({ concepts: held = [], abstract: _, x: __, y: ___, ...paper }, i) => ({
    id: `p${i}`, key: `key${i}`, short: paper.title ?? `Paper ${i}`, title: `Paper ${i}`, community: 0, weight: 0, mark: "none", links: [],
    ...paper, concepts: held.map((label) => known.indexOf(label)),
  }));
  const abstracts = papers.map(({ abstract = "" }) => abstract);
  return {
    ...NOTHING,
    papers: records,
    concepts: known,
    frequencies: known.map((label) => papers.filter(({ concepts: held = [] }) => held.includes(label)).length),
    spellings: known.map(() => []),
    communities: Array.from({ length: communities }, (_, c) => ({ id: String(c), label: `topic ${c}`, short: `topic ${c}`, color: "#0072b2", size: 1, linked: true })),
    nodes: papers.map(({ x = 0, y = 0 }) => ({ x, y, size: 10 })),
    edges: links.map(([from, to, weight = 1, kind = "concept", tail = undefined]) => ({
      from, to, weight, reasons: [{ kind, weight, evidence: ["ice"], tail }],
    })),
    ...(abstracts.some(Boolean) ? { abstracts: { each: 2, without: abstracts.flatMap((text, i) => (text ? [] : [i])) }, packed: abstracts } : {}),
    ...others,
  };
}

/** Put a page into the place of the browser's, and return a function that imports a script of it. */
export function openPage({ packed = [], ...data } = NOTHING) {
  const chunks = [];
  for (let i = 0; i < packed.length; i += 2) chunks.push(deflateSync(JSON.stringify(packed.slice(i, i + 2))).toString("base64"));
  const texts = { data: JSON.stringify(data), abstracts: chunks.join("\n") };
  Object.assign(globalThis, {
    document: {
      readyState: "complete", documentElement: makePart(), createElement: makePart, querySelector: makePart, querySelectorAll: () => [],
      getElementById: (id) => (id in texts ? { textContent: texts[id] } : makePart()),
    },
    addEventListener() {},
    location: { hash: "", pathname: "/page.html", search: "" },
    history: {
      pushed: 0,
      pushState(_state, _title, target) { this.pushed += 1; this.replaceState(null, "", target); },
      replaceState(_state, _title, target) { location.hash = target.startsWith("#") ? target : ""; },
    },
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    window: globalThis,
    Path2D: class {},
  });
  return (name) => import(new URL(name, SCRIPTS));
}
