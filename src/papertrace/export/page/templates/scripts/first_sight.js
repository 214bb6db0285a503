// Draws where the papers of a large page are, before anything else of it is read. The map replaces it.

import { frameOfPoints } from "./frame.js";

const AT_MOST_MS = 300; // a tab that is not shown draws no frame

/** @param {Places} places */
export function drawFirst({ x, y, community, color, dark, discs }) {
  const box = document.getElementById("map");
  const [width, height] = [box.clientWidth, box.clientHeight];
  if (!x?.length || !width || !height) return null;
  const sheet = document.createElement("canvas");
  sheet.className = "first";
  const ratio = window.devicePixelRatio || 1;
  Object.assign(sheet, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  box.append(sheet);
  const corners = discs.length ? discs.flatMap(([atX, atY, radius]) => [{ x: atX - radius, y: atY - radius }, { x: atX + radius, y: atY + radius }]) : x.map((atX, i) => ({ x: atX, y: y[i] }));
  const { position, scale } = frameOfPoints(corners, width, height);
  const ctx = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d"));
  const side = Math.max(1.6, Math.min(4, 14 * scale)) * ratio;
  const paints = matchMedia("(prefers-color-scheme: dark)").matches ? dark : color;
  for (let i = 0; i < x.length; i += 1) {
    ctx.fillStyle = paints[community[i]] ?? "#888888";
    ctx.fillRect(((x[i] - position.x) * scale + width / 2) * ratio - side / 2, ((y[i] - position.y) * scale + height / 2) * ratio - side / 2, side, side);
  }
  performance.mark("papertrace-first-sight");
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, AT_MOST_MS);
  });
}

// Takes away what was drawn, once the map is.
export const removeFirst = () => document.querySelector("#map > .first")?.remove();
