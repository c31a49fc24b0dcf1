import { followingLayers, type Layer, type Lottie } from '../lottie/index.ts';
import { type BoundDocument, documentsOf } from '../template/index.ts';
import type { TextWarning } from './texts/text-warnings.ts';

/** A property without its expression: the fields of the property in the document. */
export type BakedProperty = { a?: 0 | 1; k: unknown };

/** The values of properties whose expressions follow editables, by the number of the expression. */
export type Followed = {
  baked: ReadonlyMap<number, BakedProperty>;
  /** Expressions that failed. Their properties keep the values of the import. */
  warnings: TextWarning[];
};

export const NOTHING_FOLLOWED: Followed = { baked: new Map(), warnings: [] };

/**
 * Writes values into the properties that follow editables. Changes the document. Returns the layers whose text was written: it replaces the customer's.
 */
export function writeFollowed(lottie: Lottie, { baked }: Followed): ReadonlySet<Layer> {
  const written = new Set<Layer>();
  for (const { layer, followers } of followingLayers(lottie)) {
    for (const follower of followers) {
      const values = baked.get(follower.xn);
      if (!values) continue;
      const [sample] = documentsOf(layer);
      // Precomps and layers may share the values, which later steps change.
      Object.assign(follower, structuredClone(values));
      if ((follower as unknown) !== layer.t?.d) continue;
      written.add(layer);
      if (sample) for (const document of documentsOf(layer)) keepRoom(document, sample);
    }
  }
  return written;
}

/** Gives a written document the room of the sample, which still fits at its designed size. */
function keepRoom(document: BoundDocument, { room, t = '' }: BoundDocument): void {
  if (room) document.room = { ...room, sample: t };
}
