import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { FONT_FILES } from './fonts.ts';

/** Sample pictures of the bundled templates, drawn: a mapping replaces them. */
for (const [name, path] of Object.entries(FONT_FILES)) {
  GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(path)), name);
}

type Draw = (ctx: SKRSContext2D, width: number, height: number) => void;

function draw(width: number, height: number, by: Draw): Buffer {
  const canvas = createCanvas(width, height);
  by(canvas.getContext('2d'), width, height);
  return canvas.toBuffer('image/png');
}

function blend(ctx: SKRSContext2D, from: [number, number], to: [number, number], colors: string[]) {
  const gradient = ctx.createLinearGradient(...from, ...to);
  for (const [index, color] of colors.entries())
    gradient.addColorStop(index / (colors.length - 1), color);
  return gradient;
}

function blob(ctx: SKRSContext2D, x: number, y: number, radius: number, color: string): void {
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
}

function box(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  paint: string | ReturnType<typeof blend>,
): void {
  ctx.fillStyle = paint;
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, radius);
  ctx.fill();
}

/** A word mark with a sign before it. */
export function logo(
  width: number,
  height: number,
  words: string,
  color: string,
  accent: string,
): Buffer {
  return draw(width, height, (ctx) => {
    const r = height * 0.34;
    blob(ctx, r * 1.25, height / 2, r, accent);
    ctx.globalCompositeOperation = 'destination-out';
    blob(ctx, r * 1.6, height / 2 - r * 0.35, r * 0.75, '#000');
    ctx.globalCompositeOperation = 'source-over';
    blob(ctx, r * 1.68, height / 2 - r * 0.42, r * 0.34, accent);
    ctx.fillStyle = color;
    ctx.textBaseline = 'middle';
    let size = height * 0.5;
    ctx.font = `${size}px "Poppins-Bold"`;
    const room = width - r * 2.9;
    size = Math.min(size, (size * room) / ctx.measureText(words).width);
    ctx.font = `${size}px "Poppins-Bold"`;
    ctx.fillText(words, r * 2.7, height * 0.53);
  });
}

/** A pump bottle and a jar before a warm wall. */
export function skinCare(width: number, height: number): Buffer {
  return draw(width, height, (ctx, w, h) => {
    ctx.fillStyle = blend(ctx, [0, 0], [w, h], ['#ffd9c7', '#ffb59a']);
    ctx.fillRect(0, 0, w, h);
    blob(ctx, w * 0.66, h * 0.4, w * 0.36, '#ffe9dd');
    ctx.fillStyle = '#f2957a';
    ctx.fillRect(0, h * 0.8, w, h * 0.2);
    ctx.fillStyle = 'rgba(120,40,30,.16)';
    ctx.beginPath();
    ctx.ellipse(w * 0.5, h * 0.86, w * 0.36, h * 0.035, 0, 0, Math.PI * 2);
    ctx.fill();
    // The bottle: pump, neck, body, label.
    box(ctx, w * 0.33, h * 0.15, w * 0.2, h * 0.045, w * 0.02, '#2f2650');
    box(ctx, w * 0.3, h * 0.155, w * 0.06, h * 0.03, w * 0.012, '#2f2650');
    box(ctx, w * 0.415, h * 0.17, w * 0.035, h * 0.1, 0, '#2f2650');
    box(ctx, w * 0.365, h * 0.25, w * 0.135, h * 0.06, w * 0.015, '#40356b');
    box(
      ctx,
      w * 0.28,
      h * 0.3,
      w * 0.3,
      h * 0.56,
      w * 0.06,
      blend(ctx, [w * 0.28, 0], [w * 0.58, 0], ['#fff8f3', '#ffffff', '#f6ddd0']),
    );
    box(ctx, w * 0.32, h * 0.44, w * 0.22, h * 0.26, w * 0.02, '#ff7a59');
    blob(ctx, w * 0.43, h * 0.535, w * 0.05, '#fff3ec');
    box(ctx, w * 0.36, h * 0.62, w * 0.14, h * 0.014, w * 0.006, '#fff3ec');
    box(ctx, w * 0.385, h * 0.648, w * 0.09, h * 0.012, w * 0.006, '#ffd0bf');
    // The jar before it, and a leaf.
    box(
      ctx,
      w * 0.55,
      h * 0.66,
      w * 0.27,
      h * 0.2,
      w * 0.035,
      blend(ctx, [w * 0.55, 0], [w * 0.82, 0], ['#ffe7da', '#fffaf7', '#f3cfbf']),
    );
    box(ctx, w * 0.535, h * 0.6, w * 0.3, h * 0.085, w * 0.025, '#2f2650');
    ctx.fillStyle = '#5c9d78';
    ctx.beginPath();
    ctx.moveTo(w * 0.2, h * 0.87);
    ctx.quadraticCurveTo(w * 0.02, h * 0.7, w * 0.1, h * 0.48);
    ctx.quadraticCurveTo(w * 0.27, h * 0.66, w * 0.2, h * 0.87);
    ctx.fill();
    ctx.strokeStyle = '#3f7a5a';
    ctx.lineWidth = w * 0.006;
    ctx.beginPath();
    ctx.moveTo(w * 0.195, h * 0.85);
    ctx.quadraticCurveTo(w * 0.13, h * 0.7, w * 0.11, h * 0.53);
    ctx.stroke();
  });
}

