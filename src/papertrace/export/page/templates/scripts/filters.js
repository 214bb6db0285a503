// The legend, which also contains the filters: pressing a name or a mark shows only the papers with it.

import { slashSwitch } from "./access.js";
import { beginningButton } from "./beginning.js";
import { chooseCommunity, closeCommunity } from "./choosing.js";
import { MAX_TOGGLES, refreshers, toggles } from "./controls.js";
import { isArrow, lineOf, restsOnFew, sideOf } from "./drawn_links.js";
import { el, heading } from "./elements.js";
import { changesPart, facetPart, pressFacet, yearSlider } from "./facet_parts.js";
import { markIcon, svgElement, theme } from "./marks.js";
import {
  KINDS, MARKS, UNCHOSEN, communities, edges, grouped, kinds, linksOf, mainPath, nameOf, papers, plural, speaksOfCode,
  state, toggle, view, weighed, weights, years, yearsChosen,
} from "./model.js";
import { overview } from "./overview.js";
import { hidesPapers, showAll } from "./restrictions.js";
import { legend } from "./screen.js";
import { shadePart } from "./shade_legend.js";
import { byCommunity } from "./shades.js";
import { update } from "./updating.js";
import { viewNote } from "./views.js";

const LEAST_TO_BEGIN = 12; // papers; of fewer, the list itself says where to begin

/** @param {string} kind @param {string} [color] */
export function lineIcon(kind, color = theme.ink) {
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

// The number of pairs of each kind among the papers shown.
function countKinds() {
  const counts = new Map(kinds.map((kind) => [kind, 0]));
  for (const { from, to, reasons } of edges) {
    if (!view.papers[from] || !view.papers[to]) continue;
    reasons.forEach(({ kind }, k) => {
      const first = reasons.findIndex((reason) => reason.kind === kind && reason.weight >= state.weight);
      if (first === k) counts.set(kind, counts.get(kind) + 1);
    });
  }
  return counts;
}

function kindRows() {
  const rows = [...kinds, ...(mainPath.length > 1 ? ["main_path"] : [])].map((kind) => {
    const input = el("input", { type: "checkbox" });
    input.addEventListener("change", () => update({ without: toggle(state.without, kind) }));
    const counted = el("span", { class: "n" }, kind === "main_path" ? plural(mainPath.length, "paper") : "");
    const row = el("label", { class: "check" }, input, lineIcon(kind, kind === "main_path" ? theme.accent : theme.ink), nameOf(KINDS, kind), counted);
    return { kind, input, counted, row };
  });
  const few = el("p", { class: "keys" }, "Lines are the two strongest links of each paper; a paper that is chosen shows all its links.");
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
  const words = { out: kinds.includes("citation") ? "cites" : "names", into: kinds.includes("citation") ? "cited by" : "named by", "": "other links" };
  key.hidden = state.view === "concepts" || !(sides.out || sides.into);
  key.replaceChildren(...Object.entries(sides).filter(([, n]) => n).map(([side, n]) =>
    el("span", {}, lineIcon(side ? "citation" : "coupling", side ? theme[side] : theme.ink), `${words[side]} ${grouped(n)}`)));
}

function weightSlider() {
  const note = el("span");
  const input = el("input", { type: "range", min: 0, max: weights.length - 1, step: 1 });
  const chosen = () => { const i = weights.findIndex((weight) => weight >= state.weight); return i < 0 ? weights.length - 1 : i; };
  input.addEventListener("input", () => update({ weight: Number(input.value) ? weights[Number(input.value)] : 0 }));
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
  const button = el("button", { type: "button", class: "quiet", click: () => update({ undated: !state.undated }) });
  refreshers.push(() => {
    line.hidden = !n || !yearsChosen();
    button.textContent = state.undated ? "Hide" : "Show";
    line.replaceChildren(`${plural(n, "paper")} without a year ${n === 1 ? "is" : "are"} ${state.undated ? "shown too" : "hidden"}. `, button);
  });
  return line;
}

function shownLine() {
  const line = el("p", { class: "facts" });
  const clear = el("button", { type: "button", class: "quiet", click: showAll }, "Show all");
  refreshers.push(() => {
    const shown = view.papers.reduce((sum, one) => sum + one, 0);
    const [hides, hidesLinks] = [hidesPapers(), state.without.size || state.weight];
    line.hidden = !hides && !hidesLinks && !state.out.size;
    const left = hides || hidesLinks ? [hides ? `Filters leave ${grouped(shown)} of ${plural(papers.length, "paper")}. ` : "Filters hide some links. ", clear] : [];
    const out = state.out.size ? `${left.length ? " " : ""}${plural(state.out.size, "paper")} marked as out ${state.out.size === 1 ? "is" : "are"} hidden.` : "";
    line.replaceChildren(...left, out);
  });
  return line;
}

function communityToggles() {
  const members = communities.map(() => /** @type {number[]} */ ([]));
  papers.forEach((paper, i) => { members[paper.community].push(i); });
  /** @param {number} c */
  const color = (c) => (byCommunity() ? theme.colors[c] : theme.soft);
  const items = communities.map(({ label, ring }, value) => ({
    value,
    label,
    among: members[value],
    icon: () => markIcon("none", color(value), ring),
    /** @param {Element} icon */
    paint: (icon) => {
      if (ring) icon.replaceChildren(...markIcon("none", color(value), byCommunity() ? ring : 0).childNodes);
      else /** @type {Element} */ (icon.firstChild).setAttribute("fill", color(value));
    },
  }));
  /** @param {number} c */
  const isOpen = (c) => [overview.on ? state.opened : null, state.about, state.versus].includes(c);
  return toggles(items, "communities", isOpen, pressCommunity, MAX_TOGGLES, (c) => (state.communities.has(c) ? "only" : ""));
}

function codeToggles() {
  const among = new Map(Object.keys(MARKS).map((mark) => [mark, /** @type {number[]} */ ([])]));
  papers.forEach(({ mark }, i) => { among.get(mark)?.push(i); });
  const items = [...among].map(([mark, members]) => ({ value: mark, label: MARKS[mark], among: members, icon: markIcon(mark, theme.soft) }));
  return toggles(items.filter((mark) => mark.among.length), "marks", (m) => state.marks.has(m), (m) => pressFacet("marks", m));
}

export function buildLegend() {
  refreshers.length = 0;
  /** @type {Piece[]} */
  const parts = [el("h2", { class: "unseen" }, "Legend and filters"), shownLine()];
  if (papers.length > LEAST_TO_BEGIN) parts.push(beginningButton());
  if (papers.length > 1) parts.push(shadePart(), viewNote());
  if (communities.length > 1) parts.push(heading("Communities", "papers"), ...communityToggles());
  if (speaksOfCode) parts.push(heading("Code", "papers"), ...codeToggles());
  parts.push(...changesPart());
  if (years.length > 1) parts.push(heading("Years"), yearSlider(), undatedLine());
  parts.push(...facetPart("types"), ...facetPart("venues"));
  // Links between papers are not shown on the concept map.
  if (kinds.length) parts.push(el("div", { class: "of-papers" }, heading("Links", "pairs"), ...kindRows(), weights.length > 1 ? weightSlider() : null));
  if (papers.length) parts.push(el("div", { class: "keyboard" }, heading("Keys"), slashSwitch()));
  legend.replaceChildren(.../** @type {Node[]} */ (parts));
}

// A second press closes the card.
/** @param {number} c */
function pressCommunity(c) {
  if (overview.on && state.opened === c && state.about === null) return closeCommunity();
  if (state.about === c && state.versus === null) return update(UNCHOSEN);
  return chooseCommunity(c);
}
