// Names once placed are painted again where nothing has changed but the place of the map: to find room for them costs
// more than all else that is painted.

let placed = null; // { key, origin, calls }: what was written, and what it depended on

function forgetNames() {
  placed = null;
}

function paintName(ctx, [text, x, y, font, color, halo], dx = 0, dy = 0) {
  ctx.font = font;
  ctx.lineWidth = halo;
  ctx.strokeStyle = theme.paper;
  if (halo) ctx.strokeText(text, x + dx, y + dy);
  ctx.fillStyle = color;
  ctx.fillText(text, x + dx, y + dy);
}

// Paints the names of the last time, if they hold. While the map is dragged they go with it; what comes into sight is
// named once it rests.
function repeatNames(ctx, key, origin) {
  if (placed?.key !== key) return false;
  const [dx, dy] = [origin.x - placed.origin.x, origin.y - placed.origin.y];
  if (!moving && (dx || dy)) return false;
  for (const call of placed.calls) paintName(ctx, call, dx, dy);
  return true;
}

// Returns the function that paints a name and remembers it.
function nameWriter(ctx, key, origin) {
  const calls = [];
  placed = { key, origin, calls };
  return (text, ...rest) => {
    const call = [isolated(text), ...rest];
    calls.push(call);
    paintName(ctx, call);
  };
}
