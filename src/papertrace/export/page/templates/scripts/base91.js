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

// The bytes of a text, in parts between which the page may answer.
/** @param {string} text @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>} */
async function* partsOf(text) {
  for (let at = 0; at < text.length; at += N_CHARACTERS) {
    await yieldToMain();
    yield bytesOf(text.slice(at, at + N_CHARACTERS));
  }
}

/** @param {string} text */
export async function allBytesOf(text) {
  const bytes = new Uint8Array(Math.ceil((13 * text.length) / 16));
  let n = 0;
  for await (const part of partsOf(text)) {
    bytes.set(part, n);
    n += part.length;
  }
  return bytes.subarray(0, n);
}

// The value of a text: the first line of it, and further lines with parts of its long lists, each after the keys that
// lead to the list.
/** @param {string} text @returns {Promise<any>} */
export async function unzipped(text) {
  const { readable, writable } = new DecompressionStream("deflate");
  return (await Promise.all([readValue(readable), writeParts(text, writable)]))[0];
}

/** @param {string} text @param {WritableStream<BufferSource>} stream */
async function writeParts(text, stream) {
  const writer = stream.getWriter();
  for await (const part of partsOf(text)) await writer.write(part);
  await writer.close();
}

/** @param {ReadableStream<Uint8Array>} stream */
async function readValue(stream) {
  const [reader, decoder] = [stream.getReader(), new TextDecoder()];
  /** @type {any} */
  let value;
  let isFirst = true;
  /** @param {string} line */
  const take = (line) => {
    const found = JSON.parse(line);
    if (isFirst) value = found;
    else {
      const list = found[0].reduce((/** @type {any} */ one, /** @type {string | number} */ key) => one[key], value);
      for (const item of found[1]) list.push(item);
    }
    isFirst = false;
  };
  /** @type {string[]} */
  let begun = []; // pieces of a line
  for (;;) {
    const { done, value: bytes } = await reader.read();
    const [end, ...lines] = decoder.decode(bytes, { stream: !done }).split("\n");
    begun.push(end);
    for (const next of lines) {
      take(begun.join(""));
      begun = [next];
      await yieldToMain();
    }
    if (done) break;
  }
  take(begun.join(""));
  return value;
}
