// What of the map is drawn before anything else of the page is read: where the papers are.

// The side of the square of a paper that is no mark, in pixels, smaller where papers are close together. `radius` is that of
// the disc of n papers.
/** @param {number} scale @param {number} radius @param {number} n */ export const sideOfPoints = (scale, radius, n) =>
  Math.min(Math.max(1.6, Math.min(4, 14 * scale)), Math.max(1, 0.6 * scale * radius * Math.sqrt(Math.PI / n)));

// The borders of some points, of which there may be more than a call has arguments.
/** @param {Point[]} points */ export function boundsOf(points) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { left, right, top, bottom };
}

/** @param {Point[]} points @param {number} width @param {number} height pixels of the map */
export function frameOfPoints(points, width, height) {
  const { left, right, top, bottom } = boundsOf(points.length ? points : [{ x: 0, y: 0 }]);
  const room = Math.min(48, width / 10);
  const scale = Math.min((width - 2 * room) / Math.max(right - left, 1), (height - 2 * room) / Math.max(bottom - top, 1), 1.6);
  return { position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale: Math.max(scale, 0.01) };
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} radius */ function outline(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} radius */ export function paintDisc(ctx, x, y, radius) {
  outline(ctx, x, y, radius);
  ctx.fill();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} radius */ export function paintRing(ctx, x, y, radius) {
  outline(ctx, x, y, radius);
  ctx.stroke();
}

/** @param {Context} ctx @param {number} fromX @param {number} fromY @param {number} toX @param {number} toY */
export function paintLine(ctx, fromX, fromY, toX, toY) {
  ctx.beginPath();
  ctx.moveTo(fromX, fromY);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}

const AROUND = 8; // pixels around the place of a paper

// The position and scale at which all circles are seen and none is below the buttons in the lower right corner, which begin
// at `left` and `top`: where one would be, the map is beside or above them, whichever leaves it larger.
/** @param {(Point & { radius?: number })[]} circles @param {number} width @param {number} height @param {[left: number, top: number]} corner */
export function frameOfCircles(circles, width, height, [left, top]) {
  const corners = circles.flatMap(({ x, y, radius = 0 }) => (radius ? [{ x: x - radius, y: y - radius }, { x: x + radius, y: y + radius }] : [{ x, y }]));
  const whole = frameOfPoints(corners, width, height);
  const { position, scale } = whole;
  const covered = circles.some(({ x, y, radius = 0 }) => {
    const [across, along] = [left - width / 2 - (x - position.x) * scale, top - height / 2 - (y - position.y) * scale];
    return Math.hypot(Math.max(across, 0), Math.max(along, 0)) < radius * scale + AROUND;
  });
  if (!covered) return whole;
  const [beside, above] = [frameOfPoints(corners, left, height), frameOfPoints(corners, width, top)];
  if (beside.scale > above.scale) return { position: { x: beside.position.x + (width - left) / 2 / beside.scale, y: beside.position.y }, scale: beside.scale };
  return { position: { x: above.position.x, y: above.position.y + (height - top) / 2 / above.scale }, scale: above.scale };
}

// Pixels of a canvas, in which tens of thousands of squares are drawn sooner than by its methods.
export class PointSheet {
  /** @param {ImageData} image */ constructor(image) {
    this.image = image;
    this.cells = new Uint32Array(image.data.buffer);
    this.cells.fill(0);
    /** @type {Map<string, number>} */
    this.inks = new Map();
  }

  // A square around a point, in pixels, unless it crosses the border.
  /** @param {number} x @param {number} y @param {number} side @param {string} color as #rrggbb @param {number} alpha 0 to 255 */
  draw(x, y, side, color, alpha) {
    const { cells, image: { width, height } } = this;
    const [left, top] = [Math.round(x - side / 2), Math.round(y - side / 2)];
    if (left < 0 || top < 0 || left + side > width || top + side > height) return;
    let ink = this.inks.get(color);
    if (ink === undefined) {
      const rgb = parseInt(color.slice(1), 16);
      ink = ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16);
      this.inks.set(color, ink);
    }
    const cell = ((alpha << 24) | ink) >>> 0;
    for (let row = top; row < top + side; row += 1) for (let k = row * width + left; k < row * width + left + side; k += 1) cells[k] = cell;
  }
}

const AT_MOST_MS = 300; // a tab that is not shown draws no frame

/** @param {Places} places */ export function drawFirst({ x, y, community, color, dark, discs, size, lines }) {
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
  /** @param {number} i */ const at = (i) => [(x[i] - position.x) * scale + width / 2, (y[i] - position.y) * scale + height / 2];
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
      paintDisc(ctx, left, top, radius);
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

export const removeFirst = () => document.querySelector("#map > .first")?.remove();
