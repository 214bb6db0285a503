// A grid index of marks, so that a name is compared only with marks near it, not with thousands.

const CELL = 40; // pixels
const MAX_RADIUS = 16; // of a mark

// Returns a function that counts the marks, each [x, y, radius, paper], that a box covers, except that of one paper.
/**
 * @param {Mark[]} marks
 * @returns {(left: number, top: number, right: number, bottom: number, own: number | null) => number}
 */
export function countCovered(marks) {
  const cells = new Map();
  /** @param {number} coordinate */
  const at = (coordinate) => Math.floor(coordinate / CELL);
  for (const mark of marks) {
    const key = at(mark[0]) * 65536 + at(mark[1]);
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(mark);
  }
  return (left, top, right, bottom, own) => {
    let count = 0;
    for (let column = at(left - MAX_RADIUS); column <= at(right + MAX_RADIUS); column += 1) {
      for (let row = at(top - MAX_RADIUS); row <= at(bottom + MAX_RADIUS); row += 1) {
        for (const [x, y, r, i] of cells.get(column * 65536 + row) ?? []) {
          if (i !== own && x + r > left && x - r < right && y + r > top && y - r < bottom) count += 1;
        }
      }
    }
    return count;
  };
}
