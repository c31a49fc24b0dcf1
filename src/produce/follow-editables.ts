import {
  affectsDependents,
  type DependentValues,
  evaluateDependents,
  type SuppliedFont,
} from '../compose/index.ts';
import { bakeDependents, keepWarm } from '../expressions/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import { sha256 } from '../system/index.ts';
import type { Template } from '../template/index.ts';
import type { FontFace } from '../text/index.ts';

/** Maximum size of all cached values as JSON. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

type Rig = NonNullable<Template['dependentExpressions']>;

type Request = {
  template: Template;
  mapping: ParsedMapping;
  fallbacks: readonly FontFace[];
  suppliedFonts: readonly SuppliedFont[];
};

/**
 * Evaluates the expressions that follow the editables of a mapping. Equal requests of a process are
 * evaluated once: a check, a still and a preview of one mapping follow each other.
 */
export async function followEditables(request: Request): Promise<DependentValues | undefined> {
  const { template, mapping, suppliedFonts, fallbacks } = request;
  const { dependentExpressions } = template;
  if (!dependentExpressions || !affectsDependents(dependentExpressions, mapping, suppliedFonts))
    return undefined;
  const faces = [...fallbacks, ...suppliedFonts.flatMap(({ faces: fontFaces }) => fontFaces)];
  const fonts = [
    faces.map(({ key }) => key),
    suppliedFonts.map(({ fonts: replacedFonts }) => replacedFonts),
  ];
  const { entries, fontChanges } = mapping;
  const key = `${numberOf(dependentExpressions)} ${sha256(JSON.stringify([template.language, entries, fontChanges, fonts]))}`;
  const cachedValues = cache.get(key);
  if (cachedValues) return cachedValues;
  const followed = await evaluateDependents({ ...request, bake: bakeDependents });
  keepWarm();
  // An expression may have failed because the machine was busy.
  if (followed.warnings.length === 0) cache.set(key, followed);
  return followed;
}

const numbers = new WeakMap<Rig, number>();
let rigs = 0;

/** A number for each object in memory, for keys of the cache. */
function numberOf(rig: Rig): number {
  const number = numbers.get(rig) ?? ++rigs;
  numbers.set(rig, number);
  return number;
}

/** Keeps the values that were used last, up to a size. */
class FollowedCache {
  readonly #entries = new Map<string, { followed: DependentValues; bytes: number }>();
  #bytes = 0;

  /** Returns the cached values and makes them the most recently used. */
  get(key: string): DependentValues | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.followed;
  }

  /** Caches values by their size as JSON, and removes the least recently used beyond the limit. */
  set(key: string, followed: DependentValues): void {
    const bytes = JSON.stringify([...followed.baked]).length;
    this.#bytes += bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { followed, bytes });
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= MAX_CACHED_BYTES) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }
}

const cache = new FollowedCache();
