// Marks by squares of the map, so that a name is held against those near it and not against thousands.

const SQUARE = 40; // pixels
const LARGEST = 16; // the radius of the largest mark

// A function that counts the marks, each [x, y, radius, paper], that a box covers, but for that of one paper.
function countCovered(marks) {
  const squares = new Map();
  const at = (place) => Math.floor(place / SQUARE);
  for (const mark of marks) {
    const key = at(mark[0]) * 65536 + at(mark[1]);
    if (!squares.has(key)) squares.set(key, []);
    squares.get(key).push(mark);
  }
  return (left, top, right, bottom, own) => {
    let count = 0;
    for (let column = at(left - LARGEST); column <= at(right + LARGEST); column += 1) {
      for (let row = at(top - LARGEST); row <= at(bottom + LARGEST); row += 1) {
        for (const [x, y, r, i] of squares.get(column * 65536 + row) ?? []) {
          if (i !== own && x + r > left && x - r < right && y + r > top && y - r < bottom) count += 1;
        }
      }
    }
    return count;
  };
}
