/**
 * A process that draws one SVG: SVG on stdin, PNG on stdout. A filter can keep librsvg busy for
 * hours, and only killing the process stops it.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const MAX_PIXELS = 100_000_000;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
sharp.concurrency(1);

const source = await buffer(process.stdin);
// From a buffer: with a path, a drawing could include files from the same folder.
sharp(source, { limitInputPixels: MAX_PIXELS, unlimited: true })
  .png({ compressionLevel: 1 })
  .pipe(process.stdout);
