import type { Font } from 'harfbuzzjs';

/** Letters whose strokes are similar in every style. */
const LETTERS = 'noeHEl';
/** Sample points on a curve, in addition to its ends. */
const STEPS = 6;

/** Stroke thickness of Noto Sans in regular and bold, in ems. */
const [REGULAR, BOLD] = [0.08, 0.128];
/**
 * A weight in the name is trusted, except "regular" where the strokes differ by at least this much.
 */
const PLAINLY = 150;

/**
 * The weight of a font (1–1000). Display fonts often state "regular" for any weight, so for a font
 * that states regular the thickness of its strokes decides. Any other stated weight is returned
 * unchanged.
 */
export function drawnWeight(stated: number, font: Font): number {
  const stroke = stated === 400 ? strokeOf(font) : undefined;
  if (stroke === undefined) return stated;
  const weight = 400 + ((stroke - REGULAR) / (BOLD - REGULAR)) * 300;
  if (Math.abs(weight - stated) < PLAINLY) return stated;
  return Math.min(900, Math.max(100, Math.round(weight / 100) * 100));
}

/**
 * The thickness of a font's strokes in ems: twice the area of some letters divided by the length of
 * their outlines, since a stroke has two sides. Undefined for a font without Latin letters.
 */
function strokeOf(font: Font): number | undefined {
  let [area, length] = [0, 0];
  for (const letter of LETTERS) {
    const glyph = font.glyph(letter.codePointAt(0) ?? 0);
    if (glyph === undefined) return undefined;
    const outline = measurePath(font.glyphToPath(glyph));
    area += outline.area;
    length += outline.length;
  }
  return length > 0 ? (2 * Math.abs(area)) / length / font.face.upem : undefined;
}

/** The signed area and the length of the outlines in an SVG path, in units of the path. */
function measurePath(path: string): { area: number; length: number } {
  let [area, length] = [0, 0];
  let start: number[] = [0, 0];
  let pen: number[] = [0, 0];
  const lineTo = (to: number[]) => {
    const [x = 0, y = 0] = pen;
    const [u = 0, v = 0] = to;
    area += (x * v - u * y) / 2;
    length += Math.hypot(u - x, v - y);
    pen = to;
  };
  for (const [, command, numbers = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const givenNumbers = numbers.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
    if (command === 'Z') lineTo(start);
    else if (command === 'M') start = pen = givenNumbers;
    else if (command === 'L') lineTo(givenNumbers);
    else for (const point of alongCurve([...pen, ...givenNumbers])) lineTo(point);
  }
  return { area, length };
}

/** Points on a quadratic or cubic Bézier curve, by de Casteljau's algorithm. */
function alongCurve(controls: readonly number[]): number[][] {
  const points = Array.from({ length: controls.length / 2 }, (_, i) =>
    controls.slice(i * 2, i * 2 + 2),
  );
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = (step + 1) / (STEPS + 1);
    let remainingPoints = points;
    while (remainingPoints.length > 1)
      remainingPoints = remainingPoints
        .slice(1)
        .map((to, i) => to.map((value, d) => (remainingPoints[i]?.[d] ?? 0) * (1 - t) + value * t));
    return remainingPoints[0] ?? [];
  });
}
