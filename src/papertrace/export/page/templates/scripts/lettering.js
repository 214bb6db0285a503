// The width of text on the map, and where lines of it are broken.

/** @type {Map<string, number>} */
const widths = new Map();

/** @param {Context} ctx @param {string} text @param {string} font */
export function widthOf(ctx, text, font) {
  const key = font + text;
  if (!widths.has(key)) {
    ctx.font = font;
    widths.set(key, ctx.measureText(text).width);
  }
  return widths.get(key);
}

const WITHOUT_ITALICS = /(?=\p{L})[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

// The font of the name of a community, in italics where its script has them.
/** @param {string} name @param {number} size @param {string} family */
export const nameFont = (name, size, family) => `${WITHOUT_ITALICS.test(name) ? "" : "italic "}${size}px ${family}`;

// Breaks a long label into two lines.
/** @param {Context} ctx @param {string} label @param {string} font */
export function linesOf(ctx, label, font) {
  const words = label.split(" ");
  if (words.length < 2 || widthOf(ctx, label, font) < 150) return [label];
  let best = [label];
  let least = Infinity;
  for (let i = 1; i < words.length; i += 1) {
    const lines = [words.slice(0, i).join(" "), words.slice(i).join(" ")];
    const width = Math.max(...lines.map((line) => widthOf(ctx, line, font)));
    if (width < least) [best, least] = [lines, width];
  }
  return best;
}

/** @param {Context} ctx @param {string} text @param {string} font @param {number} wide @returns {string[]} */
export function wrapped(ctx, text, font, wide) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && widthOf(ctx, longer, font) <= wide) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
