// The part of a map that shows some points, and their size.

// The side of the square of a paper that is no mark, in pixels, smaller where papers are close together. `radius` is that of
// the disc of n papers.
/** @param {number} scale @param {number} radius @param {number} n */
export const sideOfPoints = (scale, radius, n) =>
  Math.min(Math.max(1.6, Math.min(4, 14 * scale)), Math.max(1, 0.6 * scale * radius * Math.sqrt(Math.PI / n)));

// The borders of some points, of which there may be more than a call has arguments.
/** @param {Point[]} points */
export function boundsOf(points) {
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
  /** @param {ImageData} image */
  constructor(image) {
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
