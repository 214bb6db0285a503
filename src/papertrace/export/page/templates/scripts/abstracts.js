// The abstracts. They are compressed in the page, in chunks, and unpacked when one of a chunk is first needed.

const withoutAbstract = new Set(data.abstracts?.without);
const hasAbstract = (i) => data.abstracts !== undefined && !withoutAbstract.has(i);
const canUnpack = typeof DecompressionStream === "function";
const CANNOT_UNPACK = "This browser is too old to unpack the abstracts in this page. Chrome 80, Firefox 113 and Safari 16.4 can.";

const abstracts = []; // those unpacked so far, by paper
const unpacking = new Map(); // promises by number of chunk
let packedLines = null;

// The abstracts are below the scripts, which need not wait for them.
const wholePage = new Promise((done) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done);
  else done();
});

async function unpack(k) {
  await wholePage;
  packedLines ??= document.getElementById("abstracts").textContent.split("\n");
  const bytes = Uint8Array.from(atob(packedLines[k]), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const texts = JSON.parse(await new Response(stream).text());
  texts.forEach((text, j) => { abstracts[k * data.abstracts.each + j] = text; });
}

// Resolves when the abstract of a paper is in `abstracts`.
function abstractReady(i) {
  const k = Math.floor(i / data.abstracts.each);
  if (!unpacking.has(k)) unpacking.set(k, unpack(k));
  return unpacking.get(k);
}

// An abstract with the paper's concepts marked, and the names of other papers' systems, which lead to these papers.
function abstractText(i) {
  const find = termFinder([
    ...(papers[i].names ?? []).map(([name, target]) => [[name], { target }]),
    ...papers[i].concepts.map((c) => [formsOf(c), {}]),
  ]);
  return markTerms(abstracts[i], find, (text, { target }) => {
    if (target === undefined) return markOf(text);
    return el("button", { type: "button", class: "named", title: titleOf(target), click: () => choosePaper(target) }, markOf(text));
  });
}

function fillAbstract(part, i) {
  if (!canUnpack) return part.replaceChildren(CANNOT_UNPACK);
  if (abstracts[i] !== undefined) return part.replaceChildren(...abstractText(i));
  const fail = () => part.replaceChildren("The abstracts in this page are damaged and cannot be unpacked.");
  return abstractReady(i).then(() => part.replaceChildren(...abstractText(i)), fail);
}

// The button that shows the abstract, and the abstract. It stays open when another paper is selected.
function abstractPart(i) {
  if (!hasAbstract(i)) return [];
  const part = el("p", { class: "abstract", id: "abstract", dir: "auto" });
  const button = el("button", { type: "button", class: "fold", "aria-controls": "abstract" }, "Abstract");
  const show = () => {
    button.setAttribute("aria-expanded", String(state.reading));
    part.hidden = !state.reading;
    if (state.reading) fillAbstract(part, i);
  };
  button.addEventListener("click", () => {
    state.reading = !state.reading;
    show();
    writeAddress();
  });
  show();
  return [button, part];
}
