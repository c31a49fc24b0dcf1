import {
  EASE,
  ellipse,
  fill,
  group,
  imageLayer,
  type Json,
  nullLayer,
  rectangle,
  reveal,
  shapeLayer,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { accent, beat, CARD, COLORS, main, wall } from './scene-parts.ts';

/* The second scene: the product and its price. Its frames count from its own start. */

const [PRODUCT, PRICE] = [20, 21];
/** The box of the old price, which its stroke shares. */
const OLD: [number, number, number, number] = [0, -80, 470, 160];
const oldPrice = { size: 104, box: OLD, slot: 'old_price', font: FONTS.medium.name };

export const product: Json[] = [
  nullLayer('price', PRICE, {
    position: [806, 1590, 0],
    scale: [[46, [0, 0, 100], EASE.back], [62, [100, 100, 100], EASE.inOut], ...beat(75)],
    rotation: [
      [46, 30, EASE.back],
      [68, -7, EASE.linear],
      [110, -4],
    ],
  }),
  textLayer(
    'price new',
    '€ 89',
    {
      font: FONTS.poster.name,
      size: 160,
      color: COLORS.dark,
      box: [-176, -100, 352, 200],
      align: 'center',
      slot: 'price',
    },
    { parent: PRICE, from: 46 },
  ),
  shapeLayer('price shape', [group('disc', [ellipse(0, 0, 420), fill(COLORS.accent, accent)])], {
    parent: PRICE,
    from: 46,
  }),
  nullLayer('card', PRODUCT, {
    position: [
      [-8, [540, 1900, 0], EASE.back],
      [24, [540, 680, 0], EASE.inOut],
      [66, [540, 664, 0], EASE.inOut],
      [110, [540, 674, 0]],
    ],
    rotation: [
      [-8, 12, EASE.back],
      [30, -3, EASE.inOut],
      [110, 2],
    ],
  }),
  imageLayer(
    'product',
    'product',
    {
      parent: PRODUCT,
      anchor: [CARD / 2, CARD / 2, 0],
      scale: [
        [0, [112, 112, 100], EASE.out],
        [60, [100, 100, 100]],
      ],
    },
    { width: CARD, height: CARD, radius: 80 },
  ),
  shapeLayer(
    'card frame',
    [
      group('frame', [
        rectangle({ x: 0, y: 0, width: CARD + 44, height: CARD + 44, roundness: 100 }),
        fill('#ffffff'),
      ]),
    ],
    { parent: PRODUCT },
  ),
  shapeLayer(
    'card shade',
    [
      group('shade', [
        rectangle({ x: 16, y: 30, width: CARD + 44, height: CARD + 44, roundness: 100 }),
        fill(COLORS.dark, { opacity: 14 }),
      ]),
    ],
    { parent: PRODUCT },
  ),
  textLayer(
    'title',
    'Cloud Nine headphones',
    {
      font: FONTS.bold.name,
      size: 96,
      color: COLORS.dark,
      box: [0, 0, 908, 264],
      leading: 1.1,
      slot: 'product_name',
      animators: [reveal('words', 14, 40, { position: [0, 60], opacity: 0 })],
    },
    { position: [86, 1136, 0], from: 12 },
  ),
  // The line through the old price is as long as the price: it is seen through its letters, drawn so fat that they touch.
  textLayer(
    'was, fat',
    '€ 129',
    { ...oldPrice, color: '#ffffff', stroke: 56 },
    { position: [86, 1590, 0], isMatte: true, from: 34 },
  ),
  shapeLayer(
    'strike',
    [
      group('strike', [
        rectangle({
          x: 300,
          y: 0,
          width: [
            [40, [0, 10], EASE.inOut],
            [54, [760, 10]],
          ],
          height: undefined,
          roundness: 5,
        }),
        fill(COLORS.main, main),
      ]),
    ],
    { position: [86, 1596, 0], rotation: -3, matte: 'alpha', from: 34 },
  ),
  textLayer(
    'was',
    '€ 129',
    {
      ...oldPrice,
      color: COLORS.dark,
      animators: [reveal('letters', 24, 40, { position: [0, 40], opacity: 0 })],
    },
    { position: [86, 1590, 0], opacity: 62, from: 22 },
  ),
  shapeLayer(
    'ground',
    [group('ground', [ellipse(0, 0, 1500), fill(COLORS.main, { ...main, opacity: 12 })])],
    {
      position: [
        [0, [780, 500, 0], EASE.linear],
        [110, [640, 600, 0]],
      ],
      scale: [
        [-10, [50, 50, 100], EASE.out],
        [26, [100, 100, 100]],
      ],
    },
  ),
  wall('#fbf8ff'),
];
