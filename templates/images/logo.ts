import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import { FONT_FILES } from '../fonts.ts';
import { Drawing } from './draw.ts';

const FONT = 'Poppins-Bold';

/** A word mark with a moon before it, centered in the image. */
export function logo({
  width,
  height,
  words,
  color,
  accent,
}: {
  width: number;
  height: number;
  words: string;
  color: string;
  accent: string;
}): Buffer {
  GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(FONT_FILES[FONT] ?? '')), FONT);
  const drawing = new Drawing(width, height);
  const { ctx } = drawing;
  const tall = (100 * height) / width;
  const r = tall * 0.33;
  const gap = r * 0.5;
  ctx.font = `${tall * 0.52}px "${FONT}"`;
  const wide = 2 * r + gap + ctx.measureText(words).width;
  const scale = Math.min(1, 92 / wide);
  ctx.translate(50 - (wide * scale) / 2, tall / 2);
  ctx.scale(scale, scale);
  drawing.oval([r, 0], [r, r], accent);
  ctx.globalCompositeOperation = 'destination-out';
  drawing.oval([r * 1.36, -r * 0.35], [r * 0.74, r * 0.74], '#000000');
  ctx.globalCompositeOperation = 'source-over';
  drawing.oval([r * 1.44, -r * 0.42], [r * 0.33, r * 0.33], accent);
  ctx.fillStyle = color;
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(words, 2 * r + gap, tall * 0.175);
  return drawing.png();
}
