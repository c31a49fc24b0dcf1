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
} from '../builder/index.ts';
import { FRAMES, PARTY } from './scenery.ts';
import { CARD, SECOND, THIRD } from './scenes.ts';

/* The photo on its card, with stars at the corners. */

export const PHOTO = { width: 600, height: 800 };
const RIM = 22;
const from = SECOND + 4;
export const cardAcross = nullLayer('card across', CARD + 1, {
  position: [
    [from, [300, 0, 0], EASE.out],
    [from + 28, [500, 0, 0], EASE.inOut],
    [THIRD + 9, [500, 0, 0], EASE.inOut],
    [THIRD + 31, [960, 0, 0]],
  ],
});
export const card = nullLayer('card', CARD, {
  parent: CARD + 1,
  position: [
    [from, [0, 1680, 0], EASE.back],
    [from + 28, [0, 596, 0], EASE.inOut],
    [180, [0, 586, 0], EASE.inOut],
    [THIRD, [0, 592, 0], EASE.inOut],
    [THIRD + 19, [0, 342, 0]],
  ],
  scale: [
    [from, [80, 80, 100], EASE.out],
    [from + 28, [100, 100, 100], EASE.inOut],
    [THIRD, [100, 100, 100], EASE.inOut],
    [THIRD + 19, [56, 56, 100], EASE.out],
    [FRAMES, [58, 58, 100]],
  ],
  rotation: [
    [from, -24, EASE.back],
    [from + 32, -5, EASE.inOut],
    [180, -3, EASE.inOut],
    [THIRD, -4.5, EASE.inOut],
    [THIRD + 24, 0],
  ],
});
export const photo = imageLayer(
  'photo',
  'photo',
  // It rests at its full size, so that nothing of a portrait is lost.
  {
    parent: CARD,
    anchor: [PHOTO.width / 2, PHOTO.height / 2, 0],
    scale: [
      [from, [108, 108, 100], EASE.out],
      [200, [100, 100, 100]],
    ],
    from,
  },
  { ...PHOTO, radius: 26 },
);
const plate = (x: number, y: number) =>
  rectangle({ x, y, width: PHOTO.width + 2 * RIM, height: PHOTO.height + 2 * RIM, roundness: 44 });
export const rim = shapeLayer('rim', [group('ring', [plate(0, 0), fill('#fff6e6')])], {
  parent: CARD,
  from,
});
export const shadow = shapeLayer(
  'shadow',
  [group('shadow', [plate(16, 26), fill('#12062c', { opacity: 32 })])],
  { parent: CARD, from },
);

/** Stars at the card's corners that twinkle in turn. */
export const twinkles = [
  { x: -330, y: -372, size: 62 },
  { x: 338, y: -250, size: 40 },
  { x: 326, y: 392, size: 70 },
  { x: -344, y: 300, size: 34 },
].map(({ x, y, size }, index) =>
  shapeLayer(
    `twinkle ${index + 1}`,
    [
      group('star', [
        star({ x: 0, y: 0, points: 4, outer: size, inner: size * 0.26 }),
        fill(PARTY[(index * 2) % 4] ?? '#ffffff'),
      ]),
    ],
    {
      parent: CARD,
      position: [x, y, 0],
      scale: [0, 1, 2, 3, 4, 5].map(
        (turn): Key => [
          SECOND + 28 + index * 8 + turn * 45,
          turn % 2 === 0 ? (turn === 0 ? [0, 0, 100] : [55, 55, 100]) : [100, 100, 100],
          EASE.inOut,
        ],
      ),
      rotation: [
        [SECOND, -20, EASE.linear],
        [FRAMES, 70],
      ],
      from: SECOND + 28 + index * 8,
    },
  ),
);
