// Distances and directions on the map.

/** @param {Point} point @param {Point} a @param {Point} b */
export function gapToLine(point, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(a.x + along * dx - point.x, a.y + along * dy - point.y);
}

// The nearest point in a direction; points off the axis count as farther away.
/** @param {Point} start @param {Point[]} points @param {number} dx @param {number} dy @param {(i: number) => unknown} passes @returns {number | null} */
export function nearestTowards(start, points, dx, dy, passes) {
  let best = null;
  let least = Infinity;
  points.forEach((point, i) => {
    if (!passes(i)) return;
    const [x, y] = [point.x - start.x, point.y - start.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (ahead <= 0 || aside > ahead) return;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [i, cost];
  });
  return best;
}

// Whether a point is within a line, which ends where it begins: a ray from it crosses the line an odd number of times.
/** @param {Point} point @param {Point[]} around */
export function isInside({ x, y }, around) {
  let inside = false;
  around.forEach((one, k) => {
    const other = around.at(k - 1);
    if (one.y > y !== other.y > y && x < one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y)) inside = !inside;
  });
  return inside;
}
