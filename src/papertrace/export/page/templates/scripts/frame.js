// The part of a map that shows some points, and their size.

// The side of the square of a paper that is no mark, in pixels, smaller where papers are close together. `radius` is that of
// the disc of n papers.
/** @param {number} scale @param {number} radius @param {number} n */
export const sideOfPoints = (scale, radius, n) =>
  Math.min(Math.max(1.6, Math.min(4, 14 * scale)), Math.max(1, 0.6 * scale * radius * Math.sqrt(Math.PI / n)));

/** @param {Point[]} points @param {number} width @param {number} height pixels of the map */
export function frameOfPoints(points, width, height) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (!points.length) [left, right, top, bottom] = [0, 0, 0, 0];
  const room = Math.min(48, width / 10);
  const scale = Math.min((width - 2 * room) / Math.max(right - left, 1), (height - 2 * room) / Math.max(bottom - top, 1), 1.6);
  return { position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale: Math.max(scale, 0.01) };
}
