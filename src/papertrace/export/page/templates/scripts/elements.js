// Elements of the page. Texts come from listings and are only ever put in as text nodes.

function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "click") node.addEventListener("click", value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter(isThere));
  return node;
}

// Of texts and lists, the empty ones are not.
const isThere = (piece) => piece !== null && piece !== undefined && piece.length !== 0;

// A text of the listing beside other text: it may run from right to left, or hold marks that turn round what follows.
const bdi = (text) => el("bdi", {}, contained(text));

const PARAGRAPHS = "\n\r\x1c\x1d\x1e\x85\u2029"; // each ends one

// A browser puts marks of its own around an element that isolates its text. A mark in the text that closes an isolate
// would close that one, a mark that opens one and is not closed would be closed by it, and the end of a paragraph ends all.
function contained(text) {
  let kept = "";
  let depth = 0;
  for (const character of text) {
    if ("\u2066\u2067\u2068".includes(character)) depth += 1;
    if (character === "\u2069" && depth === 0) continue;
    if (character === "\u2069") depth -= 1;
    kept += PARAGRAPHS.includes(character) ? " " : character;
  }
  return kept + "\u2069".repeat(depth);
}

// The same where there is no element, as on the map: a name takes its direction from its own letters.
const isolated = (text) => `\u2068${contained(text)}\u2069`;

// Pieces beside one another; those that are not there are left out.
const joined = (pieces, separator) => pieces.filter(isThere).flatMap((piece, k) => (k ? [separator, piece] : [piece]));
const dotted = (...pieces) => joined(pieces, " · ");
const enumerated = (texts) => joined(texts.map(bdi), ", ");
