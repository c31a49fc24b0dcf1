/**
 * The rasteriser process: draws compositions with Skia and feeds its encoders. It is a separate
 * process, so that a crash in native code, a leak or an endless drawing fails a single job and not
 * the service.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { type Canvas, createCanvas, LottieAnimation } from '@napi-rs/canvas';
import { AppError, assert } from '../base/index.ts';
import { sealSegment } from '../mux/index.ts';
import { isDiskFull, isSystemError, storageError } from '../system/index.ts';
import { startEncoder } from './encoder-process.ts';
import { FrameConverter, type PixelLayout } from './frame-converter.ts';
import { freeFrame } from './free-frame.ts';
import type {
  DocumentPart,
  DocumentSource,
  Reply,
  StillsRequest,
  ToRasteriser,
  VideoRequest,
} from './protocol.ts';
import { skipSystemFonts } from './skip-system-fonts.ts';

/** Time between progress reports: short enough for a progress bar, long enough to cost nothing. */
const REPORT_MS = 100;
/** Time between checks whether the encoders work, while no frame is drawn. */
const CHECK_MS = 1000;

/** A process may grow by this much before it collects garbage, which takes as long as a frame. */
const GROWTH_BYTES = 64 * 2 ** 20;

skipSystemFonts();

/** Memory of the process before its first request. */
const ownBytes = process.memoryUsage.rss();
/** The lowest memory use since the last collection. */
let collectedBytes = ownBytes;

type Report = (framesDone: number) => void;

process.on('message', (message: ToRasteriser) => {
  void answerRequest(message);
});
// The parent has ended, so nobody needs the result.
process.on('disconnect', () => process.exit(0));
// Not only at exit, because the process is usually killed. With the cache the next process starts
// in half the time.
flushCompileCache();

/**
 * Draws a request, and answers with `done` or `failed`. Never throws. `heldBytes` is memory that
 * earlier requests have left.
 */
async function answerRequest({ id, request }: ToRasteriser): Promise<void> {
  const heldBytes = process.memoryUsage.rss() - ownBytes;
  const report = (framesDone: number) =>
    sendReply({ id, type: 'progress', framesDone, rssBytes: process.memoryUsage.rss() });
  try {
    if (request.kind === 'video') await drawVideo(request, report);
    else await drawStills(request, report);
    sendReply({ id, type: 'done', heldBytes, peakRssBytes: process.resourceUsage().maxRSS * 1024 });
  } catch (error) {
    const { code, message, details, cause } = failureOf(error);
    const reason = cause instanceof Error ? cause.message : '';
    sendReply({ id, type: 'failed', heldBytes, code, message, details, cause: reason });
  } finally {
    await release();
  }
}

function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isSystemError(error) || isDiskFull(error)) return storageError(error);
  // A library's own message may name paths of this machine; the cause keeps it for the log.
  const message = 'The rasteriser could not draw a frame.';
  return new AppError('render_failed', message, {}, { cause: error });
}

/**
 * Collects garbage if the process has grown: an animation holds decoded images, whose size the
 * collector does not know, until it is collected.
 */
async function release(): Promise<void> {
  if (process.memoryUsage.rss() - collectedBytes >= GROWTH_BYTES) {
    globalThis.gc?.();
    // Native memory is freed in the following turn of the event loop.
    await setImmediate();
    await setImmediate();
    collectedBytes = process.memoryUsage.rss();
  }
  collectedBytes = Math.min(collectedBytes, process.memoryUsage.rss());
}

function sendReply(reply: Reply): void {
  if (process.connected) process.send?.(reply);
}

async function loadAnimation({
  lottiePath,
  resourceDir,
}: DocumentSource): Promise<LottieAnimation> {
  return LottieAnimation.loadFromData(await readFile(lottiePath), { resourcePath: resourceDir });
}

/** A canvas, which is white or transparent where no layer draws. `below`: the static layers. */
type DrawTarget = { canvas: Canvas; hasAlpha: boolean; below?: Canvas | undefined };

/** Draws a frame on `below`, on a transparent canvas or, without alpha, on white. */
function drawFrame(
  animation: LottieAnimation,
  frame: number,
  { canvas, hasAlpha, below }: DrawTarget,
): void {
  const ctx = canvas.getContext('2d');
  const { width, height } = canvas;
  if (hasAlpha) ctx.clearRect(0, 0, width, height);
  if (below) ctx.drawImage(below, 0, 0);
  else if (!hasAlpha) {
    ctx.fillStyle = '#ffffff';
    ctx.fillRect(0, 0, width, height);
  }
  animation.seekFrame(frame);
  animation.render(ctx, { x: 0, y: 0, width, height });
}

