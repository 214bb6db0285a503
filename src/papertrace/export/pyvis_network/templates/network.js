// Draws the network. The variables are global, as pyvis's own scripts for highlighting use them.

var source = JSON.parse(document.getElementById("data").textContent);
var container = document.getElementById("network");
var data = source.dot ? vis.network.convertDot(source.dot) : source;
var nodes = new vis.DataSet(data.nodes);
var edges = new vis.DataSet(data.edges);
var allNodes = nodes.get({ returnType: "Object" });
var allEdges = edges.get({ returnType: "Object" });
var nodeColors = Object.fromEntries(nodes.get().map((node) => [node.id, node.color]));
var highlightActive = false;
var filterActive = false;
var options = source.options;
if (source.configured) options.configure.container = document.getElementById("config");
var network = new vis.Network(container, { nodes, edges }, options);
if (source.highlighted) network.on("click", neighbourhoodHighlight);

function fill(select, values) {
  select.replaceChildren(...values.map(([value, text]) => {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = text;
    return option;
  }));
}

const selecting = document.getElementById("select-node");
if (selecting) {
  const listed = nodes.get();
  fill(selecting, [["", "a node"], ...listed.map((node, i) => [i, node.label ?? node.id])]);
  selecting.addEventListener("change", () => selectNode(selecting.value ? [listed[selecting.value].id] : []));
  network.on("selectNode", neighbourhoodHighlight);
  document.getElementById("select-reset").addEventListener("click", () => {
    selecting.value = "";
    neighbourhoodHighlight({ nodes: [] });
  });
}

const item = document.getElementById("filter-item");
if (item) {
  const property = document.getElementById("filter-property");
  const value = document.getElementById("filter-value");
  const items = () => (item.value === "edge" ? edges.get() : item.value ? nodes.get() : []);
  const isPlain = (one) => ["string", "number", "boolean"].includes(typeof one);
  const names = () => [...new Set(items().flatMap((one) => Object.keys(one).filter((name) => isPlain(one[name]))))];
  const values = () => [...new Set(items().map((one) => one[property.value]).filter(isPlain))].sort();
  const same = (all) => all.map((one) => [one, String(one)]);
  const showValues = () => fill(value, same(values()));
  item.addEventListener("change", () => { fill(property, same(names())); showValues(); });
  property.addEventListener("change", showValues);
  document.getElementById("filter-apply").addEventListener("click", () => {
    const wanted = new Set([...value.selectedOptions].map((option) => option.value));
    const found = items().filter((one) => isPlain(one[property.value]) && wanted.has(String(one[property.value])));
    selectNodes([...new Set(found.flatMap((one) => (item.value === "edge" ? [one.from, one.to] : [one.id])))]);
  });
  document.getElementById("filter-reset").addEventListener("click", () => filterHighlight({ nodes: [] }));
}
performance.mark("papertrace-complete");
