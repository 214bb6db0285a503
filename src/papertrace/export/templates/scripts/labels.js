// Names on the map. Those of communities stand over the whole map, those of papers come as there is room: the more
// connected first, none over another.

const MOST = 140; // names drawn at once
const widths = new Map();

function widthOf(ctx, text, font) {
  const key = font + text;
  if (!widths.has(key)) {
    ctx.font = font;
    widths.set(key, ctx.measureText(text).width);
  }
  return widths.get(key);
}

// Long labels take two lines.
function linesOf(ctx, label, font) {
  const words = label.split(" ");
  if (words.length < 2 || widthOf(ctx, label, font) < 150) return [label];
  let best = [label];
  let least = Infinity;
  for (let i = 1; i < words.length; i += 1) {
    const lines = [words.slice(0, i).join(" "), words.slice(i).join(" ")];
    const width = Math.max(...lines.map((line) => widthOf(ctx, line, font)));
    if (width < least) [best, least] = [lines, width];
  }
  return best;
}

function middle(values) {
  values.sort((a, b) => a - b);
  return values[values.length >> 1];
}

function communityPlaces() {
  return communities.map((community, c) => {
    const members = nodes.filter((node, i) => papers[i].community === c && view.papers[i]);
    if (!members.length) return null;
    return { x: middle(members.map((node) => node.x)), y: middle(members.map((node) => node.y)), n: members.length };
  });
}

function drawLabels(ctx) {
  const scale = network.getScale();
  const origin = network.canvasToDOM({ x: 0, y: 0 });
  const ratio = ctx.canvas.width / ctx.canvas.clientWidth;
  const [width, height] = [ctx.canvas.clientWidth, ctx.canvas.clientHeight];
  const taken = [];
  const free = (left, top, right, bottom) =>
    !taken.some((rect) => left < rect[2] && right > rect[0] && top < rect[3] && bottom > rect[1]);
  const closeness = scale / wholeScale;

  const write = (text, x, y, font, color, halo) => {
    ctx.font = font;
    ctx.lineWidth = halo;
    ctx.strokeStyle = theme.paper;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = color;
    ctx.fillText(text, x, y);
  };

  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";

  const writePaper = (i, weight) => {
    const font = `${weight}12px ${theme.sans}`;
    const text = papers[i].short;
    const below = origin.y + nodes[i].y * scale + radiusOf(i, scale) * scale + 9;
    const half = widthOf(ctx, text, font) / 2 + 3;
    let x = origin.x + nodes[i].x * scale;
    if (x < 0 || x > width || below < -9 || below > height + 9) return false;
    x = Math.min(Math.max(x, half), width - half);
    if (!free(x - half, below - 8, x + half, below + 8)) return false;
    taken.push([x - half, below - 8, x + half, below + 8]);
    write(text, x, below, font, theme.ink, 3.5);
    return true;
  };

  // What is chosen or pointed at is named before anything else.
  for (const i of new Set([state.paper, ...(state.edge !== null ? view.bright : []), hovered])) {
    if (i !== null && view.papers[i]) writePaper(i, "600 ");
  }

  if (communities.length > 1 && closeness < 2.4 && !view.bright) {
    const places = communityPlaces();
    const size = Math.min(17, Math.max(13, width / 42));
    const font = `italic ${size}px ${theme.serif}`;
    communities.forEach((community, c) => {
      if (!places[c] || (places[c].n < 3 && communities.length > 12)) return;
      const lines = linesOf(ctx, community.label.slice(0, 60), font);
      const half = Math.max(...lines.map((line) => widthOf(ctx, line, font))) / 2 + 4;
      const tall = (lines.length * size * 1.15) / 2 + 2;
      // A name that would be cut at the border is moved in, one in another's way is moved up or down.
      const x = Math.min(Math.max(origin.x + places[c].x * scale, half), width - half);
      const y = origin.y + places[c].y * scale;
      const shift = [0, -1, 1, -2, 2].map((step) => step * tall).find((dy) => free(x - half, y + dy - tall, x + half, y + dy + tall));
      if (shift === undefined) return;
      taken.push([x - half, y + shift - tall, x + half, y + shift + tall]);
      lines.forEach((line, k) => {
        write(line, x, y + shift + (k - (lines.length - 1) / 2) * size * 1.15, font, theme.names[c], 5);
      });
    });
  }

  let left = view.bright ? MOST : Math.min(MOST, Math.round(14 * closeness * closeness));
  for (const i of byWeight) {
    if (left <= 0) break;
    if (!view.papers[i] || (view.bright && !view.bright.has(i))) continue;
    if (i !== state.paper && i !== hovered && writePaper(i, "")) left -= 1;
  }
  ctx.restore();
}
