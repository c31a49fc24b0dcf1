import { type Bezier, pathOf, pathSource, type Shape } from '../../lottie/index.ts';
import { type Outline, outlineOf } from './outline.ts';

type Source = ReturnType<typeof pathOf>;
type Read = { outline: Outline; isClosed: boolean };

/** Reads the paths of masks and shapes, and keeps those of the last frame that was asked for. */
export class Outlines {
  readonly #sources = new Map<object, Source>();
  readonly #last = new Map<object, { frame: number; read: Read }>();

  /** The outline of a shape `sh`, `rc` or `el`, without round corners; undefined if it cannot be read. */
  ofShape(shape: Shape, frame: number): Outline | undefined {
    return this.#read(shape, frame, () => pathOf({ ...shape, r: undefined }))?.outline;
  }

  /** The path of a mask; undefined if it cannot be read. */
  ofPath(property: object, frame: number): Read | undefined {
    return this.#read(property, frame, () => pathSource(property));
  }

  #read(key: object, frame: number, open: () => Source): Read | undefined {
    if (!this.#sources.has(key)) this.#sources.set(key, open());
    const source = this.#sources.get(key);
    if (!source) return undefined;
    const last = this.#last.get(key);
    if (last && (last.frame === frame || source.properties.length === 0)) return last.read;
    const path: Bezier = source.at(frame);
    const read = { outline: outlineOf(path), isClosed: path.c !== false };
    this.#last.set(key, { frame, read });
    return read;
  }
}
