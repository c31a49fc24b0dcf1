/**
 * A process that draws one SVG: a JSON object with the source and its stretched texts on stdin, PNG on
 * stdout. A filter can keep librsvg busy for hours, and only killing the process stops it.
 */
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import type { TextStretch } from './svg-lengths.ts';
import { applyTextStretches } from './svg-measure.ts';

const MAX_PIXELS = 100_000_000;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
sharp.concurrency(1);

const drawing = (await json(process.stdin)) as { source: string; stretches: TextStretch[] };
const source = Buffer.from(await applyTextStretches(drawing.source, drawing.stretches));
// From a buffer: with a path, a drawing could include files from the same folder.
sharp(source, { limitInputPixels: MAX_PIXELS, unlimited: true })
  .png({ compressionLevel: 1 })
  .pipe(process.stdout);
