import {
  EASE,
  ellipse,
  fill,
  group,
  path,
  pop,
  rectangle,
  shapeLayer,
  stroke,
} from '../builder/index.ts';
import { FRAMES, SECOND, SIZE, THIRD } from './scenes.ts';

/* The wall, the sun with its rays and ripples, drops and rings. */

export const background = shapeLayer('background', [
  group('wall', [
    rectangle({ x: 540, y: 540, width: SIZE, height: SIZE }),
    fill('#ffe9df', { name: 'c_01' }),
  ]),
]);

/** The sun stands behind the product alone, away from all words. */
export const sun = shapeLayer(
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
export const rays = shapeLayer(
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
export const ripples = [38, 63, 138, 163].map((at) =>
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
export const drops = [
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

/** Rings that keep growing behind the last scene. */
export const rings = [1320, 900, 520].map((size, index) =>
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
