// The legend, which also contains the filters: pressing a name or a mark shows only the papers with it.

import { chooseCommunity, closeCommunity, fitWhole, framePapers } from "./choosing.js";
import { bdi, contained, el, facts, heading, isPresent, joined, present, section, slashSwitch } from "./elements.js";
import { CHANGES, FACETS, chosenOf, hidesPapers, passesBut, refreshers, showAll, yearSteps } from "./facets.js";
import { isArrow, lineOf, restsOnFew, sideOf } from "./map.js";
import {
  COLOR_NAMES, MAX_CLASSES, NOT_KNOWN, SHADES, SIZE_NAMES, byCommunity, classesOf, colorAt, greyed, markIcon, plain,
  radiusOfNumber, scaleOf, svgElement, theme,
} from "./marks.js";
import {
  KINDS, MARKS, NODE, NODES, UNCHOSEN, byWeight, communities, countFound, countNodes, edges, grouped, isOfPapers,
  knownReasons, linksOf, mainPath, nameOf, papers, papersByValue, plural, speaksOfCode, state, tally, toggle, update,
  view, weighed, years, yearsChosen,
} from "./model.js";
import { LABELS } from "./names.js";
import { overview } from "./overview.js";
import { closeButton, fillFew, foldedGroup, longList, paperItem, paperSection } from "./panels.js";
import { legend } from "./screen.js";
import { membersOf } from "./sorting.js";
import { centrality, countTies } from "./subject_panels.js";
import { viewNote } from "./views.js";

/** @param {"color" | "size" | "label"} key @param {string} label @param {string[]} names @param {Record<string, { label: string }>} [among] */
function shadePicker(key, label, names, among = SHADES) {
  const select = el("select", { change: () => update({ [key]: select.value }) }, names.map((name) => el("option", { value: name }, among[name].label)));
  refreshers.push(() => { select.value = state[key]; });
  return el("label", {}, label, " ", select);
}

const GRADIENT_STEPS = 100;

function gradient() {
  const icon = svgElement("svg", { viewBox: `0 0 ${GRADIENT_STEPS} 1`, preserveAspectRatio: "none", "aria-hidden": "true", class: "gradient", "shape-rendering": "crispEdges" });
  for (let k = 0; k < GRADIENT_STEPS; k += 1) icon.append(svgElement("rect", { x: k, width: 1, height: 1, fill: colorAt(k / (GRADIENT_STEPS - 1)) }));
  return icon;
}

/** @param {Shade} shade */ function scaleLegend(shade) {
  const { low, high, log, cut, value } = scaleOf(shade);
  const unknown = papers.map((_, i) => i).filter((i) => shade.values[i] === undefined);
  return [
    gradient(),
    el("p", { class: "ends" }, el("span", {}, shade.said(low), cut ? ` or ${shade === SHADES.year ? "earlier" : "less"}` : ""), high > low ? el("span", {}, shade.said(shade.said === plain ? Math.round(value(0.5)) : value(0.5))) : null, high > low ? el("span", {}, shade.said(high)) : null),
    facts([log ? "Spread by the logarithm." : "", overview.on ? "A community has the colour of its mean." : ""].filter(Boolean).join(" ")),
    unknown.length ? el("ul", { class: "swatches" }, swatch(greyed(), NOT_KNOWN, unknown)) : null,
  ].filter(isPresent);
}

/** @type {(() => void)[]} */ let swatchCounts = []; // functions that count again what the filters leave of each swatch

/** @param {string} color @param {string} label @param {number[]} among @param {string} [mark] */
function swatch(color, label, among, mark = "none") {
  const counted = el("span", { class: "n" });
  swatchCounts.push(() => { counted.textContent = countFound(among.filter((i) => view.papers[i])); });
  return el("li", {}, markIcon(mark, color), bdi(label), counted);
}

