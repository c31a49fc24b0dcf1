/** Renders what it is sent, one after another, and answers with the seconds that each took. */
import { join } from 'node:path';
import { bundle } from '@remotion/bundler';
import { renderMedia, selectComposition } from '@remotion/renderer';

const [publicDir, browserExecutable] = process.argv.slice(2);
// Packing the page is done once for all videos, so it is not counted.
const serveUrl = await bundle({ entryPoint: join(import.meta.dirname, 'root.jsx'), publicDir });
process.send({ ready: true });

process.on('message', async ({ props, concurrency, crf, x264Preset, x264Params, out }) => {
  const common = { serveUrl, inputProps: props, browserExecutable, logLevel: 'error' };
  const started = performance.now();
  const composition = await selectComposition({ ...common, id: 'lottie' });
  await renderMedia({
    ...common,
    composition,
    concurrency,
    crf,
    x264Preset,
    codec: 'h264',
    pixelFormat: 'yuv420p',
    muted: true,
    // The output's path is the last; options before it are those of the output.
    ffmpegOverride: ({ type, args }) =>
      type === 'stitcher' || x264Params === ''
        ? args
        : [...args.slice(0, -1), '-x264-params', x264Params, ...args.slice(-1)],
    outputLocation: out,
  });
  process.send({ seconds: (performance.now() - started) / 1000 });
});
