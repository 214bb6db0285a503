// Grid indices of marks and of names, so that a name is compared only with what is near it, not with thousands.

const CELL = 40; // pixels
const MAX_RADIUS = 16; // of a mark

// Returns a function that says whether a box covers any of these marks, each [x, y, radius, paper].
/**
 * @param {Mark[]} marks
 * @returns {(left: number, top: number, right: number, bottom: number) => boolean}
 */
export function coveringOf(marks) {
  /** @type {Map<number, Mark[]>} */
  const cells = new Map();
  /** @param {number} coordinate */
  const at = (coordinate) => Math.floor(coordinate / CELL);
  for (const mark of marks) {
    const key = at(mark[0]) * 65536 + at(mark[1]);
    if (cells.has(key)) cells.get(key).push(mark);
    else cells.set(key, [mark]);
  }
  return (left, top, right, bottom) => {
    for (let column = at(left - MAX_RADIUS); column <= at(right + MAX_RADIUS); column += 1) {
      for (let row = at(top - MAX_RADIUS); row <= at(bottom + MAX_RADIUS); row += 1) {
        const near = cells.get(column * 65536 + row);
        if (near?.some(([x, y, r]) => x + r > left && x - r < right && y + r > top && y - r < bottom)) return true;
      }
    }
    return false;
  };
}

const WIDE = 64; // pixels

// Boxes that are taken, and whether another one is free of them.
/** @param {number[][]} boxes */
export function takenBoxes(boxes) {
  /** @type {Map<number, number[][]>} */
  const cells = new Map();
  /** @param {number} coordinate */
  const at = (coordinate) => Math.floor(coordinate / WIDE);
  /** @param {number[]} box */
  const take = (box) => {
    for (let column = at(box[0]); column <= at(box[2]); column += 1) {
      for (let row = at(box[1]); row <= at(box[3]); row += 1) {
        const key = column * 65536 + row;
        if (cells.has(key)) cells.get(key).push(box);
        else cells.set(key, [box]);
      }
    }
  };
  /** @type {IsFree} */
  const free = (left, top, right, bottom) => {
    for (let column = at(left); column <= at(right); column += 1) {
      for (let row = at(top); row <= at(bottom); row += 1) {
        const near = cells.get(column * 65536 + row);
        if (near?.some((box) => left < box[2] && right > box[0] && top < box[3] && bottom > box[1])) return false;
      }
    }
    return true;
  };
  boxes.forEach(take);
  return { take, free };
}
