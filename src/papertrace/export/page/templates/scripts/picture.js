// The map as a picture to keep: what is shown, with title and legend, as SVG, or as PNG of that at twice the size.

import { contained, cut, isolated } from "./elements.js";
import { inXml, saveFile } from "./exporting.js";
import { paintLine } from "./first_sight.js";
import { drawNames, isArrow, lineOf, paintGround, pathShown, prepareLinks } from "./map.js";
import {
  MAX_CLASSES, NOT_KNOWN, SHADES, byCommunity, classesOf, colorAt, drawMark, drawRing, greyed, pathData, plain,
  scaleOf, theme,
} from "./marks.js";
import {
  KINDS, MARKS, communities, countNodes, data, grouped, knownReasons, nameOf, papers, plural, speaksOfCode, state,
  view,
} from "./model.js";
import { clearNameCache, wrapped } from "./names.js";
import { box, network } from "./screen.js";
import { VIEWS } from "./views.js";

const ENLARGED = 2;
const MARGIN = 24; // pixels
const LEGEND_WIDTH = 250;
const MAX_NAMED = 20; // communities, or classes

const pictureDialog = document.getElementById("picture");

/** @param {SvgContext} ctx */ function drawMap(ctx) {
  const [scale, origin] = [network.scale, network.canvasToDOM({ x: 0, y: 0 })];
  ctx.setTransform(scale, 0, 0, scale, origin.x, origin.y);
  prepareLinks(tracedPath);
  clearNameCache(); // names are placed anew, as nothing is pointed at
  paintGround(ctx);
  drawNames(ctx);
  prepareLinks();
  clearNameCache();
}

// What the legend says: { heading }, { text, mark or line or color }, { scale } in order.
function legendRows() {
  /** @type {LegendRow[]} */ const rows = [];
  const shade = SHADES[state.color];
  /** @param {number[]} among */ const shown = (among) => among.filter((i) => view.papers[i]).length;
  if (byCommunity() && communities.length > 1) {
    const counts = communities.map(() => 0);
    papers.forEach((paper, i) => { counts[paper.community] += view.papers[i]; });
    const named = communities.map((_, c) => c).filter((c) => counts[c]);
    rows.push({ heading: "Communities" }, ...named.slice(0, MAX_NAMED).map((c) => ({ text: `${communities[c].short} (${grouped(counts[c])})`, mark: "none", color: theme.colors[c], ring: communities[c].ring })));
    if (named.length > MAX_NAMED) rows.push({ text: `and ${plural(named.length - MAX_NAMED, "more community", "more communities")}` });
  } else if (!byCommunity() && shade.number) {
    const { low, high, value } = scaleOf(shade);
    rows.push({ heading: `Colour: ${shade.label}` }, { scale: [low, shade.said === plain ? Math.round(value(0.5)) : value(0.5), high].map((one) => shade.said(one)) }, { text: NOT_KNOWN, mark: "none", color: greyed() });
  } else if (!byCommunity()) {
    rows.push({ heading: `Colour: ${shade.label}` }, ...classesOf(shade).slice(0, shade.places ? MAX_NAMED : MAX_CLASSES).map(({ value, color }) => ({ text: shade.said(value), mark: shade.markOf?.(value) ?? "none", color })));
  }
  const marks = Object.keys(MARKS).map((mark) => ({ mark, n: shown(papers.map((_, i) => i).filter((i) => papers[i].mark === mark)) })).filter(({ n }) => n);
  if (speaksOfCode) rows.push({ heading: "Code" }, ...marks.map(({ mark, n }) => ({ text: `${MARKS[mark]} (${grouped(n)})`, mark, color: theme.soft })));
  const drawn = knownReasons().kinds.filter((kind) => !state.without.has(kind));
  if (pathShown().length > 1) drawn.push("main_path");
  if (drawn.length && state.view !== "concepts") rows.push({ heading: "Links" }, ...drawn.map((kind) => ({ text: nameOf(KINDS, kind), line: kind })));
  rows.push({ heading: "Size" }, { text: state.size === "links" || state.view !== "papers" ? VIEWS[state.view].note : `${SHADES[state.size].label}, by area` });
  return rows;
}

