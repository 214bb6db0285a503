// Long work in parts: the page answers and is painted in between. Values that a page holds compressed.

export const SLICE_MS = 16; // of long work after which to pause

/** @returns {Promise<void>} */ export const pause = () => new Promise((done) => { setTimeout(done); });

// The same of a page that is starting: after each slice it may be laid out and painted, which takes as long.
export const STARTING_MS = 32;
let sliceStart = 0;

// Pauses while a page is starting, if its work has taken a slice since it last did; where the browser can, without the
// milliseconds by which it delays timers.
export async function yieldToMain() {
  if (performance.now() - sliceStart < STARTING_MS) return;
  await (window.scheduler?.yield ? window.scheduler.yield() : pause());
  sliceStart = performance.now();
}

const IDLE_MS = 100; // after which work that waits for an idle moment is done anyway

// Waits until the page is painted and has nothing else to do.
/** @returns {Promise<unknown>} */ export const idle = () => new Promise((done) => {
  if (typeof requestIdleCallback === "function") requestIdleCallback(done, { timeout: IDLE_MS });
  else setTimeout(done);
});

// Values that a page holds compressed, as `export/page/packing.py` writes them: lines of JSON in the zlib format, as base64.

const N_AT_ONCE = 512; // records that are made before the page may answer

/** @param {string} things */
export const notUnpacked = (things) => `The ${things} in this page are damaged, or this browser is too old to unpack them: Chrome 80, Firefox 113 and Safari 16.4 can.`;

/** @param {string} text */ function bytesOf(text) {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** @param {string} text */ export async function unzipped(text) {
  const { readable, writable } = new DecompressionStream("deflate");
  const writer = writable.getWriter();
  const [lines] = await Promise.all([new Response(readable).text(), writer.write(bytesOf(text)), writer.close()]);
  return lines.split("\n");
}

// Makes records of which some values are parsed only when one of them is first asked for, with those of all its records.
/** @param {string[]} names @param {string} line @returns {{ make: () => any; read: () => void }} */
function lateRecords(names, line) {
  class Row {}
  /** @type {any[]} */ const rows = [];
  const read = () => {
    if (!names.some((name) => Object.hasOwn(Row.prototype, name))) return;
    for (const name of names) delete (/** @type {any} */ (Row.prototype)[name]);
    for (const [name, values] of Object.entries(JSON.parse(line))) rows.forEach((row, i) => { if (values[i] !== null) row[name] = values[i]; });
  };
  for (const name of names) {
    Object.defineProperty(Row.prototype, name, {
      configurable: true,
      get() {
        read();
        return this[name];
      },
    });
  }
  return { make: () => rows[rows.push(new Row()) - 1], read };
}

// The data of a page, given its places and the lines of all else: a record has the values of its columns that are not null.
// `later` reads what no first view needs.
/** @param {Places} places @param {string[]} lines @returns {Promise<any>} */
export async function dataOf({ x, y, community }, [first, ...lines]) {
  const data = { ...JSON.parse(first), papers: [], nodes: [], edges: [] };
  for (let at = 0; at < lines.length; at += 1) {
    await yieldToMain();
    const { table, columns, later } = JSON.parse(lines[at]);
    const late = later ? lateRecords(later, lines[at + 1]) : null;
    if (late) {
      at += 1;
      data.later ??= [];
      data.later.push(late.read);
    }
    const entries = Object.entries(columns);
    for (let i = 0; i < entries[0][1].length; i += 1) {
      if (i % N_AT_ONCE === 0) await yieldToMain();
      /** @type {Record<string, any>} */ const record = late ? late.make() : {};
      for (const [key, values] of entries) if (values[i] !== null) record[key] = values[i];
      data[table].push(record);
    }
  }
  for (let i = 0; i < x.length; i += 1) {
    data.papers[i].community = community[i];
    Object.assign(data.nodes[i], { x: x[i], y: y[i] });
  }
  return data;
}
