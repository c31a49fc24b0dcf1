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
  star,
  stroke,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';

/** The three scenes; their frames count from the scene's own start. */
export const [WIDTH, HEIGHT] = [1080, 1920];
export const COLORS = { main: '#5b34f2', accent: '#ffce3d', dark: '#150c36' };
export const CARD = 820;
const main = { slot: 'main_color' };
export const accent = { slot: 'accent_color' };

function wall(color: string, paint: { slot?: string } = {}): Json {
  return shapeLayer('wall', [
    group('wall', [
      rectangle({ x: WIDTH / 2, y: HEIGHT / 2, width: WIDTH, height: HEIGHT }),
      fill(color, paint),
    ]),
  ]);
}

/** A little larger for a moment, with a beat of the music. */
const beat = (at: number, size = 100): Key[] => [
  [at, [size, size, 100], EASE.inOut],
  [at + 5, [size * 1.09, size * 1.09, 100], EASE.inOut],
  [at + 13, [size, size, 100], EASE.inOut],
];

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

function stampShape(index: number, spin: Key[]): Json {
  return shapeLayer(
    'stamp shape',
    [
      group('burst', [
        star({ x: 0, y: 0, points: 20, outer: 440, inner: 392, rotation: spin }),
        fill(COLORS.accent, accent),
      ]),
    ],
    { parent: index },
  );
}

function discount(index: number, box: [number, number, number, number]): Json {
  return textLayer(
    'off',
    '−30%',
    {
      font: FONTS.poster.name,
      size: 240,
      color: COLORS.dark,
      box,
      align: 'center',
      slot: 'discount',
    },
    { parent: index },
  );
}

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
