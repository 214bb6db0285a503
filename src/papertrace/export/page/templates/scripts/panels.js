// The panel beside the map, and what its parts have in common: links, dates, names, long lists.

const details = document.getElementById("details");
const FEW = 12;

const OUTCOMES = {
  alive: "reached", moved: "moved", restricted: "needs a login", rate_limited: "not decided: too many requests",
  unstable: "not decided: unstable", insecure: "reached, certificate is bad", suspect: "suspect", dead: "dead",
  unknown: "not decided", skipped: "not checked",
};
const STATES = {
  renamed: "renamed", archived: "archived", empty: "empty", disabled: "disabled", taken_down: "taken down",
  missing: "missing", path_missing: "path missing",
};

// Only http and https URLs become links; all others remain text.
function address(url, text) {
  let target = null;
  try {
    target = new URL(url);
  } catch {
    target = null;
  }
  if (!target || !["http:", "https:"].includes(target.protocol)) return bdi(text);
  return el("a", { href: url, rel: "noopener noreferrer", target: "_blank", dir: "auto" }, contained(text));
}

function shortAddress(url) {
  return url.replace(/^https?:\/\/(www\.)?/, "").slice(0, 300);
}

function linkItem(link, { about = true } = {}) {
  const kind = link.role === "other" ? `${nameOf(LINKS, link.kind)} of others` : nameOf(LINKS, link.kind);
  const verdict = Object.hasOwn(STATES, link.state ?? "") ? STATES[link.state] : nameOf(OUTCOMES, link.outcome ?? "");
  const reason = verdict && link.reason && link.outcome !== "alive" ? [" (", bdi(link.reason), ")"] : [];
  const bad = link.outcome === "dead" || link.outcome === "moved" || (link.state && link.state !== "present");
  const item = el("li", {}, link.safe ? address(link.url, link.text ?? shortAddress(link.url)) : bdi(link.url));
  item.append(el("span", { class: bad ? "kind bad" : "kind" }, dotted(kind, verdict), reason));
  if (about && link.repository !== undefined) item.append(aboutRepository(link.repository));
  if (link.new_url) item.append(el("span", { class: "kind" }, "now at ", address(link.new_url, shortAddress(link.new_url))));
  return item;
}

function date(text) {
  const [, year, month, day] = /^(\d{4}|-)-?(\d{2})?-?(\d{2})?/.exec(text) ?? [];
  if (!month || !Number(month) || Number(month) > 12) return text;
  const name = new Date(Date.UTC(2000, Number(month) - 1, 1)).toLocaleString("en", { month: "long", timeZone: "UTC" });
  return [day ? String(Number(day)) : null, name, year === "-" ? null : year].filter(Boolean).join(" ");
}

function authors(paper) {
  const names = paper.authors ?? [];
  const n = Math.max(paper.n_authors ?? 0, names.length);
  if (!names.length) return n ? [plural(n, "author")] : [];
  const shown = names.slice(0, 8);
  return [enumerated(shown), n > shown.length ? ` and ${plural(n - shown.length, "other")}` : ""];
}

const closeButton = () =>
  el("button", { type: "button", class: "quiet close", click: () => { update(UNCHOSEN); box.focus(); } }, "Close");

const heading = (text, note) => el("h3", {}, el("span", {}, text), note ? el("span", {}, note) : null);

// A list that shows the first few items, and the rest on demand.
function longList(className, items) {
  const list = el("ul", { class: className }, ...items.slice(0, FEW));
  if (items.length <= FEW) return [list];
  const rest = items.slice(FEW);
  const more = el("button", { type: "button", class: "quiet", click: () => { more.remove(); list.append(...rest); } }, `${rest.length} more`);
  return [list, more];
}

function chosenPanel() {
  if (state.path !== null) return pathPanel();
  if (state.edge !== null) return edgePanel(state.edge);
  if (state.paper !== null) return paperPanel(state.paper);
  if (state.versus !== null) return versusPanel(state.about, state.versus);
  if (state.about !== null) return communityPanel(state.about);
  if (state.between !== null) return bridgePanel(state.between);
  if (state.together !== null) return togetherPanel(state.concept, state.together);
  if (state.concept !== null) return conceptPanel(state.concept);
  if (state.repository !== null) return repositoryPanel(state.repository);
  if (state.tray) return trayPanel();
  return state.picking === null ? overviewPanel() : pickingPanel();
}

let panelScrolled = false;
details.parentElement.addEventListener("scroll", () => { panelScrolled = true; }, { passive: true });

function showDetails() {
  const parts = chosenPanel().filter((part) => part !== null);
  details.replaceChildren(...parts);
  if (!parts.length && details.hidden) return; // scrolling would force a layout of the whole page
  details.hidden = !parts.length;
  // Setting the position would lay out the whole page.
  if (panelScrolled) details.parentElement.scrollTop = 0;
  panelScrolled = false;
}

