// The data of a large page, as `papertrace/export/page/packing.py` writes them: records as columns, of which some follow
// from others, and texts as codes of words.

import { bytesOf } from "./base91.js";
import { pause } from "./pause.js";
import { readerOf } from "./words.js";

/** @typedef {Record<string, any>} Columns */

/** @param {number} n @param {Columns} columns @returns {any[]} */
function rowsOf(n, columns) {
  const entries = Object.entries(columns);
  return Array.from({ length: n }, (_, i) => {
    /** @type {Record<string, any>} */
    const record = {};
    for (const [key, values] of entries) if (values[i] !== null) record[key] = values[i];
    return record;
  });
}

// Lists of records, of a table with the length of each list.
/** @param {{ lengths: (number | null)[]; columns: Columns }} nested */
function listsOf({ lengths, columns }) {
  const rows = rowsOf(/** @type {any} */ (Object.values(columns)[0] ?? []).length, columns);
  let at = 0;
  return lengths.map((length) => {
    if (length === null) return null;
    at += length;
    return rows.slice(at - length, at);
  });
}

// Puts the identifiers of papers on arXiv where names and addresses have a NUL instead.
/** @param {Columns} papers */
function putIdentifiers(papers) {
  /** @param {string | null} text @param {string} key */
  const put = (text, key) => (text?.includes("\0") ? text.replaceAll("\0", () => key) : text);
  papers.id = papers.id.map((/** @type {string} */ id, /** @type {number} */ i) => put(id, papers.arxiv?.[i]));
  const links = papers.links?.columns;
  let at = 0;
  papers.links?.lengths.forEach((/** @type {number | null} */ length, /** @type {number} */ i) => {
    for (const end = at + (length ?? 0); at < end; at += 1) {
      for (const column of [links.url, links.text]) if (column) column[at] = put(column[at], papers.arxiv?.[i]);
    }
  });
}

/**
 * @param {Columns} data
 * @param {{ places: Places; words: any; titles: string; concepts: string }} others
 * @returns {Promise<any>}
 */
export async function readTables(data, { places, words, titles, concepts }) {
  const { papers, nodes, edges } = data;
  const read = readerOf(words);
  const { n } = papers;
  delete papers.n;
  await pause();
  papers.title = read(bytesOf(titles), n);
  putIdentifiers(papers);
  papers.short = papers.short?.map((/** @type {string | number | null} */ short, /** @type {number} */ i) => (
    typeof short === "number" ? papers.title[i].slice(0, Math.abs(short)) + (short < 0 ? "…" : "") : short));
  if (papers.links) papers.links = listsOf(papers.links);
  await pause();
  papers.community = places.community;
  Object.assign(nodes, { x: places.x, y: places.y });
  nodes.id ??= papers.title.map((/** @type {string} */ _, /** @type {number} */ i) => i);
  const nEdges = edges.from?.length ?? 0;
  edges.id ??= Array.from({ length: nEdges }, (_, i) => `e${i}`);
  if (edges.reasons) edges.reasons = listsOf(edges.reasons);
  await pause();
  data.concepts = read(bytesOf(concepts), data.concepts);
  for (const reasons of edges.reasons ?? []) {
    for (const reason of reasons) reason.evidence = reason.evidence.map((/** @type {string | number} */ one) => (typeof one === "number" ? data.concepts[one] : one));
  }
  /** @type {any[][]} */
  const rows = [];
  for (const [many, columns] of [[n, papers], [n, nodes], [nEdges, edges]]) {
    await pause();
    rows.push(rowsOf(many, columns));
  }
  return {
    ...data, papers: rows[0], nodes: rows[1], edges: rows[2],
    readTexts: (/** @type {string} */ codes, /** @type {number} */ many) => read(bytesOf(codes), many),
  };
}
