import {
  audio,
  audioLayer,
  composition,
  EASE,
  ellipse,
  fill,
  group,
  image,
  imageLayer,
  type Key,
  nullLayer,
  path,
  pop,
  rectangle,
  reveal,
  shapeLayer,
  star,
  stroke,
  type TemplateSource,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { logo } from '../images/logo.ts';
import { skinCare } from '../images/skin-care.ts';
import { skinCompanyMusic } from './music.ts';

/*
 * A cheerful product ad, square, ten seconds: a headline above the product before a sun; what it is
 * and the offer; then the sun takes over the screen for product, logo and button.
 * Its editables are found by their names alone.
 */
const [SIZE, FRAMES] = [1080, 300];
const CARD = 560;
/** The second and the third scene begin with the second and the third bar of the music. */
const [SECOND, THIRD] = [100, 200];
const PRODUCT = 50;
const INK = '#2b2350';

const background = shapeLayer('background', [
  group('wall', [
    rectangle({ x: 540, y: 540, width: SIZE, height: SIZE }),
    fill('#ffe9df', { name: 'c_01' }),
  ]),
]);

/** The sun stands behind the product alone, away from all words. */
const sun = shapeLayer(
  'sun',
  [group('disc', [ellipse(0, 0, 660), fill('#ff7a59', { name: 'c_02' })])],
  {
    position: [
      [0, [540, 900, 0], EASE.out],
      [30, [540, 830, 0], EASE.inOut],
      [SECOND - 8, [540, 820, 0], EASE.inOut],
      [SECOND + 22, [764, 800, 0], EASE.inOut],
      [THIRD - 10, [764, 790, 0], EASE.inOut],
      [THIRD + 20, [540, 540, 0]],
    ],
    scale: [
      [-16, [40, 40, 100], EASE.back],
      [14, [100, 100, 100], EASE.inOut],
      [SECOND, [100, 100, 100], EASE.inOut],
      [SECOND + 22, [84, 84, 100], EASE.inOut],
      [THIRD - 10, [84, 84, 100], EASE.inOut],
      [THIRD + 20, [220, 220, 100]],
    ],
  },
);

/** Rays that turn around the sun, so that it never stands still. */
const rays = shapeLayer(
  'rays',
  [
    group(
      'rays',
      [
        ...Array.from({ length: 20 }, (_, index) => {
          const at = (index / 10) * Math.PI;
          const point = (radius: number, by: number) => [
            radius * Math.cos(at + by),
            radius * Math.sin(at + by),
          ];
          return path([point(356, -0.045), point(396, 0), point(356, 0.045)]);
        }),
        fill('#ff7a59', { name: 'c_02' }),
      ],
      {
        rotation: [
          [0, -20, EASE.linear],
          [THIRD + 20, 60],
        ],
      },
    ),
  ],
  {
    position: [
      [0, [540, 900, 0], EASE.out],
      [30, [540, 830, 0], EASE.inOut],
      [SECOND - 8, [540, 820, 0], EASE.inOut],
      [SECOND + 22, [764, 800, 0], EASE.inOut],
      [THIRD - 10, [764, 790, 0]],
    ],
    scale: [
      [14, [60, 60, 100], EASE.back],
      [34, [100, 100, 100], EASE.inOut],
      [SECOND, [100, 100, 100], EASE.inOut],
      [SECOND + 22, [84, 84, 100], EASE.inOut],
      [THIRD - 14, [84, 84, 100], EASE.in],
      [THIRD + 2, [60, 60, 100]],
    ],
    from: 14,
    to: THIRD + 2,
  },
);

/** Ripples that leave the sun with the music's half beats. */
const ripples = [38, 63, 138, 163].map((at) =>
  shapeLayer(
    `ripple ${at}`,
    [group('ripple', [ellipse(0, 0, 660), stroke('#ff7a59', 12, { name: 'c_02' })])],
    {
      position: at < SECOND ? [540, 824, 0] : [764, 794, 0],
      scale: [
        [at, at < SECOND ? [100, 100, 100] : [84, 84, 100], EASE.out],
        [at + 34, [150, 150, 100]],
      ],
      opacity: [
        [at, 55, EASE.out],
        [at + 30, 0],
      ],
      from: at,
      to: at + 31,
    },
  ),
);

/** Drops that rise along the edges. */
const drops = [
  { x: 74, y: 1040, size: 74, rise: 50, at: 8 },
  { x: 1016, y: 610, size: 48, rise: 120, at: 16 },
  { x: 268, y: 1030, size: 34, rise: 46, at: 22 },
  { x: 1000, y: 1030, size: 60, rise: 90, at: 12 },
].map(({ x, y, size, rise, at }, index) =>
  shapeLayer(
    `drop ${index + 1}`,
    [
      group('drop', [ellipse(0, 0, size), fill('#ff7a59', { name: 'c_02', opacity: 40 })], {
        scale: pop(at),
      }),
    ],
    {
      position: [
        [0, [x, y, 0], EASE.linear],
        [THIRD + 14, [x, y - rise, 0]],
      ],
      from: at,
      to: THIRD + 14,
    },
  ),
);

/** The product goes through all scenes: under the headline, beside the words, above the logo. */
const card = nullLayer('card', PRODUCT, {
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
const photo = imageLayer(
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
const frame = shapeLayer('frame', [group('frame', [plate(0, 0, 88, 96), fill('#ffffff')])], {
  parent: PRODUCT,
});
const shade = shapeLayer(
  'shade',
  [group('shade', [plate(12, 28, 88, 96), fill('#7a2b1c', { opacity: 20 })])],
  { parent: PRODUCT },
);

/** The headline has the whole width, above the sun; it stays until the last scene. */
const headline = textLayer(
  't_01',
  'Glow, every day',
  {
    font: FONTS.bold.name,
    size: 112,
    largest: 150,
    color: INK,
    box: [-470, 0, 940, 236],
    align: 'center',
    leading: 1.06,
    animators: [reveal('letters', -22, 26, { position: [0, 90], opacity: 0, rotation: 8 })],
  },
  {
    position: [
      [THIRD - 14, [540, 158, 0], EASE.in],
      [THIRD + 2, [540, -300, 0]],
    ],
    to: THIRD + 3,
  },
);
const subline = textLayer(
  't_02',
  'A light day cream with vitamin C, made in small batches.',
  {
    font: FONTS.medium.name,
    size: 42,
    largest: 60,
    color: INK,
    box: [0, -170, 340, 340],
    leading: 1.36,
    animators: [reveal('words', SECOND + 12, SECOND + 46, { position: [0, 34], opacity: 0 })],
  },
  {
    position: [
      [THIRD - 14, [66, 790, 0], EASE.in],
      [THIRD + 2, [-420, 790, 0]],
    ],
    from: SECOND + 10,
    to: THIRD + 3,
  },
);
/** A short stroke over the subline that grows with it. */
const dash = shapeLayer(
  'dash',
  [
    group('dash', [
      rectangle({
        x: 60,
        y: 0,
        width: [
          [SECOND + 8, [0, 10], EASE.out],
          [SECOND + 26, [120, 10]],
        ],
        height: undefined,
        roundness: 5,
      }),
      fill('#ff7a59', { name: 'c_02' }),
    ]),
  ],
  {
    position: [
      [THIRD - 16, [66, 580, 0], EASE.in],
      [THIRD, [-420, 580, 0]],
    ],
    from: SECOND + 8,
    to: THIRD + 1,
  },
);

/** The offer sticks to the product's corner; it is stamped on with a beat, and beats twice more. */
const beat = (at: number): Key[] => [
  [at, [100, 100, 100], EASE.inOut],
  [at + 6, [113, 113, 100], EASE.inOut],
  [at + 14, [100, 100, 100], EASE.inOut],
];
const badge = nullLayer('badge', 60, {
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
const badgeText = textLayer(
  't_03',
  '−20%',
  {
    font: FONTS.bold.name,
    size: 62,
    color: '#ffffff',
    box: [-92, -70, 184, 140],
    align: 'center',
  },
  { parent: 60, from: SECOND + 24 },
);
const badgeShape = shapeLayer(
  'badge shape',
  [
    group('burst', [
      star({ x: 0, y: 0, points: 16, outer: 132, inner: 114 }),
      fill(INK, { name: 'c_03' }),
    ]),
  ],
  { parent: 60, from: SECOND + 24 },
);

/** The mark stands small above the words, then large in the last scene. */
const smallLogo = imageLayer('(Footage)/USER/logo_01.png', 'logo', {
  anchor: [275, 90, 0],
  position: [
    [8, [540, -80, 0], EASE.back],
    [30, [540, 96, 0], EASE.in],
    [THIRD - 16, [540, 96, 0], EASE.in],
    [THIRD - 2, [540, -90, 0]],
  ],
  scale: [56, 56, 100],
  from: 8,
  to: THIRD - 1,
});
const bigPlate = shapeLayer(
  'big plate',
  [
    group('plate', [
      rectangle({ x: 0, y: 0, width: 640, height: 196, roundness: 98 }),
      fill('#ffffff'),
    ]),
  ],
  {
    position: [540, 718, 0],
    scale: [
      [THIRD + 16, [0, 0, 100], EASE.back],
      [THIRD + 34, [100, 100, 100]],
    ],
    from: THIRD + 16,
  },
);
const bigLogo = imageLayer('(Footage)/USER/logo_01.png', 'logo', {
  anchor: [275, 90, 0],
  position: [540, 718, 0],
  scale: [
    [THIRD + 17, [0, 0, 100], EASE.back],
    [THIRD + 36, [88, 88, 100]],
  ],
  from: THIRD + 17,
});

/** Rings that keep growing behind the last scene. */
const rings = [1320, 900, 520].map((size, index) =>
  shapeLayer(
    `ring ${index + 1}`,
    [group('ring', [ellipse(0, 0, size), fill('#ffffff', { opacity: 11 })])],
    {
      position: [540, 330, 0],
      scale: [
        [THIRD + 4 + index * 5, [30, 30, 100], EASE.out],
        [THIRD + 46, [100, 100, 100], EASE.linear],
        [FRAMES, [118, 118, 100]],
      ],
      opacity: [
        [THIRD + 4 + index * 5, 0, EASE.out],
        [THIRD + 30, 100],
      ],
      from: THIRD + 4,
    },
  ),
);

const button = nullLayer('button', 70, {
  position: [540, 918, 0],
  scale: [
    [THIRD + 30, [0, 0, 100], EASE.back],
    [THIRD + 46, [100, 100, 100], EASE.inOut],
    [THIRD + 72, [100, 100, 100], EASE.inOut],
    [THIRD + 77, [93, 93, 100], EASE.back],
    [THIRD + 88, [100, 100, 100]],
  ],
  from: THIRD + 30,
});
const buttonText = textLayer(
  't_04',
  'Shop now',
  {
    font: FONTS.bold.name,
    size: 62,
    color: '#ffffff',
    box: [-270, -62, 540, 124],
    align: 'center',
  },
  { parent: 70, from: THIRD + 30 },
);
const buttonShape = shapeLayer(
  'button shape',
  [
    group('pill', [
      rectangle({ x: 0, y: 0, width: 640, height: 150, roundness: 75 }),
      fill(INK, { name: 'c_03' }),
    ]),
  ],
  { parent: 70, from: THIRD + 30 },
);

export const skinCompany: TemplateSource = {
  name: 'skin-company',
  animation: composition({
    name: 'Skin company',
    width: SIZE,
    height: SIZE,
    frames: FRAMES,
    assets: [
      image({
        id: 'product',
        file: 'product_01.webp',
        width: CARD,
        height: CARD,
        name: '(Footage)/USER/product_01.png',
      }),
      image({
        id: 'logo',
        file: 'logo_01.png',
        width: 550,
        height: 180,
        name: '(Footage)/USER/logo_01.png',
      }),
      audio('music', 'music.m4a'),
    ],
    fonts: [FONTS.bold, FONTS.medium],
    layers: [
      button,
      buttonText,
      buttonShape,
      bigLogo,
      bigPlate,
      badge,
      badgeText,
      badgeShape,
      headline,
      subline,
      dash,
      smallLogo,
      card,
      photo,
      frame,
      shade,
      ...drops,
      ...rings,
      sun,
      rays,
      ...ripples,
      background,
      audioLayer('a_01', 'music'),
    ],
  }),
  images: {
    'product_01.webp': () => skinCare(CARD * 2),
    'logo_01.png': () =>
      logo({ width: 1100, height: 360, words: 'lumina', color: INK, accent: '#ff7a59' }),
  },
  audioSources: { 'music.m4a': skinCompanyMusic },
  fonts: ['Poppins-Bold', 'Poppins-Medium'],
  templateJson: {
    version: 1,
    name: 'Skin company',
    editables: {
      // The longest names of the world stay whole.
      t_01: { label: 'Headline', max_lines: 3, min_font_size: 16 },
      t_02: { label: 'Subline' },
      t_03: { label: 'Badge', max_lines: 3 },
      t_04: { label: 'Button', max_lines: 2 },
      a_01: { label: 'Music' },
    },
  },
};