/**
 * Draws the frames of a video in their order, and sends each to all encoders. A frame that repeats
 * the previous one is not drawn, but encoded. A file is complete only when it is sealed at the end.
 */
async function drawVideo(request: VideoRequest, report: Report): Promise<void> {
  const { parts, outputs } = request;
  const encoders = outputs.map(startEncoder);
  let drawnCount = 0;
  let reportedMs = performance.now();
  // An encoder may buffer many frames and do most of its work at the end. That is slow, but not a
  // stall.
  const check = setInterval(() => {
    if (encoders.some((encoder) => encoder.hasWorked())) report(drawnCount);
  }, CHECK_MS);
  try {
    const { targets, convert } = await openCanvases(request);
    let shownFrames: readonly Buffer[] = [];
    report(0);
    for (const [index, part] of parts.entries()) {
      if (index > 0) await release();
      for await (const pixels of framesOf(part, targets)) {
        if (pixels) shownFrames = convert(pixels);
        await Promise.all(
          shownFrames.flatMap((frame, index) => encoders[index]?.write(frame) ?? []),
        );
        drawnCount += 1;
        if (performance.now() - reportedMs < REPORT_MS) continue;
        report(drawnCount);
        reportedMs = performance.now();
      }
    }
    await Promise.all(encoders.map((encoder) => encoder.end()));
    for (const { path, kind, startFrame } of outputs)
      await sealSegment(path, kind, startFrame, drawnCount);
    report(drawnCount);
  } finally {
    clearInterval(check);
    // The CPU time of an encoder belongs to this request only if it ends before the reply.
    await Promise.all(encoders.map((encoder) => encoder.kill()));
  }
}

/**
 * Returns the canvases that the outputs need, and a function that converts their pixels to each
 * output's layout.
 */
async function openCanvases({ width, height, outputs }: VideoRequest) {
  const kinds = new Set(outputs.length > 0 ? outputs.map(({ hasAlpha }) => hasAlpha) : [false]);
  const targets = [...kinds].map(
    (hasAlpha): DrawTarget => ({ canvas: createCanvas(width, height), hasAlpha }),
  );
  const converters = new Map<PixelLayout, FrameConverter>();
  for (const { layout } of outputs)
    if (layout !== 'rgb0' && !converters.has(layout))
      converters.set(layout, await FrameConverter.create({ width, height }, layout));
  const convert = (pixels: readonly Buffer[]): Buffer[] => {
    // Each layout is converted once, for all outputs that use it.
    const framesByLayout = new Map<PixelLayout, Buffer>();
    const frames = outputs.map(({ layout, hasAlpha }) => {
      const drawnFrame = pixels[targets.findIndex((target) => target.hasAlpha === hasAlpha)];
      assert(drawnFrame, 'every output has a canvas');
      const frame =
        framesByLayout.get(layout) ?? converters.get(layout)?.convert(drawnFrame) ?? drawnFrame;
      framesByLayout.set(layout, frame);
      return frame;
    });
    for (const drawnFrame of pixels) if (!frames.includes(drawnFrame)) freeFrame(drawnFrame);
    return frames;
  };
  return { targets, convert };
}

/** The part's frames on each canvas; undefined for a frame that repeats the previous one. */
async function* framesOf(
  { source, background, frames }: DocumentPart,
  targets: readonly DrawTarget[],
): AsyncGenerator<Buffer[] | undefined> {
  const lowest = background && (await loadAnimation(background));
  const animation = await loadAnimation(source);
  const drawTargets = targets.map(({ canvas, hasAlpha }): DrawTarget => {
    if (!lowest) return { canvas, hasAlpha };
    const below = createCanvas(canvas.width, canvas.height);
    drawFrame(lowest, frames.find((frame) => frame !== 'as before') ?? 0, {
      canvas: below,
      hasAlpha,
    });
    return { canvas, hasAlpha, below };
  });
  for (const frame of frames) {
    if (frame === 'as before') yield undefined;
    else {
      yield drawTargets.map((target) => {
        drawFrame(animation, frame, target);
        // Each call allocates native memory, which is freed only in the next turn of the event
        // loop.
        return target.canvas.data();
      });
      await setImmediate();
    }
  }
}

/** Draws stills, and writes each to its file. */
async function drawStills(request: StillsRequest, report: Report): Promise<void> {
  // Imported on demand: videos do not need the encoders of stills.
  const [{ encodeStill }, animation] = await Promise.all([
    import('./encode-still.ts'),
    loadAnimation(request.source),
  ]);
  flushCompileCache();
  report(0);
  for (const [index, still] of request.stills.entries()) {
    const canvas = createCanvas(still.width, still.height);
    drawFrame(animation, still.frame, { canvas, hasAlpha: false });
    await writeFile(still.path, await encodeStill(canvas, still.format));
    report(index + 1);
  }
}
