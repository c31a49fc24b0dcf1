import type { Content } from '../../import/index.ts';
import type { ExpressionCounts, Finding } from '../../template/index.ts';

const MAX_LINE = 120;
const MAX_LAYERS = 3;

/** Returns a line with the type, the path, the sample and the time on screen of a content. */
export function contentLine({ type, path, sample, start, end }: Content): string {
  const time = end === 0 ? 'never shows' : timeOf(start, end);
  return `${type} ${short(path)}  ${short(JSON.stringify(sample))}  (${time})`;
}

/** Returns the number, the message and the first layers of a finding as one line. */
export function findingLine({ message, count, layer_paths, start, end }: Finding): string {
  const layers = layer_paths.slice(0, MAX_LAYERS).map(short).join(', ');
  const more = layer_paths.length > MAX_LAYERS ? ', …' : '';
  const places = layers === '' ? '' : ` [${layers}${more}]`;
  const time = start === undefined || end === undefined ? '' : ` (${timeOf(start, end)})`;
  return `warning: ${count > 1 ? `${count} × ` : ''}${message}${places}${time}`;
}

/** Returns the lines of a finding: the message, the layers and the remedies. */
export function findingLines(finding: Finding): string[] {
  const { hint, viewer, remedies } = finding;
  return [
    findingLine(finding),
    `  viewer sees: ${viewer}`,
    ...(hint === null ? [] : [`  hint: ${hint}`]),
    `  After Effects: ${remedies.after_effects}`,
    `  Figma: ${remedies.figma}`,
    `  Lottie Creator: ${remedies.lottie_creator}`,
  ];
}

/** Seconds from and to. */
export function timeOf(start: number, end: number): string {
  return `${start.toFixed(2)}–${end.toFixed(2)} s`;
}

/** A name in one line. */
function short(name: string): string {
  const line = name.slice(0, MAX_LINE * 2).replaceAll(/\s+/g, ' ');
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE).toWellFormed()}…`;
}

/** Names what became of the expressions of an animation. */
export function expressionLine(counts: ExpressionCounts): string {
  const { written, moving, dependent, random, failed } = counts;
  const parts: [number, string][] = [
    [dependent, 'follow editables'],
    [random, 'with random numbers'],
    [failed, 'left out'],
  ];
  const more = parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []));
  return [`${written} written as keyframes, of which ${moving} move`, ...more].join('; ');
}
