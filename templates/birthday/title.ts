import {
  EASE,
  fill,
  gradient,
  group,
  type Json,
  nullLayer,
  path,
  precompLayer,
  rectangle,
  reveal,
  shapeLayer,
  stroke,
  textLayer,
  trim,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { FRAMES } from './scenery.ts';
import { SECOND, THIRD, TITLE } from './scenes.ts';

/* The greeting, the name in gold and the message. */

/** Across and upright are eased apart, so that title and card pass each other without touching. */
export const titleAcross = nullLayer('title across', TITLE + 1, {
  position: [
    [SECOND - 6, [960, 0, 0], EASE.inOut],
    [SECOND + 18, [1380, 0, 0], EASE.inOut],
    [THIRD + 9, [1380, 0, 0], EASE.inOut],
    [THIRD + 31, [960, 0, 0]],
  ],
});
export const title = nullLayer('title', TITLE, {
  parent: TITLE + 1,
  position: [
    [SECOND - 6, [0, 560, 0], EASE.inOut],
    [SECOND + 18, [0, 430, 0], EASE.inOut],
    [THIRD, [0, 430, 0], EASE.inOut],
    [THIRD + 19, [0, 812, 0]],
  ],
  scale: [
    [0, [132, 132, 100], EASE.out],
    [SECOND - 6, [140, 140, 100], EASE.inOut],
    [SECOND + 18, [100, 100, 100], EASE.inOut],
    [THIRD + 9, [100, 100, 100], EASE.inOut],
    [THIRD + 31, [108, 108, 100], EASE.out],
    [FRAMES, [112, 112, 100]],
  ],
});

export const greeting = textLayer(
  'greeting',
  'Happy birthday,',
  {
    font: FONTS.bold.name,
    size: 64,
    color: '#ffffff',
    box: [-420, -190, 840, 112],
    align: 'center',
    vertical: 'bottom',
    animators: [reveal('letters', -18, 10, { position: [0, 40], opacity: 0 })],
  },
  { parent: TITLE },
);

/** The name is a window through which gold is seen, and a light that passes over it. */
const GOLD = { width: 1000, height: 440 };
const light = (at: number): Json =>
  shapeLayer(
    `light ${at}`,
    [
      group('light', [
        path([
          [-60, -300],
          [50, -300],
          [-50, 300],
          [-160, 300],
        ]),
        fill('#ffffff', { opacity: 85 }),
      ]),
    ],
    {
      position: [
        [at, [-200, 220, 0], EASE.inOut],
        [at + 40, [1200, 220, 0]],
      ],
      from: at,
      to: at + 41,
    },
  );
export const goldScene: Json[] = [
  ...[36, 140, 300].map(light),
  shapeLayer('gold', [
    group('gold', [
      rectangle({ x: 500, y: 220, width: 1000, height: 440 }),
      gradient([0, 90], [0, 350], ['#fff3c4', '#ffce3d', '#ff9f43']),
    ]),
  ]),
];
export const name = textLayer(
  'name',
  'Valentina!',
  {
    font: FONTS.script.name,
    size: 176,
    largest: 204,
    color: '#ffffff',
    box: [-430, -70, 860, 246],
    align: 'center',
    animators: [
      reveal('letters', 8, 38, { position: [0, 110], opacity: 0, scale: [40, 40], rotation: -20 }),
    ],
  },
  { parent: TITLE, isMatte: true, from: 6 },
);
export const gold = precompLayer('gold letters', 'gold', GOLD, {
  parent: TITLE,
  anchor: [500, 220, 0],
  position: [0, 53, 0],
  matte: 'alpha',
  from: 6,
});
export const underline = shapeLayer(
  'underline',
  [
    group('underline', [
      path(
        [
          [-230, 0, 0, 0, 140, 20],
          [230, -4, -140, 20, 0, 0],
        ],
        false,
      ),
      stroke('#ff6f91', 9),
      trim(
        [
          [32, 50, EASE.inOut],
          [54, 0],
        ],
        [
          [32, 50, EASE.inOut],
          [54, 100],
        ],
      ),
    ]),
  ],
  { parent: TITLE, position: [0, 188, 0], from: 32 },
);

export const message = textLayer(
  'message',
  'May this year be full of good company, long walks and cake for breakfast. All the best from everyone at the studio!',
  {
    font: FONTS.regular.name,
    size: 42,
    color: '#ffe9f2',
    box: [-390, 0, 780, 270],
    align: 'center',
    vertical: 'top',
    leading: 1.36,
    animators: [reveal('words', SECOND + 26, SECOND + 76, { position: [0, 36], opacity: 0 })],
  },
  {
    position: [
      [THIRD - 8, [1380, 672, 0], EASE.in],
      [THIRD + 6, [1380, 712, 0]],
    ],
    opacity: [
      [THIRD - 8, 100, EASE.in],
      [THIRD + 6, 0],
    ],
    from: SECOND + 24,
    to: THIRD + 7,
  },
);
