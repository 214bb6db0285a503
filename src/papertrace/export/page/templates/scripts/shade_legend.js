// The legend of colours and sizes, and the choice of what they say.

import { refreshers } from "./controls.js";
import { bdi, el, heading, isPresent } from "./elements.js";
import { markIcon, svgElement, theme } from "./marks.js";
import { countFound, papers, plural, state, view } from "./model.js";
import { overview } from "./overview.js";
import {
  COLOR_NAMES, MAX_CLASSES, NOT_KNOWN, SHADES, SIZE_NAMES, classesOf, colorAt, greyed, plain, radiusOfNumber, scaleOf,
} from "./shades.js";
import { update } from "./updating.js";

/** @param {"color" | "size"} key @param {string} label @param {string[]} names */
function shadePicker(key, label, names) {
  const select = el("select", {}, ...names.map((name) => el("option", { value: name }, SHADES[name].label)));
  select.addEventListener("change", () => update({ [key]: select.value }));
  refreshers.push(() => { select.value = state[key]; });
  return el("label", {}, label, " ", select);
}

const GRADIENT_STEPS = 100;

function gradient() {
  const icon = svgElement("svg", { viewBox: `0 0 ${GRADIENT_STEPS} 1`, preserveAspectRatio: "none", "aria-hidden": "true", class: "gradient", "shape-rendering": "crispEdges" });
  for (let k = 0; k < GRADIENT_STEPS; k += 1) icon.append(svgElement("rect", { x: k, width: 1, height: 1, fill: colorAt(k / (GRADIENT_STEPS - 1)) }));
  return icon;
}

/** @param {Shade} shade */
function scaleLegend(shade) {
  const { low, high, log, cut, value } = scaleOf(shade);
  const unknown = papers.map((_, i) => i).filter((i) => shade.values[i] === undefined);
  return [
    gradient(),
    el("p", { class: "ends" }, el("span", {}, shade.said(low), cut ? ` or ${shade === SHADES.year ? "earlier" : "less"}` : ""), high > low ? el("span", {}, shade.said(shade.said === plain ? Math.round(value(0.5)) : value(0.5))) : null, high > low ? el("span", {}, shade.said(high)) : null),
    el("p", { class: "facts" }, [log ? "Spread by the logarithm." : "", overview.on ? "A community has the colour of its mean." : ""].filter(Boolean).join(" ")),
    unknown.length ? el("ul", { class: "swatches" }, swatch(greyed(), NOT_KNOWN, unknown)) : null,
  ].filter(isPresent);
}

/** @type {(() => void)[]} */
let swatchCounts = []; // functions that count again what the filters leave of each swatch

/** @param {string} color @param {string} label @param {number[]} among @param {string} [mark] */
function swatch(color, label, among, mark = "none") {
  const counted = el("span", { class: "n" });
  swatchCounts.push(() => { counted.textContent = countFound(among.filter((i) => view.papers[i])); });
  return el("li", {}, markIcon(mark, color), bdi(label), counted);
}

/** @param {Shade} shade */
function classLegend(shade) {
  const all = classesOf(shade);
  const shown = all.slice(0, shade.places ? all.length : MAX_CLASSES);
  const rest = new Set(all.slice(shown.length).map(({ value }) => value));
  /** @param {(value: any) => boolean} passes */
  const among = (passes) => papers.map((_, i) => i).filter((i) => passes(shade.values[i]));
  const unknown = among((value) => value === undefined);
  return [el("ul", { class: "swatches" },
    ...shown.map(({ value, color }) => swatch(color, shade.said(value), among((one) => one === value), shade.markOf?.(value))),
    rest.size ? swatch(greyed(), plural(rest.size, "other"), among((value) => rest.has(value))) : null,
    unknown.length ? swatch(greyed(), NOT_KNOWN, unknown) : null),
  overview.on ? el("p", { class: "facts" }, "A community has the colour of most of its papers.") : null].filter(isPresent);
}

/** @param {Shade} shade */
function sizeLegend(shade) {
  const { low, high } = scaleOf(shade);
  const values = [...new Set([low, shade.said === plain ? Math.round((low + high) / 2) : (low + high) / 2, high])];
  return el("ul", { class: "sizes" }, ...values.map((value) => {
    const icon = svgElement("svg", { viewBox: "-16 -16 32 32", width: 32, height: 32, "aria-hidden": "true" });
    icon.append(svgElement("circle", { r: radiusOfNumber(shade, value), fill: "none", stroke: theme.soft, "stroke-width": 1.5 }));
    return el("li", {}, icon, shade.said(value));
  }));
}

// Chosen anew whenever what is shown changes; the parts are built only then.
export function shadePart() {
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
  const pickers = el("p", { class: "choices" }, shadePicker("color", "Colour", COLOR_NAMES), SIZE_NAMES.length > 1 ? shadePicker("size", "Size", SIZE_NAMES) : null);
  return el("div", { class: "of-papers" }, pickers, colors, sizes);
}
