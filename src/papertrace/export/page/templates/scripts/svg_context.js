// A canvas context that writes SVG: the part of the interface that the map uses, so that the same code draws both.

import { inXml } from "./citing.js";
import { pathData } from "./marks.js";

// A path that keeps its data, in place of a Path2D.
/** @returns {MapPath & { parts: string[] }} */ export function tracedPath() {
  /** @type {string[]} */ const parts = [];
  return { parts, moveTo: (x, y) => parts.push(`M${short(x)} ${short(y)}`), lineTo: (x, y) => parts.push(`L${short(x)} ${short(y)}`) };
}

/** @param {number} number */ export const short = (number) => String(Math.round(number * 1000) / 1000);
const measuring = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Record<string, string>} */ const ANCHORS = { left: "start", start: "start", center: "middle", right: "end", end: "end" };
const KEPT = /** @type {const} */ ([
  "fillStyle", "strokeStyle", "lineWidth", "globalAlpha", "lineCap", "lineJoin", "font", "textAlign", "textBaseline", "dash", "matrix",
]);

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

  save() { this.kept.push(Object.fromEntries(KEPT.map((key) => [key, this[key]]))); }
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
