import { EASE, type Json, type Key, nullLayer, textLayer } from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { beat, COLORS, discount, main, stampShape, wall } from './scene-parts.ts';

/* The first scene: the sale and its discount. Its frames count from its own start. */

/** A light goes up the rows twice; the second row keeps it. */
function rowLight(index: number): Key[] | number {
  if (index === 0) return 14;
  const at = 4 + (4 - index) * 5;
  const on = (from: number): Key[] => [
    [from, 14, EASE.out],
    [from + 5, 100, EASE.inOut],
  ];
  const flash = (from: number): Key[] => [...on(from), [from + 14, 14, EASE.inOut]];
  return index === 1 ? on(at) : [...flash(at), ...flash(at + 42)];
}

/** The sale's word five times, whole in each row. */
const rows: Json[] = Array.from({ length: 5 }, (_, index) => {
  const y = 192 + index * 384;
  const side = index % 2 === 0 ? -1 : 1;
  return textLayer(
    `row ${index + 1}`,
    'SALE',
    {
      font: FONTS.poster.name,
      size: 380,
      color: '#ffffff',
      box: [-490, -192, 980, 384],
      align: 'center',
      leading: 1,
      slot: 'sale_word',
    },
    {
      position: [
        [-24 + index * 3, [540 + side * 1000, y, 0], EASE.out],
        [16 + index * 3, [540, y, 0], EASE.linear],
        [104, [540 - side * 20, y, 0]],
      ],
      opacity: rowLight(index),
    },
  );
});

const STAMP = 10;
export const poster: Json[] = [
  nullLayer('stamp', STAMP, {
    position: [540, 1226, 0],
    scale: [
      [20, [0, 0, 100], EASE.back],
      [38, [100, 100, 100], EASE.inOut],
      ...beat(60),
      ...beat(75),
    ],
    rotation: [
      [20, -50, EASE.back],
      [44, -8, EASE.linear],
      [104, -5],
    ],
  }),
  discount(STAMP, [-325, -200, 650, 290]),
  textLayer(
    'until',
    'only this weekend',
    {
      font: FONTS.bold.name,
      size: 58,
      color: COLORS.dark,
      box: [-275, 92, 550, 140],
      align: 'center',
      slot: 'period',
    },
    { parent: STAMP },
  ),
  stampShape(STAMP, [
    [0, 0, EASE.linear],
    [110, 16],
  ]),
  ...rows,
  wall(COLORS.main, main),
];
