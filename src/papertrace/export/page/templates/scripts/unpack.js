// Unpacks the data of a large page, and then starts its script, which is kept as text until then. This is a script of its
// own, which runs while the rest of the page is read.

(async () => {
  /** @param {string} words */
  const fail = (words) => { Object.assign(document.getElementById("empty"), { textContent: words, hidden: false }); };
  /** @param {Record<string, any[]>} columns */
  const rowsOf = (columns) => {
    const entries = Object.entries(columns);
    return Array.from({ length: entries[0]?.[1].length ?? 0 }, (_, i) => {
      /** @type {Record<string, any>} */
      const record = {};
      for (const [key, values] of entries) if (values[i] !== null) record[key] = values[i];
      return record;
    });
  };
  if (typeof DecompressionStream !== "function") return fail("This browser is too old to unpack the papers in this page. Chrome 80, Firefox 113 and Safari 16.4 can.");
  try {
    const packed = atob(document.getElementById("packed").textContent);
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < packed.length; i += 1) bytes[i] = packed.charCodeAt(i); // a function for each takes seconds
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const unpacked = await new Response(stream).json();
    for (const table of ["papers", "nodes", "edges"]) unpacked[table] = rowsOf(unpacked[table]);
    window.papertraceData = unpacked;
  } catch {
    return fail("The papers in this page are damaged and cannot be unpacked.");
  }
  const program = document.createElement("script");
  program.textContent = document.getElementById("program").textContent;
  return document.body.append(program);
})();
