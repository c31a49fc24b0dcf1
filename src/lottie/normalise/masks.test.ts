import { expect, test } from 'vitest';
import { documentOf, draw, square, still } from './pixels.fixture.ts';

const [BLUE, WHITE] = [
  [0, 0, 255],
  [255, 255, 255],
];
const mask = (mode: string, [left, right]: [number, number]) => {
  const v = [
    [left, -30],
    [right, -30],
    [right, 30],
    [left, 30],
  ];
  const zero = v.map(() => [0, 0]);
  return { mode, pt: still({ c: true, v, i: zero, o: zero }), o: still(100), x: still(0) };
};

test.each([
  ['l', [BLUE, BLUE, BLUE]],
  ['d', [WHITE, BLUE, WHITE]],
])('a second mask in the mode %s is drawn as in After Effects', (mode, expected) => {
  const masksProperties = [mask('a', [-30, 10]), mask(mode, [-10, 30])];
  const { at } = draw(documentOf([square({ hasMask: true, masksProperties })]));
  expect([at(80, 100), at(100, 100), at(120, 100)]).toEqual(expected);
});
