import {
  composition,
  EASE,
  ellipse,
  fill,
  group,
  imageLayer,
  type Json,
  nullLayer,
  picture,
  pop,
  precompLayer,
  rectangle,
  reveal,
  shapeLayer,
  star,
  type TemplateSource,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { headphones } from '../pictures/headphones.ts';
import { logo } from '../pictures/logo.ts';
import { storySaleSound } from './sound.ts';

/*
 * A sale for a vertical story, nine seconds in three scenes: a poster of rows of words, the product
 * with its price, the call with the mark. Bars of color sweep from one to the next.
 * Its editables are Lottie slots.
 */
const [WIDTH, HEIGHT, FRAMES] = [1080, 1920, 270];
const SIZE = { width: WIDTH, height: HEIGHT };
const [SECOND, THIRD] = [84, 192];
const COLORS = { main: '#5b34f2', accent: '#ffce3d', dark: '#150c36' };
const main = { slot: 'main_color' };
const accent = { slot: 'accent_color' };

function wall(color: string, paint: { slot?: string } = {}): Json {
  return shapeLayer('wall', [
    group('wall', [rectangle(WIDTH / 2, HEIGHT / 2, WIDTH, HEIGHT), fill(color, paint)]),
  ]);
}

/** Rows of the sale's word that run against each other; one of them is filled. */
const rows: Json[] = Array.from({ length: 7 }, (_, index) => {
  const toLeft = index % 2 === 0;
  const [from, to] = toLeft ? [-40, -420] : [-420, -40];
  const bright = index === 3;
  return textLayer(
    `row ${index + 1}`,
    'SALE SALE SALE SALE',
    {
      font: FONTS.poster.name,
      size: 290,
      color: '#ffffff',
      box: [0, 0, 2600, 300],
      tracking: 10,
      slot: 'sale_word',
    },
    {
      position: [
        [0, [from, 30 + index * 266, 0], EASE.linear],
        [110, [to, 30 + index * 266, 0]],
      ],
      opacity: bright ? 100 : 16,
    },
  );
});
const stamp = nullLayer('stamp', 10, {
  position: [540, 980, 0],
  scale: [
    [6, [0, 0, 100], EASE.back],
    [26, [100, 100, 100], EASE.inOut],
    [60, [104, 104, 100], EASE.in],
    [SECOND + 8, [130, 130, 100]],
  ],
  rotation: [
    [6, -40, EASE.back],
    [32, -8, EASE.linear],
    [96, -4],
  ],
});
const poster: Json[] = [
  stamp,
  textLayer(
    'off',
    '−30%',
    {
      font: FONTS.poster.name,
      size: 236,
      color: COLORS.dark,
      box: [-330, -190, 660, 280],
      align: 'center',
      slot: 'discount',
    },
    { parent: 10, from: 6 },
  ),
  textLayer(
    'until',
    'only this weekend',
    {
      font: FONTS.bold.name,
      size: 54,
      color: COLORS.dark,
      box: [-280, 96, 560, 90],
      align: 'center',
      slot: 'period',
    },
    { parent: 10, from: 6 },
  ),
  shapeLayer(
    'stamp shape',
    [
      group('burst', [
        star(0, 0, 20, 450, 398, [
          [0, 0, EASE.linear],
          [110, 14],
        ]),
        fill(COLORS.accent, accent),
      ]),
    ],
    { parent: 10, from: 6 },
  ),
  ...rows,
  wall(COLORS.main, main),
];

const CARD = 820;
const productCard = nullLayer('card', 20, {
  position: [
    [2, [540, 2500, 0], EASE.back],
    [34, [540, 760, 0], EASE.linear],
    [120, [540, 736, 0]],
  ],
  rotation: [
    [2, 10, EASE.back],
    [40, -3, EASE.linear],
    [120, 1],
  ],
});
const price = nullLayer('price', 21, {
  position: [770, 1190, 0],
  scale: [
    [34, [0, 0, 100], EASE.back],
    [54, [100, 100, 100], EASE.inOut],
    [76, [100, 100, 100], EASE.inOut],
    [84, [108, 108, 100], EASE.inOut],
    [94, [100, 100, 100]],
  ],
  rotation: [
    [34, 24, EASE.back],
    [60, -6],
  ],
});
const product: Json[] = [
  price,
  textLayer(
    'price new',
    '€ 89',
    {
      font: FONTS.poster.name,
      size: 150,
      color: COLORS.dark,
      box: [-185, -100, 370, 190],
      align: 'center',
      slot: 'price',
    },
    { parent: 21, from: 34 },
  ),
  shapeLayer('price shape', [group('disc', [ellipse(0, 0, 430), fill(COLORS.accent, accent)])], {
    parent: 21,
    from: 34,
  }),
  productCard,
  imageLayer(
    'product',
    'product',
    { parent: 20, anchor: [CARD / 2, CARD / 2, 0], position: [0, 0, 0] },
    { width: CARD, height: CARD, radius: 90 },
  ),
  shapeLayer(
    'card frame',
    [group('frame', [rectangle(0, 0, CARD + 44, CARD + 44, 110), fill('#ffffff')])],
    { parent: 20 },
  ),
  shapeLayer(
    'card shade',
    [
      group('shade', [
        rectangle(18, 30, CARD + 44, CARD + 44, 110),
        fill(COLORS.dark, { opacity: 14 }),
      ]),
    ],
    { parent: 20 },
  ),
  textLayer(
    'title',
    'Cloud Nine headphones',
    {
      font: FONTS.bold.name,
      size: 92,
      color: COLORS.dark,
      box: [0, 0, 900, 226],
      vertical: 'top',
      leading: 1.08,
      slot: 'product_name',
      animators: [reveal('words', 26, 58, { position: [0, 60], opacity: 0 })],
    },
    { position: [90, 1424, 0], from: 24 },
  ),
  textLayer(
    'was',
    'instead of € 129',
    {
      font: FONTS.medium.name,
      size: 54,
      color: COLORS.dark,
      box: [0, 0, 900, 90],
      slot: 'old_price',
      animators: [reveal('letters', 48, 74, { position: [-30, 0], opacity: 0 })],
    },
    { position: [92, 1664, 0], from: 46 },
  ),
  shapeLayer(
    'ground',
    [group('ground', [ellipse(0, 0, 1500), fill(COLORS.main, { ...main, opacity: 12 })])],
    {
      position: [
        [0, [760, 560, 0], EASE.linear],
        [120, [640, 640, 0]],
      ],
      scale: [
        [0, [40, 40, 100], EASE.out],
        [30, [100, 100, 100]],
      ],
    },
  ),
  wall('#fbf8ff'),
];

const call: Json[] = [
  imageLayer('logo', 'logo', {
    anchor: [275, 90, 0],
    position: [540, 700, 0],
    scale: [
      [8, [0, 0, 100], EASE.back],
      [30, [116, 116, 100]],
    ],
  }),
  shapeLayer('plate', [group('plate', [rectangle(0, 0, 800, 340, 170), fill('#ffffff')])], {
    position: [540, 700, 0],
    scale: [
      [4, [0, 0, 100], EASE.back],
      [24, [100, 100, 100]],
    ],
  }),
  textLayer(
    'claim',
    'Hear every little thing.',
    {
      font: FONTS.poster.name,
      size: 128,
      color: '#ffffff',
      box: [0, 0, 900, 340],
      align: 'center',
      leading: 1.12,
      slot: 'claim',
      animators: [reveal('words', 14, 42, { position: [0, 70], opacity: 0 })],
    },
    { position: [90, 940, 0], from: 12 },
  ),
  nullLayer('button', 30, {
    position: [540, 1480, 0],
    scale: [
      [30, [0, 0, 100], EASE.back],
      [48, [100, 100, 100], EASE.inOut],
      [58, [106, 106, 100], EASE.inOut],
      [70, [100, 100, 100]],
    ],
  }),
  textLayer(
    'cta',
    'Order now',
    {
      font: FONTS.bold.name,
      size: 72,
      color: COLORS.dark,
      box: [-290, -70, 580, 140],
      align: 'center',
      slot: 'call',
    },
    { parent: 30, from: 30 },
  ),
  shapeLayer(
    'button shape',
    [group('pill', [rectangle(0, 0, 680, 180, 90), fill(COLORS.accent, accent)])],
    { parent: 30, from: 30 },
  ),
  ...[1500, 1080, 640].map((size, index) =>
    shapeLayer(
      `ring ${index + 1}`,
      [group('ring', [ellipse(0, 0, size), fill('#ffffff', { opacity: 8 })])],
      {
        position: [540, 860, 0],
        scale: [
          [index * 4, [40, 40, 100], EASE.out],
          [36, [100, 100, 100], EASE.linear],
          [90, [114, 114, 100]],
        ],
      },
    ),
  ),
  wall(COLORS.main, main),
];

/** Bars that come in from one side, one after the other, and leave by the other. */
function sweep(at: number, colors: [string, { slot?: string }][]): Json[] {
  // The last to come lies on top, so that each shows as a stripe before it is covered.
  return colors
    .map(([color, paint], index) =>
      shapeLayer(
        `sweep ${at}.${index + 1}`,
        [group('bar', [rectangle(0, 0, 1500, 2700), fill(color, paint)], { rotation: -14 })],
        {
          position: [
            [at - 14 + index * 4, [-1400, 960, 0], EASE.inOut],
            [at + 4 + index * 2, [540, 960, 0], EASE.inOut],
            [at + 20 + index * 3, [2500, 960, 0]],
          ],
          from: at - 14 + index * 4,
          to: at + 21 + index * 3,
        },
      ),
    )
    .reverse();
}

const dots = shapeLayer(
  'dots',
  [0, 1, 2].map((index) =>
    group(`dot ${index + 1}`, [ellipse(0, 0, 22), fill('#ffffff', { opacity: 90 })], {
      position: [500 + index * 40, 0, 0],
      scale: pop(THIRD + 44 + index * 5),
    }),
  ),
  { position: [0, 1700, 0], from: THIRD + 40 },
);

export const storySale: TemplateSource = {
  name: 'story-sale',
  animation: composition({
    name: 'Story sale',
    width: WIDTH,
    height: HEIGHT,
    frames: FRAMES,
    assets: [
      picture('product', 'product.jpg', CARD, CARD, 'product', 'product'),
      picture('logo', 'logo.png', 550, 180, 'logo', 'logo'),
      { id: 'poster scene', nm: 'poster', layers: poster },
      { id: 'product scene', nm: 'product', layers: product },
      { id: 'call scene', nm: 'call', layers: call },
    ],
    fonts: [FONTS.medium, FONTS.bold, FONTS.poster],
    slots: slots(),
    layers: [
      ...sweep(SECOND, [
        [COLORS.accent, accent],
        ['#ffffff', {}],
        [COLORS.main, main],
      ]),
      ...sweep(THIRD, [
        [COLORS.accent, accent],
        ['#ffffff', {}],
        [COLORS.main, main],
      ]),
      dots,
      { ...precompLayer('call', 'call scene', SIZE, { from: THIRD }), st: THIRD },
      {
        ...precompLayer('product', 'product scene', SIZE, { from: SECOND, to: THIRD + 12 }),
        st: SECOND,
      },
      precompLayer('poster', 'poster scene', SIZE, { to: SECOND + 12 }),
    ],
  }),
  pictures: {
    'product.jpg': () => headphones(CARD * 2),
    'logo.png': () => logo(1100, 360, 'nimbus', COLORS.dark, COLORS.main),
  },
  sounds: { 'music.m4a': storySaleSound },
  fonts: ['Poppins-Medium', 'Poppins-Bold', 'Anton-Regular'],
};

/** What each slot holds without a mapping. */
function slots(): Json {
  const color = (hex: string) => ({
    p: { a: 0, k: [...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255), 1] },
  });
  const words = Object.fromEntries(
    ['sale_word', 'discount', 'period', 'price', 'product_name', 'old_price', 'claim', 'call'].map(
      (name) => [name, { p: {} }],
    ),
  );
  return {
    main_color: color(COLORS.main),
    accent_color: color(COLORS.accent),
    ...words,
    product: { p: {} },
    logo: { p: {} },
  };
}
