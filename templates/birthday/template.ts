import {
  composition,
  EASE,
  fill,
  gradient,
  group,
  image,
  imageLayer,
  type Json,
  type Key,
  nullLayer,
  path,
  precompLayer,
  rectangle,
  reveal,
  shapeLayer,
  star,
  stroke,
  type TemplateSource,
  textLayer,
  trim,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { portrait } from '../images/portrait.ts';
import { birthdayMusic } from './music.ts';
import {
  balloons,
  bunting,
  confetti,
  FRAMES,
  HEIGHT,
  lights,
  PARTY,
  rays,
  sky,
  WIDTH,
} from './scenery.ts';

/*
 * A personal greeting, twelve seconds: the name in large letters of gold; then it makes room for a
 * photo and a message that comes word by word; at the end photo and name stand in the middle.
 * template.json declares its editables.
 */
const PHOTO = { width: 600, height: 800 };
const RIM = 22;
const [TITLE, CARD] = [40, 50];
const [SECOND, THIRD] = [84, 262];

/** Across and upright are eased apart, so that title and card pass each other without touching. */
const titleAcross = nullLayer('title across', TITLE + 1, {
  position: [
    [SECOND - 6, [960, 0, 0], EASE.inOut],
    [SECOND + 18, [1380, 0, 0], EASE.inOut],
    [THIRD + 9, [1380, 0, 0], EASE.inOut],
    [THIRD + 31, [960, 0, 0]],
  ],
});
const title = nullLayer('title', TITLE, {
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

const greeting = textLayer(
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
const goldScene: Json[] = [
  ...[36, 140, 300].map(light),
  shapeLayer('gold', [
    group('gold', [
      rectangle({ x: 500, y: 220, width: 1000, height: 440 }),
      gradient([0, 90], [0, 350], ['#fff3c4', '#ffce3d', '#ff9f43']),
    ]),
  ]),
];
const name = textLayer(
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
const gold = precompLayer('gold letters', 'gold', GOLD, {
  parent: TITLE,
  anchor: [500, 220, 0],
  position: [0, 53, 0],
  matte: 'alpha',
  from: 6,
});
const underline = shapeLayer(
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

const message = textLayer(
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

const from = SECOND + 4;
const cardAcross = nullLayer('card across', CARD + 1, {
  position: [
    [from, [300, 0, 0], EASE.out],
    [from + 28, [500, 0, 0], EASE.inOut],
    [THIRD + 9, [500, 0, 0], EASE.inOut],
    [THIRD + 31, [960, 0, 0]],
  ],
});
const card = nullLayer('card', CARD, {
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
const photo = imageLayer(
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
const rim = shapeLayer('rim', [group('ring', [plate(0, 0), fill('#fff6e6')])], {
  parent: CARD,
  from,
});
const shadow = shapeLayer(
  'shadow',
  [group('shadow', [plate(16, 26), fill('#12062c', { opacity: 32 })])],
  { parent: CARD, from },
);

/** Stars at the card's corners that twinkle in turn. */
const twinkles = [
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

export const birthday: TemplateSource = {
  name: 'birthday',
  animation: composition({
    name: 'Birthday',
    width: WIDTH,
    height: HEIGHT,
    frames: FRAMES,
    assets: [
      image({
        id: 'photo',
        file: 'photo.webp',
        width: PHOTO.width,
        height: PHOTO.height,
        name: 'photo',
      }),
      { id: 'gold', nm: 'gold', layers: goldScene },
    ],
    fonts: [FONTS.regular, FONTS.bold, FONTS.script],
    layers: [
      titleAcross,
      title,
      name,
      gold,
      greeting,
      underline,
      message,
      cardAcross,
      card,
      ...twinkles,
      photo,
      rim,
      shadow,
      ...confetti,
      ...balloons,
      bunting,
      lights,
      rays,
      sky,
    ],
  }),
  images: { 'photo.webp': () => portrait(PHOTO.width * 2) },
  audioSources: { 'music.m4a': birthdayMusic },
  fonts: ['Poppins-Regular', 'Poppins-Bold', 'Pacifico-Regular'],
  templateJson: {
    version: 1,
    name: 'Birthday',
    language: 'en',
    audio: 'audio/music.m4a',
    stillcuts: { title: 2.4, photo: 4, card: 8, ending: 11.2 },
    editables: {
      name: {
        type: 'text',
        label: 'Name',
        targets: ['name'],
        max_length: 80,
        max_lines: 2,
        min_font_size: 40,
        stillcut: 'title',
      },
      greeting: {
        type: 'text',
        label: 'Greeting',
        targets: ['greeting'],
        max_length: 80,
        max_lines: 2,
        stillcut: 'title',
      },
      message: {
        type: 'text',
        label: 'Message',
        targets: ['message'],
        max_length: 300,
        multiline: true,
        min_font_size: 26,
        stillcut: 'card',
      },
      photo: { type: 'image', label: 'Photo', targets: [{ asset: 'photo' }], stillcut: 'card' },
      frame_color: {
        type: 'color',
        label: 'Frame',
        targets: ['rim > ring > fill'],
        stillcut: 'photo',
      },
      line_color: {
        type: 'color',
        label: 'Line under the name',
        targets: ['underline > underline > stroke'],
        stillcut: 'card',
      },
      background: { type: 'audio', label: 'Music' },
    },
  },
};
