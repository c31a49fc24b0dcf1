import { pause } from '../../test/support/client.ts';
import { say } from '../support.ts';
import {
  type OpenEditor,
  openChromium,
  openEditor,
  openEditorWorld,
  renderOnAndOn,
} from './editor-world.ts';

/** A frame when it is shown: its time in the video, and the position of the audio, in seconds. */
type Shown = { frame: number; seconds: number; audio: number; isRunning: boolean };

const ACTION_MS = 8000;
/** Viewers notice more. */
const MAX_SKEW_SECONDS = 0.05;

/**
 * Plays in a loop beside a render, seeks, pauses, resizes and takes the WebGL context away. Prints how
 * far each shown frame is from the audio.
 */
export async function measureSync(folder: string, minutes: number): Promise<void> {
  await using world = await openEditorWorld(folder);
  const [version, beside] = [await world.version('birthday'), await world.version('skin-company')];
  const browser = await openChromium();
  try {
    const editor = await openEditor(browser, await world.draft(version), recordShown);
    await using _rendering = renderOnAndOn(world, beside);
    await pause(2000);
    await editor.run('stage.isLooping = true');
    await editor.run('stage.toggle()');
    const actions = actionsOn(editor);
    const names = Object.keys(actions);
    const allFrames: Shown[] = [];
    const endMs = performance.now() + minutes * 60_000;
    for (let n = 0; performance.now() < endMs; n++) {
      const name = names[n % names.length] ?? '';
      await actions[name]?.();
      await pause(ACTION_MS);
      const frames = await editor.run<Shown[]>('shown.splice(0)');
      allFrames.push(...frames);
      report(`${name}, ${await editor.run<string>('stage.mode')}`, frames, ACTION_MS / 1000);
    }
    report('all', allFrames, minutes * 60);
  } finally {
    await browser.close();
  }
}

function actionsOn({ page, run }: OpenEditor): Record<string, () => Promise<void>> {
  let width = 1072;
  let hasLostContext = false;
  return {
    play: async () => undefined,
    seek: () => run('stage.seek(40)'),
    'pause and resume': async () => {
      await run('stage.toggle()');
      await pause(500);
      await run('stage.toggle()');
    },
    resize: async () => {
      width = width === 1072 ? 900 : 1072;
      await page.setViewport({ width, height: 800 });
    },
    'seek to the end and loop': () => run('stage.seek(10_000)'),
    'lose the WebGL context': async () => {
      const [worker] = page.workers();
      if (!hasLostContext) await worker?.evaluate(loseContext);
      hasLostContext = true;
    },
  };
}

function report(what: string, frames: readonly Shown[], seconds: number): void {
  const running = frames.filter(({ isRunning }) => isRunning);
  const skews = running.map(({ seconds: at, audio }) => at - audio).toSorted((a, b) => a - b);
  const at = (share: number) =>
    (1000 * (skews[Math.round(share * (skews.length - 1))] ?? Number.NaN)).toFixed(0);
  const far = skews.filter((skew) => Math.abs(skew) > MAX_SKEW_SECONDS).length;
  say(
    `${what}: ${(frames.length / seconds).toFixed(1)} frames a second, ` +
      `${frames.length - running.length} without audio; image minus audio in ms: ` +
      `least ${at(0)}, p5 ${at(0.05)}, p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}; ` +
      `${far} of ${skews.length} beyond 50 ms`,
  );
}

/** Runs in the worker: the WebGL context is lost before the next image is taken. */
function loseContext(): void {
  type Canvas = {
    getContext(
      name: 'webgl2',
    ): { getExtension(name: string): { loseContext(): void } | null } | null;
    transferToImageBitmap(): unknown;
  };
  const { prototype } = (globalThis as unknown as { OffscreenCanvas: { prototype: Canvas } })
    .OffscreenCanvas;
  const { transferToImageBitmap } = prototype;
  prototype.transferToImageBitmap = function lose(this: Canvas) {
    const lost = this.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    prototype.transferToImageBitmap = transferToImageBitmap;
    lost?.loseContext();
    return transferToImageBitmap.call(this);
  };
}

type Answer = { data: { id: number; value?: { bitmap?: object } } };
type PageWorker = {
  postMessage(...args: [{ id: number; name: string; request: { frame: number } }]): void;
  addEventListener(type: 'message', listener: (answer: Answer) => void): void;
};
type MediaElement = {
  currentTime: number;
  paused: boolean;
  ended: boolean;
  seeking: boolean;
  readyState: number;
  play(): Promise<void>;
};

/** Runs in the page before its scripts: `shown` has the shown frames. */
function recordShown(): void {
  const scope = globalThis as unknown as {
    shown: Shown[];
    Worker: new (...args: unknown[]) => PageWorker;
    HTMLMediaElement: { prototype: MediaElement };
    ImageBitmapRenderingContext: { prototype: { transferFromImageBitmap(bitmap: object): void } };
  };
  scope.shown = [];
  const frames = new WeakMap<object, number>();
  const requestTimes = new Map<number, number>();
  let audio: MediaElement | undefined;
  scope.Worker = class extends scope.Worker {
    constructor(...args: unknown[]) {
      super(...args);
      // Before the listener of the player, which may show the image at once.
      this.addEventListener('message', ({ data: { id, value } }) => {
        const frame = requestTimes.get(id);
        requestTimes.delete(id);
        if (value?.bitmap && frame !== undefined) frames.set(value.bitmap, frame);
      });
    }
    override postMessage(...args: Parameters<PageWorker['postMessage']>): void {
      const [{ id, name, request }] = args;
      if (name === 'draw') requestTimes.set(id, request.frame);
      super.postMessage(...args);
    }
  };
  const media = scope.HTMLMediaElement.prototype;
  const { play } = media;
  media.play = function start() {
    audio = this;
    return play.call(this);
  };
  const { prototype } = scope.ImageBitmapRenderingContext;
  const { transferFromImageBitmap } = prototype;
  prototype.transferFromImageBitmap = function show(bitmap) {
    const frame = frames.get(bitmap);
    transferFromImageBitmap.call(this, bitmap);
    if (frame === undefined || !audio || audio.paused) return;
    // The bundled templates have 30 frames a second.
    scope.shown.push({
      frame,
      seconds: frame / 30,
      audio: audio.currentTime,
      isRunning: !audio.seeking && !audio.ended && audio.readyState >= 2,
    });
  };
}
