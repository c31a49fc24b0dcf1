import { fontInvalid } from './font-error.ts';
import type { FontStyle } from './font-style.ts';

/** An axis of a variable font, in the designer's units. */
export type Axis = { tag: string; min: number; default: number; max: number };
/** A value for each axis, by tag. */
export type AxisValues = ReadonlyMap<string, number>;
/** A named point in the design space. The ids refer to the `name` table. */
export type NamedInstance = {
  nameId: number;
  postScriptNameId: number | undefined;
  values: AxisValues;
};

const MAX_AXES = 64;
const MAX_INSTANCES = 256;
/** OpenType: the instance has no PostScript name of its own. */
const NO_NAME = 0xffff;

/**
 * The axes and named instances of an `fvar` table (OpenType 1.9.1). No axes if there is no table,
 * or a table without axes. Throws `font_invalid` for invalid axes.
 */
export function readVariations(
  fvar: DataView | undefined,
  label: string,
): { axes: Axis[]; instances: NamedInstance[] } {
  if (!fvar) return { axes: [], instances: [] };
  const broken = (fault: string, cause?: unknown) =>
    fontInvalid(label, `a variable font ${fault}`, {
      hint: 'Export the font again, or use a static font of the style.',
      cause,
    });
  try {
    const count = fvar.getUint16(8);
    if (count > MAX_AXES) throw broken(`with ${count} axes`);
    const start = fvar.getUint16(4);
    const size = fvar.getUint16(10);
    if (count > 0 && size < 20) throw broken('with broken axes');
    const axes = Array.from({ length: count }, (_, index) => axisAt(fvar, start + index * size));
    const wrong = axes.find((axis) => axis.min > axis.default || axis.default > axis.max);
    if (wrong)
      throw broken(
        `whose axis ${JSON.stringify(wrong.tag)} runs from ${wrong.min} over ${wrong.default} to ${wrong.max}`,
      );
    if (new Set(axes.map(({ tag }) => tag)).size < count) throw broken('with a duplicate axis');
    return { axes, instances: instancesOf(fvar, axes, start + count * size) };
  } catch (error) {
    if (error instanceof RangeError) throw broken('with broken axes', error);
    throw error;
  }
}

/** Reads an axis; its values are in 16.16 fixed point. */
function axisAt(fvar: DataView, at: number): Axis {
  const tag = String.fromCharCode(...[0, 1, 2, 3].map((i) => fvar.getUint8(at + i)));
  const fixed = (offset: number) => fvar.getInt32(at + offset) / 65_536;
  return { tag, min: fixed(4), default: fixed(8), max: fixed(12) };
}

/** The named instances of a variable font, with all coordinates limited to the ranges of the axes. */
function instancesOf(fvar: DataView, axes: readonly Axis[], start: number): NamedInstance[] {
  if (axes.length === 0) return [];
  const [count, size] = [fvar.getUint16(12), fvar.getUint16(14)];
  const plain = 4 + axes.length * 4;
  if (size < plain) return [];
  return Array.from({ length: Math.min(count, MAX_INSTANCES) }, (_, index) => {
    const at = start + index * size;
    const postScriptNameId = size >= plain + 2 ? fvar.getUint16(at + plain) : NO_NAME;
    const values = axes.map((axis, i): [string, number] => [
      axis.tag,
      within(fvar.getInt32(at + 4 + i * 4) / 65_536, axis),
    ]);
    return {
      nameId: fvar.getUint16(at),
      postScriptNameId: postScriptNameId === NO_NAME ? undefined : postScriptNameId,
      values: new Map(values),
    };
  });
}

/** The axis values nearest to a style. Axes that the style does not set have their defaults. */
export function valuesFor(axes: readonly Axis[], style: FontStyle): AxisValues {
  return new Map(axes.map((axis) => [axis.tag, within(targetValue(axis, axes, style), axis)]));
}

/** The value of an axis that comes nearest to the style, not yet limited to the range of the axis. */
function targetValue(axis: Axis, axes: readonly Axis[], style: FontStyle): number {
  switch (axis.tag) {
    case 'wght':
      return style.weight;
    case 'wdth':
      return style.width;
    case 'opsz':
      return style.opticalSize ?? axis.default;
    case 'ital':
      return style.italic ? 1 : 0;
    case 'slnt': {
      // In a font with real italics, upright letters need no slant.
      if (!style.italic) return 0;
      return axes.some(({ tag }) => tag === 'ital') ? axis.default : axis.min;
    }
    default:
      return axis.default;
  }
}

function within(value: number, { min, max }: Axis): number {
  return Math.min(max, Math.max(min, value));
}