/** @param {Shade} shade */ function classLegend(shade) {
  const all = classesOf(shade);
  const shown = all.slice(0, shade.places ? all.length : MAX_CLASSES);
  const rest = new Set(all.slice(shown.length).map(({ value }) => value));
  /** @param {(value: any) => boolean} passes */ const among = (passes) => papers.map((_, i) => i).filter((i) => passes(shade.values[i]));
  const unknown = among((value) => value === undefined);
  return [el("ul", { class: "swatches" },
    ...shown.map(({ value, color }) => swatch(color, shade.said(value), among((one) => one === value), shade.markOf?.(value))),
    rest.size ? swatch(greyed(), plural(rest.size, "other"), among((value) => rest.has(value))) : null,
    unknown.length ? swatch(greyed(), NOT_KNOWN, unknown) : null),
  overview.on ? facts(`A community has the colour of most of its ${NODES}.`) : null].filter(isPresent);
}

/** @param {Shade} shade */ function sizeLegend(shade) {
  const { low, high } = scaleOf(shade);
  const values = [...new Set([low, shade.said === plain ? Math.round((low + high) / 2) : (low + high) / 2, high])];
  return el("ul", { class: "sizes" }, ...values.map((value) => {
    const icon = svgElement("svg", { viewBox: "-16 -16 32 32", width: 32, height: 32, "aria-hidden": "true" });
    icon.append(svgElement("circle", { r: radiusOfNumber(shade, value), fill: "none", stroke: theme.soft, "stroke-width": 1.5 }));
    return el("li", {}, icon, shade.said(value));
  }));
}

// Chosen anew whenever what is shown changes; the parts are built only then.
function shadePart() {
  const [colors, sizes] = [el("div", { class: "shade" }), el("div", { class: "shade" })];
  let shown = "";
  refreshers.push(() => {
    const key = [state.color, state.size, theme.dark, overview.on].join(" ");
    if (key !== shown) build();
    shown = key;
    for (const count of swatchCounts) count();
  });
  const build = () => {
    swatchCounts = [];
    const shade = SHADES[state.color];
    colors.replaceChildren(.../** @type {Node[]} */ (state.color === "community" ? [] : [heading(`Colour: ${shade.label}`), ...(shade.number ? scaleLegend(shade) : classLegend(shade))]));
    const size = SHADES[state.size];
    sizes.replaceChildren(...(state.size === "links" ? [] : [heading(`Size: ${size.label}`), sizeLegend(size)]));
  };
  const pickers = el("p", { class: "choices" }, shadePicker("color", "Colour", COLOR_NAMES), SIZE_NAMES.length > 1 ? shadePicker("size", "Size", SIZE_NAMES) : null, isOfPapers ? shadePicker("label", "Names", Object.keys(LABELS), LABELS) : null);
  return el("div", { class: "of-papers" }, pickers, colors, sizes);
}

// Of a facet: its heading, the order of its values if not by the number of papers, what they are called, their icons, how
// many rows are shown at first, and how many there are at least.
/** @type {Record<FacetName, { title: string; order?: any[]; label?: (value: any) => string; icon?: (value: any) => Element; most?: number; least?: number }>} */
const ROWS = {
  communities: {
    title: "Communities", order: [...communities.keys()], label: (c) => communities[c].label, most: 16,
    icon: (c) => (byCommunity() ? markIcon("none", theme.colors[c], communities[c].ring) : markIcon("none", theme.soft)),
  },
  marks: { title: "Code", order: Object.keys(MARKS), label: (mark) => MARKS[mark], icon: (mark) => markIcon(mark, theme.soft), most: 16, least: speaksOfCode ? 1 : Infinity },
  changes: { title: "What has changed", order: Object.keys(CHANGES), label: (name) => CHANGES[name].label, icon: (name) => el("span", { class: "change", "aria-hidden": "true" }, CHANGES[name].sign), least: 1 },
  types: { title: "Type" },
  venues: { title: "Venue" },
};

