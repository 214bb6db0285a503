// Draws where the papers of a page are, before anything else of it is read. The map replaces it.

import { PointSheet, frameOfCircles, sideOfPoints } from "./frame.js";

const AT_MOST_MS = 300; // a tab that is not shown draws no frame

/** @param {Places} places */
export function drawFirst({ x, y, community, color, dark, discs, size, lines }) {
  const box = document.getElementById("map");
  const [width, height] = [box.clientWidth, box.clientHeight];
  if (!x?.length || !width || !height) return null;
  const sheet = document.createElement("canvas");
  sheet.className = "first";
  const ratio = window.devicePixelRatio || 1;
  Object.assign(sheet, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  box.append(sheet);
  const circles = discs.length ? discs.map(([atX, atY, radius]) => ({ x: atX, y: atY, radius })) : x.map((atX, i) => ({ x: atX, y: y[i] }));
  const zoom = document.querySelector(".zoom");
  const { position, scale } = frameOfCircles(circles, width, height, zoom.offsetWidth ? [zoom.offsetLeft, zoom.offsetTop] : [width, height]);
  const ctx = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d"));
  const paints = document.documentElement.dataset.theme === "dark" ? dark : color;
  /** @param {number} i */
  const at = (i) => [(x[i] - position.x) * scale + width / 2, (y[i] - position.y) * scale + height / 2];
  const side = discs.length ? sideOfPoints(scale, discs[0][2], community.filter((c) => c === 0).length) : 0;
  if (side) {
    const points = new PointSheet(ctx.createImageData(sheet.width, sheet.height));
    for (let i = 0; i < x.length; i += 1) {
      const [left, top] = at(i);
      points.draw(left * ratio, top * ratio, Math.round(side * ratio), paints[community[i]] ?? "#888888", 255);
    }
    ctx.putImageData(points.image, 0, 0);
  } else {
    ctx.scale(ratio, ratio);
    if (lines) drawLines(ctx, lines, at);
    for (let i = 0; i < x.length; i += 1) {
      const [left, top] = at(i);
      const radius = Math.min(Math.max((size?.[i] ?? 0) * Math.sqrt(scale), 2), 14);
      ctx.fillStyle = paints[community[i]] ?? "#888888";
      ctx.beginPath();
      ctx.arc(left, top, radius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
  performance.mark("papertrace-first-sight");
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, AT_MOST_MS);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {[from: number[], to: number[]]} lines @param {(i: number) => number[]} at */
function drawLines(ctx, [from, to], at) {
  ctx.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--rule");
  ctx.beginPath();
  from.forEach((one, k) => {
    const [[fromX, fromY], [toX, toY]] = [at(one), at(to[k])];
    ctx.moveTo(fromX, fromY);
    ctx.lineTo(toX, toY);
  });
  ctx.stroke();
}

// Takes away what was drawn, once the map is.
export const removeFirst = () => document.querySelector("#map > .first")?.remove();
