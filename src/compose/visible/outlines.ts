import { type Bezier, pathOf, pathSource, type Shape } from '../../lottie/index.ts';
import { type Outline, outlineOf } from './outline.ts';

type Source = ReturnType<typeof pathOf>;
type Read = { outline: Outline; isClosed: boolean };

/**
 * Corners of outlines that are looked at for one document. Mattes of mattes multiply the work of each point, so
 * that without a limit a small file could take hours.
 */
const MAX_STEPS = 50_000_000;

/**
 * Reads the paths of masks and shapes, and keeps those of the last frame that was asked for. Counts the work that is
 * done with them.
 */
export class Outlines {
  #steps = 0;
  readonly #sources = new Map<object, Source>();
  readonly #last = new Map<object, { frame: number; read: Read }>();

  /** Whether more work was counted than one document may cause. Later results are incomplete. */
  get isExhausted(): boolean {
    return this.#steps > MAX_STEPS;
  }

  /** Counts work that is as much as looking at so many corners. */
  count(steps: number): void {
    this.#steps += steps;
  }

  /** The outline of a shape `sh`, `rc` or `el`, without round corners; undefined if it cannot be read. */
  ofShape(shape: Shape, frame: number): Outline | undefined {
    return this.#readOutline(shape, frame, () => pathOf({ ...shape, r: undefined }))?.outline;
  }

  /** The path of a mask; undefined if it cannot be read. */
  ofPath(property: object, frame: number): Read | undefined {
    return this.#readOutline(property, frame, () => pathSource(property));
  }

  /**
   * The outline in a frame; undefined if the source is no path. Also counts work: call it for each use.
   * Caches only the last frame of each path.
   */
  #readOutline(key: object, frame: number, open: () => Source): Read | undefined {
    if (!this.#sources.has(key)) this.#sources.set(key, open());
    const source = this.#sources.get(key);
    if (!source) return undefined;
    const last = this.#last.get(key);
    if (last && (last.frame === frame || source.properties.length === 0)) {
      this.count(last.read.outline.length);
      return last.read;
    }
    const path: Bezier = source.at(frame);
    const entry = { outline: outlineOf(path), isClosed: path.c !== false };
    this.#last.set(key, { frame, read: entry });
    this.count(entry.outline.length);
    return entry;
  }
}