// Draws the legend from a corner down, and returns where it ends.
/** @param {Context} ctx @param {number} x @param {number} y */ function drawLegend(ctx, x, y) {
  const font = `13px ${theme.sans}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const { heading: name, text, mark, color, ring, line, scale } of legendRows()) {
    if (name) {
      y += 10;
      ctx.font = `600 13px ${theme.sans}`;
      ctx.fillStyle = theme.soft;
      ctx.fillText(name, x, y);
      y += 22;
    } else if (scale) {
      for (let k = 0; k < 50; k += 1) {
        ctx.fillStyle = colorAt(k / 49);
        ctx.fillRect(x + (k * LEGEND_WIDTH) / 50, y - 8, LEGEND_WIDTH / 50 + 0.5, 12);
      }
      ctx.font = font;
      ctx.fillStyle = theme.ink;
      scale.forEach((said, k) => { ctx.textAlign = /** @type {const} */ (["left", "center", "right"])[k]; ctx.fillText(said, x + (k * LEGEND_WIDTH) / 2, y + 14); });
      ctx.textAlign = "left";
      y += 34;
    } else {
      const inset = mark ? 22 : line ? 42 : 0;
      if (mark) drawMark(ctx, mark, x + 7, y, ring ? 3.8 : 6, color ?? theme.soft, 1.7);
      if (ring) drawRing(ctx, ring, x + 7, y, 3.8, color ?? theme.soft, 1);
      if (line) drawLine(ctx, line, x, y);
      ctx.font = font;
      ctx.fillStyle = theme.ink;
      for (const part of wrapped(ctx, cut(contained(text ?? "")), font, LEGEND_WIDTH - inset)) {
        ctx.fillText(isolated(part), x + inset, y, LEGEND_WIDTH - inset);
        y += 18;
      }
      y += 3;
    }
  }
  return y;
}

/** @param {Context} ctx @param {string} kind @param {number} x @param {number} y */ function drawLine(ctx, kind, x, y) {
  const { width, dash } = lineOf(kind);
  const isDirected = isArrow(kind);
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = kind === "main_path" ? theme.accent : theme.ink;
  ctx.lineWidth = Math.max(1, width);
  ctx.setLineDash(dash);
  paintLine(ctx, x, y, x + (isDirected ? 25 : 32), y);
  if (isDirected) {
    ctx.beginPath();
    ctx.moveTo(x + 32, y);
    ctx.lineTo(x + 25, y - 3.2);
    ctx.lineTo(x + 25, y + 3.2);
    ctx.fill();
  }
  ctx.restore();
}

// The size of the picture, and where its parts are: the legend is beside the map, on a phone below it.
/** @returns {Layout} */ function layout() {
  const [width, height] = [box.clientWidth, box.clientHeight];
  const beside = width >= 500;
  const dry = new SvgContext(10, 10);
  const tall = drawLegend(dry, 0, 0) + MARGIN;
  const titled = wrapped(dry, cut(contained(data.title)), `28px ${theme.serif}`, Math.max(200, (beside ? width + LEGEND_WIDTH : width) - MARGIN)).slice(0, 3);
  const top = MARGIN + 34 * titled.length + 28;
  return {
    titled, top, width, height,
    legend: beside ? [width + MARGIN, top + MARGIN / 2] : [MARGIN, top + height + MARGIN],
    whole: beside ? [width + LEGEND_WIDTH + 2 * MARGIN, top + Math.max(height, tall)] : [Math.max(width, LEGEND_WIDTH + 2 * MARGIN), top + height + tall + MARGIN],
  };
}

/** @param {Context} ctx @param {Layout} options */ function drawFrame(ctx, { titled, top, legend: at, whole: [width, height] }) {
  ctx.fillStyle = theme.paper;
  ctx.fillRect(0, 0, width, height);
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "left";
  ctx.fillStyle = theme.ink;
  ctx.font = `28px ${theme.serif}`;
  titled.forEach((text, k) => { ctx.fillText(isolated(text), MARGIN, MARGIN + 24 + 34 * k); });
  ctx.font = `13px ${theme.sans}`;
  ctx.fillStyle = theme.soft;
  const [all, n] = [countNodes(papers.length), view.papers.reduce((sum, one) => sum + one, 0)];
  ctx.fillText(`${n < papers.length ? `${grouped(n)} of ${all}` : all} · ${plural(view.edges.reduce((sum, one) => sum + one, 0), "linked pair")}`, MARGIN, top - 16);
  drawLegend(ctx, ...at);
}

function svgPicture() {
  const parts = layout();
  const [frame, map] = [new SvgContext(...parts.whole), new SvgContext(parts.width, parts.height)];
  drawFrame(frame, parts);
  drawMap(map);
  const [width, height] = parts.whole.map((one) => Math.round(one));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * ENLARGED}" height="${height * ENLARGED}" viewBox="0 0 ${width} ${height}">\n<title>${inXml(data.title)}</title>\n${frame.pieces.join("\n")}\n`
    + `<svg x="0" y="${short(parts.top)}" width="${parts.width}" height="${parts.height}" viewBox="0 0 ${parts.width} ${parts.height}">\n${map.pieces.join("\n")}\n</svg>\n</svg>\n`;
}

