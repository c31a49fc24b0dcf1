import { dependentLayers, type Layer, type Lottie } from '../lottie/index.ts';
import { type BoundDocument, documentsOf } from '../template/index.ts';
import type { TextWarning } from './texts/text-warnings.ts';

/** A property without its expression: the fields of the property in the document. */
export type BakedProperty = { a?: 0 | 1; k: unknown };

/** The values of properties whose expressions depend on editables, by the number of the expression. */
export type DependentValues = {
  baked: ReadonlyMap<number, BakedProperty>;
  /** Expressions that failed. Their properties keep the values of the import. */
  warnings: TextWarning[];
};

export const NO_DEPENDENT_VALUES: DependentValues = { baked: new Map(), warnings: [] };

/**
 * Writes values into the properties that depend on editables. Changes the document. Returns the layers whose text was written: it replaces the customer's.
 */
export function writeDependentValues(
  lottie: Lottie,
  { baked }: DependentValues,
): ReadonlySet<Layer> {
  const written = new Set<Layer>();
  for (const { layer, dependents } of dependentLayers(lottie)) {
    for (const dependent of dependents) {
      const values = baked.get(dependent.xn);
      if (!values) continue;
      const [sample] = documentsOf(layer);
      // Precomps and layers may share the values, which later steps change.
      Object.assign(dependent, structuredClone(values));
      if ((dependent as unknown) !== layer.t?.d) continue;
      written.add(layer);
      if (sample) for (const document of documentsOf(layer)) keepTextSpace(document, sample);
    }
  }
  return written;
}

/** Gives a written document the text space of the sample, which still fits at its designed size. */
function keepTextSpace(document: BoundDocument, { room, t = '' }: BoundDocument): void {
  if (room) document.room = { ...room, sample: t };
}
