// The data of a large page, as `export/page/packing/pages.py` writes them: records as columns, of which some
// follow from others, and texts as codes of words.

import { allBytesOf, bytesOf } from "./base91.js";
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
  const lists = [];
  let at = 0;
  for (let i = 0; i < lengths.length; i += 1) {
    if (i % N_AT_ONCE === 0) await yieldToMain();
    const length = lengths[i];
    at += length ?? 0;
    lists.push(length === null ? null : rows.slice(at - length, at));
  }
  return lists;
}

// So many texts of their codes.
/** @param {(n: number) => string[]} next @param {number} n */
async function textsOf(next, n) {
  const texts = [];
  while (texts.length < n) {
    await yieldToMain();
    texts.push(...next(Math.min(N_AT_ONCE, n - texts.length)));
  }
  return texts;
}

// Puts the identifiers of papers on arXiv where names and addresses have a NUL instead, and the beginnings of titles
// where short forms have their lengths.
/** @param {Columns} papers */
async function putTexts(papers) {
  /** @param {string | null} text @param {string} key */
  const put = (text, key) => (text?.includes("\0") ? text.replaceAll("\0", () => key) : text);
  const links = papers.links?.columns;
  let at = 0;
  for (let i = 0; i < papers.title.length; i += 1) {
    if (i % N_AT_ONCE === 0) await yieldToMain();
    papers.id[i] = put(papers.id[i], papers.arxiv?.[i]);
    const short = papers.short?.[i];
    if (typeof short === "number") papers.short[i] = papers.title[i].slice(0, Math.abs(short)) + (short < 0 ? "…" : "");
    for (const end = at + (papers.links?.lengths[i] ?? 0); at < end; at += 1) {
      for (const column of [links.url, links.text]) if (column) column[at] = put(column[at], papers.arxiv?.[i]);
    }
  }
}

/**
 * @param {Columns} data
 * @param {{ places: Places; words: any; titles: string; concepts: string }} others
 * @returns {Promise<any>}
 */
export async function readTables(data, { places, words, titles, concepts }) {
  const { papers, nodes, edges } = data;
  const open = await readerOf(words);
  const { n } = papers;
  delete papers.n;
  papers.title = await textsOf(open(await allBytesOf(titles)), n);
  await putTexts(papers);
  if (papers.links) papers.links = await listsOf(papers.links);
  await yieldToMain();
  papers.community = places.community;
  Object.assign(nodes, { x: places.x, y: places.y });
  nodes.id ??= papers.title.map((/** @type {string} */ _, /** @type {number} */ i) => i);
  const nEdges = edges.from?.length ?? 0;
  edges.id ??= Array.from({ length: nEdges }, (_, i) => `e${i}`);
  if (edges.reasons) edges.reasons = await listsOf(edges.reasons);
  await yieldToMain();
  data.concepts = await textsOf(open(await allBytesOf(concepts)), data.concepts);
  for (let e = 0; e < nEdges; e += 1) {
    if (e % N_AT_ONCE === 0) await yieldToMain();
    for (const reason of edges.reasons?.[e] ?? []) reason.evidence = reason.evidence.map((/** @type {string | number} */ one) => (typeof one === "number" ? data.concepts[one] : one));
  }
  /** @type {any[][]} */
  const rows = [];
  for (const [many, columns] of [[n, papers], [n, nodes], [nEdges, edges]]) rows.push(await rowsOf(many, columns));
  return {
    ...data, papers: rows[0], nodes: rows[1], edges: rows[2],
    readTexts: (/** @type {string} */ codes, /** @type {number} */ many) => open(bytesOf(codes))(many),
  };
}
