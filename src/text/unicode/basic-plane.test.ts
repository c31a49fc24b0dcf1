import { expect, it } from 'vitest';
import { levelsOf } from '../itemise.ts';

it.each([
  ['Adlam runs from right to left', '𞤀𞤦', [1, 1]],
  ['an emoji between Arabic words stands between them', 'اب 🎈 ج', [1, 1, 1, 1, 1, 1]],
  ['Rohingya digits run from left to right', '𐴀 𐴱𐴲', [1, 1, 2, 2]],
  ['a mark has the level of its letter', '𞤢𞥄a', [1, 1, 2]],
  ['letters beyond the basic plane run from left to right', '𐐔 𝒜', [0, 0, 0]],
])('%s', (_, text, expected) => {
  const { levels } = levelsOf(text);
  const codePoints: (number | undefined)[] = [];
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    codePoints.push(levels[at]);
  expect(codePoints).toEqual(expected);
});
