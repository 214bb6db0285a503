// The data of a large page, as `export/page/packing/pages.py` writes them: records as columns, of which some
// follow from others, and texts as codes of words.

import { bytesOf } from "./base91.js";
import { yieldToMain } from "./pause.js";
import { readerOf } from "./words.js";

/** @typedef {Record<string, any>} Columns */

const N_AT_ONCE = 512; // records that are read before the page may answer

/** @param {number} n @param {Columns} columns @returns {Promise<any[]>} */
async function rowsOf(n, columns) {
  const entries = Object.entries(columns);
  const records = [];
  for (let i = 0; i < n; i += 1) {
    if (i % N_AT_ONCE === 0) await yieldToMain();
    /** @type {Record<string, any>} */
    const record = {};
    for (const [key, values] of entries) if (values[i] !== null) record[key] = values[i];
    records.push(record);
  }
  return records;
}

// Lists of records, of a table with the length of each list.
/** @param {{ lengths: (number | null)[]; columns: Columns }} nested */
async function listsOf({ lengths, columns }) {
  const rows = await rowsOf(/** @type {any} */ (Object.values(columns)[0] ?? []).length, columns);
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
  await yieldToMain();
  papers.title = read(bytesOf(titles), n);
  await yieldToMain();
  putIdentifiers(papers);
  await yieldToMain();
  papers.short = papers.short?.map((/** @type {string | number | null} */ short, /** @type {number} */ i) => (
    typeof short === "number" ? papers.title[i].slice(0, Math.abs(short)) + (short < 0 ? "…" : "") : short));
  if (papers.links) papers.links = await listsOf(papers.links);
  await yieldToMain();
  papers.community = places.community;
  Object.assign(nodes, { x: places.x, y: places.y });
  nodes.id ??= papers.title.map((/** @type {string} */ _, /** @type {number} */ i) => i);
  const nEdges = edges.from?.length ?? 0;
  edges.id ??= Array.from({ length: nEdges }, (_, i) => `e${i}`);
  if (edges.reasons) edges.reasons = await listsOf(edges.reasons);
  await yieldToMain();
  data.concepts = read(bytesOf(concepts), data.concepts);
  for (let e = 0; e < nEdges; e += 1) {
    if (e % N_AT_ONCE === 0) await yieldToMain();
    for (const reason of edges.reasons?.[e] ?? []) reason.evidence = reason.evidence.map((/** @type {string | number} */ one) => (typeof one === "number" ? data.concepts[one] : one));
  }
  /** @type {any[][]} */
  const rows = [];
  for (const [many, columns] of [[n, papers], [n, nodes], [nEdges, edges]]) rows.push(await rowsOf(many, columns));
  return {
    ...data, papers: rows[0], nodes: rows[1], edges: rows[2],
    readTexts: (/** @type {string} */ codes, /** @type {number} */ many) => read(bytesOf(codes), many),
  };
}
