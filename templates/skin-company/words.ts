import {
  EASE,
  fill,
  group,
  imageLayer,
  nullLayer,
  rectangle,
  reveal,
  shapeLayer,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { INK, SECOND, THIRD } from './scenes.ts';

/* The headline and the subline, the logo and the button. */

/** The headline has the whole width, above the sun; it stays until the last scene. */
export const headline = textLayer(
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
export const subline = textLayer(
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
export const dash = shapeLayer(
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

/** The mark stands small above the words, then large in the last scene. */
export const smallLogo = imageLayer('(Footage)/USER/logo_01.png', 'logo', {
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
export const bigPlate = shapeLayer(
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
export const bigLogo = imageLayer('(Footage)/USER/logo_01.png', 'logo', {
  anchor: [275, 90, 0],
  position: [540, 718, 0],
  scale: [
    [THIRD + 17, [0, 0, 100], EASE.back],
    [THIRD + 36, [88, 88, 100]],
  ],
  from: THIRD + 17,
});

export const button = nullLayer('button', 70, {
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
export const buttonText = textLayer(
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
export const buttonShape = shapeLayer(
  'button shape',
  [
    group('pill', [
      rectangle({ x: 0, y: 0, width: 640, height: 150, roundness: 75 }),
      fill(INK, { name: 'c_03' }),
    ]),
  ],
  { parent: 70, from: THIRD + 30 },
);
