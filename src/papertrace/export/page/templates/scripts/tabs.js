// On a phone the map and the list are two tabs, so that neither is below the other. Other screens show both.

const main = document.querySelector("main");
const TABS = ["map", "list"];
const narrow = matchMedia("(max-width: 44rem)");
const tabInputs = [...document.querySelectorAll("#tabs input")];
const tabNamed = (name) => (TABS.includes(name) ? name : "map");

// What a change shows: the panel of a selection is beside the map, hits of a search are in the list.
function tabOf(change) {
  if (Object.keys(UNCHOSEN).some((key) => change[key] !== null && change[key] !== undefined)) return "map";
  return change.query?.trim() ? "list" : state.tab;
}

function showTab() {
  main.dataset.tab = state.tab;
  for (const input of tabInputs) input.checked = input.value === state.tab;
}

for (const input of tabInputs) input.addEventListener("change", () => { update({ tab: input.value }); scrollTo(0, 0); });
