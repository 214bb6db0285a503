// Filters by what papers have: community, code, type, venue, years. The counts of each follow all the others, so that
// they say how many papers a press would show.

const FACETS = {
  communities: { of: (paper) => paper.community },
  marks: { of: (paper) => paper.mark },
  types: { name: "Type", of: (paper) => paper.type ?? "" },
  venues: { name: "Venue", of: (paper) => paper.venue ?? "" },
  changes: { several: changesOf }, // a paper can be new, and its code have died
};
const FACET_NAMES = [...Object.keys(FACETS), "years"];
const isAmong = (name, paper) => (FACETS[name].several ? FACETS[name].several(paper).some((value) => state[name].has(value)) : state[name].has(FACETS[name].of(paper)));
const facetPasses = (name, paper) => (name === "years" ? yearPasses(paper) : !state[name].size || isAmong(name, paper));

const NONE_FAILED = 255;
const SEVERAL_FAILED = 254;
const failed = new Uint8Array(papers.length); // the number of the only facet that a paper fails, or one of these

function derivePapers() {
  const active = FACET_NAMES.filter((name) => (name === "years" ? yearsChosen() : state[name].size));
  papers.forEach((paper, i) => {
    failed[i] = NONE_FAILED;
    for (const name of active) if (!facetPasses(name, paper)) failed[i] = failed[i] === NONE_FAILED ? FACET_NAMES.indexOf(name) : SEVERAL_FAILED;
    if (state.out.has(i)) failed[i] = SEVERAL_FAILED;
    view.papers[i] = failed[i] === NONE_FAILED ? 1 : 0;
  });
}

// Whether all filters but one leave a paper.
const passesBut = (name, i) => failed[i] === NONE_FAILED || failed[i] === FACET_NAMES.indexOf(name);

// The steps of a date slider and of charts: every year from the first to the last, or those of papers if they are far apart.
const MAX_STEPS = 80;
const yearSteps = years.length && years.at(-1) - years[0] < MAX_STEPS ? Array.from({ length: years.at(-1) - years[0] + 1 }, (_, k) => years[0] + k) : years;

// Two handles on one track, above a bar for the papers of each year.
function yearSlider() {
  const last = yearSteps.length - 1;
  const place = (k) => `calc(.5rem + (100% - 1rem) * ${k / last})`; // of the middle of a handle
  const bars = el("div", { class: "bars", "aria-hidden": "true" }, ...yearSteps.map((_, k) => {
    const bar = el("span", {});
    bar.style.insetInlineStart = place(k);
    bar.style.width = `min(1.4rem, calc((100% - 1rem) / ${last} * .86))`;
    return bar;
  }));
  const chosen = el("span", { class: "chosen" });
  const input = (key, label) => el("input", { type: "range", min: 0, max: last, step: 1, "aria-label": label, "data-end": key });
  const [first, final] = [input("from", "First year"), input("to", "Last year")];
  const note = el("p", { class: "facts" });
  const ends = () => {
    const from = yearSteps.findIndex((year) => year >= (state.from ?? -Infinity));
    const to = yearSteps.findLastIndex((year) => year <= (state.to ?? Infinity));
    return [from < 0 ? last : from, Math.max(to, 0)];
  };
  first.addEventListener("input", () => {
    const at = Math.min(Number(first.value), ends()[1]);
    update({ from: at ? yearSteps[at] : null });
  });
  final.addEventListener("input", () => {
    const at = Math.max(Number(final.value), ends()[0]);
    update({ to: at < last ? yearSteps[at] : null });
  });
  for (const end of [first, final]) end.addEventListener("change", frameShown);
  refreshers.push(() => {
    const [from, to] = ends();
    const counts = new Map();
    papers.forEach((paper, i) => { if (passesBut("years", i)) counts.set(paper.year, (counts.get(paper.year) ?? 0) + 1); });
    const top = Math.max(1, ...yearSteps.map((year) => counts.get(year) ?? 0));
    yearSteps.forEach((year, k) => {
      const bar = bars.children[k];
      bar.style.height = `${(100 * (counts.get(year) ?? 0)) / top}%`;
      bar.classList.toggle("beyond", k < from || k > to);
    });
    [first.value, final.value] = [from, to];
    final.style.zIndex = 1;
    first.setAttribute("aria-valuetext", String(yearSteps[from]));
    final.setAttribute("aria-valuetext", String(yearSteps[to]));
    first.style.zIndex = from > last / 2 ? 2 : 0; // so that both handles can be taken where they meet
    chosen.style.insetInlineStart = place(from);
    chosen.style.insetInlineEnd = place(last - to);
    const n = yearSteps.slice(from, to + 1).reduce((sum, year) => sum + (counts.get(year) ?? 0), 0);
    note.textContent = `${yearSteps[from]} to ${yearSteps[to]}: ${plural(n, "paper")}`;
  });
  return el("div", { class: "span", role: "group", "aria-label": "Years" }, bars, el("div", { class: "track" }, chosen, first, final), note);
}

// A filter by a text that papers have, commonest first; null where all have the same.
function facetPart(name) {
  const among = new Map();
  papers.forEach((paper, i) => {
    const value = FACETS[name].of(paper);
    if (!among.has(value)) among.set(value, []);
    among.get(value).push(i);
  });
  if (among.size < 2) return [];
  const items = [...among].sort((a, b) => !a[0] - !b[0] || b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .map(([value, members]) => ({ value, label: value || NOT_KNOWN, among: members }));
  return [heading(FACETS[name].name, "papers"), ...toggles(items, name, (value) => state[name].has(value), (value) => pressFacet(name, value), 8)];
}

function pressFacet(name, value) {
  update({ [name]: toggle(state[name], value) });
  frameShown();
}

// Frames what the filters leave.
function frameShown() {
  if (overview.on || state.view !== "papers") return fitWhole();
  const shown = nodes.filter((_, i) => view.papers[i]);
  return shown.length && shown.length < nodes.length ? moveInto(shown) : fitWhole();
}
