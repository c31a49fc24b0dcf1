import type { Target } from '../template/index.ts';

/**
 * Returns the paths of texts and colors that share theirs with others of the type: with a number in brackets,
 * from `Line [1]`. Exports of other tools than After Effects often have layers without names. A number that
 * would be the name of another layer is left out.
 */
export function numberedPaths(targets: readonly Target[]): Map<Target, string> {
  const paths = new Set(targets.map(({ path }) => path));
  const groups = Map.groupBy(targets.filter(isCounted), ({ type, path }) => `${type} ${path}`);
  const numbered = new Map<Target, string>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const [index, target] of group.entries()) {
      const path = `${target.path} [${index + 1}]`;
      if (!paths.has(path)) numbered.set(target, path);
    }
  }
  return numbered;
}

/** A text has the color of its fill and that of its stroke; the path names the fill. */
function isCounted(target: Target): boolean {
  const isStroke = 'key' in target && target.key === 'scSid';
  return target.type === 'text' || (target.type === 'color' && !isStroke);
}
