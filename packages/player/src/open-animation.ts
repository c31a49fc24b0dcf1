import type { CanvasKit, ManagedSkottieAnimation } from 'canvaskit-wasm';

export type Asset = { name: string; bytes: ArrayBuffer };

/** Members of CanvasKit that its types do not declare. Addresses are of the engine's memory. */
type EngineMemory = {
  /** Views of the memory, which are others after each allocation. */
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _MakeManagedAnimation(
    ...args: [
      json: string,
      assets: number,
      names: number,
      contents: number,
      sizes: number,
      prefix: string,
      audio: undefined,
      logger: undefined,
    ]
  ): ManagedSkottieAnimation | null;
};

const WORD_BYTES = 4;

/** Returns the size of the engine's memory in bytes. It never shrinks. */
export function engineBytes(kit: CanvasKit): number {
  return (kit as CanvasKit & EngineMemory).HEAPU8.length;
}

/**
 * Opens a Lottie document. `MakeManagedAnimation` of CanvasKit does the same, but never frees the names
 * of the assets: 24 kB for each composition that has a video of ten seconds.
 */
export function openAnimation(
  kit: CanvasKit,
  json: string,
  assets: readonly Asset[],
): ManagedSkottieAnimation {
  const memory = kit as CanvasKit & EngineMemory;
  const names = assets.map(({ name }) =>
    copyToEngine(memory, new TextEncoder().encode(`${name}\0`)),
  );
  // The animation frees its assets.
  const contents = assets.map(({ bytes }) => copyToEngine(memory, new Uint8Array(bytes)));
  const sizes = assets.map(({ bytes }) => bytes.byteLength);
  const lists = [names, contents, sizes].map((list) => copyWordsToEngine(memory, list));
  const [nameList = 0, contentList = 0, sizeList = 0] = lists;
  try {
    const animation = memory._MakeManagedAnimation(
      ...([
        json,
        assets.length,
        nameList,
        contentList,
        sizeList,
        '',
        undefined,
        undefined,
      ] as const),
    );
    if (!animation) throw new Error('Skottie cannot read the composition.');
    return animation;
  } finally {
    for (const address of [...names, ...lists]) memory._free(address);
  }
}

/**
 * Copies bytes into the engine's memory and returns their address. Throws a RangeError without
 * memory.
 */
function copyToEngine(memory: EngineMemory, bytes: Uint8Array): number {
  const address = memory._malloc(bytes.length);
  // The worker's caller starts another engine after such an error.
  if (address === 0) throw new RangeError('The memory of the engine is full.');
  memory.HEAPU8.set(bytes, address);
  return address;
}

/** Copies 32-bit numbers, such as addresses, into the engine's memory. Returns their address. */
function copyWordsToEngine(memory: EngineMemory, words: readonly number[]): number {
  const address = copyToEngine(memory, new Uint8Array(words.length * WORD_BYTES));
  memory.HEAPU32.set(words, address / WORD_BYTES);
  return address;
}
