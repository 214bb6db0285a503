// Search on the first page, and sorting, filtering and saving of the table. Everything can be read without it.
// biome-ignore lint/suspicious/noRedundantUseStrict: no module, but a script of its own
"use strict";

const fold = (text) => String(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const form = document.querySelector("form");
const field = form.querySelector("input");
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());

const wanted = () => fold(field.value).split(/\s+/).filter(Boolean);

let papers = null;
const found = document.getElementById("found");

function showFound() {
  const words = wanted();
  if (!found || !papers) return;
  const hits = words.length ? papers.filter((paper) => words.every((word) => paper.text.includes(word))) : [];
  found.replaceChildren(...hits.slice(0, 20).map(({ path, title, rest }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    Object.assign(link, { href: path, textContent: title, dir: "auto" });
    item.append(link, ` ${rest}`);
    return item;
  }));
  if (words.length && !hits.length) found.append(Object.assign(document.createElement("li"), { textContent: "No paper has these words." }));
  if (hits.length > 20) found.append(Object.assign(document.createElement("li"), { textContent: `and ${hits.length - 20} more` }));
}

// A script, since files that are opened without a server may not be fetched.
window.papertraceFound = (rows) => {
  papers = rows.map(([path, title, names, year]) => ({ path, title, rest: [names, year].filter(Boolean).join(", "), text: fold(`${title} ${names} ${year}`) }));
  showFound();
};

if (found) {
  const load = () => {
    if (!document.getElementById("titles")) document.body.append(Object.assign(document.createElement("script"), { id: "titles", src: "search.js" }));
  };
  field.addEventListener("focus", load);
  field.addEventListener("input", load); // a window that is not in front gives no focus
  field.addEventListener("input", showFound);
}

const body = document.querySelector("tbody");
const shown = document.getElementById("shown");
const rows = body ? [...body.rows] : [];
const texts = rows.map((row) => fold(row.textContent));

function filterRows() {
  const words = wanted();
  rows.forEach((row, i) => { row.hidden = !words.every((word) => texts[i].includes(word)); });
  shown.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
}

function sortBy(heading, column) {
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const one of document.querySelectorAll("thead th")) one.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const compare = new Intl.Collator("en", { numeric: true }).compare;
  const keyed = rows.map((row) => [row.cells[column].textContent.trim(), row]);
  keyed.sort(([a], [b]) => (a === "") - (b === "") || (down ? compare(b, a) : compare(a, b)));
  body.append(...keyed.map(([, row]) => row));
}

// Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection).
function cell(text) {
  const line = text.trim().replace(/\s+/g, " ");
  const safe = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(line) ? `'${line}` : line;
  return `"${safe.replaceAll('"', '""')}"`;
}

if (body) {
  document.querySelectorAll("thead th").forEach((heading, column) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: heading.textContent });
    button.addEventListener("click", () => sortBy(heading, column));
    heading.replaceChildren(button);
  });
  field.addEventListener("input", filterRows);
  filterRows();
  document.getElementById("export").addEventListener("click", () => {
    const kept = [document.querySelector("thead tr"), ...[...body.rows].filter((row) => !row.hidden)];
    const text = kept.map((row) => `${[...row.cells].map((one) => cell(one.textContent)).join(",")}\r\n`).join("");
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: "papers.csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
}
