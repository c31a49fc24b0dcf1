/** The player's worker: draws compositions with CanvasKit. `canvaskit.js` must have run before. */
import type { CanvasKit, ManagedSkottieAnimation } from 'canvaskit-wasm';
import { decodedImage } from './decoded-image.ts';
import { FileCache } from './file-cache.ts';
import { engineBytes, openAnimation } from './open-animation.ts';
import type { Calls, FromWorker, Slot, ToWorker } from './protocol.ts';
import { SoftwareSurface, WebglSurface } from './surfaces.ts';

declare const self: Worker;
declare function CanvasKitInit(options: {
  locateFile: (name: string) => string;
}): Promise<CanvasKit>;

const MAX_CACHE_BYTES = 256 * 2 ** 20;
/** Beyond this, images stay encoded: the engine has at most 2 GB, and copies them. */
const MAX_DECODED_BYTES = 96 * 2 ** 20;

type Work = {
  [Name in keyof Calls]: (...args: Parameters<Calls[Name]>) => ReturnType<Calls[Name]>;
};

/**
 * Loads CanvasKit from the address `engine`, and makes the other calls possible. Must be the first
 * call.
 */
async function start({ engine }: { engine: string }): Promise<{ hasWebgl: boolean }> {
  const { error } = console;
  // CanvasKit keeps the function it finds now, and reports every missing font and image. Compositions
  // need no font, and paused frames no image of another time.
  console.error = () => undefined;
  const starting = CanvasKitInit({ locateFile: (name) => `${engine}${name}` });
  console.error = error;
  const kit = await starting;
  const webgl = WebglSurface.make(kit);
  work = workOf(kit, webgl);
  return { hasWebgl: webgl !== undefined };
}

/** Returns the calls of a worker that has started. They share its files and its open animations. */
function workOf(kit: CanvasKit, webgl: WebglSurface | undefined): Omit<Work, 'start'> {
  const software = new SoftwareSurface(kit);
  const files = new FileCache(MAX_CACHE_BYTES);
  const animations = new Map<Slot, ManagedSkottieAnimation>();
  const animationIn = (slot: Slot): ManagedSkottieAnimation => {
    const animation = animations.get(slot);
    if (!animation) throw new Error('No composition is open.');
    return animation;
  };
  return {
    prepare: ({ keys }) => files.prepare(keys),
    keep({ key, bytes, isFrame }) {
      // A video has hundreds of frames.
      const decoded = isFrame ? bytes : decodedImage(kit, bytes);
      files.set(key, files.bytes + decoded.byteLength > MAX_DECODED_BYTES ? bytes : decoded);
      return undefined;
    },
    open({ slot, json, files: named }) {
      const assets = named.map(({ name, key }) => {
        const bytes = files.get(key);
        if (!bytes) throw new Error(`The file ${name} was not loaded.`);
        return { name, bytes };
      });
      const animation = openAnimation(kit, json, assets);
      // Otherwise each edit would keep a composition in memory.
      animations.get(slot)?.delete();
      animations.set(slot, animation);
      return { heapBytes: engineBytes(kit) };
    },
    draw({ slot, frame, surface, width, height }) {
      const size = { width, height };
      const animation = animationIn(slot);
      if (surface === 'webgl') return { bitmap: webgl?.bitmap(animation, frame, size) };
      return { bitmap: software.bitmap(animation, frame, size) };
    },
    pixels: ({ slot, frame, width, height }) => ({
      data: software.pixels(animationIn(slot), frame, { width, height }),
    }),
  };
}

let work: Omit<Work, 'start'> | undefined;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  const { id } = data;
  try {
    const value: unknown = data.name === 'start' ? await start(data.request) : answer(data);
    self.postMessage({ id, value } satisfies FromWorker, transferablesOf(value));
  } catch (error) {
    // After such an error CanvasKit's memory may be damaged or full.
    const isFatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    self.postMessage({ id, message: String(error), isFatal } satisfies FromWorker);
  }
};

/** Runs a call. Throws before `start` has ended. */
function answer({ name, request }: Exclude<ToWorker, { name: 'start' }>): unknown {
  if (!work) throw new Error('The engine has not started.');
  return (work[name] as (request: unknown) => unknown)(request);
}

/** Returns what is moved to the page instead of copied. */
function transferablesOf(value: unknown): Transferable[] {
  const { bitmap, data } = (value ?? {}) as {
    bitmap?: ImageBitmap;
    data?: Uint8ClampedArray<ArrayBuffer>;
  };
  return [...(bitmap ? [bitmap] : []), ...(data ? [data.buffer] : [])];
}
