import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { startChromium } from './chromium.ts';

const require = createRequire(import.meta.url);

/** A page that plays a stream as soon as possible and records what a viewer would see. */
const PAGE = `<!doctype html><video muted playsinline></video><script src="/hls.js"></script><script>
  const video = document.querySelector('video');
  const seen = { frames: [], errors: [], ended: false, buffered: {} };
  const colorNow = () => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.drawImage(video, 0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const next = (now, { mediaTime }) => {
    seen.frames.push({ at: Date.now(), seconds: mediaTime, color: colorNow() });
    video.requestVideoFrameCallback(next);
  };
  video.requestVideoFrameCallback(next);
  video.onended = () => { seen.ended = true; };
  async function colorAt(seconds) {
    // A seek may have ended before its image is there to be drawn.
    const shown = new Promise((resolve) => {
      const look = (now, { mediaTime }) =>
        Math.abs(mediaTime - seconds) < 0.05 ? resolve() : video.requestVideoFrameCallback(look);
      video.requestVideoFrameCallback(look);
    });
    video.currentTime = seconds;
    await shown;
    return colorNow();
  }
  function play(url, rate) {
    const hls = new Hls();
    hls.on(Hls.Events.ERROR, (_, { details, fatal, error }) =>
      seen.errors.push({ details, fatal, message: String(error?.message) }));
    // Before the element plays to its end, each track has a buffer of its own to be asked.
    const buffers = {};
    hls.on(Hls.Events.BUFFER_CREATED, (_, { tracks }) => {
      for (const [type, { buffer }] of Object.entries(tracks)) buffers[type] = buffer;
    });
    hls.on(Hls.Events.BUFFER_APPENDED, () => {
      for (const [type, { buffered }] of Object.entries(buffers)) {
        seen.buffered[type] = Array.from(buffered, (_, i) => [buffered.start(i), buffered.end(i)]);
      }
    });
    hls.attachMedia(video);
    hls.loadSource(url);
    video.defaultPlaybackRate = video.playbackRate = rate;
    video.play();
  }
</script>`;

export type Played = {
  /** Each shown frame: the time, its position in the video, and its mean color. */
  frames: { at: number; seconds: number; color: [number, number, number] }[];
  errors: { details: string; fatal: boolean; message: string }[];
  ended: boolean;
  /** Buffered range by track, in seconds. */
  buffered: Record<string, [number, number][]>;
  currentTime: number;
  duration: number;
  /** Decoded bytes of audio. */
  audioBytes: number;
};

export type HlsPlayer = {
  /** `rate` 1 is real time. */
  play(url: string, rate?: number): Promise<void>;
  /** Returns the recording so far. */
  look(): Promise<Played>;
  /** Returns the mean color of the frame at a time, after playback has ended. */
  colorAt(seconds: number): Promise<[number, number, number]>;
} & AsyncDisposable;

/** hls.js in Chromium, on a page whose origin differs from the service's. */
export async function openHlsPlayer(): Promise<HlsPlayer> {
  const script = await readFile(require.resolve('hls.js/dist/hls.min.js'));
  const server = createServer((request, response) => {
    const isScript = request.url === '/hls.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await startChromium('--autoplay-policy=no-user-gesture-required');
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    play: (url, rate = 1) => page.evaluate(`play(${JSON.stringify(url)}, ${rate})`),
    look: () =>
      page.evaluate<Played>(`({
        ...seen, currentTime: video.currentTime, duration: video.duration,
        audioBytes: video.webkitAudioDecodedByteCount,
      })`),
    colorAt: (seconds) => page.evaluate(`colorAt(${seconds})`),
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
