// Papers as references: BibTeX, RIS, CSV and Markdown. Texts of a listing can neither end a field nor run as a formula.

const oneLine = (text) => String(text ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
const ownAddress = (paper) => paper.links.find((link) => link.safe && link.role !== "other" && link.kind === "paper")?.url ?? paper.links.find((link) => link.safe && link.role !== "other")?.url ?? "";

const IN_TEX = {
  "\\": "\\textbackslash{}", "{": "\\textbraceleft{}", "}": "\\textbraceright{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}",
  $: "\\$", "&": "\\&", "#": "\\#", _: "\\_", "%": "\\%", "<": "\\textless{}", ">": "\\textgreater{}",
};
const texed = (text) => oneLine(text).replace(/[\\{}^~$&#_%<>]/g, (character) => IN_TEX[character]);
// An address is printed verbatim, so what would end its field is encoded.
const encodedAddress = (url) => encodeURI(oneLine(url)).replaceAll("%25", "%").replace(/[{}\\"<>()'`|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
// Readers of BibTeX take a DOI verbatim too: an escaped underscore would be part of it.
const verbatim = (text) => oneLine(text).replace(/[{}\\]/g, encodeURIComponent);

const PAPER_TYPES = [
  [/proceeding|conference|inproc|workshop/i, "inproceedings", "CONF"],
  [/journal|article/i, "article", "JOUR"],
  [/thesis|dissertation/i, "phdthesis", "THES"],
  [/book/i, "book", "BOOK"],
];
function typeOf(paper) {
  const [, bibtex, ris] = PAPER_TYPES.find(([pattern]) => pattern.test(paper.type ?? "")) ?? [null, paper.venue ? "article" : "misc", paper.venue ? "JOUR" : "GEN"];
  return { bibtex, ris };
}

// The key of a reference: first author, year, first word of the title.
function citeKey(paper) {
  const family = (paper.authors?.[0] ?? "").includes(",") ? paper.authors[0].split(",")[0] : (paper.authors?.[0] ?? "").split(/\s+/).at(-1);
  const word = wordsOf(paper.title).find((one) => !COMMON.has(one) && /^[a-z]/.test(one)) ?? "";
  const key = (fold(family) + (paper.year ?? "") + word).replace(/[^a-z0-9]/g, "");
  return key || "paper";
}

// The keys of papers, each different: a second one gets a number, as in miller2020radar-2.
function citeKeys(among) {
  const counts = new Map();
  return among.map((i) => {
    const key = citeKey(papers[i]);
    const n = (counts.get(key) ?? 0) + 1;
    counts.set(key, n);
    return n === 1 ? key : `${key}-${n}`;
  });
}

function bibtexOf(among) {
  const keys = citeKeys(among);
  return among.map((i, k) => {
    const paper = papers[i];
    const { bibtex } = typeOf(paper);
    const container = { article: "journal", inproceedings: "booktitle", phdthesis: "school", book: "series" }[bibtex] ?? "howpublished";
    const address = ownAddress(paper);
    const fields = [
      ["title", `{${texed(paper.title)}}`],
      // "and" separates names, so that it is hidden within one.
      ["author", (paper.authors ?? []).map((name) => (/(^|\s)and(\s|$)/i.test(name) ? `{${texed(name)}}` : texed(name))).join(" and ")],
      ["year", paper.year ?? ""],
      [container, texed(paper.venue)],
      ["volume", texed(paper.volume)],
      ["pages", texed(paper.first_page)],
      ["publisher", texed(paper.publisher)],
      ["doi", verbatim(paper.doi)],
      ["eprint", texed(paper.arxiv)],
      ["archiveprefix", paper.arxiv ? "arXiv" : ""],
      ["url", address ? encodedAddress(address) : ""],
    ];
    const lines = fields.filter(([, value]) => value !== "").map(([name, value]) => `  ${name} = {${value}},\n`);
    return `@${bibtex}{${keys[k]},\n${lines.join("")}}\n`;
  }).join("\n");
}
