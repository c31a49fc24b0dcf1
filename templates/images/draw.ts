import { type CanvasGradient, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

export type Paint = string | CanvasGradient;

/** Draws the sample images of the bundled templates. A mapping replaces them. */
export class Drawing {
  readonly ctx: SKRSContext2D;
  readonly #canvas;

  /** All coordinates are in units of 1/100 of the width. */
  constructor(width: number, height: number) {
    this.#canvas = createCanvas(width, height);
    this.ctx = this.#canvas.getContext('2d');
    this.ctx.scale(width / 100, width / 100);
    this.ctx.lineCap = 'round';
    this.ctx.lineJoin = 'round';
  }

  webp(): Buffer {
    return this.#canvas.toBuffer('image/webp', 88);
  }

  png(): Buffer {
    return this.#canvas.toBuffer('image/png');
  }

  linear(from: [number, number], to: [number, number], ...colors: string[]): CanvasGradient {
    return spread(this.ctx.createLinearGradient(...from, ...to), colors);
  }

  radial(x: number, y: number, radius: number, ...colors: string[]): CanvasGradient {
    return spread(this.ctx.createRadialGradient(x, y, 0, x, y, radius), colors);
  }

  box({
    x,
    y,
    width,
    height,
    radius,
    paint,
  }: {
    x: number;
    y: number;
    width: number;
    height: number;
    radius: number;
    paint: Paint;
  }): void {
    this.ctx.fillStyle = paint;
    this.ctx.beginPath();
    this.ctx.roundRect(x, y, width, height, radius);
    this.ctx.fill();
  }

  /** Fills an ellipse around `center`, turned by `turn` radians. */
  oval(center: [number, number], radii: [number, number], paint: Paint, turn = 0): void {
    this.ctx.fillStyle = paint;
    this.ctx.beginPath();
    this.ctx.ellipse(...center, ...radii, turn, 0, Math.PI * 2);
    this.ctx.fill();
  }

  /** Fills a shape: its start point, then cubic curves. */
  shape(start: [number, number], curves: number[][], paint: Paint): void {
    this.#trace(start, curves);
    this.ctx.closePath();
    this.ctx.fillStyle = paint;
    this.ctx.fill();
  }

  line(start: [number, number], curves: number[][], width: number, paint: Paint): void {
    this.#trace(start, curves);
    this.ctx.strokeStyle = paint;
    this.ctx.lineWidth = width;
    this.ctx.stroke();
  }

  /** Draws with edges blurred by `radius` pixels of the image. */
  soft(radius: number, draw: () => void): void {
    this.ctx.filter = `blur(${radius}px)`;
    draw();
    this.ctx.filter = 'none';
  }

  #trace(start: [number, number], curves: number[][]): void {
    this.ctx.beginPath();
    this.ctx.moveTo(...start);
    for (const [ax = 0, ay = 0, bx = 0, by = 0, x = 0, y = 0] of curves)
      this.ctx.bezierCurveTo(ax, ay, bx, by, x, y);
  }
}

function spread(gradient: CanvasGradient, colors: string[]): CanvasGradient {
  for (const [index, color] of colors.entries())
    gradient.addColorStop(index / (colors.length - 1), color);
  return gradient;
}
