/**
 * A process of its own for one drawing: SVG in at stdin, PNG out at stdout. A filter can keep
 * librsvg busy for hours without a moment at which it could be told to stop.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const MAX_PIXELS = 100_000_000;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
sharp.concurrency(1);

const source = await buffer(process.stdin);
// From a buffer: by path, a drawing may show the files beside it.
sharp(source, { limitInputPixels: MAX_PIXELS, unlimited: true })
  .png({ compressionLevel: 1 })
  .pipe(process.stdout);
