import type { PersonalName } from '../text/names.ts';
import { SCRIPTS } from './scripts.ts';

/** The kind of the editables that a composition fills with media. */
export const MEDIA = ['image', 'video', 'audio'] as const;
export type Media = (typeof MEDIA)[number];

/** The texts of a bundled template that show at one of its stillcuts. */
export type StillcutTexts = { frame: number; texts: readonly string[] };
export type TextsOfTemplate = { template: string; stillcuts: readonly StillcutTexts[] };

/** A composition: a bundled template, a name for each text, one kind of media, the frames to compare. */
export type Cell = {
  template: string;
  media: Media;
  names: Readonly<Record<string, PersonalName>>;
  frames: readonly number[];
};

/**
 * Returns few compositions in which each script, each template with each kind of media, and each text
 * occur at least once.
 */
export function coveringCells(templates: readonly TextsOfTemplate[]): Cell[] {
  const cells: Cell[] = [];
  let used = 0;
  const isDone = () => cells.length >= MEDIA.length * templates.length && used >= SCRIPTS.length;
  for (let round = 0; !isDone(); round++)
    for (const [index, { template, stillcuts }] of templates.entries()) {
      if (isDone()) break;
      const texts = stillcuts.flatMap((stillcut) => stillcut.texts);
      const names = Object.fromEntries(texts.map((text, n) => [text, scriptAt(used + n)]));
      used += texts.length;
      const media = MEDIA[(round + index) % MEDIA.length] ?? 'image';
      cells.push({ template, media, names, frames: stillcuts.map(({ frame }) => frame) });
    }
  return cells;
}

/**
 * Yields the product: each script in each template with each kind of media. A composition has another
 * script in each of its texts. With `isEveryText`, each script is in each text as well.
 */
export function* allCells(
  templates: readonly TextsOfTemplate[],
  { isEveryText = false } = {},
): Generator<Cell> {
  for (const { template, stillcuts } of templates) {
    const texts = stillcuts.flatMap((stillcut) => stillcut.texts);
    const frames = stillcuts.map(({ frame }) => frame);
    const step = isEveryText ? 1 : texts.length;
    for (const [turn, media] of MEDIA.entries())
      for (let first = 0; first < SCRIPTS.length; first += step) {
        // With another kind of media, a script is in another text.
        const names = texts.map((text, n) => {
          const number = first + (isEveryText ? n : (n + turn) % texts.length);
          return [text, scriptAt(number)] as const;
        });
        yield { template, media, names: Object.fromEntries(names), frames };
      }
  }
}

export function nameOf({ template, media, names }: Cell): string {
  const scripts = new Set(Object.values(names).map(({ script }) => script));
  return `${template}, ${media}, ${[...scripts].join(' ')}`;
}

function scriptAt(number: number): PersonalName {
  const name = SCRIPTS[number % SCRIPTS.length];
  if (!name) throw new Error('There are no scripts.');
  return name;
}
