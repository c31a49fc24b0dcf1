import {
  EASE,
  fill,
  group,
  imageLayer,
  type Key,
  nullLayer,
  rectangle,
  shapeLayer,
  star,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { CARD, FRAMES, INK, PRODUCT, SECOND, THIRD } from './scenes.ts';

/* The product on its card, and the offer at its corner. */

/** The product goes through all scenes: under the headline, beside the words, above the logo. */
export const card = nullLayer('card', PRODUCT, {
  position: [
    [-14, [540, 1480, 0], EASE.back],
    [20, [540, 794, 0], EASE.inOut],
    [62, [540, 782, 0], EASE.inOut],
    [SECOND - 8, [540, 790, 0], EASE.inOut],
    [SECOND + 22, [750, 792, 0], EASE.inOut],
    [150, [750, 780, 0], EASE.inOut],
    [THIRD - 8, [750, 788, 0], EASE.inOut],
    [THIRD + 22, [540, 330, 0], EASE.inOut],
    [THIRD + 60, [540, 322, 0], EASE.inOut],
    [FRAMES, [540, 330, 0]],
  ],
  rotation: [
    [-14, 16, EASE.back],
    [28, 3, EASE.inOut],
    [SECOND - 8, -2, EASE.inOut],
    [SECOND + 22, -4, EASE.inOut],
    [150, 1, EASE.inOut],
    [THIRD - 8, -2, EASE.inOut],
    [THIRD + 22, 3, EASE.inOut],
    [FRAMES, -1],
  ],
  scale: [
    [SECOND - 8, [82, 82, 100], EASE.inOut],
    [SECOND + 22, [84, 84, 100], EASE.inOut],
    [THIRD - 8, [84, 84, 100], EASE.inOut],
    [THIRD + 22, [74, 74, 100]],
  ],
});
export const photo = imageLayer(
  '(Footage)/USER/product_01.png',
  'product',
  {
    parent: PRODUCT,
    anchor: [CARD / 2, CARD / 2, 0],
    scale: [
      [0, [112, 112, 100], EASE.out],
      [40, [100, 100, 100], EASE.inOut],
      [SECOND, [100, 100, 100], EASE.inOut],
      [THIRD - 10, [109, 109, 100], EASE.inOut],
      [THIRD + 22, [100, 100, 100]],
    ],
  },
  { width: CARD, height: CARD, radius: 60 },
);
const plate = (x: number, y: number, by: number, radius: number) =>
  rectangle({ x, y, width: CARD + by, height: CARD + by, roundness: radius });
export const frame = shapeLayer('frame', [group('frame', [plate(0, 0, 88, 96), fill('#ffffff')])], {
  parent: PRODUCT,
});
export const shade = shapeLayer(
  'shade',
  [group('shade', [plate(12, 28, 88, 96), fill('#7a2b1c', { opacity: 20 })])],
  { parent: PRODUCT },
);

/** The offer sticks to the product's corner; it is stamped on with a beat, and beats twice more. */
const beat = (at: number): Key[] => [
  [at, [100, 100, 100], EASE.inOut],
  [at + 6, [113, 113, 100], EASE.inOut],
  [at + 14, [100, 100, 100], EASE.inOut],
];
export const badge = nullLayer('badge', 60, {
  parent: PRODUCT,
  position: [204, -262, 0],
  rotation: [
    [SECOND + 24, -50, EASE.back],
    [SECOND + 44, 8, EASE.inOut],
    [FRAMES, 16],
  ],
  scale: [
    [SECOND + 24, [0, 0, 100], EASE.back],
    [SECOND + 42, [100, 100, 100], EASE.inOut],
    ...beat(SECOND + 62),
    ...beat(THIRD + 62),
  ],
  from: SECOND + 24,
});
export const badgeText = textLayer(
  't_03',
  '−20%',
  { font: FONTS.bold.name, size: 62, color: '#ffffff', box: [-92, -70, 184, 140], align: 'center' },
  { parent: 60, from: SECOND + 24 },
);
export const badgeShape = shapeLayer(
  'badge shape',
  [
    group('burst', [
      star({ x: 0, y: 0, points: 16, outer: 132, inner: 114 }),
      fill(INK, { name: 'c_03' }),
    ]),
  ],
  { parent: 60, from: SECOND + 24 },
);
