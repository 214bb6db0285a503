// Names on the map: those of communities on the whole map, those of papers as space permits, most connected first,
// without overlaps.

const MAX_PAPER_NAMES = 140; // drawn at once
const MAX_COMMUNITY_NAMES = 80; // drawn at once, of those of which a paper is in view
const widths = new Map();

function widthOf(ctx, text, font) {
  const key = font + text;
  if (!widths.has(key)) {
    ctx.font = font;
    widths.set(key, ctx.measureText(text).width);
  }
  return widths.get(key);
}

// Breaks a long label into two lines.
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

// The centres of the visible papers of each community, in canvas units; null without visible papers.
function communityMiddles() {
  const sums = communities.map(() => [0, 0, 0]);
  nodes.forEach((node, i) => {
    if (!view.papers[i]) return;
    const sum = sums[papers[i].community];
    sum[0] += node.x;
    sum[1] += node.y;
    sum[2] += 1;
  });
  return sums.map(([x, y, n]) => (n ? [x / n, y / n] : null));
}

// The box of the zoom buttons over the map, empty in print, where they are hidden.
function zoomBox() {
  const zoom = document.querySelector(".zoom");
  if (!zoom.offsetWidth) return [box.clientWidth, box.clientHeight, box.clientWidth, box.clientHeight];
  return [zoom.offsetLeft, zoom.offsetTop, zoom.offsetLeft + zoom.offsetWidth, zoom.offsetTop + zoom.offsetHeight];
}

let drawnPaperNames = []; // the names of papers, as [paper, left, top, right, bottom]
let drawnNames = []; // the community names on the map, as [community, left, top, right, bottom]

