import type { Editable } from '../template/index.ts';

/** The fields that describe an editable to people. */
export type DescribedEditable = Pick<
  Editable,
  'help' | 'max_length' | 'start' | 'end' | 'width' | 'height' | 'duration' | 'min' | 'max'
>;

/**
 * Returns the help of an editable, then its size, length and time in words: `40 × 40 pixels; from 0 s to
 * 1 s`.
 */
export function describeEditable(editable: DescribedEditable): string {
  const { help, width, height, duration, max_length: maxLength, start, end, min, max } = editable;
  return [
    ...(help === undefined ? [] : [help]),
    ...(width !== undefined && height !== undefined ? [`${width} × ${height} pixels`] : []),
    ...(duration === undefined ? [] : [`${seconds(duration)} long`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    `from ${seconds(start)} to ${seconds(end)}`,
  ].join('; ');
}

function seconds(value: number): string {
  return `${Math.round(value * 100) / 100} s`;
}
