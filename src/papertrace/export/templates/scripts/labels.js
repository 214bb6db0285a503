// Names on the map. Those of communities stand over the whole map, those of papers come as there is room: the more
// connected first, none over another.

const MOST = 140; // names of papers drawn at once
const MOST_COMMUNITIES = 18; // names of communities on the whole map; more come as it is enlarged
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
    const ys = members.map((node) => node.y);
    const y = middle(ys); // sorts them
    return { x: middle(members.map((node) => node.x)), y, top: ys[0], bottom: ys[ys.length - 1], n: members.length };
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

  // Where the marks are, so that names keep off them. With thousands of papers there is no keeping off.
  const marks = [];
  if (papers.length <= 1500) {
    nodes.forEach((node, i) => {
      const [x, y] = [origin.x + node.x * scale, origin.y + node.y * scale];
      if (view.papers[i] && x > 0 && y > 0 && x < width && y < height) marks.push([x, y, radiusOf(i, scale) * scale, i]);
    });
  }
  const covered = (left, top, right, bottom, own) =>
    marks.filter(([x, y, r, i]) => i !== own && x + r > left && x - r < right && y + r > top && y - r < bottom).length;

  const writePaper = (i, weight) => {
    const font = `${weight}12px ${theme.sans}`;
    const text = papers[i].short;
    const y = origin.y + nodes[i].y * scale;
    const radius = radiusOf(i, scale) * scale;
    const half = widthOf(ctx, text, font) / 2 + 3;
    const x = origin.x + nodes[i].x * scale;
    if (x < 0 || x > width || y < 0 || y > height) return false;
    const centre = Math.min(Math.max(x, half), width - half);
    const aside = radius + half + 3;
    let [best, least] = [null, Infinity];
    for (const [atX, atY] of [[centre, y + radius + 10], [centre, y - radius - 9], [x + aside, y], [x - aside, y]]) {
      if (atX < half || atX > width - half || !free(atX - half, atY - 8, atX + half, atY + 8)) continue;
      const over = covered(atX - half, atY - 6, atX + half, atY + 6, i);
      if (over < least) [best, least] = [[atX, atY], over];
    }
    // Only what was chosen may stand over the marks of others.
    if (best === null || (least > 0 && !weight && !view.bright)) return false;
    taken.push([best[0] - half, best[1] - 8, best[0] + half, best[1] + 8]);
    write(text, best[0], best[1], font, theme.ink, 3.5);
    return true;
  };

  // What is chosen or pointed at is named before anything else.
  const named = new Set([state.paper, ...(state.edge !== null ? view.bright : []), hovered]);
  for (const i of named) {
    if (i !== null && view.papers[i]) writePaper(i, "600 ");
  }

  if (communities.length > 1 && closeness < 2.4 && !view.bright) {
    const places = communityPlaces();
    const size = Math.min(17, Math.max(13, width / 42));
    const font = `italic ${size}px ${theme.serif}`;
    communities.forEach((community, c) => {
      if (!places[c] || (c >= MOST_COMMUNITIES * closeness && community.linked && !state.communities.size)) return;
      // A phone has room for the first words of a name.
      const label = width < 500 ? community.short.split(",")[0] : community.short;
      const lines = linesOf(ctx, label, font);
      const half = Math.max(...lines.map((line) => widthOf(ctx, line, font))) / 2 + 4;
      const tall = (lines.length * size * 1.15) / 2 + 2;
      // A name that would be cut at the border is moved in. It stands above its community or below it or across
      // it, where it covers the fewest marks.
      const x = Math.min(Math.max(origin.x + places[c].x * scale, half), width - half);
      const [top, across, bottom] = [places[c].top, places[c].y, places[c].bottom].map((y) => origin.y + y * scale);
      let [best, least] = [null, Infinity];
      for (const y of [top - tall - 10, bottom + tall + 10, across, (top + across) / 2, (across + bottom) / 2]) {
        if (y < tall || y > height - tall || !free(x - half, y - tall, x + half, y + tall)) continue;
        const over = covered(x - half, y - tall, x + half, y + tall);
        if (over < least) [best, least] = [y, over];
      }
      if (best === null) return;
      taken.push([x - half, best - tall, x + half, best + tall]);
      lines.forEach((line, k) => {
        write(line, x, best + (k - (lines.length - 1) / 2) * size * 1.15, font, theme.names[c], 5);
      });
    });
  }

  let left = view.bright ? MOST : Math.min(MOST, Math.round(14 * closeness ** 2 * Math.min(1, width / 700)));
  for (const i of byWeight) {
    if (left <= 0) break;
    if (!view.papers[i] || (view.bright && !view.bright.has(i))) continue;
    if (!named.has(i) && writePaper(i, "")) left -= 1;
  }
  ctx.restore();
}