// Rows that are pressed, each with the number of its papers that all filters but those of the facet leave.
/** @param {FacetName} name */ function facetPart(name) {
  const { title, order, label = (value) => String(value || NOT_KNOWN), icon, most = 8, least = 2 } = ROWS[name];
  const among = papersByValue(FACETS[name]);
  if (among.size < least) return [];
  const values = order?.filter((value) => among.has(value)) ?? [...among.keys()].sort((a, b) => Number(!a) - Number(!b) || among.get(b).length - among.get(a).length || (a < b ? -1 : 1));
  const ofCommunities = name === "communities";
  /** @param {any} value */
  const isOn = (value) => (ofCommunities ? [overview.on ? state.opened : null, state.about, state.versus].includes(value) : chosenOf(name).has(value));
  const rows = values.map((/** @type {any} */ value) => () => {
    // In the name of a community each term is isolated, and they are in our own order.
    const [named, counted] = [el("span", { dir: ofCommunities ? "ltr" : "auto" }, contained(label(value))), el("span", { class: "n" })];
    const button = el("button", { class: icon ? null : "plain", click: () => (ofCommunities ? pressCommunity(value) : pressFacet(name, value)) });
    const refresh = () => {
      const left = among.get(value).filter((i) => passesBut(name, i));
      button.setAttribute("aria-pressed", String(isOn(value)));
      button.classList.toggle("none", !left.length);
      button.replaceChildren(...present([icon?.(value), named, counted]));
      counted.textContent = joined([ofCommunities && chosenOf(name).has(value) && "only", countFound(left)], " · ").join("");
    };
    refreshers.push(refresh);
    refresh();
    return el("li", { "data-change": name === "changes" ? value : null }, button);
  });
  const list = el("ul", { class: "toggles" });
  return [heading(title, NODES), list, fillFew(list, rows, rows.length <= most + 1 ? rows.length : most)];
}

// Two handles on one track, above a bar for the papers of each year.
function yearSlider() {
  const last = yearSteps.length - 1;
  /** @param {number} k */ const place = (k) => `calc(.5rem + (100% - 1rem) * ${k / last})`; // of the middle of a handle
  const bars = yearSteps.map((_, k) => el("span", { style: { insetInlineStart: place(k), width: `min(1rem, calc((100% - 1rem) / ${last} * .86))` } }));
  const chosen = el("span", { class: "chosen" });
  /** @param {"from" | "to"} key @param {string} label @param {() => void} input */
  const handle = (key, label, input) => el("input", { type: "range", min: 0, max: last, step: 1, "aria-label": label, "data-end": key, input, change: frameShown });
  const note = el("p", { class: "facts" });
  const ends = () => {
    const from = yearSteps.findIndex((year) => year >= (state.from ?? -Infinity));
    const to = yearSteps.findLastIndex((year) => year <= (state.to ?? Infinity));
    return [from < 0 ? last : from, Math.max(to, 0)];
  };
  const first = handle("from", "First year", () => {
    const at = Math.min(Number(first.value), ends()[1]);
    update({ from: at ? yearSteps[at] : null });
  });
  const final = handle("to", "Last year", () => {
    const at = Math.max(Number(final.value), ends()[0]);
    update({ to: at < last ? yearSteps[at] : null });
  });
  refreshers.push(() => {
    const [from, to] = ends();
    const counts = tally(papers.filter((_, i) => passesBut("years", i)).map((paper) => paper.year));
    const top = Math.max(1, ...yearSteps.map((year) => counts.get(year) ?? 0));
    yearSteps.forEach((year, k) => {
      const bar = bars[k];
      bar.style.height = `${(100 * (counts.get(year) ?? 0)) / top}%`;
      bar.classList.toggle("beyond", k < from || k > to);
    });
    [first.value, final.value] = [String(from), String(to)];
    final.style.zIndex = "1";
    first.setAttribute("aria-valuetext", String(yearSteps[from]));
    final.setAttribute("aria-valuetext", String(yearSteps[to]));
    first.style.zIndex = from > last / 2 ? "2" : "0"; // so that both handles can be taken where they meet
    chosen.style.insetInlineStart = place(from);
    chosen.style.insetInlineEnd = place(last - to);
    const n = yearSteps.slice(from, to + 1).reduce((sum, year) => sum + (counts.get(year) ?? 0), 0);
    note.textContent = `${yearSteps[from]} to ${yearSteps[to]}: ${countNodes(n)}`;
  });
  return el("div", { class: "span", role: "group", "aria-label": "Years" }, el("div", { class: "bars", "aria-hidden": "true" }, bars), el("div", { class: "track" }, chosen, first, final), note);
}

