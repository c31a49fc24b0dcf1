import {
  EASE,
  ellipse,
  fill,
  group,
  imageLayer,
  type Json,
  type Key,
  nullLayer,
  path,
  rectangle,
  reveal,
  shapeLayer,
  stroke,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { accent, beat, COLORS, discount, main, stampShape, wall } from './scene-parts.ts';

/* The third scene: logo, claim and button. Its frames count from its own start. */

const [BUTTON, OFFER] = [30, 31];
/** Signs that point up, one after the other: where a story is swiped. */
const chevrons = [0, 1, 2].map((index) =>
  shapeLayer(
    `chevron ${index + 1}`,
    [
      group('chevron', [
        path(
          [
            [-46, 24],
            [0, -24],
            [46, 24],
          ],
          false,
        ),
        stroke('#ffffff', 13),
      ]),
    ],
    {
      position: [
        [40, [540, 1780 - index * 54, 0], EASE.out],
        [56, [540, 1740 - index * 54, 0]],
      ],
      opacity: [
        [40 + index * 4, 0, EASE.inOut],
        ...[0, 1].flatMap((turn): Key[] => [
          [48 + index * 5 + turn * 22, 100, EASE.inOut],
          [60 + index * 5 + turn * 22, turn === 1 ? 100 : 35, EASE.inOut],
        ]),
      ],
      from: 40,
    },
  ),
);

export const call: Json[] = [
  nullLayer('offer', OFFER, {
    position: [905, 304, 0],
    scale: [[26, [0, 0, 100], EASE.back], [44, [34, 34, 100], EASE.inOut], ...beat(60, 34)],
    rotation: [
      [26, -60, EASE.back],
      [50, 10, EASE.linear],
      [90, 14],
    ],
  }),
  discount(OFFER, [-330, -160, 660, 320]),
  stampShape(OFFER, [
    [0, 0, EASE.linear],
    [90, 20],
  ]),
  imageLayer('logo', 'logo', {
    anchor: [275, 90, 0],
    position: [540, 520, 0],
    scale: [
      [-2, [0, 0, 100], EASE.back],
      [18, [112, 112, 100]],
    ],
  }),
  shapeLayer(
    'plate',
    [
      group('plate', [
        rectangle({ x: 0, y: 0, width: 800, height: 280, roundness: 140 }),
        fill('#ffffff'),
      ]),
    ],
    {
      position: [540, 520, 0],
      scale: [
        [-4, [0, 0, 100], EASE.back],
        [14, [100, 100, 100]],
      ],
    },
  ),
  textLayer(
    'claim',
    'Hear every little thing.',
    {
      font: FONTS.poster.name,
      size: 164,
      color: '#ffffff',
      box: [0, 0, 920, 500],
      align: 'center',
      leading: 1.14,
      slot: 'claim',
      animators: [reveal('words', 6, 32, { position: [0, 80], opacity: 0 })],
    },
    { position: [80, 750, 0], from: 4 },
  ),
  nullLayer('button', BUTTON, {
    position: [540, 1426, 0],
    scale: [[24, [0, 0, 100], EASE.back], [42, [100, 100, 100], EASE.inOut], ...beat(60)],
  }),
  textLayer(
    'cta',
    'Order now',
    {
      font: FONTS.bold.name,
      size: 76,
      color: COLORS.dark,
      box: [-310, -78, 620, 156],
      align: 'center',
      slot: 'call',
    },
    { parent: BUTTON, from: 24 },
  ),
  shapeLayer(
    'button shape',
    [
      group('pill', [
        rectangle({ x: 0, y: 0, width: 740, height: 200, roundness: 100 }),
        fill(COLORS.accent, accent),
      ]),
    ],
    { parent: BUTTON, from: 24 },
  ),
  ...chevrons,
  ...[1500, 1080, 640].map((size, index) =>
    shapeLayer(
      `ring ${index + 1}`,
      [group('ring', [ellipse(0, 0, size), fill('#ffffff', { opacity: 8 })])],
      {
        position: [540, 860, 0],
        scale: [
          [index * 4 - 10, [40, 40, 100], EASE.out],
          [30, [100, 100, 100], EASE.linear],
          [90, [116, 116, 100]],
        ],
      },
    ),
  ),
  wall(COLORS.main, main),
];
