// A canvas context that writes SVG: the part of the interface that the map uses, so that the same code draws both.

import { inXml } from "./graphml.js";
import { pathData } from "./marks.js";

// A path that keeps its data, in place of a Path2D.
export function tracedPath() {
  const parts = [];
  return { parts, moveTo: (x, y) => parts.push(`M${short(x)} ${short(y)}`), lineTo: (x, y) => parts.push(`L${short(x)} ${short(y)}`), bezierCurveTo: (...points) => parts.push(`C${points.map(short).join(" ")}`) };
}

export const short = (number) => String(Math.round(number * 1000) / 1000);
const measuring = document.createElement("canvas").getContext("2d");
const ANCHORS = { left: "start", start: "start", center: "middle", right: "end", end: "end" };
const PLAIN = {
  fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, lineCap: "butt", lineJoin: "miter", font: "10px sans-serif",
  textAlign: "start", textBaseline: "alphabetic", dash: [], matrix: [1, 1, 0, 0], // the scales and the translation
};

export class SvgContext {
  constructor(width, height) {
    Object.assign(this, PLAIN);
    this.canvas = { width, height, clientWidth: width, clientHeight: height };
    this.pieces = [];
    this.kept = [];
    this.path = [];
  }

  save() { this.kept.push(Object.fromEntries(Object.keys(PLAIN).map((key) => [key, this[key]]))); }
  restore() { Object.assign(this, this.kept.pop()); }
  setTransform(a, _b, _c, d, e, f) { this.matrix = [a, d, e, f]; }
  translate(x, y) { const [a, d, e, f] = this.matrix; this.matrix = [a, d, e + a * x, f + d * y]; }
  scale(x, y) { const [a, d, e, f] = this.matrix; this.matrix = [a * x, d * y, e, f]; }
  setLineDash(dash) { this.dash = dash; }
  clip() {} // what is clipped on the map is narrow enough anyway
  beginPath() { this.path = []; }
  moveTo(x, y) { this.path.push(`M${short(x)} ${short(y)}`); }
  lineTo(x, y) { this.path.push(`L${short(x)} ${short(y)}`); }
  rect(x, y, width, height) { this.path.push(`M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`); }
  arc(x, y, radius) { this.path.push(`M${short(x - radius)} ${short(y)}a${short(radius)} ${short(radius)} 0 1 0 ${short(2 * radius)} 0a${short(radius)} ${short(radius)} 0 1 0 ${short(-2 * radius)} 0Z`); }
  fill(path) { this.draw(path, { fill: this.fillStyle }); }
  stroke(path) {
    this.draw(path, {
      fill: "none", stroke: this.strokeStyle, "stroke-width": short(this.lineWidth), "stroke-linecap": this.lineCap, "stroke-linejoin": this.lineJoin,
      "stroke-dasharray": this.dash.length ? this.dash.map(short).join(" ") : undefined,
    });
  }

  fillRect(x, y, width, height) {
    this.add("rect", { ...this.placed(), x: short(x), y: short(y), width: short(width), height: short(height), fill: this.fillStyle });
  }

  fillText(text, x, y) { this.write(text, x, y, { fill: this.fillStyle }); }
  strokeText(text, x, y) { this.write(text, x, y, { fill: "none", stroke: this.strokeStyle, "stroke-width": short(this.lineWidth), "stroke-linejoin": "round" }); }
  measureText(text) { measuring.font = this.font; return measuring.measureText(text); }

  placed() {
    const [a, d, e, f] = this.matrix;
    const moved = a !== 1 || d !== 1 || e || f;
    return { transform: moved ? `matrix(${[a, 0, 0, d, e, f].map((one) => String(Math.round(one * 1e5) / 1e5)).join(" ")})` : undefined, opacity: this.globalAlpha < 1 ? short(this.globalAlpha) : undefined };
  }

  draw(path, paint) {
    const d = path ? (path.parts?.join("") ?? pathData.get(path) ?? "") : this.path.join("");
    if (d) this.add("path", { ...this.placed(), d, ...paint });
  }

  write(text, x, y, paint) {
    this.add("text", { ...this.placed(), x: short(x), y: short(y), style: `font:${this.font}`, "text-anchor": ANCHORS[this.textAlign], "dominant-baseline": this.textBaseline === "middle" ? "central" : undefined, ...paint }, text);
  }

  add(name, attributes, text) {
    const written = Object.entries(attributes).filter(([, value]) => value !== undefined).map(([key, value]) => ` ${key}="${inXml(value)}"`).join("");
    this.pieces.push(text === undefined ? `<${name}${written}/>` : `<${name}${written}>${inXml(text)}</${name}>`);
  }
}
