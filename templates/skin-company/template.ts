import {
  composition,
  EASE,
  ellipse,
  fill,
  group,
  imageLayer,
  nullLayer,
  picture,
  pop,
  rectangle,
  reveal,
  shapeLayer,
  star,
  type TemplateSource,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { logo } from '../pictures/logo.ts';
import { skinCare } from '../pictures/skin-care.ts';
import { skinCompanySound } from './sound.ts';

/*
 * A cheerful product ad, square, ten seconds: the product comes up on a sunny disc, the words beside
 * it, a badge; then the disc takes over the screen for the logo and the button.
 * Its editables are found by their names alone.
 */
const SIZE = 1080;
const CARD = 560;
const TURN = 210;

const background = shapeLayer('background', [
  group('wall', [rectangle(540, 540, SIZE, SIZE), fill('#ffe9df', { name: 'c_01' })]),
]);

const sun = shapeLayer(
  'sun',
  [group('disc', [ellipse(0, 0, 860), fill('#ff7a59', { name: 'c_02' })])],
  {
    position: [
      [0, [830, 680, 0], EASE.out],
      [40, [830, 640, 0], EASE.inOut],
      [TURN - 6, [830, 640, 0], EASE.inOut],
      [TURN + 24, [540, 540, 0]],
    ],
    scale: [
      [0, [62, 62, 100], EASE.back],
      [24, [100, 100, 100], EASE.inOut],
      [TURN - 6, [100, 100, 100], EASE.inOut],
      [TURN + 24, [200, 200, 100]],
    ],
  },
);

/** Small rounds that drift, so that nothing ever stands still. */
const drifting = [
  { x: 130, y: 930, size: 90, drift: -70, at: 8, light: false },
  { x: 420, y: 985, size: 44, drift: -110, at: 16, light: false },
  { x: 985, y: 160, size: 70, drift: 60, at: 12, light: false },
  { x: 590, y: 120, size: 34, drift: 90, at: 22, light: false },
].map(({ x, y, size, drift, at }, index) =>
  shapeLayer(
    `drop ${index + 1}`,
    [
      group('drop', [ellipse(0, 0, size), fill('#ff7a59', { name: 'c_02', opacity: 45 })], {
        scale: pop(at),
      }),
    ],
    {
      position: [
        [0, [x, y, 0], EASE.linear],
        [300, [x, y + drift, 0]],
      ],
      to: TURN + 20,
    },
  ),
);

const card = nullLayer('card', 50, {
  position: [
    [6, [772, 1500, 0], EASE.back],
    [34, [772, 630, 0], EASE.linear],
    [TURN - 12, [772, 612, 0], EASE.in],
    [TURN + 10, [772, 1500, 0]],
  ],
  rotation: [
    [6, 14, EASE.back],
    [38, -4, EASE.linear],
    [TURN - 12, -2, EASE.in],
    [TURN + 10, 8],
  ],
  to: TURN + 12,
});

const photo = imageLayer(
  '(Footage)/USER/product_01.png',
  'product',
  { parent: 50, anchor: [CARD / 2, CARD / 2, 0], position: [0, 0, 0], to: TURN + 12 },
  { width: CARD, height: CARD, radius: 64 },
);
const frame = shapeLayer(
  'frame',
  [group('frame', [rectangle(0, 0, CARD + 36, CARD + 36, 80), fill('#ffffff')])],
  { parent: 50, to: TURN + 12 },
);
const shade = shapeLayer(
  'shade',
  [group('shade', [rectangle(14, 26, CARD + 36, CARD + 36, 80), fill('#7a2b1c', { opacity: 18 })])],
  { parent: 50, to: TURN + 12 },
);

const leaving = (x: number, y: number, from: number) => ({
  position: [
    [TURN - 16, [x, y, 0], EASE.in],
    [TURN + 6, [x - 620, y, 0]],
  ] as [number, number[], typeof EASE.in][],
  from,
  to: TURN + 8,
});

const headline = textLayer(
  't_01',
  'Glow,\nevery\nday',
  {
    font: FONTS.bold.name,
    size: 104,
    color: '#2b2350',
    box: [0, 0, 396, 380],
    vertical: 'bottom',
    leading: 1.02,
    animators: [reveal('letters', 20, 52, { position: [0, 70], opacity: 0 })],
  },
  leaving(70, 190, 18),
);
const subline = textLayer(
  't_02',
  'A light day cream with vitamin C, made in small batches.',
  {
    font: FONTS.medium.name,
    size: 34,
    color: '#2b2350',
    box: [0, 0, 330, 230],
    vertical: 'top',
    leading: 1.36,
    animators: [reveal('words', 44, 84, { position: [0, 30], opacity: 0 })],
  },
  leaving(74, 590, 42),
);

const badge = nullLayer('badge', 60, {
  position: [930, 300, 0],
  rotation: [
    [70, -30, EASE.back],
    [92, 10, EASE.linear],
    [TURN, 16],
  ],
  scale: [
    [70, [0, 0, 100], EASE.back],
    [90, [100, 100, 100], EASE.inOut],
    [140, [100, 100, 100], EASE.inOut],
    [148, [110, 110, 100], EASE.inOut],
    [156, [100, 100, 100], EASE.in],
    [TURN - 8, [100, 100, 100], EASE.in],
    [TURN + 6, [0, 0, 100]],
  ],
  from: 70,
  to: TURN + 8,
});
const badgeText = textLayer(
  't_03',
  '−20%',
  { font: FONTS.bold.name, size: 54, color: '#ffffff', box: [-84, -56, 168, 112], align: 'center' },
  { parent: 60, from: 70, to: TURN + 8 },
);
const badgeShape = shapeLayer(
  'badge shape',
  [group('burst', [star(0, 0, 14, 122, 104), fill('#2b2350', { name: 'c_03' })])],
  { parent: 60, from: 70, to: TURN + 8 },
);

/** The mark stands small above the words, then large in the middle of the last scene. */
const smallPlate = shapeLayer(
  'plate',
  [group('plate', [rectangle(0, 0, 330, 120, 60), fill('#ffffff')])],
  {
    position: [
      [4, [235, -100, 0], EASE.back],
      [28, [235, 130, 0], EASE.in],
      [TURN - 18, [235, 130, 0], EASE.in],
      [TURN, [235, -100, 0]],
    ],
    to: TURN,
  },
);
const smallLogo = imageLayer('(Footage)/USER/logo_01.png', 'logo', {
  anchor: [275, 90, 0],
  position: [
    [4, [235, -100, 0], EASE.back],
    [28, [235, 130, 0], EASE.in],
    [TURN - 18, [235, 130, 0], EASE.in],
    [TURN, [235, -100, 0]],
  ],
  scale: [50, 50, 100],
  to: TURN,
});
const bigPlate = shapeLayer(
  'big plate',
  [group('plate', [rectangle(0, 0, 680, 270, 135), fill('#ffffff')])],
  {
    position: [540, 430, 0],
    scale: [
      [TURN + 8, [0, 0, 100], EASE.back],
      [TURN + 28, [100, 100, 100]],
    ],
    from: TURN + 8,
  },
);
const bigLogo = imageLayer('(Footage)/USER/logo_01.png', 'logo', {
  anchor: [275, 90, 0],
  position: [540, 430, 0],
  scale: [
    [TURN + 12, [0, 0, 100], EASE.back],
    [TURN + 32, [100, 100, 100]],
  ],
  from: TURN + 12,
});

/** Rings that keep growing behind the last scene. */
const rings = [1320, 900, 520].map((size, index) =>
  shapeLayer(
    `ring ${index + 1}`,
    [group('ring', [ellipse(0, 0, size), fill('#ffffff', { opacity: 10 })])],
    {
      position: [540, 540, 0],
      scale: [
        [TURN + 4 + index * 5, [30, 30, 100], EASE.out],
        [TURN + 50, [100, 100, 100], EASE.linear],
        [300, [116, 116, 100]],
      ],
      opacity: [
        [TURN + 4 + index * 5, 0, EASE.out],
        [TURN + 30, 100],
      ],
      from: TURN + 4,
    },
  ),
);

const button = nullLayer('button', 70, {
  position: [540, 720, 0],
  scale: [
    [TURN + 28, [0, 0, 100], EASE.back],
    [TURN + 46, [100, 100, 100], EASE.inOut],
    [TURN + 62, [100, 100, 100], EASE.inOut],
    [TURN + 70, [106, 106, 100], EASE.inOut],
    [TURN + 80, [100, 100, 100]],
  ],
  from: TURN + 28,
});
const buttonText = textLayer(
  't_04',
  'Shop now',
  {
    font: FONTS.bold.name,
    size: 62,
    color: '#ffffff',
    box: [-250, -60, 500, 120],
    align: 'center',
  },
  { parent: 70, from: TURN + 28 },
);
const buttonShape = shapeLayer(
  'button shape',
  [group('pill', [rectangle(0, 0, 580, 150, 75), fill('#2b2350', { name: 'c_03' })])],
  { parent: 70, from: TURN + 28 },
);

export const skinCompany: TemplateSource = {
  name: 'skin-company',
  animation: composition({
    name: 'Skin company',
    width: SIZE,
    height: SIZE,
    frames: 300,
    assets: [
      picture('product', 'product_01.jpg', CARD, CARD, '(Footage)/USER/product_01.png'),
      picture('logo', 'logo_01.png', 550, 180, '(Footage)/USER/logo_01.png'),
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
      smallLogo,
      smallPlate,
      card,
      photo,
      frame,
      shade,
      ...drifting,
      ...rings,
      sun,
      background,
    ],
  }),
  pictures: {
    'product_01.jpg': () => skinCare(CARD * 2),
    'logo_01.png': () => logo(1100, 360, 'lumina', '#2b2350', '#ff7a59'),
  },
  sounds: { 'music.m4a': skinCompanySound },
  fonts: ['Poppins-Bold', 'Poppins-Medium'],
  // The longest names of the world stay whole.
  templateJson: { version: 1, editables: { t_01: { min_font_size: 16 } } },
};