/** A smiling person before an evening sky. */
export function portrait(width: number, height: number): Buffer {
  return draw(width, height, (ctx, w, h) => {
    ctx.fillStyle = blend(ctx, [0, 0], [0, h], ['#5b7fd6', '#f7a8b8', '#ffd7a1']);
    ctx.fillRect(0, 0, w, h);
    blob(ctx, w * 0.8, h * 0.24, w * 0.1, 'rgba(255,255,255,.5)');
    // Hair behind, shoulders, neck.
    ctx.fillStyle = '#3a2434';
    ctx.beginPath();
    ctx.ellipse(w * 0.5, h * 0.5, w * 0.29, h * 0.34, 0, 0, Math.PI * 2);
    ctx.fill();
    box(ctx, w * 0.14, h * 0.8, w * 0.72, h * 0.4, w * 0.18, '#1f8a83');
    box(ctx, w * 0.42, h * 0.66, w * 0.16, h * 0.2, w * 0.07, '#d98f6c');
    ctx.fillStyle = '#eda781';
    ctx.beginPath();
    ctx.ellipse(w * 0.5, h * 0.5, w * 0.2, h * 0.25, 0, 0, Math.PI * 2);
    ctx.fill();
    // The fringe, eyes, cheeks and a wide smile.
    ctx.fillStyle = '#3a2434';
    ctx.beginPath();
    ctx.moveTo(w * 0.28, h * 0.46);
    ctx.quadraticCurveTo(w * 0.34, h * 0.2, w * 0.56, h * 0.23);
    ctx.quadraticCurveTo(w * 0.74, h * 0.26, w * 0.72, h * 0.48);
    ctx.quadraticCurveTo(w * 0.66, h * 0.34, w * 0.52, h * 0.34);
    ctx.quadraticCurveTo(w * 0.36, h * 0.34, w * 0.28, h * 0.46);
    ctx.fill();
    for (const x of [0.42, 0.58]) {
      blob(ctx, w * x, h * 0.49, w * 0.018, '#2a1a26');
      blob(ctx, w * (x + (x < 0.5 ? -0.03 : 0.03)), h * 0.565, w * 0.034, 'rgba(230,90,90,.35)');
    }
    ctx.fillStyle = '#fff';
    ctx.beginPath();
    ctx.moveTo(w * 0.42, h * 0.585);
    ctx.quadraticCurveTo(w * 0.5, h * 0.61, w * 0.58, h * 0.585);
    ctx.quadraticCurveTo(w * 0.5, h * 0.7, w * 0.42, h * 0.585);
    ctx.fill();
    ctx.strokeStyle = '#b9573f';
    ctx.lineWidth = w * 0.008;
    ctx.stroke();
  });
}

/** Headphones on a plain ground. */
export function headphones(width: number, height: number): Buffer {
  return draw(width, height, (ctx, w, h) => {
    ctx.fillStyle = blend(ctx, [0, 0], [w, h], ['#f6f1ff', '#d9ccff']);
    ctx.fillRect(0, 0, w, h);
    blob(ctx, w * 0.5, h * 0.48, w * 0.38, '#c6b3ff');
    ctx.fillStyle = 'rgba(50,20,110,.14)';
    ctx.beginPath();
    ctx.ellipse(w * 0.5, h * 0.87, w * 0.32, h * 0.03, 0, 0, Math.PI * 2);
    ctx.fill();
    ctx.lineCap = 'round';
    for (const [line, color] of [
      [0.075, '#2a1a5e'],
      [0.03, '#5a41b8'],
    ] as const) {
      ctx.strokeStyle = color;
      ctx.lineWidth = w * line;
      ctx.beginPath();
      ctx.ellipse(w * 0.5, h * 0.5, w * 0.29, h * 0.32, 0, Math.PI * 1.02, Math.PI * 1.98);
      ctx.stroke();
    }
    for (const side of [-1, 1]) {
      const x = w * (0.5 + side * 0.285);
      box(ctx, x - w * 0.045, h * 0.47, w * 0.09, h * 0.14, w * 0.03, '#2a1a5e');
      box(
        ctx,
        x - w * 0.085,
        h * 0.53,
        w * 0.17,
        h * 0.28,
        w * 0.08,
        blend(ctx, [x - w * 0.08, 0], [x + w * 0.08, 0], ['#3b2680', '#6f52dc', '#3b2680']),
      );
      box(ctx, x - side * w * 0.09 - w * 0.03, h * 0.56, w * 0.06, h * 0.22, w * 0.03, '#150c36');
      blob(ctx, x + side * w * 0.02, h * 0.67, w * 0.03, '#ffce3d');
    }
  });
}