/** @param {FacetName} name @param {any} value */ function pressFacet(name, value) {
  update({ [name]: toggle(state[name], value) });
  frameShown();
}

function frameShown() {
  if (overview.on || state.view !== "papers" || view.papers.every(Boolean)) return fitWhole();
  return framePapers((i) => view.papers[i]);
}

const LEAST_TO_BEGIN = 12; // papers; of fewer, the list itself says where to begin

/** @param {string} kind @param {string} [color] */ function lineIcon(kind, color = theme.ink) {
  const line = lineOf(kind);
  const icon = svgElement("svg", { viewBox: "0 0 32 8", width: 32, height: 8, "aria-hidden": "true" });
  const directed = isArrow(kind);
  if (directed) icon.append(svgElement("path", { d: "M31 4L24 0.8V7.2Z", fill: color }));
  icon.append(svgElement("path", {
    d: directed ? "M1 4H24" : "M1 4H31", stroke: color, "stroke-width": Math.max(1, line.width), "stroke-dasharray": line.dash.join(" "),
    "stroke-linecap": "round", fill: "none",
  }));
  return icon;
}

// The number of pairs of each kind among the papers shown, which are counted already where none is hidden.
function countKinds() {
  if (!state.weight && view.papers.every(Boolean)) return knownReasons().counts;
  const shown = edges.filter(({ from, to }) => view.papers[from] && view.papers[to]);
  const kinds = shown.flatMap(({ reasons }) => [...new Set(reasons.filter(({ weight }) => weight >= state.weight).map(({ kind }) => kind))]);
  return new Map([...knownReasons().kinds.map((kind) => /** @type {const} */ ([kind, 0])), ...tally(kinds)]);
}

function kindRows() {
  const rows = [...knownReasons().kinds, ...(mainPath.length > 1 ? ["main_path"] : [])].map((kind) => {
    const input = el("input", { type: "checkbox", change: () => update({ without: toggle(state.without, kind) }) });
    const counted = el("span", { class: "n" }, kind === "main_path" ? countNodes(mainPath.length) : "");
    const row = el("label", { class: "check" }, input, lineIcon(kind, kind === "main_path" ? theme.accent : theme.ink), nameOf(KINDS, kind), counted);
    return { kind, input, counted, row };
  });
  const few = el("p", { class: "keys" }, `Lines are the two strongest links of each ${NODE}; one that is chosen shows all its links.`);
  refreshers.push(() => {
    const counts = countKinds();
    for (const { kind, input, counted } of rows) {
      input.checked = !state.without.has(kind);
      if (counts.has(kind)) counted.textContent = grouped(counts.get(kind));
    }
    few.hidden = !restsOnFew;
    showKey();
  });
  return [...rows.map(({ row }) => row), few];
}

const key = document.getElementById("key");

// What the two colours of lines mean while a paper is selected, with the number of papers on either side.
function showKey() {
  const sides = { out: 0, into: 0, "": 0 };
  if (state.paper !== null) for (const e of linksOf[state.paper]) if (view.edges[e]) sides[sideOf(edges[e])] += 1;
  const { kinds } = knownReasons();
  const words = { out: kinds.includes("citation") ? "cites" : "names", into: kinds.includes("citation") ? "cited by" : "named by", "": "other links" };
  key.hidden = state.view === "concepts" || !(sides.out || sides.into);
  key.replaceChildren(...Object.entries(sides).filter(([, n]) => n).map(([side, n]) =>
    el("span", {}, lineIcon(side ? "citation" : "coupling", side ? theme[side] : theme.ink), `${words[side]} ${grouped(n)}`)));
}

