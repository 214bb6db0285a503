// Which panel is beside the map.

import { beginningPanel } from "./beginning.js";
import { bridgePanel } from "./communities.js";
import { communityPanel } from "./community_cards.js";
import { versusPanel } from "./comparison.js";
import { edgePanel } from "./evidence.js";
import { state, view } from "./model.js";
import { overview } from "./overview.js";
import { paperPanel } from "./paper_panel.js";
import { pathPanel, pickingPanel } from "./path_panel.js";
import { details } from "./screen.js";
import { conceptPanel, repositoryPanel, togetherPanel } from "./subject_panels.js";
import { trayPanel } from "./tray_panel.js";

function chosenPanel() {
  if (state.path !== null && view.path !== null) return pathPanel(state.path, view.path);
  if (state.edge !== null) return edgePanel(state.edge);
  if (state.paper !== null) return paperPanel(state.paper);
  if (state.about !== null && state.versus !== null) return versusPanel(state.about, state.versus);
  if (state.about !== null) return communityPanel(state.about);
  if (state.between !== null) return bridgePanel(state.between);
  if (state.concept !== null && state.together !== null) return togetherPanel(state.concept, state.together);
  if (state.concept !== null) return conceptPanel(state.concept);
  if (state.repository !== null) return repositoryPanel(state.repository);
  if (state.tray) return trayPanel();
  if (state.begin) return beginningPanel();
  return state.picking === null ? overviewPanel() : pickingPanel(state.picking);
}

// The panel without another selection: that of the open community; empty if the map shows all its papers.
function overviewPanel() {
  return overview.on && state.opened !== null ? communityPanel(state.opened) : [];
}

const panel = /** @type {HTMLElement} */ (details.parentElement);
let panelScrolled = false;

export function showDetails() {
  const parts = chosenPanel().filter((part) => part !== null);
  details.replaceChildren(.../** @type {Node[]} */ (parts));
  if (!parts.length && details.hidden) return; // scrolling would force a layout of the whole page
  details.hidden = !parts.length;
  // Setting the position would lay out the whole page.
  if (panelScrolled) panel.scrollTop = 0;
  panelScrolled = false;
}

panel.addEventListener("scroll", () => { panelScrolled = true; }, { passive: true });
