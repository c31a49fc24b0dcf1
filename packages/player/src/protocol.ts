import type { Size } from './size.ts';

/**
 * `all`: the whole composition, for playing. `still`: a paused frame, with the frames of videos in
 * their own size and without those of other times.
 */
export type Slot = 'all' | 'still';
export type SurfaceKind = 'webgl' | 'software';

export type DrawRequest = Size & { slot: Slot; frame: number };

/** What a page asks the worker, and its answers. */
export type Calls = {
  start(request: { engine: string }): { hasWebgl: boolean };
  prepare(request: { keys: readonly string[] }): string[];
  keep(request: { key: string; bytes: ArrayBuffer; isFrame: boolean }): undefined;
  open(request: { slot: Slot; json: string; files: readonly { name: string; key: string }[] }): {
    heapBytes: number;
  };
  /** Returns no image if WebGL was asked for and its context is lost. */
  draw(request: DrawRequest & { surface: SurfaceKind }): { bitmap: ImageBitmap | undefined };
  pixels(request: DrawRequest): { data: Uint8ClampedArray<ArrayBuffer> };
};

export type CallName = keyof Calls;
export type ToWorker = {
  [Name in CallName]: { id: number; name: Name; request: Parameters<Calls[Name]>[0] };
}[CallName];
export type FromWorker =
  | { id: number; value: unknown }
  /** `isFatal`: the engine cannot be used any more. */
  | { id: number; message: string; isFatal: boolean };
