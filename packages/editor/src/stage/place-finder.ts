import type { EditablePlace } from '../api/types.ts';

type Places = readonly EditablePlace[];

/** A place is some hundred bytes, and a frame has a few. */
const MAX_FRAMES = 500;

/**
 * Where the editables of a version are on its frames. They do not change with the mapping, so that each
 * frame is read once: a click in a frame that was read before needs no request.
 */
export class PlaceFinder {
  readonly #read: (frame: number) => Promise<Places>;
  readonly #known = new Map<number, Places>();
  readonly #reading = new Map<number, Promise<Places>>();

  constructor(read: (frame: number) => Promise<Places>) {
    this.#read = read;
  }

  /** Returns the places of a frame that was read before, topmost first. */
  at(frame: number): Places | undefined {
    return this.#known.get(frame);
  }

  /** Reads the places of a frame. Throws the errors of the API; the next call reads again. */
  find(frame: number): Promise<Places> {
    const knownPlaces = this.#known.get(frame);
    if (knownPlaces) return Promise.resolve(knownPlaces);
    const reading = this.#reading.get(frame) ?? this.#readFrame(frame);
    this.#reading.set(frame, reading);
    return reading;
  }

  async #readFrame(frame: number): Promise<Places> {
    try {
      const places = await this.#read(frame);
      const [oldest] = this.#known.keys();
      if (this.#known.size >= MAX_FRAMES && oldest !== undefined) this.#known.delete(oldest);
      this.#known.set(frame, places);
      return places;
    } finally {
      this.#reading.delete(frame);
    }
  }
}
