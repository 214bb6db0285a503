// The legend, which also contains the filters: pressing a name or a mark shows only the papers with it.

const legend = document.getElementById("legend");
const MAX_TOGGLES = 16;
let refreshers = []; // functions that update each control from the state

function toggle(set, value) {
  const changed = new Set(set);
  if (!changed.delete(value)) changed.add(value);
  return changed;
}

function toggles(items, isOn, press) {
  const list = el("ul", { class: "toggles" });
  const rows = items.map(({ value, icon, label, among }) => {
    const button = el("button", { type: "button", "aria-pressed": "false", click: () => press(value) }, icon, el("span", { dir: "auto" }, label), el("span", { class: "n" }));
    refreshers.push(() => {
      button.setAttribute("aria-pressed", String(isOn(value)));
      button.lastChild.textContent = countFound(among);
    });
    return el("li", {}, button);
  });
  list.append(...rows.slice(0, MAX_TOGGLES));
  if (rows.length <= MAX_TOGGLES) return [list];
  const more = el("button", { type: "button", class: "quiet", click: () => { list.append(...rows.slice(MAX_TOGGLES)); more.remove(); } }, `${rows.length - MAX_TOGGLES} more`);
  return [list, more];
}

function lineIcon(kind) {
  const line = lineOf(kind);
  const icon = svgElement("svg", { viewBox: "0 0 32 8", width: 32, height: 8, "aria-hidden": "true" });
  const directed = Object.hasOwn(DIRECTIONS, kind);
  if (directed) icon.append(svgElement("path", { d: "M31 4L24 0.8V7.2Z", fill: theme.ink }));
  icon.append(svgElement("path", {
    d: directed ? "M1 4H24" : "M1 4H31", stroke: theme.ink, "stroke-width": Math.max(1, line.width), "stroke-dasharray": line.dash.join(" "),
    "stroke-linecap": "round", fill: "none",
  }));
  return icon;
}

function kindRow(kind) {
  const input = el("input", { type: "checkbox" });
  input.addEventListener("change", () => update({ without: toggle(state.without, kind) }));
  refreshers.push(() => { input.checked = !state.without.has(kind); });
  return el("label", { class: "check" }, input, lineIcon(kind), nameOf(KINDS, kind), el("span", { class: "n" }, kindCount.get(kind).toLocaleString("en")));
}

function weightSlider() {
  const note = el("span");
  const input = el("input", { type: "range", min: 0, max: weights.length - 1, step: 1 });
  const chosen = () => { const i = weights.findIndex((weight) => weight >= state.weight); return i < 0 ? weights.length - 1 : i; };
  input.addEventListener("input", () => update({ weight: Number(input.value) ? weights[Number(input.value)] : 0 }));
  refreshers.push(() => {
    input.value = chosen();
    const least = weights[chosen()].toLocaleString("en", { maximumFractionDigits: 2 });
    const shown = view.edges.reduce((sum, one) => sum + one, 0);
    note.textContent = `Weight at least ${least}: ${shown.toLocaleString("en")} of ${plural(edges.length, "linked pair")}`;
    input.setAttribute("aria-valuetext", least);
  });
  return el("label", { class: "slider" }, note, input);
}

function yearPickers() {
  const picker = (key, label) => {
    const options = [el("option", { value: "" }, label), ...years.map((year) => el("option", { value: year }, String(year)))];
    const select = el("select", { "aria-label": `${label} year` }, ...options);
    select.addEventListener("change", () => update({ [key]: select.value ? Number(select.value) : null }));
    refreshers.push(() => { select.value = state[key] === null ? "" : String(state[key]); });
    return select;
  };
  return el("p", { class: "years" }, picker("from", "First"), "to", picker("to", "Last"));
}

// Papers without a year are hidden if years are selected; this is stated, and can be changed.
function undatedLine() {
  const n = papers.filter((paper) => !paper.year).length;
  const line = el("p", { class: "facts" });
  const button = el("button", { type: "button", class: "quiet", click: () => update({ undated: !state.undated }) });
  refreshers.push(() => {
    line.hidden = !n || !yearsChosen();
    button.textContent = state.undated ? "Hide" : "Show";
    line.replaceChildren(`${plural(n, "paper")} without a year ${n === 1 ? "is" : "are"} ${state.undated ? "shown too" : "hidden"}. `, button);
  });
  return line;
}

function shownLine() {
  const line = el("p", { class: "facts" });
  const clear = el("button", { type: "button", class: "quiet", click: () => update({ communities: new Set(), marks: new Set(), without: new Set(), weight: 0, from: null, to: null, undated: false }) }, "Show all");
  refreshers.push(() => {
    const shown = view.papers.reduce((sum, one) => sum + one, 0);
    const filtered = state.communities.size || state.marks.size || state.without.size || state.weight || yearsChosen();
    line.hidden = !filtered && !state.out.size;
    const left = filtered ? [`Filters leave ${shown.toLocaleString("en")} of ${plural(papers.length, "paper")}. `, clear] : [];
    const out = state.out.size ? `${left.length ? " " : ""}${plural(state.out.size, "paper")} marked as out ${state.out.size === 1 ? "is" : "are"} hidden.` : "";
    line.replaceChildren(...left, out);
  });
  return line;
}

function buildLegend() {
  refreshers = [];
  const parts = [el("h2", { class: "unseen" }, "Legend and filters"), shownLine()];
  if (communities.length > 1) {
    const members = communities.map(() => []);
    papers.forEach((paper, i) => { members[paper.community].push(i); });
    const items = communities.map((community, value) => ({ value, label: community.label, among: members[value], icon: markIcon("linked", theme.colors[value]) }));
    parts.push(heading("Communities", "papers"), ...toggles(items, (c) => (overview.on ? state.opened === c : state.communities.has(c)), chooseCommunity));
  }
  const marks = Object.keys(MARKS).map((mark) => ({ value: mark, label: MARKS[mark], among: papers.map((_, i) => i).filter((i) => papers[i].mark === mark), icon: markIcon(mark, theme.soft) }));
  if (papers.length) {
    parts.push(heading("Code", "papers"), ...toggles(marks.filter((mark) => mark.among.length), (m) => state.marks.has(m), (m) => update({ marks: toggle(state.marks, m) })));
  }
  parts.push(...changesPart());
  // Links between papers are not shown on the concept map.
  if (kinds.length) parts.push(el("div", { class: "of-papers" }, heading("Links", "pairs"), ...kinds.map(kindRow), weights.length > 1 ? weightSlider() : null));
  if (years.length > 1) parts.push(heading("Years"), yearPickers(), undatedLine());
  if (papers.length) {
    parts.push(heading("Keys"), slashSwitch(), viewNote());
  }
  legend.replaceChildren(...parts);
}

// Zooms to the selected communities. If the map shows communities as discs, opens the community instead.
function chooseCommunity(c) {
  if (overview.on) return state.opened === c ? closeCommunity() : openCommunity(c);
  update({ communities: toggle(state.communities, c) });
  fitWhole();
}

function refreshLegend() {
  for (const refresh of refreshers) refresh();
}