// The community whose name is at a pixel of the map; null if none is.
function nameAt({ x, y }) {
  if (state.view === "concepts") return null;
  return drawnNames.find(([, left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom)?.[0] ?? null;
}

function drawLabels(ctx) {
  const scale = network.getScale();
  const origin = network.canvasToDOM({ x: 0, y: 0 });
  const ratio = ctx.canvas.width / ctx.canvas.clientWidth;
  const [width, height] = [ctx.canvas.clientWidth, ctx.canvas.clientHeight];

  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  const key = [scale, width, height, hovered, overview.hovered, overview.pointed].join(" ");
  if (!repaintNames(ctx, key, origin)) placeNames(ctx, nameWriter(ctx, key, origin), { scale, origin, width, height });
  ctx.restore();
}

function placeNames(ctx, write, { scale, origin, width, height }) {
  const closeness = scale / wholeScale;
  const taken = [zoomBox(), ...frameBoxes()];
  const free = (left, top, right, bottom) =>
    !taken.some((rect) => left < rect[2] && right > rect[0] && top < rect[3] && bottom > rect[1]);

  // The marks that names should not cover. With thousands of papers, paper names ignore them.
  const seen = [];
  nodes.forEach((node, i) => {
    const [x, y] = [origin.x + node.x * scale, origin.y + node.y * scale];
    if (view.drawn[i] && x > 0 && y > 0 && x < width && y < height) seen.push([x, y, radiusOf(i, scale) * scale, i]);
  });
  const marks = seen.length <= 1500 ? seen : [];
  // Among highlighted papers the faded ones may be covered.
  const covered = countCovered(view.bright ? marks.filter(([, , , i]) => view.bright.has(i)) : marks);

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
    const beside = [[centre, y + radius + 10], [centre, y - radius - 9], [x + aside, y], [x - aside, y]];
    // Names of selected papers are placed farther away if they have to be.
    const farther = weight ? [18, 32, 46].flatMap((gap) => [-1, 0, 1].flatMap((side) => [1, -1].map((up) => [Math.min(Math.max(x + side * (half + radius), half), width - half), y + up * (radius + gap)]))) : [];
    const best = [...beside, ...farther].find(([atX, atY]) => atX >= half && atX <= width - half && atY >= 8 && atY <= height - 8
      && free(atX - half, atY - 8, atX + half, atY + 8) && !covered(atX - half, atY - 7, atX + half, atY + 7, null));
    if (!best) return false;
    taken.push([best[0] - half, best[1] - 8, best[0] + half, best[1] + 8]);
    write(text, best[0], best[1], font, theme.ink, 3.5);
    drawnPaperNames.push([i, best[0] - half, best[1] - 7, best[0] + half, best[1] + 7]);
    return true;
  };

  drawnPaperNames = [];
  // Selected and hovered papers are named first.
  const named = new Set([state.paper, state.picking, ...(state.edge !== null || state.path !== null ? view.bright : []), hovered]);
  for (const i of named) {
    if (i !== null && view.drawn[i]) writePaper(i, "600 ");
  }

  drawnNames = [];
  if (overview.on) {
    const onMap = (point) => [origin.x + point.x * scale, origin.y + point.y * scale];
    drawDiscNames(ctx, { write, free, taken, onMap, scale, width, height });
  } else if (state.view === "papers" && communities.length > 1 && closeness < 4 && !view.bright) {
    const middles = communityMiddles().map((point) => point && [origin.x + point[0] * scale, origin.y + point[1] * scale]);
    const large = Math.min(17, Math.max(13, width / 42));
    const groups = communities.map(() => []);
    for (const mark of seen) groups[papers[mark[3]].community].push(mark);
    // The name of the unlinked papers has only one possible position, so it comes first.
    const order = communities.map((_, c) => c).sort((a, b) => communities[a].linked - communities[b].linked || a - b);
    order.forEach((c) => {
      const community = communities[c];
      if (!groups[c].length || drawnNames.length >= MAX_COMMUNITY_NAMES) return;
      const others = seen.filter(([, , , i]) => papers[i].community !== c);
      const foreign = middles.filter((point, k) => point && k !== c);
      // A narrow map has space only for the first term of a name.
      const first = community.short.split(", ")[0];
      const whole = width < 500 || first === community.short ? [] : [[community.short, large]];
      for (const [label, size, led] of [...whole, [first, large], [first, 12], ...(community.linked ? [[first, 12, true]] : [])]) {
        const font = `italic ${size}px ${theme.serif}`;
        const lines = linesOf(ctx, label, font);
        const half = Math.max(...lines.map((line) => widthOf(ctx, line, font))) / 2 + 4;
        const tall = (lines.length * size * 1.15) / 2 + 2;
        const frame = [width, height];
        const position = community.linked
          ? led ? placeAway(middles[c], half, tall, foreign, covered, frame, free) ?? placeAway(middles[c], half, tall, [], covered, frame, free) : placeName(middles[c], half, tall, groups[c], others, foreign, frame, free)
          : placeBelow(half, tall, groups[c], frame, free);
        if (position === null) continue;
        const [x, y] = position;
        taken.push([x - half, y - tall, x + half, y + tall]);
        drawnNames.push([c, x - half, y - tall, x + half, y + tall, Boolean(led)]);
        lines.forEach((line, k) => {
          write(line, x, y + (k - (lines.length - 1) / 2) * size * 1.15, font, c === overview.hovered ? theme.accent : byCommunity() ? theme.names[c] : theme.soft, 5, led && !k ? leadFrom(x, y, half, tall, groups[c]) : null);
        });
        break;
      }
    });
  }

  let left = view.bright ? MAX_PAPER_NAMES : state.view === "timeline" && closeness < 2 ? 0 : Math.min(MAX_PAPER_NAMES, Math.round(14 * closeness ** 2 * Math.min(1, width / 700)));
  for (const i of byWeight) {
    if (left <= 0) break;
    if (!view.drawn[i] || (view.bright && !view.bright.has(i))) continue;
    if (!named.has(i) && writePaper(i, "")) left -= 1;
  }
}
