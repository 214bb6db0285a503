// The picture on the canvas of the map. While the map is dragged it moves as a whole: what was drawn is copied, and only the
// strips that come into view are drawn.

// A part of a canvas in its pixels.
/** @typedef {{ left: number; top: number; width: number; height: number }} Strip */

// The strips of a picture that come into view when it moves by so many pixels. They do not overlap, since what is drawn twice
// may be darker than what is drawn once.
/** @param {number} dx @param {number} dy @param {number} width @param {number} height @returns {Strip[]} */
export function stripsOf(dx, dy, width, height) {
  const [across, along] = [Math.min(Math.abs(dx), width), Math.min(Math.abs(dy), height)];
  const beside = { left: dx > 0 ? 0 : width - across, top: 0, width: across, height };
  const above = { left: dx > 0 ? across : 0, top: dy > 0 ? 0 : height - along, width: width - across, height: along };
  return [beside, above].filter((strip) => strip.width > 0 && strip.height > 0);
}

export class MovedPicture {
  /** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2D} ctx */
  constructor(canvas, ctx) {
    this.canvas = canvas;
    this.ctx = ctx;
    /** @type {Point | null} */
    this.offset = null; // of the plane in the picture, in pixels of the canvas; null without a picture that can be moved
    this.scale = 1;
    /** @type {Strip | null} */
    this.strip = null; // what is being drawn, if not all of the canvas
  }

  // Draws all of it by `paint`.
  /** @param {Point} offset @param {number} scale @param {() => void} paint */
  draw(offset, scale, paint) {
    const { canvas, ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    paint();
    Object.assign(this, { offset, scale });
  }

  // Moves it by whole pixels, draws what comes into view by `paint`, and returns whether it could.
  /** @param {Point} offset @param {number} scale @param {() => void} paint */
  move(offset, scale, paint) {
    if (!this.offset || this.scale !== scale) return false;
    const { canvas, ctx } = this;
    const [dx, dy] = [Math.round(offset.x - this.offset.x), Math.round(offset.y - this.offset.y)];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalCompositeOperation = "copy";
    ctx.drawImage(canvas, dx, dy);
    ctx.globalCompositeOperation = "source-over";
    for (const strip of stripsOf(dx, dy, canvas.width, canvas.height)) {
      this.strip = strip;
      ctx.save();
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.beginPath();
      ctx.rect(strip.left, strip.top, strip.width, strip.height);
      ctx.clip();
      paint();
      ctx.restore();
    }
    this.strip = null;
    this.offset = offset;
    return true;
  }

  // The corners of what is being drawn.
  corners() {
    const { left, top, width, height } = this.strip ?? { left: 0, top: 0, width: this.canvas.width, height: this.canvas.height };
    return [{ x: left, y: top }, { x: left + width, y: top + height }];
  }
}
