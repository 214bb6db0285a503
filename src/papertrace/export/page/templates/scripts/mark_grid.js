// A grid index of boxes, so that a name is compared only with what is near it, not with thousands of marks and names.

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

// Returns a function that says whether a box covers any of these marks, each [x, y, radius, paper].
/** @param {Mark[]} marks @returns {IsFree} */
export function coveringOf(marks) {
  const { free } = takenBoxes(marks.map(([x, y, radius]) => [x - radius, y - radius, x + radius, y + radius]));
  return (left, top, right, bottom) => !free(left, top, right, bottom);
}
