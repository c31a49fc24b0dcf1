import { splitOutside } from './svg-css.ts';

/** A box in the units of an element. */
export type Box = { x: number; y: number; width: number; height: number };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i;
const MAX_LENGTH = 50;
/** CSS pixels of each unit, at 96 dots per inch (CSS Values 4, 6.2). */
export const PIXELS_OF: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
};

/** A length in pixels; `fullLength` is the length that 100% stands for. */
export function lengthOf(text: string | undefined, fullLength: number): number | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  const plain = text.trim().toLowerCase();
  const [digits] = NUMBER.exec(plain) ?? [];
  if (digits === undefined) return undefined;
  const unit = plain.slice(digits.length);
  if (unit === '%') return (Number(digits) / 100) * fullLength;
  const pixels = PIXELS_OF[unit === '' ? 'px' : unit];
  return pixels === undefined ? undefined : Number(digits) * pixels;
}

/** The box of a basic shape or an image without its stroke; undefined for other elements. */
export function boxOf(name: string, attributes: ReadonlyMap<string, string>): Box | undefined {
  const numbers = (...keys: string[]) => {
    const lengths = keys.map((key) => lengthOf(attributes.get(key) ?? '0', Number.NaN));
    return lengths.every((n) => n !== undefined && Number.isFinite(n))
      ? (lengths as number[])
      : undefined;
  };
  switch (name) {
    case 'rect':
    case 'image': {
      const [x = 0, y = 0, width = 0, height = 0] = numbers('x', 'y', 'width', 'height') ?? [];
      return width > 0 && height > 0 ? { x, y, width, height } : undefined;
    }
    case 'circle':
    case 'ellipse': {
      const [cx = 0, cy = 0, r = 0] = numbers('cx', 'cy', 'r') ?? [];
      const [rx = 0, ry = 0] = (name === 'circle' ? [r, r] : numbers('rx', 'ry')) ?? [];
      return rx > 0 && ry > 0
        ? { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry }
        : undefined;
    }
    case 'line': {
      const [x1, y1, x2, y2] = numbers('x1', 'y1', 'x2', 'y2') ?? [];
      return boxAround([
        [x1, y1],
        [x2, y2],
      ]);
    }
    case 'polygon':
    case 'polyline': {
      const coordinates = (attributes.get('points') ?? '')
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      return boxAround(
        coordinates.flatMap((x, n) => (n % 2 === 0 ? [[x, coordinates[n + 1]]] : [])),
      );
    }
    default:
      return undefined;
  }
}

/**
 * Returns the box around points `[x, y]`; undefined without points or with a missing coordinate.
 */
function boxAround(points: readonly (number | undefined)[][]): Box | undefined {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] ?? Number.NaN)) as [
    number[],
    number[],
  ];
  const [left, top] = [xs, ys].map((axis) =>
    axis.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  ) as [number, number];
  const [right, bottom] = [xs, ys].map((axis) =>
    axis.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  ) as [number, number];
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return Object.values(box).every(Number.isFinite) ? box : undefined;
}

const SIDES: Readonly<Record<string, [axis: 0 | 1, share: string]>> = {
  left: [0, '0%'],
  right: [0, '100%'],
  top: [1, '0%'],
  bottom: [1, '100%'],
};

/** A point of a box, as `transform-origin` and the center of a shape name it. */
export function pointIn(text: string, box: Box): [x: number, y: number] | undefined {
  const words = text.trim().toLowerCase().split(/\s+/);
  const [first = 'center', second = 'center'] = words;
  const isSwapped = SIDES[first]?.[0] === 1 || SIDES[second]?.[0] === 0;
  const [across, down] = isSwapped ? [second, first] : [first, second];
  const share = (word: string) => (word === 'center' ? '50%' : (SIDES[word]?.[1] ?? word));
  const [x, y] = [lengthOf(share(across), box.width), lengthOf(share(down), box.height)];
  return x === undefined || y === undefined ? undefined : [box.x + x, box.y + y];
}

const SHAPE = /^(inset|circle|ellipse|polygon|path)\(([\s\S]*)\)$/i;

/**
 * Returns the SVG element of a basic shape (CSS Shapes 1, 3) in a box; undefined for another shape, and
 * for one that cannot be read.
 */
export function basicShape(text: string, box: Box): string | undefined {
  const [, kind = '', inside = ''] = SHAPE.exec(text.trim()) ?? [];
  switch (kind.toLowerCase()) {
    case 'inset':
      return insetShape(inside, box);
    case 'polygon':
      return polygonShape(inside, box);
    case 'path':
      return pathShape(inside, box);
    case 'circle':
    case 'ellipse':
      return ellipseShape(kind.toLowerCase(), inside, box);
    default:
      return undefined;
  }
}

type Corners = [number, number, number, number];

/** The radii from the top left corner on, clockwise. */
function radii(text: string, fullLength: number): Corners | undefined {
  const [a = '0', b = a, c = a, d = b] = text.trim().split(/\s+/);
  const cornerLengths = [a, b, c, d].map((cornerText) => lengthOf(cornerText, fullLength));
  return cornerLengths.every((n) => n !== undefined && n >= 0)
    ? (cornerLengths as Corners)
    : undefined;
}

/**
 * Returns the shape `inset(…)` of CSS as SVG, or undefined for a value that cannot be read. `text`
 * is the content of the parentheses; one to four sides as in `margin`.
 */