function weightSlider() {
  const { weights } = knownReasons();
  const note = el("span");
  const input = el("input", { type: "range", min: 0, max: weights.length - 1, step: 1, input: () => update({ weight: Number(input.value) ? weights[Number(input.value)] : 0 }) });
  const chosen = () => { const i = weights.findIndex((weight) => weight >= state.weight); return i < 0 ? weights.length - 1 : i; };
  refreshers.push(() => {
    input.value = String(chosen());
    const least = weighed(weights[chosen()]);
    const shown = view.edges.reduce((sum, one) => sum + one, 0);
    note.textContent = `Weight at least ${least}: ${grouped(shown)} of ${plural(edges.length, "linked pair")}`;
    input.setAttribute("aria-valuetext", least);
  });
  return el("label", { class: "slider" }, note, input);
}

// Papers without a year are hidden if years are selected; this is stated, and can be changed.
function undatedLine() {
  const n = papers.filter((paper) => !paper.year).length;
  const line = el("p", { class: "facts" });
  const button = el("button", { class: "quiet", click: () => update({ undated: !state.undated }) });
  refreshers.push(() => {
    line.hidden = !n || !yearsChosen();
    button.textContent = state.undated ? "Hide" : "Show";
    line.replaceChildren(`${countNodes(n)} without a year ${n === 1 ? "is" : "are"} ${state.undated ? "shown too" : "hidden"}. `, button);
  });
  return line;
}

function shownLine() {
  const line = el("p", { class: "facts" });
  const clear = el("button", { class: "quiet", click: showAll }, "Show all");
  refreshers.push(() => {
    const shown = view.papers.reduce((sum, one) => sum + one, 0);
    const [hides, hidesLinks] = [hidesPapers(), state.without.size || state.weight];
    line.hidden = !hides && !hidesLinks && !state.out.size;
    const left = hides || hidesLinks ? [hides ? `Filters leave ${grouped(shown)} of ${countNodes(papers.length)}. ` : "Filters hide some links. ", clear] : [];
    const out = state.out.size ? `${left.length ? " " : ""}${countNodes(state.out.size)} marked as out ${state.out.size === 1 ? "is" : "are"} hidden.` : "";
    line.replaceChildren(...left, out);
  });
  return line;
}

export function buildLegend() {
  refreshers.length = 0;
  legend.replaceChildren(...present([
    el("h2", { class: "unseen" }, "Legend and filters"), shownLine(),
    papers.length > LEAST_TO_BEGIN && beginningPart(),
    papers.length > 1 && [shadePart(), viewNote()],
    facetPart("communities"), facetPart("marks"), facetPart("changes"),
    years.length > 1 && [heading("Years"), yearSlider(), undatedLine()],
    facetPart("types"), facetPart("venues"),
    // Links between papers are not shown on the concept map.
    edges.length > 0 && el("div", { class: "of-papers" }, heading("Links", "pairs"), kindRows(), knownReasons().weights.length > 1 && weightSlider()),
    papers.length > 0 && el("div", { class: "keyboard" }, heading("Keys"), slashSwitch()),
  ]));
}

// A second press closes the card.
/** @param {number} c */ function pressCommunity(c) {
  if (overview.on && state.opened === c && state.about === null) return closeCommunity();
  if (state.about === c && state.versus === null) return update(UNCHOSEN);
  return chooseCommunity(c);
}

// Where to begin to read: papers that say they are surveys, the most cited ones, and the central one of each large community.
// Nobody has judged them; each says why it is there.
const MOST_SURVEYS = 3;
const MOST_CITED = 3;
const LARGEST = 5; // communities
const LEAST_MEMBERS = 3; // of which one can be central

