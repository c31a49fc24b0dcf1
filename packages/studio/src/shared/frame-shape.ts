import { isolated } from '@framepress/editor/strings';

export const SHAPES = ['landscape', 'square', 'portrait'] as const;

/** A larger term is no ratio that people know: such a size is written in pixels. */
const MAX_TERM = 21;

type Size = { width: number; height: number };

/** `16:9`, or `1200 × 628` for a size whose ratio people do not know. It keeps its order in all texts. */
export function ratioText(size: Size): string {
  return isolated(plainRatio(size));
}

/** Returns the ratio without the marks for its direction, for a title. */
export function plainRatio({ width, height }: Size): string {
  const divisor = commonDivisor(width, height) || 1;
  const [x, y] = [width / divisor, height / divisor];
  return x <= MAX_TERM && y <= MAX_TERM ? `${x}:${y}` : `${width} × ${height}`;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
