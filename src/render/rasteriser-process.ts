/**
 * The rasteriser's own process: draws compositions with Skia and feeds the encoder beside it. It
 * is apart so that a crash in native code, a leak or an endless drawing costs one job, not the service.
 */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type Canvas, createCanvas, LottieAnimation, type SKRSContext2D } from '@napi-rs/canvas';
import { FrameConverter } from './frame-converter.ts';
import type {
  Reply,
  Source,
  StillFormat,
  StillsRequest,
  ToRasteriser,
  VideoRequest,
} from './protocol.ts';

const STDERR_LINES = 40;
/** Frames between progress reports: often enough for a bar, rare enough to cost nothing. */
const REPORT_EVERY = 10;

let loaded: { path: string; animation: LottieAnimation } | undefined;

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
    send({ id, type: 'failed', message, stderrTail });
  } finally {
    loaded = undefined;
  }
}

function send(reply: Reply): void {
  if (process.connected) process.send?.(reply);
}

async function load({ lottiePath, resourceDir }: Source): Promise<LottieAnimation> {
  if (loaded?.path === lottiePath) return loaded.animation;
  const animation = LottieAnimation.loadFromData(await readFile(lottiePath), {
    resourcePath: resourceDir,
  });
  loaded = { path: lottiePath, animation };
  return animation;
}

/** Video has no transparency: what the composition leaves open is white. */
function draw(
  animation: LottieAnimation,
  ctx: SKRSContext2D,
  frame: number,
  width: number,
  height: number,
): void {
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, width, height);
  animation.seekFrame(frame);
  animation.render(ctx, { x: 0, y: 0, width, height });
}

async function drawVideo(request: VideoRequest, report: (done: number) => void): Promise<void> {
  const { width, height, firstFrame, frameCount, encoder } = request;
  const animation = await load(request.source);
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const sink = encoder === 'none' ? undefined : startEncoder(encoder);
  const converter = await FrameConverter.create({ width, height });
  report(0);
  for (let done = 0; done < frameCount; done++) {
    draw(animation, ctx, firstFrame + done, width, height);
    // Each call hands out new native memory, which only a turn of the event loop gives back.
    const pixels = canvas.data();
    if (sink) await sink.write(converter.convert(pixels));
    await setImmediate();
    if ((done + 1) % REPORT_EVERY === 0) report(done + 1);
  }
  await sink?.end();
  report(frameCount);
}

function startEncoder({ program, args }: { program: string; args: string[] }) {
  // In this process's group, so that killing the group ends both.
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const lines: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter((line) => line !== ''));
    lines.splice(0, Math.max(0, lines.length - STDERR_LINES));
  });
  const closed = new Promise<void>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error(`${program} could not be started: ${cause.message}`, { cause })),
    );
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const how = signal ?? `exit code ${code}`;
      reject(
        Object.assign(new Error(`${program} ended with ${how}: ${program} ${args.join(' ')}`), {
          stderrTail: lines.join('\n'),
        }),
      );
    });
  });
  // An encoder that dies closes its pipe; the reason is what `closed` rejects with.
  child.stdin.on('error', () => undefined);
  closed.catch(() => undefined);
  let underway = Promise.resolve();
  return {
    /** Waits until the frame before this one is gone, so that one is always on its way. */
    async write(planes: Buffer): Promise<void> {
      const before = underway;
      underway = new Promise((resolve) => child.stdin.write(planes, () => resolve()));
      await Promise.race([before, closed]);
    },
    async end(): Promise<void> {
      child.stdin.end();
      await closed;
    },
  };
}

function encode(canvas: Canvas, format: StillFormat): Promise<Buffer> {
  if (format === 'png') return canvas.encode('png');
  return format === 'webp' ? canvas.encode('webp', 90) : canvas.encode('jpeg', 90);
}

async function drawStills(request: StillsRequest, report: (done: number) => void): Promise<void> {
  const animation = await load(request.source);
  report(0);
  for (const [index, still] of request.stills.entries()) {
    const canvas = createCanvas(still.width, still.height);
    draw(animation, canvas.getContext('2d'), still.frame, still.width, still.height);
    await writeFile(still.path, await encode(canvas, still.format));
    report(index + 1);
  }
}
