/**
 * The rasteriser's own process: draws compositions with Skia and feeds the encoder beside it. It
 * is apart so that a crash in native code, a leak or an endless drawing costs one job, not the service.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type Canvas, createCanvas, LottieAnimation } from '@napi-rs/canvas';
import { AppError, type ErrorCode } from '../base/index.ts';
import { startEncoder } from './encoder-process.ts';
import { FrameConverter } from './frame-converter.ts';
import type {
  Part,
  Reply,
  Source,
  StillFormat,
  StillsRequest,
  ToRasteriser,
  VideoRequest,
} from './protocol.ts';
import { sealSegment } from './segment-file.ts';

/** Frames between progress reports: often enough for a bar, rare enough to cost nothing. */
const REPORT_EVERY = 10;

type Report = (framesDone: number) => void;

process.on('message', (message: ToRasteriser) => {
  void answer(message);
});
// The parent is gone: whatever is being drawn has no reader left.
process.on('disconnect', () => process.exit(0));

async function answer({ id, request }: ToRasteriser): Promise<void> {
  const report = (framesDone: number) =>
    send({ id, type: 'progress', framesDone, rssBytes: process.memoryUsage.rss() });
  try {
    if (request.kind === 'video') await drawVideo(request, report);
    else await drawStills(request, report);
    send({ id, type: 'done', peakRssBytes: process.resourceUsage().maxRSS * 1024 });
  } catch (error) {
    const { message, stderrTail = '' } = error as Error & { stderrTail?: string };
    send({ id, type: 'failed', code: codeOf(error), message, stderrTail });
  } finally {
    release();
  }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'storage_failed' : 'render_failed';
}

/** An animation holds the pictures that it has decoded, which the collector knows nothing of, until it is collected. */
function release(): void {
  globalThis.gc?.();
}

function send(reply: Reply): void {
  if (process.connected) process.send?.(reply);
}

async function load({ lottiePath, resourceDir }: Source): Promise<LottieAnimation> {
  return LottieAnimation.loadFromData(await readFile(lottiePath), { resourcePath: resourceDir });
}

/** Over `below`. Video has no transparency: what nothing covers is white. */
function draw(animation: LottieAnimation, canvas: Canvas, frame: number, below?: Canvas): void {
  const ctx = canvas.getContext('2d');
  const { width, height } = canvas;
  if (below) ctx.drawImage(below, 0, 0);
  else {
    ctx.fillStyle = '#ffffff';
    ctx.fillRect(0, 0, width, height);
  }
  animation.seekFrame(frame);
  animation.render(ctx, { x: 0, y: 0, width, height });
}

async function drawVideo(request: VideoRequest, report: Report): Promise<void> {
  const { width, height, parts, output } = request;
  const encoder = output === 'none' ? undefined : startEncoder(output.program, output.args);
  const converter = encoder && (await FrameConverter.create({ width, height }));
  const canvas = createCanvas(width, height);
  const show = async (pixels: Buffer | undefined, planes: Buffer | undefined) => {
    const shown = pixels && converter ? converter.convert(pixels) : planes;
    if (shown) await encoder?.write(shown);
    return shown;
  };
  let done = 0;
  let planes: Buffer | undefined;
  report(0);
  for (const part of parts) {
    for await (const pixels of framesOf(part, canvas, new Set(request.repeated))) {
      planes = await show(pixels, planes);
      done += 1;
      if (done % REPORT_EVERY === 0) report(done);
    }
    release();
  }
  if (output !== 'none' && encoder)
    await writeFile(output.path, sealSegment(await encoder.end(), output.startFrame, done));
  report(done);
}

/** The part's frames; undefined for one that looks as the one before. */
async function* framesOf(
  { source, background, first, count }: Part,
  canvas: Canvas,
  repeated: ReadonlySet<number>,
): AsyncGenerator<Buffer | undefined> {
  const below = background && createCanvas(canvas.width, canvas.height);
  if (below) draw(await load(background), below, first);
  const animation = await load(source);
  for (let frame = first; frame < first + count; frame++) {
    if (repeated.has(frame)) yield undefined;
    else {
      draw(animation, canvas, frame, below);
      // Each call hands out new native memory, which only a turn of the event loop gives back.
      yield canvas.data();
      await setImmediate();
    }
  }
}

function encode(canvas: Canvas, format: StillFormat): Promise<Buffer> {
  if (format === 'png') return canvas.encode('png');
  return format === 'webp' ? canvas.encode('webp', 90) : canvas.encode('jpeg', 90);
}

async function drawStills(request: StillsRequest, report: Report): Promise<void> {
  const animation = await load(request.source);
  report(0);
  for (const [index, still] of request.stills.entries()) {
    const canvas = createCanvas(still.width, still.height);
    draw(animation, canvas, still.frame);
    await writeFile(still.path, await encode(canvas, still.format));
    report(index + 1);
  }
}
