import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type BrowserName, openBrowser } from './browser.ts';

const require = createRequire(import.meta.url);

/** A page that loads captions as pages of customers do, and returns what it would show. */
const PAGE = `<!doctype html><script src="/hls.js"></script><script>
  // hls.js adds times, whose sums are not exact.
  const ms = (seconds) => Math.round(seconds * 1000) / 1000;
  const cuesOf = (track) =>
    Array.from(track.cues ?? [], (cue) => [ms(cue.startTime), ms(cue.endTime), cue.getCueAsHTML().textContent]);
  const newVideo = () => {
    const video = document.createElement('video');
    video.muted = true;
    video.crossOrigin = 'anonymous';
    document.body.append(video);
    return video;
  };
  function trackCues(url) {
    const track = document.createElement('track');
    const loaded = new Promise((resolve, reject) => {
      track.onload = resolve;
      track.onerror = () => reject(new Error('The track does not load.'));
    });
    newVideo().append(track);
    track.track.mode = 'hidden';
    track.src = url;
    return loaded.then(() => cuesOf(track.track));
  }
  async function hlsTracks(url) {
    const video = newVideo();
    const hls = new Hls();
    const errors = [];
    hls.on(Hls.Events.ERROR, (_, { details }) => errors.push(details));
    hls.loadSource(url);
    hls.attachMedia(video);
    await new Promise((resolve) => hls.on(Hls.Events.BUFFER_APPENDED, resolve));
    const atStart = hls.subtitleTrack;
    const tracks = [];
    for (const [index, { name, lang }] of hls.subtitleTracks.entries()) {
      const processed = new Promise((resolve) =>
        hls.on(Hls.Events.SUBTITLE_FRAG_PROCESSED, (_, { frag }) => frag.level === index && resolve()));
      hls.subtitleTrack = index;
      await processed;
      const shown = Array.from(video.textTracks).find(({ label }) => label === name);
      tracks.push({ name, lang: lang ?? null, cues: cuesOf(shown) });
    }
    hls.destroy();
    return { atStart, tracks, errors };
  }
  function fileFacts(url) {
    const video = newVideo();
    const loaded = new Promise((resolve, reject) => {
      video.oncanplaythrough = () =>
        resolve({ duration: video.duration, width: video.videoWidth, tracks: video.textTracks.length });
      video.onerror = () => reject(new Error(video.error.message));
    });
    video.src = url;
    return loaded;
  }
</script><body></body>`;

/** The start, the end, and the text of a cue. */
export type PageCue = [number, number, string];
type HlsTrack = { name: string; lang: string | null; cues: PageCue[] };

export type CaptionPage = {
  /** The cues of a WebVTT file in a `<track>`. */
  trackCues(url: string): Promise<PageCue[]>;
  /** The subtitle tracks of a stream in hls.js; `atStart` is the one that is on by itself, -1 for none. */
  hlsTracks(url: string): Promise<{ atStart: number; tracks: HlsTrack[]; errors: string[] }>;
  fileFacts(url: string): Promise<{ duration: number; width: number; tracks: number }>;
} & AsyncDisposable;

/** Opens the page in a browser, with an origin that differs from the service's. */
export async function openCaptionPage(name: BrowserName): Promise<CaptionPage> {
  const script = await readFile(require.resolve('hls.js/dist/hls.min.js'));
  const server = createServer((request, response) => {
    const isScript = request.url === '/hls.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await openBrowser(name);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const call = <Result>(work: string, url: string) =>
    page.evaluate(`${work}(${JSON.stringify(url)})`) as Promise<Result>;
  return {
    trackCues: (url) => call('trackCues', url),
    hlsTracks: (url) => call('hlsTracks', url),
    fileFacts: (url) => call('fileFacts', url),
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
    },
  };
}
