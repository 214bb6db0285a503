// Texts that a page holds as codes of words and phrases, as `export/page/packing/words.py` writes them.

import { yieldToMain } from "./pause.js";

const AT_ONCE = 14; // bits that are looked up in a table; longer codes are rare
const MAX_BITS = 24;
const N_SYMBOLS = 4096; // symbols that are read before the page may answer

/**
 * @typedef {object} Dictionary
 * @property {string[]} words between two of which a space is left out
 * @property {string[]} others
 * @property {[left: number[], right: number[]]} phrases
 * @property {number} end the length of the code after each text
 * @property {Record<string, number[]>} bits how many of each have codes of 0, 1 … bits
 */

// Resolves to a function that opens codes of texts: it returns another one, which reads so many further texts of them.
/** @param {Dictionary} dictionary @returns {Promise<(bytes: Uint8Array) => (n: number) => string[]>} */
export async function readerOf({ words, others, phrases: [left, right], end, bits }) {
  const strings = ["", ...words, ...others];
  const nStrings = strings.length;
  const nSymbols = nStrings + left.length;
  // 1 if a symbol begins with a word, and 2 if it ends with one.
  const sides = new Uint8Array(nSymbols).fill(3, 1, 1 + words.length);
  /** @param {number} symbol */
  const expand = (symbol) => {
    if (strings[symbol] !== undefined) return;
    const [one, other] = [left[symbol - nStrings], right[symbol - nStrings]];
    expand(one);
    expand(other);
    strings[symbol] = strings[one] + (sides[one] & 2 && sides[other] & 1 ? " " : "") + strings[other];
    sides[symbol] = (sides[one] & 1) | (sides[other] & 2);
  };
  for (let symbol = nStrings; symbol < nSymbols; symbol += 1) {
    if (symbol % N_SYMBOLS === 0) await yieldToMain();
    expand(symbol);
  }

  const lengths = new Uint8Array(nSymbols);
  lengths[0] = end;
  let at = 1;
  for (const counts of [bits.words, bits.others, bits.phrases]) {
    counts.forEach((n, length) => {
      lengths.fill(length, at, at + n);
      at += n;
    });
  }
  /** @type {number[][]} */
  const ofLength = Array.from({ length: MAX_BITS + 1 }, () => []);
  lengths.forEach((length, symbol) => { if (length) ofLength[length].push(symbol); });
  await yieldToMain();
  const table = new Int32Array(1 << AT_ONCE); // symbol × 32 + length by the next bits
  const first = new Int32Array(MAX_BITS + 1); // the first code of each length
  let code = 0;
  for (let length = 1; length <= MAX_BITS; length += 1) {
    code *= 2;
    first[length] = code;
    for (const symbol of ofLength[length]) {
      if (length <= AT_ONCE) table.fill(symbol * 32 + length, code << (AT_ONCE - length), (code + 1) << (AT_ONCE - length));
      code += 1;
    }
  }

  return (bytes) => {
    let place = 0;
    return (n) => {
      /** @type {string[]} */
      const texts = [];
      let [text, spaced] = ["", 0];
      while (texts.length < n) {
        const k = place >> 3;
        if (k >= bytes.length) throw new RangeError("codes end before their texts");
        const next = ((bytes[k] << 24) | (bytes[k + 1] << 16) | (bytes[k + 2] << 8) | bytes[k + 3]) << (place & 7);
        const found = table[next >>> (32 - AT_ONCE)];
        let [symbol, length] = [found >> 5, found & 31];
        if (!length) {
          length = AT_ONCE + 1;
          while (length < MAX_BITS && (next >>> (32 - length)) - first[length] >= ofLength[length].length) length += 1;
          symbol = ofLength[length][(next >>> (32 - length)) - first[length]];
        }
        place += length;
        if (symbol) {
          text += spaced && sides[symbol] & 1 ? ` ${strings[symbol]}` : strings[symbol];
          spaced = sides[symbol] & 2;
        } else {
          texts.push(text);
          [text, spaced] = ["", 0];
        }
      }
      return texts;
    };
  };
}
