// Bytes that a page holds as text: 13 bits in two of 91 characters, as `export/page/packing/base91.py` writes them.

import { yieldToMain } from "./pause.js";

const N_CHARACTERS = 1 << 17; // read before the page may answer; a multiple of 16, which are 13 bytes
const DIGITS = new Uint8Array(128);
for (let code = 0x21, digit = 0; code < 0x7f; code += 1) if (!'<&"'.includes(String.fromCharCode(code))) DIGITS[code] = digit++;

/** @param {string} text */
export function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor((13 * (text.length >> 1) + 6 * (text.length & 1)) / 8));
  let [bits, n, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i += 2) {
    const pair = i + 1 < text.length;
    bits = pair ? (bits << 13) | (DIGITS[text.charCodeAt(i)] + 91 * DIGITS[text.charCodeAt(i + 1)]) : (bits << 6) | DIGITS[text.charCodeAt(i)];
    n += pair ? 13 : 6;
    while (n >= 8) {
      n -= 8;
      bytes[at++] = bits >> n;
    }
    bits &= 255;
  }
  return bytes;
}

/** @param {string} text @returns {Promise<any>} */
export async function unzipped(text) {
  const parts = [];
  for (let at = 0; at < text.length; at += N_CHARACTERS) {
    await yieldToMain();
    parts.push(bytesOf(text.slice(at, at + N_CHARACTERS)));
  }
  return new Response(new Blob(parts).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