// A title that calls its paper a survey: by an article, or by what it is of. "Peer review" and "review sentiment" are not.
const SURVEY = new RegExp([
  String.raw`\ban?\s+(?:[\p{L}-]+\s+){0,3}?(?:survey|review|overview|tutorial|primer|introduction)(?![\p{L}-])(?!\s+(?!of|on|for|to|and|from|with|in)\p{L})`,
  String.raw`^(?:survey|review|overview|introduction|tutorial)\s+(?:of|on|to)\b`,
  String.raw`\b(?:survey|overview)\s+(?:of|on)\b`,
  "综述",
].join("|"), "iu");

const MAYBE_SURVEY = /survey|review|overview|tutorial|primer|introduction|综述/i; // a word of it, which is found much sooner
/** @param {number} i */
export const isSurvey = (i) => (MAYBE_SURVEY.test(papers[i].title) && SURVEY.test(papers[i].title)) || ["review", "survey"].includes(papers[i].type?.toLowerCase() ?? "");

// The paper of each of the largest communities that is linked with most of its papers, with the number of these links.
/** @returns {{ c: number; i: number; links: number; among: number }[]} */ export function centralPapers() {
  const largest = communities.map(({ linked }, c) => ({ c, members: linked ? membersOf(c) : [] }))
    .filter(({ members }) => members.length >= LEAST_MEMBERS).sort((a, b) => b.members.length - a.members.length || a.c - b.c).slice(0, LARGEST);
  const ties = countTies();
  return largest.flatMap(({ c, members }) => {
    const i = members.reduce((best, one) => (centrality(ties, one) - centrality(ties, best) || best - one) > 0 ? one : best);
    return ties.inside[i] ? [{ c, i, links: ties.inside[i], among: members.length }] : [];
  });
}

/** @returns {[name: string, note: string, found: [paper: number, why: string][]][]} */ function groupsToBegin() {
  const shown = byWeight.filter((i) => view.papers[i]);
  /** @param {number} i */ const citations = (i) => papers[i].citations ?? 0;
  /** @param {number[]} among @param {number} most */
  const mostCited = (among, most) => among.sort((a, b) => citations(b) - citations(a)).slice(0, most);
  const central = centralPapers();
  /** @type {[string, string, [number, string][]][]} */ const groups = [
    ["Surveys", "by title or type", mostCited(shown.filter(isSurvey), MOST_SURVEYS).map((i) => [i, ""])],
    ["Most cited", "", mostCited(shown.filter(citations), MOST_CITED).map((i) => [i, `cited ${plural(citations(i), "time")}`])],
    ["Central", central.length > 1 ? "one of each large community" : "",
      central.map(({ c, i, links, among }) => [i, `${plural(links, "link")} within “${communities[c].short.split(", ")[0]}” (${grouped(among)} ${NODES})`])],
  ];
  return groups.filter(([, , found]) => found.length);
}

export function beginningPanel() {
  const groups = groupsToBegin().map(([name, note, found]) => section(name, note, longList("near", found.map(([i, why]) => paperItem(i, why)))));
  const path = mainPath.filter((i) => view.papers[i]);
  if (path.length > 1) groups.push(paperSection("Main path of citations", path, undefined, "the earliest first"));
  return [
    closeButton(), el("h2", {}, "Where to begin"), facts("Chosen by titles, links and citations alone."), groups,
    !groups.length && facts(`None of the ${NODES} stands out: none is linked, cited or called a survey.`),
  ];
}

// Where to begin in short, open at first sight: the first paper of each group, and a button to the panel with the others.
function beginningPart() {
  /** @type {Set<number>} */ const named = new Set();
  const first = groupsToBegin().flatMap(([name, , found]) => found.filter(([i]) => !named.has(i)).slice(0, 1).map(([i, why]) => {
    named.add(i);
    return paperItem(i, joined([name === "Surveys" ? "a survey" : name.toLowerCase(), why], ", "));
  }));
  const all = el("button", { class: "fold arrow", click: () => update({ ...UNCHOSEN, begin: state.begin ? null : true }) }, "More places to begin");
  return foldedGroup("Where to begin", "", true, () => [el("ul", { class: "near" }, ...first), all]);
}