function insetShape(text: string, box: Box): string | undefined {
  const [sides = '', corners = '0'] = text.trim().split(/\bround\b/i);
  const words = sides.trim().split(/\s+/);
  const [t = '0', r = t, b = t, l = r] = words;
  const [top, bottom] = [lengthOf(t, box.height), lengthOf(b, box.height)];
  const [left, right] = [lengthOf(l, box.width), lengthOf(r, box.width)];
  const insets = [top, bottom, left, right];
  if (!insets.every((n) => n !== undefined)) return undefined;
  const [y = 0, y2 = 0, x = 0, x2 = 0] = insets;
  const [width, height] = [Math.max(0, box.width - x - x2), Math.max(0, box.height - y - y2)];
  const [across = '', down = across] = corners.split('/');
  const [rx, ry] = [radii(across, box.width), radii(down, box.height)];
  if (!rx || !ry) return undefined;
  return roundedBox({ x: box.x + x, y: box.y + y, width, height }, rx, ry);
}

/**
 * Returns a rectangle with rounded corners as a path. The radii begin at the top left and go
 * clockwise.
 */
function roundedBox({ x, y, width, height }: Box, rx: Corners, ry: Corners): string {
  // Radii that overlap are scaled together (CSS Backgrounds 3, 4.5).
  const sums = [
    ...[width / (rx[0] + rx[1]), width / (rx[3] + rx[2])],
    ...[height / (ry[0] + ry[3]), height / (ry[1] + ry[2])],
  ];
  const share = Math.min(1, ...sums.filter((n) => !Number.isNaN(n)));
  const [[a, b, c, d], [e, f, g, h]] = [rx, ry].map((cornerRadii) =>
    cornerRadii.map((n) => n * share),
  ) as [Corners, Corners];
  const arc = (r: number, s: number, toX: number, toY: number) => `a${r} ${s} 0 0 1 ${toX} ${toY}`;
  const sides = [
    `M${x + a} ${y}h${width - a - b}${arc(b, f, b, f)}`,
    `v${height - f - g}${arc(c, g, -c, g)}h${c + d - width}${arc(d, h, -d, -h)}`,
    `v${h + e - height}${arc(a, e, a, -e)}z`,
  ];
  return `<path d="${sides.join('')}"/>`;
}

/** Returns the shape `polygon(…)` of CSS as SVG, or undefined for a value that cannot be read. */
function polygonShape(text: string, box: Box): string | undefined {
  const [first = '', ...otherParts] = splitOutside(text, ',');
  const rule = /^\s*(nonzero|evenodd)\s*$/i.exec(first)?.[1]?.toLowerCase();
  const points = (rule === undefined ? [first, ...otherParts] : otherParts).map((pair) => {
    const [x = '', y = ''] = pair.trim().split(/\s+/);
    return [lengthOf(x, box.width), lengthOf(y, box.height)];
  });
  if (!points.flat().every((n) => n !== undefined)) return undefined;
  const written = points.map(([x = 0, y = 0]) => `${box.x + x},${box.y + y}`).join(' ');
  return `<polygon points="${written}" clip-rule="${rule ?? 'nonzero'}"/>`;
}

const PATH = /^\s*(?:(nonzero|evenodd)\s*,)?\s*(?:"([^"'<&]*)"|'([^"'<&]*)')\s*$/i;

/** Returns the shape `path(…)` of CSS as SVG, or undefined for a value that cannot be read. */
function pathShape(text: string, box: Box): string | undefined {
  const [match, rule = 'nonzero', a, b] = PATH.exec(text) ?? [];
  if (match === undefined) return undefined;
  const place = `transform="translate(${box.x} ${box.y})"`;
  return `<path d="${a ?? b}" clip-rule="${rule.toLowerCase()}" ${place}/>`;
}

/**
 * Returns the shape `circle(…)` or `ellipse(…)` of CSS as SVG, or undefined for a value that cannot
 * be read. `kind` is the name of the shape.
 */
function ellipseShape(kind: string, text: string, box: Box): string | undefined {
  const [sizes = '', place = 'center'] = text.split(/\bat\b/i);
  const [cx, cy] = pointIn(place, box) ?? [];
  if (cx === undefined || cy === undefined) return undefined;
  const [across, down] = [
    [cx - box.x, box.x + box.width - cx],
    [cy - box.y, box.y + box.height - cy],
  ] as const;
  const radius = (word: string, sides: readonly number[], fullLength: number) => {
    if (word === 'closest-side') return Math.min(...sides);
    return word === 'farthest-side' ? Math.max(...sides) : lengthOf(word, fullLength);
  };
  const [first = '', second = ''] = sizes.trim().toLowerCase().split(/\s+/);
  const [a, b] = [first === '' ? 'closest-side' : first, second === '' ? 'closest-side' : second];
  const diagonal = Math.hypot(box.width, box.height) / Math.SQRT2;
  const [rx, ry] =
    kind === 'circle'
      ? [radius(a, [...across, ...down], diagonal), radius(a, [...across, ...down], diagonal)]
      : [radius(a, across, box.width), radius(b, down, box.height)];
  if (rx === undefined || ry === undefined) return undefined;
  return `<ellipse cx="${cx}" cy="${cy}" rx="${Math.max(0, rx)}" ry="${Math.max(0, ry)}"/>`;
}