async function savePng() {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgPicture())}`;
  await image.decode();
  const sheet = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  sheet.getContext("2d")?.drawImage(image, 0, 0);
  sheet.toBlob((blob) => { if (blob) saveFile(blob, ".png"); });
}

document.getElementById("save").addEventListener("click", () => pictureDialog.showModal());
document.getElementById("save-svg").addEventListener("click", () => saveFile(new Blob([svgPicture()], { type: "image/svg+xml" }), ".svg"));
document.getElementById("save-png").addEventListener("click", savePng);

// A canvas context that writes SVG: the part of the interface that the map uses, so that the same code draws both.

// A path that keeps its data, in place of a Path2D.
/** @returns {MapPath & { parts: string[] }} */ export function tracedPath() {
  /** @type {string[]} */ const parts = [];
  return { parts, moveTo: (x, y) => parts.push(`M${short(x)} ${short(y)}`), lineTo: (x, y) => parts.push(`L${short(x)} ${short(y)}`) };
}

/** @param {number} number */ export const short = (number) => String(Math.round(number * 1000) / 1000);
const measuring = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Record<string, string>} */ const ANCHORS = { left: "start", start: "start", center: "middle", right: "end", end: "end" };

export class SvgContext {
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  globalAlpha = 1;
  /** @type {CanvasLineCap} */
  lineCap = "butt";
  /** @type {CanvasLineJoin} */
  lineJoin = "miter";
  font = "10px sans-serif";
  /** @type {CanvasTextAlign} */
  textAlign = "start";
  /** @type {CanvasTextBaseline} */
  textBaseline = "alphabetic";
  /** @type {number[]} */
  dash = [];
  matrix = [1, 1, 0, 0]; // the scales and the translation
  /** @type {string[]} */
  pieces = [];
  /** @type {object[]} */
  kept = [];
  /** @type {string[]} */
  path = [];

  /** @param {number} width @param {number} height */ constructor(width, height) {
    this.canvas = { width, height, clientWidth: width, clientHeight: height };
  }

  save() { const { pieces: _, kept: __, path: ___, ...styles } = this; this.kept.push(styles); }
  restore() { Object.assign(this, this.kept.pop()); }
  /** @param {number} a @param {number} _b @param {number} _c @param {number} d @param {number} e @param {number} f */
  setTransform(a, _b, _c, d, e, f) { this.matrix = [a, d, e, f]; }
  /** @param {number} x @param {number} y */
  translate(x, y) { const [a, d, e, f] = this.matrix; this.matrix = [a, d, e + a * x, f + d * y]; }
  /** @param {number} x @param {number} y */ scale(x, y) { const [a, d, e, f] = this.matrix; this.matrix = [a * x, d * y, e, f]; }
  /** @param {number[]} dash */ setLineDash(dash) { this.dash = dash; }
  clip() {} // what is clipped on the map is narrow enough anyway
  beginPath() { this.path = []; }
  /** @param {number} x @param {number} y */ moveTo(x, y) { this.path.push(`M${short(x)} ${short(y)}`); }
  /** @param {number} x @param {number} y */ lineTo(x, y) { this.path.push(`L${short(x)} ${short(y)}`); }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) { this.path.push(`M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`); }
  /** @param {number} x @param {number} y @param {number} radius */
  arc(x, y, radius) { this.path.push(`M${short(x - radius)} ${short(y)}a${short(radius)} ${short(radius)} 0 1 0 ${short(2 * radius)} 0a${short(radius)} ${short(radius)} 0 1 0 ${short(-2 * radius)} 0Z`); }
  /** @param {any} path */ fill(path) { this.draw(path, { fill: this.fillStyle }); }
  /** @param {any} path */ stroke(path) {
    this.draw(path, {
      fill: "none", stroke: this.strokeStyle, "stroke-width": short(this.lineWidth), "stroke-linecap": this.lineCap, "stroke-linejoin": this.lineJoin,
      "stroke-dasharray": this.dash.length ? this.dash.map(short).join(" ") : undefined,
    });
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */ fillRect(x, y, width, height) {
    this.add("rect", { ...this.placed(), x: short(x), y: short(y), width: short(width), height: short(height), fill: this.fillStyle });
  }

  /** @param {string} text @param {number} x @param {number} y */ fillText(text, x, y) { this.write(text, x, y, { fill: this.fillStyle }); }
  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) { this.write(text, x, y, { fill: "none", stroke: this.strokeStyle, "stroke-width": short(this.lineWidth), "stroke-linejoin": "round" }); }
  /** @param {string} text */ measureText(text) { measuring.font = this.font; return measuring.measureText(text); }

  placed() {
    const [a, d, e, f] = this.matrix;
    const moved = a !== 1 || d !== 1 || e || f;
    return { transform: moved ? `matrix(${[a, 0, 0, d, e, f].map((one) => String(Math.round(one * 1e5) / 1e5)).join(" ")})` : undefined, opacity: this.globalAlpha < 1 ? short(this.globalAlpha) : undefined };
  }

  /** @param {any} path @param {Record<string, any>} paint */ draw(path, paint) {
    const d = path ? (path.parts?.join("") ?? pathData.get(path) ?? "") : this.path.join("");
    if (d) this.add("path", { ...this.placed(), d, ...paint });
  }

  /** @param {string} text @param {number} x @param {number} y @param {Record<string, any>} paint */ write(text, x, y, paint) {
    this.add("text", { ...this.placed(), x: short(x), y: short(y), style: `font:${this.font}`, "text-anchor": ANCHORS[this.textAlign], "dominant-baseline": this.textBaseline === "middle" ? "central" : undefined, ...paint }, text);
  }

  /** @param {string} name @param {Record<string, any>} attributes @param {string} [text] */ add(name, attributes, text) {
    const written = Object.entries(attributes).filter(([, value]) => value !== undefined).map(([key, value]) => ` ${key}="${inXml(value)}"`).join("");
    this.pieces.push(text === undefined ? `<${name}${written}/>` : `<${name}${written}>${inXml(text)}</${name}>`);
  }
}
