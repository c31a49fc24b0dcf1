import type { DraftContent } from './draft.ts';

type Timed = Pick<DraftContent, 'path' | 'start' | 'end'>;

/** Contents that begin within this part of the duration belong together, between these seconds. */
const GAP_SHARE = 0.08;
const MIN_GAP_SECONDS = 0.6;
const MAX_GAP_SECONDS = 1.5;
/** What After Effects and others call a composition that nobody has named. */
const DEFAULT_NAME =
  /^(?:pre-?comp|comp|composition|precomposition|group|null|scene|image|img|layer|shape layer|text)?[ _-]*\d*$/i;

/**
 * Returns contents that are shown in scenes, in the order in which they appear: those that begin together,
 * or are in the same composition within the outermost one that contains several.
 */
export function scenesOf<Content extends Timed>(
  contents: readonly Content[],
): { name: string | undefined; contents: Content[] }[] {
  const depth = commonDepth(contents);
  const duration = Math.max(0, ...contents.map(({ end }) => end));
  const gap = Math.min(MAX_GAP_SECONDS, Math.max(MIN_GAP_SECONDS, GAP_SHARE * duration));
  const sorted = contents.toSorted((a, b) => a.start - b.start);
  const scenes: { start: number; compositions: Set<string>; contents: Content[] }[] = [];
  for (const content of sorted) {
    const composition = compositionOf(content, depth);
    const scene =
      scenes.find(({ compositions }) => composition && compositions.has(composition)) ??
      scenes.findLast(({ start }) => content.start - start <= gap);
    if (scene) scene.contents.push(content);
    const joined = scene ?? { start: content.start, compositions: new Set(), contents: [content] };
    if (!scene) scenes.push(joined);
    if (composition) joined.compositions.add(composition);
  }
  return scenes.map(({ compositions, contents: members }) => {
    const [only] = compositions;
    const isNamed =
      compositions.size === 1 && members.every((member) => compositionOf(member, depth) === only);
    const name = only?.replaceAll(/[_\s]+/g, ' ').trim() ?? '';
    return { name: isNamed && !DEFAULT_NAME.test(name) ? name : undefined, contents: members };
  });
}

/** Returns the number of names at the start of the paths that all contents share. */
function commonDepth(contents: readonly Timed[]): number {
  const paths = contents.map(({ path }) => path.split(' > ').slice(0, -1));
  const [first = [], ...others] = paths;
  const end = first.findIndex((name, index) => others.some((path) => path[index] !== name));
  return end < 0 ? first.length : end;
}

function compositionOf({ path }: Timed, depth: number): string | undefined {
  return path.split(' > ').slice(0, -1)[depth];
}
